package epics

import (
	"fmt"
	"time"

	"owl/engine"
	"owl/epics/native"
)

// retryAfter is how long a subscription that its server ended or refused rests.
const retryAfter = time.Second

// channel is one PV that is read, over one provider or, until one has connected,
// over several. It is guarded by reader.mu.
type channel struct {
	name  string // as it was asked for
	once  bool
	links []*link
	kept  *link     // the first that connected
	last  *Sample   // nil before there was one
	down  error     // why last is not true any more
	retry time.Time // when to subscribe again; zero while the library looks after it
	subs  map[subscriber]struct{}
}

// link is a subscription over one provider.
type link struct {
	id       uint32
	provider Provider
	bare     string // the name without its provider
	channel  *channel
	up       bool
	server   string
	kind     string // as the protocol names the type
	meta     *Meta
}

// subscriber is a name in somebody's queue.
type subscriber struct {
	queue *queue
	index int
}

// apply takes an event of one of the links and returns the links to give up.
func (c *channel) apply(l *link, e *native.Event, now time.Time) (drop []*link) {
	switch e.Kind {
	case native.Connected:
		l.server, l.up = e.Text, true
		drop = c.keep(l)
	case native.Described:
		l.meta, l.kind = metaOf(e.Meta), e.Meta.Type
	case native.Updated:
		if c.kept == l {
			s := sampleOf(e, c.name, l.provider, l.meta)
			c.last, c.down = &s, nil
			c.emit(s)
		}
	case native.Disconnected:
		c.fail(l, ErrDisconnected)
	case native.Finished:
		c.fail(l, fmt.Errorf("%w by the server", ErrDisconnected))
		if c.kept == l {
			c.retry = now.Add(retryAfter)
		}
	case native.Failed:
		drop = c.keep(l) // it has an answer
		c.fail(l, fmt.Errorf("%w: %q", ErrRefused, e.Text))
		c.retry = now.Add(retryAfter)
	}
	return drop
}

// keep decides for the first link that connects.
func (c *channel) keep(l *link) (drop []*link) {
	if c.kept != nil {
		return nil
	}
	for _, other := range c.links {
		if other != l {
			drop = append(drop, other)
		}
	}
	c.kept, c.links = l, []*link{l}
	return drop
}

// fail tells that a link is down. A get that has its value does not care.
func (c *channel) fail(l *link, err error) {
	l.up = false
	if c.kept != l || c.once && c.last != nil {
		return
	}
	c.down = err
	c.emit(c.present())
}

// present is what a new subscriber is told: the last sample, and when it is not
// true any more, why.
func (c *channel) present() Sample {
	switch {
	case c.down == nil:
		return *c.last
	case c.last == nil || c.last.Value == nil:
		return Sample{PV: c.name, Provider: c.kept.provider, Quality: None, Err: fmt.Errorf("%s: %w", c.name, c.down)}
	}
	s := *c.last
	s.Quality, s.Message = Stale, engine.Untrusted(c.down.Error())
	return s
}

func (c *channel) emit(s Sample) {
	for sub := range c.subs {
		sub.queue.push(sub.index, s)
	}
}
