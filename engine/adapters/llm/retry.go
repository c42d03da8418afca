package llm

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"

	"owl/engine/writer/chat"
)

const (
	maxRetries  = 2
	firstPause  = 300 * time.Millisecond // grows twofold; see fullJitter
	retryBudget = 2 * time.Second        // of all pauses and tries after the first failure
)

// retry asks again where that may help: 429, 5xx, no connection, a reply that
// broke off before anything of it was seen. It never takes longer than
// retryBudget to give up.
type retry struct {
	chat.Model
	now   func() time.Time
	sleep func(ctx context.Context, d time.Duration) error
	pick  func(most time.Duration) time.Duration
}

func newRetry(m chat.Model) *retry {
	return &retry{Model: m, now: time.Now, sleep: sleep, pick: fullJitter}
}

// fullJitter draws a pause from nothing to most, so that clients that failed
// together do not come back together.
func fullJitter(most time.Duration) time.Duration { return rand.N(most) + time.Millisecond }

// Chat asks, and asks again.
func (r *retry) Chat(ctx context.Context, req chat.Request, onDelta func(string)) (chat.Reply, error) {
	seen := false
	watched := func(piece string) {
		seen = true
		if onDelta != nil {
			onDelta(piece)
		}
	}
	var failed time.Time
	for try := 0; ; try++ {
		reply, err := r.Model.Chat(ctx, req, watched)
		var f *failure
		if err == nil || seen || try == maxRetries || ctx.Err() != nil || !errors.As(err, &f) || !f.again() {
			return reply, err
		}
		if failed.IsZero() {
			failed = r.now()
		}
		pause := max(f.after, r.pick(firstPause<<try))
		if r.now().Add(pause).Sub(failed) > retryBudget {
			return reply, err
		}
		if r.sleep(ctx, pause) != nil {
			return reply, err
		}
	}
}

func sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
