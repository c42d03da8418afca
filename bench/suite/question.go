package suite

import (
	"fmt"

	"owl/bench/metrics"
)

// Question is one record of a benchmark.
type Question struct {
	ID         string     `json:"id"`
	Type       string     `json:"query_type"`
	Collection string     `json:"source_collection"` // where most of the answer stands
	Difficulty string     `json:"difficulty"`
	Text       string     `json:"question"`
	Gold       string     `json:"gold_answer"`
	Nuggets    []Nugget   `json:"nuggets"`
	Evidence   []Evidence `json:"evidence"`

	// Answerable says whether the records answer it. A record that does not say
	// is answerable when it has nuggets or evidence.
	Answerable bool     `json:"answerable"`
	Split      string   `json:"split,omitempty"`   // dev or test, empty when the file does not say
	WhyNot     string   `json:"why_not,omitempty"` // why the records do not answer it
	Near       []string `json:"near,omitempty"`    // records that come near and do not answer

	File string `json:"-"` // that it was read from
}

// Nugget is one fact that an answer should give.
type Nugget struct {
	Label Label  `json:"label"`
	Role  Role   `json:"chain_role"`
	Text  string `json:"text"`
	DocID string `json:"doc_id,omitempty"` // the record that says it
	Quote string `json:"quote,omitempty"`  // where it says it
}

// Label says how much an answer needs a nugget.
type Label string

// The labels of nuggets.
const (
	Vital Label = "vital"
	Okay  Label = "okay"
)

// Role is the place of a nugget in a fault chain.
type Role string

// The roles of nuggets.
const (
	Cause      Role = "cause"
	Effect     Role = "effect"
	Resolution Role = "resolution"
	NoRole     Role = "none"
)

// ChainRoles lists the roles that make up a fault chain, in their order.
func ChainRoles() []Role { return []Role{Cause, Effect, Resolution} }

// Evidence is a record that the answer stands on.
type Evidence struct {
	DocID  string   `json:"doc_id"`
	Grade  Grade    `json:"grade"`
	Quotes []string `json:"quotes,omitempty"` // what of the record the answer stands on, word for word
}

// Grade is how much of the answer a record holds.
type Grade int

// The grades, by the gain that they give in a ranking.
const (
	Supporting Grade = 1
	Primary    Grade = 2
)

// UnmarshalJSON reads a grade by its name or by its gain.
func (g *Grade) UnmarshalJSON(raw []byte) error {
	grade, ok := parseGrade(raw)
	if !ok {
		return fmt.Errorf("grade is %s, want primary (or 2) or supporting (or 1)", raw)
	}
	*g = grade
	return nil
}

// Grades returns the evidence as judgments of a ranking.
func (q Question) Grades() metrics.Grades {
	g := make(metrics.Grades, len(q.Evidence))
	for _, e := range q.Evidence {
		g[e.DocID] = int(e.Grade)
	}
	return g
}

// VitalNuggets counts the nuggets without which an answer is not complete.
func (q Question) VitalNuggets() int {
	n := 0
	for _, nugget := range q.Nuggets {
		if nugget.Label == Vital {
			n++
		}
	}
	return n
}
