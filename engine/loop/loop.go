// Package loop answers questions: it understands, searches, composes, checks,
// scores, and looks again in another way when the score says so. What it does is
// a state machine; every state that it enters is an event of the trace.
//
//	        ┌────────────────────────────────────────────┐
//	plan → chain → retrieve → draft → gate → score ─┬─ retry
//	                                   │            ├─ tools → write ─┐
//	                                   └────────────┼─────────────────┘
//	                                                └─ finish
//
// The answer is first put together from the records' own sentences. With a
// language model, that answer stands until the model's own has passed the same
// checks; when the model fails it stands for good.
//
//	loop.go        the parts and the entry
//	machine.go     the states and their order
//	run.go         what a run knows
//	budget.go      time, calls and tokens
//	mode.go        how much work a question is worth
//	plan.go        reading the question
//	search.go      finding records
//	chain.go       fault chains, for troubleshooting
//	event.go       the fault that an answer begins with
//	draft.go       the extractive draft and its gate
//	score.go       the corrective score
//	retry.go       another round, in another way
//	model.go       tools and the model's draft
//	beside.go      what contradicts or replaces what is shown
//	sufficient.go  what an answer must reach
//	finish.go      the answer
//	resume.go      a run that was cut off
package loop

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"time"

	"owl/engine"
	"owl/engine/compose"
	"owl/engine/graph"
	"owl/engine/query"
	"owl/engine/retrieve"
	"owl/engine/trace"
)

// Deps are the parts that an answer needs.
type Deps struct {
	Retriever *retrieve.Retriever
	Sources   engine.Sources
	Lister    engine.Lister // for questions how many records there are; nil answers them like others
	// Context is what questions are read by; its Now is in the site's time zone.
	Context func() query.Context
	Notices func() []trace.Degraded // what is missing or broken now; may be nil
	// Graph gives the fault graph; nil when there is none.
	Graph    func(context.Context) (*graph.Graph, error)
	Composer *compose.Model           // nil is the built-in one
	Model    *Model                   // nil answers without a language model
	Budget   func(engine.Mode) Budget // nil is Usual
	Off      Off
}

// Loop answers questions. It is safe for concurrent use.
type Loop struct{ deps Deps }

// New returns a loop over these parts.
func New(deps Deps) *Loop {
	if deps.Notices == nil {
		deps.Notices = func() []trace.Degraded { return nil }
	}
	if deps.Budget == nil {
		deps.Budget = Usual
	}
	if deps.Composer == nil {
		deps.Composer = compose.Builtin()
	}
	return &Loop{deps: deps}
}

// Ask answers one question. Every step goes to the sink, the last one being
// the terminal event. The error is that of a failed or cancelled run; not
// having enough evidence is an answer (Answer.Abstained).
func (l *Loop) Ask(ctx context.Context, req engine.Request, sink trace.Sink) (engine.Answer, error) {
	began := time.Now()
	return l.run(ctx, newRun(l, req, trace.NewEmitter(newRunID(began), time.Now, sink), began), atPlan)
}

// run works from a state to the end and emits the one terminal event.
func (l *Loop) run(ctx context.Context, r *run, from state) (answer engine.Answer, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("answer %q: internal fault: %v", r.req.Question, p)
		}
		r.end(ctx, answer, err)
	}()
	return r.work(ctx, from)
}

// end emits the one terminal event.
func (r *run) end(ctx context.Context, answer engine.Answer, err error) {
	switch {
	case err == nil:
		r.emit.Emit(trace.Root, "", trace.Answered{Answer: answer})
	case ctx.Err() != nil || errors.Is(err, context.Canceled):
		r.emit.Emit(trace.Root, "", trace.Cancelled{Reason: reason(ctx, err)})
	default:
		r.emit.Emit(trace.Root, "", trace.FailedRun{Error: err.Error()})
	}
}

func reason(ctx context.Context, err error) string {
	if cause := context.Cause(ctx); cause != nil {
		return cause.Error()
	}
	return err.Error()
}

func newRunID(now time.Time) string {
	var random [4]byte
	_, _ = rand.Read(random[:]) // never fails, by its documentation
	return now.UTC().Format("20060102T150405") + "-" + hex.EncodeToString(random[:])
}
