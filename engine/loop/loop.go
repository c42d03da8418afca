// Package loop answers questions: it understands, searches, groups, composes,
// checks and says what it did at each step in the trace.
package loop

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"time"

	"owl/engine"
	"owl/engine/query"
	"owl/engine/retrieve"
	"owl/engine/trace"
)

// Deps are the parts that an answer needs.
type Deps struct {
	Retriever *retrieve.Retriever
	Sources   engine.Sources
	// Context is what questions are read by; its Now is in the site's time zone.
	Context func() query.Context
	Notices func() []trace.Degraded // what is missing or broken now; may be nil
	Off     Off
}

// Loop answers questions. It is safe for concurrent use.
type Loop struct{ deps Deps }

// New returns a loop over these parts.
func New(deps Deps) *Loop {
	if deps.Notices == nil {
		deps.Notices = func() []trace.Degraded { return nil }
	}
	return &Loop{deps: deps}
}

// Ask answers one question. Every step goes to the sink, the last one being
// the terminal event. The error is that of a failed or cancelled run; not
// having enough evidence is an answer (Answer.Abstained).
func (l *Loop) Ask(ctx context.Context, req engine.Request, sink trace.Sink) (answer engine.Answer, err error) {
	run := newRun(l, req, sink)
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("answer %q: internal fault: %v", req.Question, p)
		}
		run.end(ctx, answer, err)
	}()
	return run.answer(ctx)
}

// end emits the one terminal event.
func (r *run) end(ctx context.Context, answer engine.Answer, err error) {
	switch {
	case err == nil:
		r.emit.Emit(trace.Root, "", trace.Answered{Answer: answer})
	case ctx.Err() != nil || errors.Is(err, context.Canceled):
		r.emit.Emit(trace.Root, "", trace.Cancelled{Reason: context.Cause(ctx).Error()})
	default:
		r.emit.Emit(trace.Root, "", trace.FailedRun{Error: err.Error()})
	}
}

func newRunID(now time.Time) string {
	var random [4]byte
	_, _ = rand.Read(random[:]) // never fails, by its documentation
	return now.UTC().Format("20060102T150405") + "-" + hex.EncodeToString(random[:])
}
