package tools

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"
)

// maxDepth is how deep arguments may nest.
const maxDepth = 16

// Validate checks arguments against the schema. The error names the argument
// and what it should be. Empty arguments count as an object without properties.
func (s *Schema) Validate(args json.RawMessage) error {
	if len(bytes.TrimSpace(args)) == 0 {
		args = json.RawMessage("{}")
	}
	if !utf8.Valid(args) {
		return errors.New("the arguments are not valid UTF-8")
	}
	value, err := decode(args)
	if err != nil {
		return err
	}
	if _, ok := value.(map[string]any); !ok {
		return fmt.Errorf("the arguments are %s, want an object", kindOf(value))
	}
	return s.check("", value)
}

// decode reads one JSON value and refuses a name that occurs twice in an object:
// who reads it next might take the other one.
func decode(data []byte) (any, error) {
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	value, err := read(d, 0)
	if err != nil {
		return nil, err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("the arguments are not JSON: something follows them")
	}
	return value, nil
}

func read(d *json.Decoder, depth int) (any, error) {
	if depth > maxDepth {
		return nil, fmt.Errorf("the arguments nest more than %d deep", maxDepth)
	}
	t, err := d.Token()
	if err != nil {
		return nil, fmt.Errorf("the arguments are not JSON: %w", err)
	}
	switch t {
	case json.Delim('{'):
		return readObject(d, depth)
	case json.Delim('['):
		list := []any{}
		for d.More() {
			v, err := read(d, depth+1)
			if err != nil {
				return nil, err
			}
			list = append(list, v)
		}
		return list, closed(d)
	}
	return t, nil
}

func readObject(d *json.Decoder, depth int) (any, error) {
	object := map[string]any{}
	for d.More() {
		t, err := d.Token()
		if err != nil {
			return nil, fmt.Errorf("the arguments are not JSON: %w", err)
		}
		name, _ := t.(string) // the decoder lets nothing else stand here
		if _, twice := object[name]; twice {
			return nil, fmt.Errorf("argument %q is given twice", name)
		}
		v, err := read(d, depth+1)
		if err != nil {
			return nil, err
		}
		object[name] = v
	}
	return object, closed(d)
}

func closed(d *json.Decoder) error {
	if _, err := d.Token(); err != nil {
		return fmt.Errorf("the arguments are not JSON: %w", err)
	}
	return nil
}

func (s *Schema) check(at string, value any) error {
	switch v := value.(type) {
	case map[string]any:
		if s.Type == "object" {
			return s.checkObject(at, v)
		}
	case []any:
		if s.Type == "array" {
			return s.checkArray(at, v)
		}
	case string:
		if s.Type == "string" {
			return s.checkString(at, v)
		}
	case json.Number:
		if s.Type == "number" || s.Type == "integer" {
			return s.checkNumber(at, v)
		}
	case bool:
		if s.Type == "boolean" {
			return nil
		}
	}
	return fmt.Errorf("argument %q is %s, want %s", at, kindOf(value), article(s.Type))
}

func (s *Schema) checkObject(at string, object map[string]any) error {
	for _, name := range slices.Sorted(maps.Keys(object)) {
		p := s.Properties[name]
		if p == nil {
			return fmt.Errorf("there is no argument %q; there %s", path(at, name), s.names())
		}
		if err := p.check(path(at, name), object[name]); err != nil {
			return err
		}
	}
	for _, name := range s.Required {
		if _, ok := object[name]; !ok {
			return fmt.Errorf("argument %q is missing; it is %s", path(at, name), article(s.Properties[name].Type))
		}
	}
	return nil
}

func (s *Schema) names() string {
	names := slices.Sorted(maps.Keys(s.Properties))
	switch len(names) {
	case 0:
		return "is none at all"
	case 1:
		return "is " + names[0]
	}
	return "are " + strings.Join(names, ", ")
}

func (s *Schema) checkArray(at string, list []any) error {
	if s.MinItems != nil && len(list) < *s.MinItems || s.MaxItems != nil && len(list) > *s.MaxItems {
		return fmt.Errorf("argument %q has %d entries, want %s", at, len(list), span(s.MinItems, s.MaxItems))
	}
	for i, v := range list {
		if err := s.Items.check(fmt.Sprintf("%s[%d]", at, i), v); err != nil {
			return err
		}
	}
	return nil
}

func (s *Schema) checkString(at, v string) error {
	if n := utf8.RuneCountInString(v); s.MinLength != nil && n < *s.MinLength || s.MaxLength != nil && n > *s.MaxLength {
		return fmt.Errorf("argument %q has %d characters, want %s", at, n, span(s.MinLength, s.MaxLength))
	}
	if len(s.Enum) > 0 && !slices.Contains(s.Enum, v) {
		return fmt.Errorf("argument %q is %.40q, want one of %s", at, v, strings.Join(s.Enum, ", "))
	}
	return nil
}

func (s *Schema) checkNumber(at string, n json.Number) error {
	v, err := n.Float64()
	if err != nil {
		return fmt.Errorf("argument %q is %.40s, which is beyond every number", at, n)
	}
	if s.Type == "integer" {
		if _, err := n.Int64(); err != nil { // 2.0 would not decode into an int either
			return fmt.Errorf("argument %q is %.40s, want an integer", at, n)
		}
	}
	if s.Minimum != nil && v < *s.Minimum || s.Maximum != nil && v > *s.Maximum {
		return fmt.Errorf("argument %q is %.40s, want %s", at, n, span(s.Minimum, s.Maximum))
	}
	return nil
}

func span[T int | float64](least, most *T) string {
	switch {
	case most == nil:
		return fmt.Sprintf("at least %v", *least)
	case least == nil:
		return fmt.Sprintf("at most %v", *most)
	}
	return fmt.Sprintf("%v to %v", *least, *most)
}

func path(at, name string) string {
	if at == "" {
		return name
	}
	return at + "." + name
}

func kindOf(value any) string {
	switch v := value.(type) {
	case map[string]any:
		return "an object"
	case []any:
		return "a list"
	case string:
		return fmt.Sprintf("the string %.40q", v)
	case json.Number:
		return fmt.Sprintf("the number %.40s", v)
	case bool:
		return fmt.Sprintf("the boolean %v", v)
	}
	return "null"
}

func article(kind string) string {
	switch kind {
	case "object", "integer":
		return "an " + kind
	case "array":
		return "a list"
	}
	return "a " + kind
}
