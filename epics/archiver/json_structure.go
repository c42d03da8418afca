package archiver

import (
	"encoding/json"
	"errors"
	"slices"

	"owl/epics"
)

var errNoValue = errors.New("a PV Access structure has no value that can be shown")

// jsonStructure takes the value out of a PV Access structure, which the archiver
// writes as an object of its fields in the order of their names.
func (it *item) jsonStructure(val json.RawMessage, meta *epics.Meta, q Query) {
	var top map[string]json.RawMessage
	if err := json.Unmarshal(val, &top); err != nil {
		it.err = err
		return
	}
	value := top["value"]
	switch {
	case len(value) == 0:
		it.err = errNoValue
	case value[0] == '{':
		it.jsonCompound(value, meta, q)
	default:
		it.jsonValue(value, meta, q)
	}
}

// jsonCompound takes an enumeration, what a union holds, or the rows of a table.
func (it *item) jsonCompound(val json.RawMessage, meta *epics.Meta, q Query) {
	var state struct {
		Index   *int            `json:"index"`
		Choices []string        `json:"choices"`
		Union   json.RawMessage `json:"union"`
	}
	if err := json.Unmarshal(val, &state); err == nil && state.Index != nil {
		it.value = choice(*state.Index, &epics.Meta{Choices: textsOf(state.Choices)})
		return
	}
	if len(state.Union) > 0 && state.Union[0] != '{' {
		it.jsonValue(state.Union, meta, q)
		return
	}
	var columns map[string]json.RawMessage
	if err := json.Unmarshal(val, &columns); err != nil {
		it.err = err
		return
	}
	it.jsonTable(columns)
}

func (it *item) jsonTable(columns map[string]json.RawMessage) {
	names := make([]string, 0, len(columns))
	for name := range columns {
		names = append(names, name)
	}
	slices.Sort(names)
	var t epics.Table
	for _, name := range names {
		var cell item
		cell.jsonList(columns[name], Query{})
		switch list := cell.value.(type) {
		case epics.Array:
			addColumn(&t, name, cellsOf([]float64(list)))
		case epics.Texts:
			addColumn(&t, name, textCells(list))
		}
	}
	if it.value = t; len(t.Columns) == 0 {
		it.value, it.err = nil, errNoValue
	}
}

func textCells(list epics.Texts) []epics.Value {
	out := make([]epics.Value, len(list))
	for i, s := range list {
		out[i] = epics.Text(s)
	}
	return out
}
