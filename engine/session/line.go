package session

import (
	"time"

	"owl/engine"
	"owl/engine/trace"
)

// version is that of the lines. It rises for what an older reader cannot bear.
const version = 1

// kind says what a line of a conversation is about.
type kind string

const (
	named    kind = "named"    // the conversation is called so from now on
	asked    kind = "asked"    // a turn begins
	answered kind = "answered" // a turn ends
	rated    kind = "rated"    // a thumb up or down for a turn
)

// line is one line of a conversation. Which fields it has depends on its kind.
type line struct {
	Version int              `json:"v"`
	At      time.Time        `json:"at"`
	Kind    kind             `json:"kind"`
	Turn    string           `json:"turn,omitempty"`
	Name    engine.Untrusted `json:"name,omitempty"`

	Question engine.Untrusted `json:"question,omitempty"` // as typed
	Read     engine.Untrusted `json:"read,omitempty"`     // as it was asked, when that differs
	Mode     engine.Mode      `json:"mode,omitempty"`
	Filter   *engine.Filter   `json:"filter,omitempty"`

	Run   string           `json:"run,omitempty"`
	Ended trace.Kind       `json:"ended,omitempty"`
	Text  engine.Untrusted `json:"text,omitempty"` // of the answer, or the error

	Good   bool             `json:"good,omitempty"`
	Reason engine.Untrusted `json:"reason,omitempty"`
}

// entry is one line of a journal.
type entry struct {
	Turn  string      `json:"turn"`
	Event trace.Event `json:"event"`
}
