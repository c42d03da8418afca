package demo

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"regexp"
	"slices"
)

// Acronym is one meaning of an acronym; there may be several of the same
// letters.
type Acronym struct {
	Acronym   string   `json:"acronym"`
	Expansion string   `json:"expansion"`
	System    string   `json:"system"`
	Synonyms  []string `json:"synonyms"`
}

// Acronyms reads acronyms.json of a demo folder.
func Acronyms(fsys fs.FS) ([]Acronym, error) {
	text, err := fs.ReadFile(fsys, "acronyms.json")
	if err != nil {
		return nil, fmt.Errorf("read acronyms: %w", err)
	}
	var list []Acronym
	if err := json.Unmarshal(text, &list); err != nil {
		return nil, fmt.Errorf("read acronyms.json: %w", err)
	}
	return list, nil
}

// Unused returns the acronyms that stand in no record, as a word of their own
// or at the head of a device name such as GV1 or TURB2.
func Unused(c *Corpus, acronyms []Acronym) []string {
	words := regexp.MustCompile(`[A-Z][A-Z0-9]*[A-Z0-9]|[A-Z]`)
	used := map[string]bool{}
	for _, rec := range c.Records {
		for _, w := range words.FindAllString(whole(rec), -1) {
			used[w] = true
			for len(w) > 1 && w[len(w)-1] >= '0' && w[len(w)-1] <= '9' {
				w = w[:len(w)-1]
				used[w] = true
			}
		}
	}
	var unused []string
	for _, a := range acronyms {
		if !used[a.Acronym] && !slices.Contains(unused, a.Acronym) {
			unused = append(unused, a.Acronym)
		}
	}
	return unused
}
