package report

import "owl/engine"

// Question is one question with what each variant made of it.
type Question struct {
	ID         string           `json:"id"`
	Type       string           `json:"query_type"`
	Difficulty string           `json:"difficulty"`
	Text       engine.Untrusted `json:"question"`
	Gold       engine.Untrusted `json:"gold_answer"`
	Answerable bool             `json:"answerable"`
	Answers    []Answer         `json:"answers"`
}

// Answer is what one variant said, and how it was judged.
type Answer struct {
	Variant   string           `json:"variant"`
	Text      engine.Untrusted `json:"text"`
	Error     string           `json:"error,omitempty"` // of a failed run
	Abstained bool             `json:"abstained"`
	Scores    []Score          `json:"scores"`
	Nuggets   []Nugget         `json:"nuggets"`
	Evidence  []Evidence       `json:"evidence"`
	Citations []Citation       `json:"citations"`
	Steps     []Step           `json:"trace"`
}

// Score is one figure of one answer.
type Score struct {
	Name  string  `json:"name"`
	Value float64 `json:"value"`
	Unit  Unit    `json:"unit"`
}

// Nugget is a fact that the answer should give, and whether it does.
type Nugget struct {
	Label   string           `json:"label"`
	Role    string           `json:"chain_role"`
	Text    engine.Untrusted `json:"text"`
	Verdict string           `json:"verdict"`
}

// Evidence is a record that the answer should stand on.
type Evidence struct {
	DocID string `json:"doc_id"`
	Grade string `json:"grade"`
	Rank  int    `json:"rank"` // from 1; 0 when it is not among what was kept of the ranking
	Cited bool   `json:"cited"`
}

// Citation is what the answer cites.
type Citation struct {
	N        int              `json:"n"`
	DocID    string           `json:"doc_id"`
	Title    engine.Untrusted `json:"title"`
	Quote    engine.Untrusted `json:"quote"`
	Verified bool             `json:"verified"`
	Gold     bool             `json:"gold"` // its record is among the evidence
}

// Step is one event of the run, in words.
type Step struct {
	Millis float64 `json:"ms"` // since the run began
	Kind   string  `json:"kind"`
	Text   string  `json:"text"`
}
