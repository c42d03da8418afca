package walk

import "owl/engine"

// Plan is what the records say about a symptom. Citations are referred to by
// their N, checks and causes by their index.
type Plan struct {
	Symptom   engine.Untrusted  `json:"symptom"`
	Causes    []Cause           `json:"causes"` // the likelier first
	Checks    []Check           `json:"checks"`
	Citations []engine.Citation `json:"citations"` // N counts from 1 in this order
	Contacts  []Contact         `json:"contacts"`  // those with the most and newest work first
}

// Cause is what may be behind the symptom.
type Cause struct {
	Name     engine.Untrusted   `json:"name"`
	Also     []engine.Untrusted `json:"also,omitempty"` // other names that records have for it
	On       []engine.Untrusted `json:"on,omitempty"`   // what it was found on
	Prior    float64            `json:"prior"`          // 0..1; with Unknown they add up to 1
	Times    int                `json:"times"`          // records that say so
	Last     string             `json:"last"`           // RFC 3339 date of the newest, empty when unknown
	Evidence []int              `json:"evidence"`       // citations, the best first
	Against  []int              `json:"against,omitempty"`
	Failed   []Deed             `json:"failed,omitempty"` // what did not help
}

// Deed is what somebody did.
type Deed struct {
	Text     engine.Untrusted `json:"text"`
	Cite     int              `json:"cite"`
	CameBack string           `json:"came_back,omitempty"` // RFC 3339 date on which the fault returned
}

// Contact is a person to ask.
type Contact struct {
	Name engine.Untrusted `json:"name"`
	Last string           `json:"last"` // RFC 3339 date of the newest record
	Cite int              `json:"cite"`
}

// Kind says what is asked of the operator.
type Kind string

// The kinds of checks.
const (
	Look Kind = "look" // is it as it was then?
	Find Kind = "find" // is this the cause?
	Act  Kind = "act"  // this helped: did it?
)

// Check is one thing to look at or to do, which is answered by yes or no.
type Check struct {
	Kind   Kind             `json:"kind"`
	Text   engine.Untrusted `json:"text"`
	Cite   int              `json:"cite"`
	For    []int            `json:"for"` // causes for which yes speaks
	PVs    []PV             `json:"pvs,omitempty"`
	Expect []Expect         `json:"expect,omitempty"` // of the text itself
	Deed   *Deed            `json:"deed,omitempty"`   // of Act
}

// PV is a process variable that a check is about.
type PV struct {
	Name   string  `json:"name"`
	Named  bool    `json:"named"` // by the check itself; else its record names it
	Limits []Limit `json:"limits,omitempty"`
}

// Limit is what a record says about the values of a PV.
type Limit struct {
	Text engine.Untrusted `json:"text"` // such as "trip 60 C"
	Cite int              `json:"cite"`
}

// Unknown is the share of belief that begins with none of the causes.
const Unknown = 0.1
