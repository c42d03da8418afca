package trace

import (
	"slices"
	"time"

	"owl/engine"
)

// State is what is known about a run after some of its events.
type State struct {
	Run      string
	Question engine.Untrusted
	Mode     engine.Mode
	Seq      int     // of the last event seen
	Missed   int     // events that were not seen although their seq passed
	Events   []Event // all but deltas, in order
	Draft    string  // the deltas so far
	Degraded []Degraded
	Answer   *engine.Answer // nil until the run has answered
	Error    string         // of a failed run
	Ended    Kind           // kind of the terminal event; empty while running
	Began    time.Time
	Last     time.Time
}

// Running reports whether the run has started and not ended.
func (s State) Running() bool { return s.Seq > 0 && s.Ended == "" }

// Reduce gives the state after one more event. It changes nothing that s
// shares with other states, and ignores events after the terminal one.
func Reduce(s State, e Event) State {
	if s.Ended != "" {
		return s
	}
	if s.Seq == 0 {
		s.Run, s.Began = e.Run, e.At
	}
	s.Missed += max(0, e.Seq-s.Seq-1)
	s.Seq, s.Last = e.Seq, e.At
	if d, ok := e.Payload.(Delta); ok {
		s.Draft += d.Text
		return s
	}
	s.Events = append(slices.Clip(s.Events), e)
	return reducePayload(s, e.Payload)
}

func reducePayload(s State, p Payload) State {
	switch p := p.(type) {
	case Started:
		s.Question, s.Mode = p.Question, p.Mode
	case Entered:
		if p.Fresh {
			s.Draft = ""
		}
	case Degraded:
		s.Degraded = append(slices.Clip(s.Degraded), p)
	case Retried:
		s.Draft = "" // another round writes another draft
	case Answered:
		answer := p.Answer
		s.Answer, s.Ended = &answer, KindAnswer
	case FailedRun:
		s.Error, s.Ended = p.Error, KindFailed
	case Cancelled:
		s.Ended = KindCancelled
	}
	return s
}
