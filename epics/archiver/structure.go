package archiver

import (
	"fmt"
	"strings"

	"owl/engine"
	"owl/epics"
	"owl/epics/archiver/pva"
)

// structure takes the value out of a PV Access structure: its field "value", the
// rows of a table, the state of an enumeration.
func (it *item) structure(data []byte, q Query) {
	top, err := pva.Decode(data)
	if err != nil {
		it.err = fmt.Errorf("%w of %d bytes", err, len(data))
		return
	}
	value := top.Member("value")
	switch {
	case value != nil && strings.HasPrefix(top.Type, "epics:nt/NTTable:"):
		labels, _ := top.Member("labels").Value.([]string) // none is right as well
		it.value = tableOf(labels, value)
	case value == nil || !it.part(value, q):
		it.err = fmt.Errorf("a PV Access structure %s has no value that can be shown", top.Type)
	}
}

// part takes a value; false when it is none that is known.
func (it *item) part(f *pva.Field, q Query) bool {
	switch v := f.Value.(type) {
	case int64:
		it.number(float64(v), true, nil)
	case uint64:
		it.number(float64(v), false, nil)
	case float64:
		it.number(v, false, nil)
	case string:
		it.value = epics.Text(v)
	case []float64:
		it.wave(v, q)
	case []string:
		it.value = textsOf(v)
	default:
		return it.compound(f, q)
	}
	return true
}

// compound takes an enumeration, or what a union holds.
func (it *item) compound(f *pva.Field, q Query) bool {
	if index, choices := f.Member("index"), f.Member("choices"); index != nil && choices != nil {
		i, _ := index.Value.(int64)
		labels, _ := choices.Value.([]string)
		it.value = choice(int(i), &epics.Meta{Choices: textsOf(labels)})
		return true
	}
	return len(f.Members) == 1 && it.part(&f.Members[0], q)
}

func textsOf(list []string) epics.Texts {
	out := make(epics.Texts, len(list))
	for i, s := range list {
		out[i] = engine.Untrusted(s)
	}
	return out
}

// tableOf makes rows of columns. What is no array of numbers or texts is left out.
func tableOf(labels []string, columns *pva.Field) epics.Table {
	var t epics.Table
	for i, column := range columns.Members {
		name := column.Name
		if len(labels) == len(columns.Members) {
			name = labels[i]
		}
		if cells := cellsOf(column.Value); cells != nil {
			addColumn(&t, name, cells)
		}
	}
	return t
}

// cellsOf are the values of a column; nil when it is none.
func cellsOf(column any) []epics.Value {
	out := []epics.Value{}
	switch list := column.(type) {
	case []float64:
		for _, x := range list {
			out = append(out, epics.Number(x))
		}
	case []string:
		for _, s := range list {
			out = append(out, epics.Text(s))
		}
	default:
		return nil
	}
	return out
}

// addColumn adds a column, which may be longer or shorter than the others.
func addColumn(t *epics.Table, label string, cells []epics.Value) {
	before := len(t.Columns)
	t.Columns = append(t.Columns, engine.Untrusted(label))
	for len(t.Rows) < len(cells) {
		t.Rows = append(t.Rows, make([]epics.Value, before))
	}
	for i := range t.Rows {
		var cell epics.Value
		if i < len(cells) {
			cell = cells[i]
		}
		t.Rows[i] = append(t.Rows[i], cell)
	}
}
