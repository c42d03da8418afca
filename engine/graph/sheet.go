package graph

import (
	"time"

	"owl/engine"
)

// Span is a place in a record's Content, in bytes; End is exclusive.
type Span struct{ Start, End int }

// Len is the number of bytes.
func (s Span) Len() int { return s.End - s.Start }

// Mention is a node as a record names it.
//
// Key tells nodes apart. Its first part says what it is: "pv:", "component:",
// "system:", "person:", "location:", "date:" and "symptom:" are the same in all
// records. "this" is the record itself, "fault" its fault, "action:N" and
// "cause:N" belong to the record. "ref:ID" is another record by its native id
// and "rev:ID#N" a revision of a document; they are dropped when there is no
// such record.
type Mention struct {
	Kind Kind
	Key  string
	Name engine.Untrusted
	Span Span
}

// Fact is one statement of a record.
type Fact struct {
	Relation   Relation
	From, To   Mention
	Quote      Span
	Modality   Modality
	Extractor  string // the rule, for example "cue:due to"
	Confidence float64
	Date       time.Time // of the statement; zero when unknown
}

// Sheet is everything that one record says, and what is needed to join it to
// the others.
type Sheet struct {
	DocID    string
	FileID   string // native id
	ParentID string // of a work request's parts
	Kind     Kind   // of the record's node
	Title    engine.Untrusted
	Created  time.Time
	Until    time.Time // when a work request was completed; zero when it was not
	Revision int       // of a document, 0 when it has none
	Fault    *Trouble  // nil when the record is not about one
	Facts    []Fact
}

// Trouble is the fault that a record is about.
type Trouble struct {
	Name       engine.Untrusted
	Span       Span
	Components []string // keys of what broke, the most specific first
	Systems    []string // keys
	Signature  []string // words that tell this fault from others of the component
	Weak       bool     // nothing in the record says that there was trouble
	Event      bool     // the record reports that it happened, rather than works on it
	Again      bool     // the record says that it happened before
	Days       []string // other days of the same fault, "2006-01-02"
}
