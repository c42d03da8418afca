package export

import (
	"encoding/json"
	"fmt"
	"strings"
)

// Object is one JSON object of an export. Where a text is wanted, a number or
// a boolean stands for its digits or word, null for nothing, and a list for
// its texts with commas between them.
type Object struct {
	*Fields
	members map[string]json.RawMessage
}

func (o *Object) text(key string) (text, why string) {
	texts, why := texts(o.members[key])
	return strings.Join(texts, ", "), why
}

// List returns the texts of a list that are not empty. A single text counts as
// a list of one.
func (o *Object) List(key string) []string {
	texts, why := texts(o.members[key])
	if why != "" {
		o.Fail(key, why)
	}
	var list []string
	for _, text := range texts {
		if text = Plain(text); text != "" {
			list = append(list, text)
		}
	}
	return list
}

// Objects returns the objects of a list, without the nulls in it. What is
// wrong with one of them refuses the whole item.
func (o *Object) Objects(key string) []*Object {
	raw := o.members[key]
	if kind(raw) == "null" {
		return nil
	}
	var elements []json.RawMessage
	if err := json.Unmarshal(raw, &elements); err != nil {
		o.Fail(key, "is "+kind(raw)+", want a list")
		return nil
	}
	var objects []*Object
	for i, element := range elements {
		if kind(element) == "null" {
			continue
		}
		at := fmt.Sprintf("%s[%d]", key, i)
		nested := &Object{}
		if err := json.Unmarshal(element, &nested.members); err != nil {
			o.Fail(at, "is "+kind(element)+", want an object")
			return nil
		}
		nested.Fields = &Fields{item: o.item, prefix: o.prefix + at + ".", value: nested.text}
		objects = append(objects, nested)
	}
	return objects
}

// texts returns the texts of a JSON value, or why it has none.
func texts(raw json.RawMessage) (list []string, why string) {
	switch k := kind(raw); k {
	case "null":
		return nil, ""
	case "a text":
		var text string
		_ = json.Unmarshal(raw, &text) // raw is part of a checked element
		return []string{text}, ""
	case "a number", "a boolean":
		return []string{string(raw)}, ""
	case "a list":
		var elements []json.RawMessage
		_ = json.Unmarshal(raw, &elements) // as above
		for _, element := range elements {
			if kind(element) == "a list" {
				return nil, "is a list of lists, want text"
			}
			text, why := texts(element)
			if why != "" {
				return nil, "holds an object, want text"
			}
			list = append(list, text...)
		}
		return list, ""
	default:
		return nil, "is " + k + ", want text"
	}
}

// kind names what a JSON value is; a missing one is null.
func kind(raw json.RawMessage) string {
	if len(raw) == 0 {
		return "null"
	}
	switch raw[0] {
	case '"':
		return "a text"
	case '[':
		return "a list"
	case '{':
		return "an object"
	case 't', 'f':
		return "a boolean"
	case 'n':
		return "null"
	}
	return "a number"
}
