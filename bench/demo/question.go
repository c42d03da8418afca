package demo

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"

	"owl/engine"
)

// Question is one item of the benchmark.
type Question struct {
	ID         string            `json:"id"`
	Type       string            `json:"query_type"`
	Collection engine.Collection `json:"source_collection"` // where most of the answer stands
	Difficulty string            `json:"difficulty"`
	Text       string            `json:"question"`
	Gold       string            `json:"gold_answer"`
	Answerable *bool             `json:"answerable"`
	Nuggets    []Nugget          `json:"nuggets"`
	Evidence   []Evidence        `json:"evidence"`
	Split      string            `json:"split"` // dev, or test: never used to tune

	// Only of questions without an answer.
	WhyNot string   `json:"why_not,omitempty"`
	Near   []string `json:"near,omitempty"` // records that hold nearly all words, and do not answer
}

// Nugget is one fact that an answer should give.
type Nugget struct {
	Label string `json:"label"`      // vital or okay
	Role  string `json:"chain_role"` // in a fault chain: cause, effect, resolution or none
	Text  string `json:"text"`
	DocID string `json:"doc_id"`
	Quote string `json:"quote"` // where the record says it, letter by letter
}

// Evidence is a record that the answer stands on.
type Evidence struct {
	DocID string `json:"doc_id"`
	Grade string `json:"grade"` // primary or supporting
}

// Answered tells whether the records answer the question.
func (q Question) Answered() bool { return q.Answerable != nil && *q.Answerable }

// Unanswerable tells that they are said not to.
func (q Question) Unanswerable() bool { return q.Answerable != nil && !*q.Answerable }

// Questions reads bench/questions-*.json of a demo folder, in the order of the
// files.
func Questions(fsys fs.FS) ([]Question, error) {
	names, err := fs.Glob(fsys, "bench/questions-*.json")
	if err != nil {
		return nil, fmt.Errorf("list questions: %w", err)
	}
	var all []Question
	for _, name := range names {
		text, err := fs.ReadFile(fsys, name)
		if err != nil {
			return nil, fmt.Errorf("read questions: %w", err)
		}
		var list []Question
		dec := json.NewDecoder(bytes.NewReader(text))
		dec.DisallowUnknownFields()
		if err := dec.Decode(&list); err != nil {
			return nil, fmt.Errorf("read %s: %w", name, err)
		}
		all = append(all, list...)
	}
	return all, nil
}
