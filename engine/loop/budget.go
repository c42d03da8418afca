package loop

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"owl/engine"
	"owl/engine/writer/chat"
)

// Budget is what an answer may cost. It is never passed.
type Budget struct {
	Time   time.Duration
	Rounds int // of searching
	Calls  int // of the language model and of tools
	Tokens int // that the model may write
}

// Usual is the budget of a mode. A model on the site's own processors writes a
// few tokens a second, so most of the time is for that.
func Usual(m engine.Mode) Budget {
	if m == engine.Fast {
		return Budget{Time: time.Minute, Rounds: 1, Calls: 4, Tokens: 2000}
	}
	return Budget{Time: 4 * time.Minute, Rounds: 3, Calls: 16, Tokens: 8000}
}

var (
	errTime   = errors.New("the time for this answer is up")
	errCalls  = errors.New("this answer has had all its calls")
	errTokens = errors.New("this answer has had all its tokens")
)

// deadline is when the run must be over.
func (r *run) deadline() time.Time { return r.began.Add(r.budget.Time) }

// meter counts what the model costs, over all that use it, and lets nothing
// through that would pass the budget.
type meter struct {
	mu     sync.Mutex
	calls  int
	tokens int
	budget Budget
}

// metered is a model behind the meter.
type metered struct {
	chat.Model
	meter *meter
}

// usualReply is what a reply may have when the caller does not say.
const usualReply = 1000

// Chat asks when there is something left for it. A fault of the client is its
// error: the answer does not depend on it.
func (m metered) Chat(ctx context.Context, req chat.Request, onDelta func(string)) (reply chat.Reply, err error) {
	if req.MaxTokens <= 0 {
		req.MaxTokens = usualReply
	}
	reserved, err := m.meter.take(req.MaxTokens)
	if err != nil {
		return chat.Reply{}, err
	}
	req.MaxTokens = reserved
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("language model: internal fault: %v", p)
		}
		used := reply.Usage.Completion
		if used == 0 { // a service that does not say
			used = len(reply.Text) / 4
		}
		m.meter.give(reserved - used)
	}()
	return m.Model.Chat(ctx, req, onDelta)
}

// take reserves a call and as many of the tokens as there are.
func (m *meter) take(tokens int) (int, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	left := min(tokens, m.budget.Tokens-m.tokens)
	switch {
	case m.calls >= m.budget.Calls:
		return 0, fmt.Errorf("%w (%d)", errCalls, m.budget.Calls)
	case left <= 0:
		return 0, fmt.Errorf("%w (%d)", errTokens, m.budget.Tokens)
	}
	m.calls++
	m.tokens += left
	return left, nil
}

// give takes back what was reserved and not used.
func (m *meter) give(tokens int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.tokens -= tokens
}

// spend counts calls that others made, and returns how many are left.
func (m *meter) spend(calls int) (left int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.calls += calls
	return max(0, m.budget.Calls-m.calls)
}
