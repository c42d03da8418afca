package loop

import (
	"context"
	"errors"
	"fmt"

	"owl/engine"
	"owl/engine/trace"
)

// state is where a run is in its work. The names are part of the trace.
type state string

const (
	atPlan     state = "plan"     // read the question, decide how much work it is worth
	atChain    state = "chain"    // look for fault chains
	atRetrieve state = "retrieve" // find records
	atDraft    state = "draft"    // put an answer together from their sentences
	atGate     state = "gate"     // check every claim; shorten
	atScore    state = "score"    // is it good enough?
	atRetry    state = "retry"    // look again in another way
	atTools    state = "tools"    // let the model ask tools
	atWrite    state = "write"    // let the model write
	atFinish   state = "finish"   // the best answer
)

// states gives the step of every state but finish. A step returns the state that
// follows.
func (r *run) states() map[state]func(context.Context) (state, error) {
	return map[state]func(context.Context) (state, error){
		atPlan: r.plan, atChain: r.chain, atRetrieve: r.retrieve, atDraft: r.draft, atGate: r.gate,
		atScore: r.score, atRetry: r.retry, atTools: r.tools, atWrite: r.write,
	}
}

// work goes from state to state until the answer is there. When the time is up
// the best draft so far is the answer.
func (r *run) work(ctx context.Context, from state) (engine.Answer, error) {
	timed, cancel := context.WithDeadlineCause(ctx, r.deadline(), errTime)
	defer cancel()
	if from == atPlan {
		r.emit.Emit(trace.Root, "", trace.Started{Question: r.req.Question, Mode: r.req.Mode})
		r.notices()
	}
	states := r.states()
	for at := from; at != atFinish; {
		r.enter(at, false)
		next, err := states[at](timed)
		if err == nil {
			err = context.Cause(timed) // a step that did not notice
		}
		switch {
		case err == nil:
			at = next
		case r.late(ctx, timed, err):
			at = atFinish
		default:
			return engine.Answer{}, err
		}
	}
	r.enter(atFinish, false)
	return r.finish(ctx), ctx.Err()
}

// late reports that the time is up while there is a draft to show.
func (r *run) late(ctx, timed context.Context, err error) bool {
	if ctx.Err() != nil || !errors.Is(context.Cause(timed), errTime) {
		return false
	}
	if r.best == nil && r.current == nil {
		return false
	}
	r.say(trace.Degraded{What: "time", Why: fmt.Sprintf("%v: %s", errTime, r.budget.Time), Do: "the best draft so far stands; " + string(engine.Thinking) + " mode has more time"})
	_ = err // it is the deadline's, whatever it says
	return true
}

// enter says where the run is. What a state does stands under it in the trace.
func (r *run) enter(s state, fresh bool) {
	if r.silent {
		return
	}
	r.span = r.emit.NewSpan()
	if fresh {
		r.shown = ""
	}
	r.emit.Emit(r.span, trace.Root, trace.Entered{State: string(s), Round: r.round, Fresh: fresh})
}

// say emits an event of the current state.
func (r *run) say(p trace.Payload) {
	if !r.silent {
		r.emit.Emit(r.emit.NewSpan(), r.span, p)
	}
}
