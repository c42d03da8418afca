package tokenizer

import (
	"encoding/json"
	"errors"
	"fmt"
)

// template says how texts and special tokens are put together.
type template []slot

// slot is a place of a template: the first text, the second or fixed ids.
type slot struct {
	text  string // "A" or "B"; empty for ids
	ids   []int64
	typed int64
}

// plain is what a file without a post_processor means.
func plain() (single, pair template) {
	a := slot{text: "A"}
	return template{a}, template{a, {text: "B", typed: 1}}
}

// added counts the special tokens.
func (t template) added() int {
	n := 0
	for _, s := range t {
		n += len(s.ids)
	}
	return n
}

func (t template) fill(a, b []int64) Encoding {
	n := len(a) + len(b) + t.added()
	out := Encoding{IDs: make([]int64, 0, n), Types: make([]int64, 0, n)}
	for _, s := range t {
		ids := s.ids
		switch s.text {
		case "A":
			ids = a
		case "B":
			ids = b
		}
		out.IDs = append(out.IDs, ids...)
		for range ids {
			out.Types = append(out.Types, s.typed)
		}
	}
	return out
}

// processorSpec is one post_processor of the file.
type processorSpec struct {
	Type          string                           `json:"type"`
	Processors    []processorSpec                  `json:"processors"`
	Single        []slotSpec                       `json:"single"`
	Pair          []slotSpec                       `json:"pair"`
	SpecialTokens map[string]struct{ IDs []int64 } `json:"special_tokens"`
	Sep           namedID                          `json:"sep"`
	Cls           namedID                          `json:"cls"`
}

type slotSpec struct {
	SpecialToken *slotName
	Sequence     *slotName
}

type slotName struct {
	ID     string `json:"id"`
	TypeID int64  `json:"type_id"`
}

// namedID is written as ["[SEP]", 102].
type namedID int64

// UnmarshalJSON reads the id of the pair.
func (n *namedID) UnmarshalJSON(data []byte) error {
	var name string
	if err := json.Unmarshal(data, &[]any{&name, (*int64)(n)}); err != nil {
		return fmt.Errorf("want [token, id]: %w", err)
	}
	return nil
}

func parseTemplates(raw json.RawMessage) (single, pair template, err error) {
	if absent(raw) {
		single, pair = plain()
		return single, pair, nil
	}
	var spec processorSpec
	if err := json.Unmarshal(raw, &spec); err != nil {
		return nil, nil, fmt.Errorf("post_processor: %w", err)
	}
	single, pair, err = spec.templates()
	if err == nil && single == nil {
		single, pair = plain()
	}
	return single, pair, err
}

// templates returns nil for a processor that adds nothing.
func (p processorSpec) templates() (single, pair template, err error) {
	cls, sep := []int64{int64(p.Cls)}, []int64{int64(p.Sep)}
	switch p.Type {
	case "BertProcessing":
		single = template{{ids: cls}, {text: "A"}, {ids: sep}}
		return single, append(single[:3:3], slot{text: "B", typed: 1}, slot{ids: sep, typed: 1}), nil
	case "RobertaProcessing":
		single = template{{ids: cls}, {text: "A"}, {ids: sep}}
		return single, append(single[:3:3], slot{ids: sep}, slot{text: "B"}, slot{ids: sep}), nil
	case "TemplateProcessing":
		if single, err = p.fixed(p.Single); err != nil {
			return nil, nil, err
		}
		pair, err = p.fixed(p.Pair)
		return single, pair, err
	case "ByteLevel": // changes offsets only
		return nil, nil, nil
	case "Sequence":
		return p.sequence()
	default:
		return nil, nil, fmt.Errorf("post_processor %q is not supported", p.Type)
	}
}

func (p processorSpec) sequence() (single, pair template, err error) {
	for _, inner := range p.Processors {
		s, two, err := inner.templates()
		if err != nil {
			return nil, nil, err
		}
		if s != nil && single != nil {
			return nil, nil, errors.New(`post_processor "Sequence" with two templates is not supported`)
		}
		if s != nil {
			single, pair = s, two
		}
	}
	return single, pair, nil
}

func (p processorSpec) fixed(list []slotSpec) (template, error) {
	out := template{}
	for _, s := range list {
		switch {
		case s.Sequence != nil && (s.Sequence.ID == "A" || s.Sequence.ID == "B"):
			out = append(out, slot{text: s.Sequence.ID, typed: s.Sequence.TypeID})
		case s.SpecialToken != nil && p.SpecialTokens[s.SpecialToken.ID].IDs != nil:
			out = append(out, slot{ids: p.SpecialTokens[s.SpecialToken.ID].IDs, typed: s.SpecialToken.TypeID})
		default:
			return nil, errors.New("post_processor: a template names neither a text nor a known special token")
		}
	}
	return out, nil
}
