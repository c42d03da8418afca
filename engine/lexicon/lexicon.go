// Package lexicon holds a facility's own words: its acronyms with what they
// stand for in which system, and the synonyms of both.
package lexicon

import (
	"encoding/json"
	"fmt"
	"io"
)

// Entry is one acronym in one meaning. An acronym with several meanings has
// several entries, told apart by their systems.
type Entry struct {
	Acronym   string   `json:"acronym"`
	Expansion string   `json:"expansion"`
	System    string   `json:"system"`
	Synonyms  []string `json:"synonyms"`
}

// Read reads a JSON list of entries. The error names the entry that is wrong.
func Read(r io.Reader) ([]Entry, error) {
	var all []Entry
	d := json.NewDecoder(r)
	d.DisallowUnknownFields()
	if err := d.Decode(&all); err != nil {
		return nil, fmt.Errorf("read acronyms: %w", err)
	}
	for i, e := range all {
		if e.Acronym == "" || e.Expansion == "" {
			return nil, fmt.Errorf("read acronyms: entry %d has no acronym or no expansion", i+1)
		}
	}
	return all, nil
}
