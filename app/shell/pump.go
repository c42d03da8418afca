package shell

import (
	"context"
	"sync"
	"time"

	"owl/engine/trace"
)

const (
	// frameTime is the least time between two batches: the screen is not drawn
	// more often anyway.
	frameTime = 33 * time.Millisecond
	// maxQueue is how many events may wait before deltas are dropped. The final
	// answer has their text again.
	maxQueue = 1024
)

// pump carries the events of one run from its goroutine to the screen, many at
// a time. It never blocks the run. Deltas are dropped when the screen is far
// behind; all other events are delivered, in order.
type pump struct {
	mu     sync.Mutex
	queue  []trace.Event
	closed bool
	err    error
	wake   chan struct{} // holds at most one token
}

func newPump() *pump { return &pump{wake: make(chan struct{}, 1)} }

// put is a trace.Sink.
func (p *pump) put(e trace.Event) {
	p.mu.Lock()
	if len(p.queue) < maxQueue || !e.Payload.Kind().Lossy() {
		p.queue = append(p.queue, e)
	}
	p.mu.Unlock()
	p.ring()
}

// close says that the run has ended, with the error of its Asker.
func (p *pump) close(err error) {
	p.mu.Lock()
	p.closed, p.err = true, err
	p.mu.Unlock()
	p.ring()
}

func (p *pump) ring() {
	select {
	case p.wake <- struct{}{}:
	default:
	}
}

// batch is what take returns.
type batch struct {
	events []trace.Event
	ended  bool // nothing comes after it
	err    error
}

// take waits for events, at least for pause, and returns all there are. It
// returns an ended batch when ctx has ended.
func (p *pump) take(ctx context.Context, pause time.Duration) batch {
	select {
	case <-time.After(pause):
	case <-ctx.Done():
	}
	select {
	case <-p.wake:
	case <-ctx.Done():
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	b := batch{events: p.queue, ended: p.closed, err: p.err}
	p.queue = nil
	if ctx.Err() != nil && !b.ended {
		b.ended, b.err = true, context.Cause(ctx)
	}
	return b
}
