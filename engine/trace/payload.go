package trace

import (
	"encoding/json"

	"owl/engine"
)

// Kind names an event type. The names are part of the outer contract.
type Kind string

// The kinds of events.
const (
	KindStarted      Kind = "started"
	KindEntered      Kind = "entered"
	KindUnderstood   Kind = "understood"
	KindSearched     Kind = "searched"
	KindFused        Kind = "fused"
	KindReranked     Kind = "reranked"
	KindToolCalled   Kind = "tool_called"
	KindToolReturned Kind = "tool_returned"
	KindDrafted      Kind = "drafted"
	KindDelta        Kind = "delta"
	KindScored       Kind = "scored"
	KindRetried      Kind = "retried"
	KindDegraded     Kind = "degraded"
	KindAnswer       Kind = "answer"
	KindFailed       Kind = "failed"
	KindCancelled    Kind = "cancelled"
)

// Terminal reports whether an event of this kind ends a run.
func (k Kind) Terminal() bool {
	return k == KindAnswer || k == KindFailed || k == KindCancelled
}

// Lossy reports whether a subscriber that is slow may lose events of this
// kind. All other kinds are delivered.
func (k Kind) Lossy() bool { return k == KindDelta }

// Payload is what an event says. The set of payloads is closed.
type Payload interface {
	Kind() Kind
	sealed()
}

type (
	// Started opens every run.
	Started struct {
		Question engine.Untrusted `json:"question"`
		Mode     engine.Mode      `json:"mode"`
	}
	// Entered says that a run goes over into a state of its work.
	Entered struct {
		State string `json:"state"`
		Round int    `json:"round"`           // from 1
		Fresh bool   `json:"fresh,omitempty"` // the deltas that follow are of another text
	}
	// Understood says how the question was read: the query that is searched
	// and each step that led to it.
	Understood struct {
		Text    string   `json:"text"`
		Phrases []string `json:"phrases,omitempty"`
		Exclude []string `json:"exclude,omitempty"`
		Filters []string `json:"filters,omitempty"` // in words
		Steps   []Step   `json:"steps,omitempty"`
	}
	// Step is one thing that query understanding did, or why it did not.
	Step struct {
		Name string `json:"name"`
		Did  string `json:"did"`
	}
	// Searched is the result of one channel.
	Searched struct {
		Channel string  `json:"channel"`
		Hits    int     `json:"hits"`
		Millis  float64 `json:"ms"`
	}
	// Fused says how the channels became one list of records.
	Fused struct {
		Method  string   `json:"method"`
		Records int      `json:"records"`
		Top     []Ranked `json:"top"`
	}
	// Reranked says how the fused list was put in a better order.
	Reranked struct {
		Ranker string   `json:"ranker"`
		Top    []Ranked `json:"top"`
		Millis float64  `json:"ms"`
	}
	// Ranked is one line of a ranking.
	Ranked struct {
		DocID   string              `json:"doc_id"`
		Title   engine.Untrusted    `json:"title"`
		Score   float64             `json:"score"`
		Explain *engine.Explanation `json:"explain,omitempty"`
	}
	// ToolCalled says which tool is asked what.
	ToolCalled struct {
		Tool string          `json:"tool"`
		Args json.RawMessage `json:"args"`
	}
	// ToolReturned is what a tool gave, or its error.
	ToolReturned struct {
		Tool   string           `json:"tool"`
		Result engine.Untrusted `json:"result"`
		Error  string           `json:"error,omitempty"`
		Millis float64          `json:"ms"`
	}
	// Drafted says that a draft stands, with what its check found.
	Drafted struct {
		Composer string   `json:"composer"`
		Weights  string   `json:"weights,omitempty"` // identifies those of the extractive composer
		Claims   int      `json:"claims"`
		Dropped  []Drop   `json:"dropped,omitempty"`
		Millis   float64  `json:"ms"`
		Notes    []string `json:"notes,omitempty"`
	}
	// Drop is a claim that did not pass its check.
	Drop struct {
		Claim engine.Untrusted `json:"claim"`
		DocID string           `json:"doc_id"`
		Why   string           `json:"why"`
	}
	// Delta is a piece of the answer's text as it grows.
	Delta struct {
		Text string `json:"text"`
	}
	// Scored is the corrective score of a draft.
	Scored struct {
		Scores engine.Scores `json:"scores"`
		Why    string        `json:"why"`
	}
	// Retried says that another round starts, and what it does differently.
	Retried struct {
		Round  int    `json:"round"`
		Reason string `json:"reason"`
		Change string `json:"change"`
	}
	// Degraded says in one clear line what is missing, slow or broken, and
	// what to do about it.
	Degraded struct {
		What string `json:"what"`
		Why  string `json:"why"`
		Do   string `json:"do"`
	}
	// Answered ends a run with its answer.
	Answered struct{ engine.Answer }
	// FailedRun ends a run that could not answer.
	FailedRun struct {
		Error string `json:"error"`
	}
	// Cancelled ends a run that was interrupted.
	Cancelled struct {
		Reason string `json:"reason"`
	}
	// Unknown keeps an event of a kind that this version does not know, so that
	// it survives being read and written again.
	Unknown struct {
		Name Kind
		Raw  json.RawMessage
	}
)

// Kind names the event; see the constants above.
func (Started) Kind() Kind      { return KindStarted }
func (Entered) Kind() Kind      { return KindEntered }
func (Understood) Kind() Kind   { return KindUnderstood }
func (Searched) Kind() Kind     { return KindSearched }
func (Fused) Kind() Kind        { return KindFused }
func (Reranked) Kind() Kind     { return KindReranked }
func (ToolCalled) Kind() Kind   { return KindToolCalled }
func (ToolReturned) Kind() Kind { return KindToolReturned }
func (Drafted) Kind() Kind      { return KindDrafted }
func (Delta) Kind() Kind        { return KindDelta }
func (Scored) Kind() Kind       { return KindScored }
func (Retried) Kind() Kind      { return KindRetried }
func (Degraded) Kind() Kind     { return KindDegraded }
func (Answered) Kind() Kind     { return KindAnswer }
func (FailedRun) Kind() Kind    { return KindFailed }
func (Cancelled) Kind() Kind    { return KindCancelled }
func (u Unknown) Kind() Kind    { return u.Name }

func (Started) sealed()      {}
func (Entered) sealed()      {}
func (Understood) sealed()   {}
func (Searched) sealed()     {}
func (Fused) sealed()        {}
func (Reranked) sealed()     {}
func (ToolCalled) sealed()   {}
func (ToolReturned) sealed() {}
func (Drafted) sealed()      {}
func (Delta) sealed()        {}
func (Scored) sealed()       {}
func (Retried) sealed()      {}
func (Degraded) sealed()     {}
func (Answered) sealed()     {}
func (FailedRun) sealed()    {}
func (Cancelled) sealed()    {}
func (Unknown) sealed()      {}
