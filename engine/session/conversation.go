package session

import (
	"context"
	"slices"
	"strings"
	"sync"

	"owl/engine"
	"owl/engine/query"
	"owl/engine/session/follow"
	"owl/engine/trace"
)

// Asker answers questions as loop.Loop does.
type Asker interface {
	// Ask answers one question and reports its steps to sink, the last one being
	// the terminal event.
	Ask(ctx context.Context, req engine.Request, sink trace.Sink) (engine.Answer, error)
	// Resume goes on with a run that was cut off after these events.
	Resume(ctx context.Context, req engine.Request, so []trace.Event, sink trace.Sink) (engine.Answer, error)
}

// Conversation asks one question after the other, reads each in the light of
// those before, and keeps everything in a store. It is an Asker itself. What
// cannot be written is said once in an event and answered all the same. It is
// safe for concurrent use.
type Conversation struct {
	store   *Store
	asker   Asker
	context func() query.Context // what questions are read by
	audit   bool                 // keep the audit log only

	mu     sync.Mutex
	id     string
	before []follow.Turn
	failed error // of the last write; nil when it went well
}

// Trouble is why the last question could not be kept; nil when it was.
func (c *Conversation) Trouble() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.failed
}

func (c *Conversation) trouble(err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.failed = err
}

// Converse begins a conversation. It is stored with its first question.
func (s *Store) Converse(asker Asker, context func() query.Context) *Conversation {
	return &Conversation{store: s, asker: asker, context: context, id: s.NewID()}
}

// Audited asks single questions, which are no conversation: only the audit log
// keeps them.
func (s *Store) Audited(asker Asker, context func() query.Context) *Conversation {
	return &Conversation{store: s, asker: asker, context: context, audit: true}
}

// ID is that of the conversation; empty for single questions.
func (c *Conversation) ID() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.id
}

// Fresh begins another conversation.
func (c *Conversation) Fresh() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.id, c.before = c.store.NewID(), nil
}

// Reopen goes on with a stored conversation, which it returns.
func (c *Conversation) Reopen(ctx context.Context, id string) (Session, error) {
	stored, err := c.store.Load(ctx, id)
	if err != nil {
		return Session{}, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.id, c.before = id, nil
	for _, t := range stored.Turns {
		c.before = append(c.before, t.past())
	}
	return stored, nil
}

// past is a stored turn as follow-up questions see it.
func (t Turn) past() follow.Turn {
	out := follow.Turn{Question: string(t.Request().Question)}
	if topic, ok := strings.CutSuffix(out.Question, ": "+string(t.Question)); ok && t.Read != "" {
		out.Topic = topic
	}
	if t.Answer != nil {
		out.Cited = citedBy(*t.Answer)
	}
	return out
}

func citedBy(a engine.Answer) []string {
	var ids []string
	for _, c := range a.Citations {
		ids = append(ids, c.RecordID)
	}
	return ids
}

// Ask reads the question after those before and answers it.
func (c *Conversation) Ask(ctx context.Context, req engine.Request, sink trace.Sink) (engine.Answer, error) {
	c.mu.Lock()
	id, before := c.id, slices.Clone(c.before)
	c.mu.Unlock()
	read := follow.Reading{Text: string(req.Question)}
	if len(before) > 0 {
		read = follow.Read(before, string(req.Question), c.context())
	}
	t := c.begin(id, req, read, sink)
	req.Question = engine.Untrusted(read.Text)
	answer, err := c.asker.Ask(ctx, req, t.take)
	t.end()
	if err == nil && !c.audit {
		c.mu.Lock()
		defer c.mu.Unlock()
		if c.id == id {
			c.before = append(c.before, follow.Turn{Question: read.Text, Topic: read.Topic, Cited: citedBy(answer)})
		}
	}
	return answer, err
}

// Resume goes on with a turn that has no end: what it said so far is in the
// store and goes to the sink first.
func (c *Conversation) Resume(ctx context.Context, t Turn, sink trace.Sink) (engine.Answer, error) {
	for _, e := range t.Events {
		sink(e)
	}
	r := &recording{c: c, id: c.ID(), turn: t.ID, sink: sink, run: t.State()}
	r.open()
	answer, err := c.asker.Resume(ctx, t.Request(), t.Events, r.take)
	r.end()
	return answer, err
}
