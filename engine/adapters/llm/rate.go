package llm

import (
	"context"
	"fmt"
	"sync"
	"time"

	"owl/engine/writer/chat"
)

// rateWait is how long a call waits for its turn before it is refused.
const rateWait = 2 * time.Second

// rate lets so many calls a minute through, in bursts of a quarter of them. It
// is a token bucket.
type rate struct {
	chat.Model
	perMinute int
	now       func() time.Time
	sleep     func(ctx context.Context, d time.Duration) error

	mu   sync.Mutex
	left float64 // calls that may be made at last
	last time.Time
}

func newRate(m chat.Model, perMinute int) *rate {
	return &rate{Model: m, perMinute: perMinute, now: time.Now, sleep: sleep}
}

// Chat asks when it is this call's turn.
func (r *rate) Chat(ctx context.Context, req chat.Request, onDelta func(string)) (chat.Reply, error) {
	wait := r.reserve()
	if wait > rateWait {
		return chat.Reply{}, &failure{kind: chat.ErrBusy, detail: fmt.Sprintf("our own limit of %d calls a minute is reached", r.perMinute)}
	}
	if wait > 0 {
		if err := r.sleep(ctx, wait); err != nil {
			return chat.Reply{}, fmt.Errorf("was not asked: %w", err)
		}
	}
	return r.Model.Chat(ctx, req, onDelta)
}

// reserve takes one call out of the bucket and returns how long to wait for it;
// nothing is taken when that is too long.
func (r *rate) reserve() time.Duration {
	r.mu.Lock()
	defer r.mu.Unlock()
	perSecond := float64(r.perMinute) / 60
	burst := max(1, float64(r.perMinute)/4)
	now := r.now()
	if r.last.IsZero() {
		r.left = burst
	} else {
		r.left = min(burst, r.left+perSecond*now.Sub(r.last).Seconds())
	}
	r.last = now
	wait := time.Duration(max(0, 1-r.left) / perSecond * float64(time.Second))
	if wait <= rateWait {
		r.left--
	}
	return wait
}
