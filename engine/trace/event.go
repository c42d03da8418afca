package trace

import (
	"encoding/json"
	"fmt"
	"time"
)

// Version is the version of the event envelope. It rises only for a change
// that an older reader cannot bear.
const Version = 1

// Event is one line of a run's trace.
type Event struct {
	Version int
	Run     string
	Seq     int    // from 1, without gaps within a run
	Span    string // the step that this event belongs to
	Parent  string // the span that contains it; empty for the run itself
	At      time.Time
	Payload Payload
}

type envelope struct {
	Version int             `json:"v"`
	Run     string          `json:"run"`
	Seq     int             `json:"seq"`
	Span    string          `json:"span"`
	Parent  string          `json:"parent"`
	At      time.Time       `json:"at"`
	Kind    Kind            `json:"kind"`
	Payload json.RawMessage `json:"payload"`
}

// MarshalJSON writes the envelope of the outer contract.
func (e Event) MarshalJSON() ([]byte, error) {
	raw, err := encodePayload(e.Payload)
	if err != nil {
		return nil, fmt.Errorf("encode %s event: %w", e.Payload.Kind(), err)
	}
	return json.Marshal(envelope{e.Version, e.Run, e.Seq, e.Span, e.Parent, e.At, e.Payload.Kind(), raw})
}

func encodePayload(p Payload) (json.RawMessage, error) {
	if unknown, ok := p.(Unknown); ok {
		return unknown.Raw, nil
	}
	return json.Marshal(p)
}

// UnmarshalJSON reads an envelope. A kind that is not known becomes Unknown.
func (e *Event) UnmarshalJSON(data []byte) error {
	var env envelope
	if err := json.Unmarshal(data, &env); err != nil {
		return fmt.Errorf("decode event: %w", err)
	}
	payload, err := decodePayload(env.Kind, env.Payload)
	if err != nil {
		return fmt.Errorf("decode %s event: %w", env.Kind, err)
	}
	*e = Event{env.Version, env.Run, env.Seq, env.Span, env.Parent, env.At, payload}
	return nil
}

func decodePayload(kind Kind, raw json.RawMessage) (Payload, error) {
	switch kind {
	case KindStarted:
		return decode[Started](raw)
	case KindEntered:
		return decode[Entered](raw)
	case KindUnderstood:
		return decode[Understood](raw)
	case KindSearched:
		return decode[Searched](raw)
	case KindFused:
		return decode[Fused](raw)
	case KindReranked:
		return decode[Reranked](raw)
	case KindToolCalled:
		return decode[ToolCalled](raw)
	case KindToolReturned:
		return decode[ToolReturned](raw)
	case KindDrafted:
		return decode[Drafted](raw)
	case KindDelta:
		return decode[Delta](raw)
	case KindScored:
		return decode[Scored](raw)
	case KindRetried:
		return decode[Retried](raw)
	case KindDegraded:
		return decode[Degraded](raw)
	case KindAnswer:
		return decode[Answered](raw)
	case KindFailed:
		return decode[FailedRun](raw)
	case KindCancelled:
		return decode[Cancelled](raw)
	}
	return Unknown{Name: kind, Raw: raw}, nil
}

func decode[P Payload](raw json.RawMessage) (Payload, error) {
	var p P
	if err := json.Unmarshal(raw, &p); err != nil {
		return nil, err
	}
	return p, nil
}
