package session

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"owl/engine"
	"owl/engine/trace"
)

// Session is a conversation with all its turns, the first one first.
type Session struct {
	Info
	Turns []Turn `json:"turns"`
}

// Turn is a question with what came of it.
type Turn struct {
	ID       string           `json:"id"`
	At       time.Time        `json:"at"`
	Question engine.Untrusted `json:"question"`       // as typed
	Read     engine.Untrusted `json:"read,omitempty"` // as it was asked, when that differs
	Mode     engine.Mode      `json:"mode"`
	Filter   engine.Filter    `json:"-"`
	Ended    trace.Kind       `json:"ended,omitempty"` // empty when the process ended before the answer
	Text     engine.Untrusted `json:"text,omitempty"`  // of the answer, or the error
	Rating   *Rating          `json:"rating,omitempty"`
	Answer   *engine.Answer   `json:"answer,omitempty"` // from the journal
	Events   []trace.Event    `json:"-"`                // from the journal
}

// Rating is what a person thinks of an answer.
type Rating struct {
	At     time.Time        `json:"at"`
	Good   bool             `json:"good"`
	Reason engine.Untrusted `json:"reason,omitempty"`
}

// State replays the turn's events: the run as it was when it ended.
func (t Turn) State() trace.State {
	var s trace.State
	for _, e := range t.Events {
		s = trace.Reduce(s, e)
	}
	return s
}

// Request is what was asked of the loop, for resuming it.
func (t Turn) Request() engine.Request {
	text := t.Read
	if text == "" {
		text = t.Question
	}
	return engine.Request{Question: text, Mode: t.Mode, Filter: t.Filter}
}

// maxName is how many characters of a first question name a conversation.
const maxName = 80

// take adds what a line says.
func (c *Session) take(l line) {
	switch l.Kind {
	case named:
		c.Name = l.Name
	case asked:
		t := Turn{ID: l.Turn, At: l.At, Question: l.Question, Read: l.Read, Mode: l.Mode}
		if l.Filter != nil {
			t.Filter = *l.Filter
		}
		if len(c.Turns) == 0 {
			c.Began = l.At
		}
		if c.Name == "" {
			c.Name = shortened(l.Question)
		}
		c.Turns, c.Last = append(c.Turns, t), l.At
		c.Info.Turns = len(c.Turns)
	case answered:
		if t := c.turn(l.Turn); t != nil {
			t.Ended, t.Text = l.Ended, l.Text
		}
	case rated:
		if t := c.turn(l.Turn); t != nil {
			t.Rating = &Rating{l.At, l.Good, l.Reason}
		}
	}
}

func shortened(text engine.Untrusted) engine.Untrusted {
	runes := []rune(strings.Join(strings.Fields(string(text)), " "))
	if len(runes) > maxName {
		return engine.Untrusted(runes[:maxName]) + "…"
	}
	return engine.Untrusted(runes)
}

func (c *Session) turn(id string) *Turn {
	at := slices.IndexFunc(c.Turns, func(t Turn) bool { return t.ID == id })
	if at < 0 {
		return nil
	}
	return &c.Turns[at]
}

// Load reads a conversation with the events of its turns. The error is
// engine.ErrNotFound when there is none of this id.
func (s *Store) Load(ctx context.Context, id string) (Session, error) {
	c, err := s.read(id)
	if err != nil {
		return Session{}, err
	}
	err = eachLine(s.path(id, journalExt), func(data []byte) error {
		var e entry
		if t := c.turn(turnOf(data)); t != nil && json.Unmarshal(data, &e) == nil {
			t.note(e.Event)
		}
		return ctx.Err()
	})
	return c, err
}

// turnOf reads whose event a line of the journal is.
func turnOf(data []byte) string {
	var head struct {
		Turn string `json:"turn"`
	}
	_ = json.Unmarshal(data, &head) // a line of another shape belongs to no turn
	return head.Turn
}

// note adds an event in its place. One that is there already stays: it was
// written twice when a run was resumed that had not ended.
func (t *Turn) note(e trace.Event) {
	if len(t.Events) > 0 && e.Seq <= t.Events[len(t.Events)-1].Seq {
		return
	}
	t.Events = append(t.Events, e)
	switch p := e.Payload.(type) {
	case trace.Answered:
		answer := p.Answer
		t.Answer, t.Ended = &answer, trace.KindAnswer
		t.Text = engine.Untrusted(answer.Text)
	case trace.FailedRun, trace.Cancelled:
		t.Ended = e.Payload.Kind()
	}
}
