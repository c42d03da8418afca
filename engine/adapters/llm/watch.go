package llm

import (
	"context"
	"sync"
	"time"

	"owl/engine/writer/chat"
)

// watch ends a call on which nothing comes, or which never ends. It has no
// goroutine of its own.
type watch struct {
	stall  time.Duration
	cancel context.CancelCauseFunc

	mu    sync.Mutex
	timer *time.Timer
	total *time.Timer
}

// newWatch returns the context of the watched call. stop must be called.
func newWatch(ctx context.Context, cfg Config) (context.Context, *watch) {
	ctx, cancel := context.WithCancelCause(ctx)
	w := &watch{stall: cfg.Stall, cancel: cancel}
	w.timer = time.AfterFunc(cfg.FirstToken, func() { w.end("no token after " + cfg.FirstToken.String()) })
	w.total = time.AfterFunc(cfg.Total, func() { w.end("not done after " + cfg.Total.String()) })
	return ctx, w
}

func (w *watch) end(why string) {
	w.cancel(&failure{kind: chat.ErrStalled, detail: why})
}

// tick says that something came.
func (w *watch) tick() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.timer.Stop() {
		w.timer = time.AfterFunc(w.stall, func() { w.end("no token for " + w.stall.String()) })
	}
}

func (w *watch) stop() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.timer.Stop()
	w.total.Stop()
	w.cancel(nil)
}
