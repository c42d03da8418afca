package models

import (
	"context"
	"fmt"
	"io"
	"sync"
	"time"

	"owl/engine"
)

// Phase is how far a model is.
type Phase string

// The phases of a model.
const (
	Idle    Phase = "idle" // not asked for yet
	Loading Phase = "loading"
	Ready   Phase = "ready"
	Failed  Phase = "failed"
	Closed  Phase = "closed"
)

// State tells how far a model is.
type State struct {
	Phase Phase
	Label string         // where it comes from
	ID    engine.ModelID // complete when Phase is Ready
	Err   error          // one line, when Phase is Failed
	Took  time.Duration  // to load, when Phase is Ready or Failed
}

// loaded is a model that must be closed.
type loaded interface {
	io.Closer
	ID() engine.ModelID
}

// Lazy loads a model in the background: on the first use or by Warm. It is
// safe for concurrent use. Close ends the loading and waits for it.
type Lazy[M loaded] struct {
	load func(context.Context) (M, error)
	done chan struct{} // closed when the loading has ended

	mu    sync.Mutex
	state State
	stop  context.CancelFunc // of the loading
	model M
}

func newLazy[M loaded](label string, load func(context.Context) (M, error)) *Lazy[M] {
	return &Lazy[M]{load: load, done: make(chan struct{}), state: State{Phase: Idle, Label: label}}
}

// Warm begins to load and returns at once. The loading outlives ctx, because
// the next caller needs the model as well; it ends with Close.
func (l *Lazy[M]) Warm(ctx context.Context) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.state.Phase != Idle {
		return
	}
	l.state.Phase = Loading
	ctx, l.stop = context.WithCancel(context.WithoutCancel(ctx))
	go l.run(ctx)
}

func (l *Lazy[M]) run(ctx context.Context) {
	defer close(l.done)
	start := time.Now()
	var model M
	err := guarded(func() (err error) {
		model, err = l.load(ctx)
		return err
	})
	l.mu.Lock()
	defer l.mu.Unlock()
	l.state.Took = time.Since(start)
	if err != nil {
		l.state.Phase, l.state.Err = Failed, err
		return
	}
	l.model = model
	l.state.Phase, l.state.ID = Ready, model.ID()
}

// State tells how far the model is, at once.
func (l *Lazy[M]) State() State {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.state
}

// Wait begins to load, waits for the end of it and returns who the model is.
func (l *Lazy[M]) Wait(ctx context.Context) (engine.ModelID, error) {
	_, err := l.get(ctx)
	return l.State().ID, err
}

// ID is complete once the model is ready; before that it is empty, so call Wait
// first where it matters.
func (l *Lazy[M]) ID() engine.ModelID { return l.State().ID }

func (l *Lazy[M]) get(ctx context.Context) (M, error) {
	l.Warm(ctx)
	var none M
	select {
	case <-l.done:
	case <-ctx.Done():
		return none, fmt.Errorf("wait for the model %s: %w", l.state.Label, ctx.Err())
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	switch l.state.Phase {
	case Ready:
		return l.model, nil
	case Failed:
		return none, l.state.Err
	default:
		return none, errClosed
	}
}

// Close ends the loading, waits for what runs and frees the model. Uses after
// it fail.
func (l *Lazy[M]) Close() error {
	l.mu.Lock()
	if l.state.Phase == Idle {
		l.state.Phase = Closed
		close(l.done)
	}
	if l.stop != nil {
		l.stop()
	}
	l.mu.Unlock()
	<-l.done
	l.mu.Lock()
	defer l.mu.Unlock()
	was := l.state.Phase
	l.state.Phase = Closed
	if was != Ready {
		return nil
	}
	return l.model.Close()
}
