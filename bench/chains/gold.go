package chains

import (
	"encoding/json"
	"fmt"
	"io"
)

// Story is the labels of one story.
type Story struct {
	Name    string   `json:"story"`
	Records []Labels `json:"records"`
}

// Labels are all statements of one record.
type Labels struct {
	DocID string  `json:"doc_id"`
	Edges []Label `json:"edges"`
}

// Label is a statement.
type Label struct {
	Relation string `json:"relation"`
	Modality string `json:"modality"` // asserted, suspected or ruled_out
	Edge     string `json:"edge"`     // labels with the same name in a story are one edge
	Quote    string `json:"quote"`
	Optional bool   `json:"optional,omitempty"`
}

// Read reads stories.
func Read(r io.Reader) ([]Story, error) {
	var list []Story
	d := json.NewDecoder(r)
	d.DisallowUnknownFields()
	if err := d.Decode(&list); err != nil {
		return nil, fmt.Errorf("read labels: %w", err)
	}
	return list, nil
}
