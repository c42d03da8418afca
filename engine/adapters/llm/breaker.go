package llm

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"owl/engine/writer/chat"
)

// breaker leaves a service alone after it has failed several times in a row.
// When the pause is over one call is let through; it ends the pause or begins
// another one.
type breaker struct {
	chat.Model
	limit int
	pause time.Duration
	now   func() time.Time

	mu     sync.Mutex
	failed int
	until  time.Time // closed before
	trying bool      // one call is on its way although the service failed
	last   error
}

func newBreaker(m chat.Model, limit int, pause time.Duration) *breaker {
	return &breaker{Model: m, limit: limit, pause: pause, now: time.Now}
}

// Chat asks unless the service is left alone.
func (b *breaker) Chat(ctx context.Context, req chat.Request, onDelta func(string)) (chat.Reply, error) {
	if err := b.enter(); err != nil {
		return chat.Reply{}, err
	}
	counted := error(&failure{kind: chat.ErrServer, detail: "the call did not return"}) // should it panic
	defer func() { b.leave(counted) }()
	reply, err := b.Model.Chat(ctx, req, onDelta)
	counted = err
	if ctx.Err() != nil {
		counted = context.Canceled // the caller's end says nothing about the service
	}
	return reply, err
}

func (b *breaker) enter() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.failed < b.limit {
		return nil
	}
	if wait := b.until.Sub(b.now()); wait > 0 || b.trying {
		return &failure{kind: chat.ErrPaused, detail: fmt.Sprintf("it failed %d times in a row, the next try is in %s; the last time it %v",
			b.failed, max(wait, time.Second).Round(time.Second), b.last)}
	}
	b.trying = true
	return nil
}

func (b *breaker) leave(err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.trying = false
	var f *failure
	switch {
	case err == nil || errors.Is(err, chat.ErrRefused):
		b.failed, b.last = 0, nil // it answered
	case errors.As(err, &f) && (f.status != 0 || !errors.Is(err, chat.ErrBusy)): // not our own limit
		b.failed++
		b.last = err
		b.until = b.now().Add(b.pause)
	}
}
