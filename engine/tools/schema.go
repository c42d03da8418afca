package tools

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
)

// Schema is the part of JSON Schema that arguments are described with. A
// property that Properties does not name is refused.
type Schema struct {
	Type        string             `json:"type"` // object, array, string, number, integer, boolean
	Description string             `json:"description,omitempty"`
	Properties  map[string]*Schema `json:"properties,omitempty"`
	Required    []string           `json:"required,omitempty"`
	Items       *Schema            `json:"items,omitempty"`
	Enum        []string           `json:"enum,omitempty"` // of strings
	Default     json.RawMessage    `json:"default,omitempty"`
	Minimum     *float64           `json:"minimum,omitempty"`
	Maximum     *float64           `json:"maximum,omitempty"`
	MinLength   *int               `json:"minLength,omitempty"` // characters
	MaxLength   *int               `json:"maxLength,omitempty"`
	MinItems    *int               `json:"minItems,omitempty"`
	MaxItems    *int               `json:"maxItems,omitempty"`
	// Additional is only ever false; it is what models expect to read.
	Additional *bool `json:"additionalProperties,omitempty"`
}

// ParseSchema reads the schema of a tool's arguments and refuses what this
// package would not check.
func ParseSchema(data []byte) (*Schema, error) {
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	s := new(Schema)
	if err := d.Decode(s); err != nil {
		return nil, fmt.Errorf("read the schema: %w", err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("read the schema: something follows it")
	}
	if s.Type != "object" {
		return nil, fmt.Errorf("the schema is of type %q, arguments are an object", s.Type)
	}
	return s, s.sound("arguments")
}

func types() []string {
	return []string{"object", "array", "string", "number", "integer", "boolean"}
}

// sound checks that the schema can be met.
func (s *Schema) sound(at string) error {
	if s == nil {
		return fmt.Errorf("%s: the schema is null", at)
	}
	if !slices.Contains(types(), s.Type) {
		return fmt.Errorf("%s: unknown type %q", at, s.Type)
	}
	if s.Additional != nil && *s.Additional {
		return fmt.Errorf("%s: additionalProperties must be false", at)
	}
	for _, name := range s.Required {
		if s.Properties[name] == nil {
			return fmt.Errorf("%s: %q is required but not a property", at, name)
		}
	}
	for name, p := range s.Properties {
		if err := p.sound(name); err != nil {
			return err
		}
	}
	if s.Type == "array" {
		return s.Items.sound(at + "[]")
	}
	return nil
}
