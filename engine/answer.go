package engine

import "time"

// Mode says how much work an answer may cost.
type Mode string

// The modes of an answer.
const (
	Auto         Mode = "auto"
	Fast         Mode = "fast"
	Thinking     Mode = "thinking"
	Troubleshoot Mode = "troubleshoot"
)

// Modes lists the modes in the order in which they are offered.
func Modes() []Mode { return []Mode{Auto, Fast, Thinking, Troubleshoot} }

// Request is one question with everything that narrows it down.
type Request struct {
	Question Untrusted
	Mode     Mode
	Filter   Filter // added to what the question itself says
}

// Answer is what a run ends with. Its JSON form is part of the outer contract.
type Answer struct {
	Text       string             `json:"text"` // Markdown, claims marked [1]
	Citations  []Citation         `json:"citations"`
	Confidence float64            `json:"confidence"` // 0..1
	Abstained  bool               `json:"abstained"`
	Mode       Mode               `json:"mode"`
	Rounds     int                `json:"rounds"`
	Scores     Scores             `json:"scores"`
	Coverage   []Coverage         `json:"coverage"`
	Composer   string             `json:"composer"` // "extractive" or the model
	Timings    map[string]float64 `json:"timings_ms"`
}

// Citation ties a mark [N] in the answer to a quote in a stored record.
type Citation struct {
	N          int        `json:"n"` // from 1
	DocID      string     `json:"doc_id"`
	RecordID   string     `json:"record_id"` // the native id
	Collection Collection `json:"collection"`
	Title      Untrusted  `json:"title"`
	Section    Untrusted  `json:"section,omitempty"`
	URL        string     `json:"url"`
	Date       string     `json:"date"` // RFC 3339, empty when unknown
	Quote      Untrusted  `json:"quote"`
	Start      int        `json:"start"` // byte offset of Quote in the record's Content
	End        int        `json:"end"`
	Verified   bool       `json:"verified"` // checked in code, not by a model
}

// CitationOf begins the citation of a record: all but the quote and its place.
func CitationOf(r Record, n int) Citation {
	return Citation{N: n, DocID: r.DocID, RecordID: r.FileID, Collection: r.Collection, Title: r.Title, URL: r.URL, Date: RFC3339(r.Created)}
}

// RFC3339 writes a time for a program in its own time zone; empty when it is zero.
func RFC3339(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.Format(time.RFC3339)
}

// Scores are the parts of the corrective score
// s = 0.4 rho + 0.3 g + 0.3 c - 0.05 n_kg of the reference system.
type Scores struct {
	Rho float64 `json:"rho"`  // relevance of the evidence, 0..1
	G   float64 `json:"g"`    // grounding of the draft, 0..1
	C   float64 `json:"c"`    // completeness, 0..1
	NKG int     `json:"n_kg"` // entities that could not be verified
	S   float64 `json:"s"`
}

// NewScores combines the parts by the reference formula.
func NewScores(rho, g, c float64, nkg int) Scores {
	return Scores{Rho: rho, G: g, C: c, NKG: nkg, S: 0.4*rho + 0.3*g + 0.3*c - 0.05*float64(nkg)}
}

// Coverage says for one source what was searched and how fresh it was.
type Coverage struct {
	Source    string        `json:"source"`
	State     CoverageState `json:"state"`
	FreshAsOf string        `json:"fresh_as_of"` // RFC 3339, empty when unknown
	Searched  int           `json:"searched"`    // records that could have been found
}

// CoverageState says whether a source took part in an answer.
type CoverageState string

// The states of a source in an answer.
const (
	Searched CoverageState = "searched"
	Filtered CoverageState = "filtered out" // the question's filters left nothing of it
	Failed   CoverageState = "failed"
)

// SourceStatus is what is known about one ingested source.
type SourceStatus struct {
	Name       string     `json:"source"`
	Kind       string     `json:"kind"`
	Where      string     `json:"where"`
	Collection Collection `json:"collection"` // empty when it has several
	Records    int        `json:"records"`
	Chunks     int        `json:"chunks"`
	LastRun    time.Time  `json:"last_run"`    // zero when it never ran
	FreshAsOf  time.Time  `json:"fresh_as_of"` // date of its newest record, zero when none is dated
	Errors     []string   `json:"errors"`      // of the last run
}
