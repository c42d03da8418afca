package loop

import (
	"context"
	"errors"
	"time"

	"owl/engine"
	"owl/engine/trace"
)

// Resume goes on with a run that was cut off after these events, which are its
// journal from the first one on. What led to where it was is worked out again
// without a word, and without asking model or tools; then it goes on live, its
// events numbered on. The time, the rounds and the calls that it has had count.
// A run that has ended gives its answer and no event.
func (l *Loop) Resume(ctx context.Context, req engine.Request, so []trace.Event, sink trace.Sink) (engine.Answer, error) {
	was := journal(so)
	switch {
	case was.run.Seq == 0:
		return l.Ask(ctx, req, sink)
	case was.run.Answer != nil:
		return *was.run.Answer, nil
	case was.run.Ended != "":
		return engine.Answer{}, errors.New("the run has ended without an answer")
	}
	began := time.Now()
	on := func(e trace.Event) {
		e.Seq += was.run.Seq
		sink(e)
	}
	r := newRun(l, req, trace.NewEmitter(was.run.Run, time.Now, on), began.Add(-was.took()))
	r.meter.spend(was.calls)
	from, err := r.again(ctx, was)
	if err != nil {
		r.silent = false
		r.end(ctx, engine.Answer{}, err)
		return engine.Answer{}, err
	}
	return l.run(ctx, r, from)
}

// past is what a journal tells.
type past struct {
	run   trace.State
	state state // the last one that was entered
	round int
	calls int
}

func journal(so []trace.Event) past {
	p := past{state: atPlan, round: 1}
	for _, e := range so {
		p.run = trace.Reduce(p.run, e)
		switch x := e.Payload.(type) {
		case trace.Entered:
			p.state, p.round = state(x.State), max(1, x.Round)
		case trace.ToolCalled:
			p.calls++
		}
	}
	return p
}

func (p past) took() time.Duration { return max(0, p.run.Last.Sub(p.run.Began)) }

// again works silently up to the state in which the run was cut off, and returns
// where it goes on: at the beginning of that state, or of the search of its round.
func (r *run) again(ctx context.Context, was past) (state, error) {
	r.silent = true
	defer func() { r.silent = false }()
	at, states := atPlan, r.states()
	for !reached(at, r.round, was) {
		next, err := states[at](ctx)
		if err != nil {
			return "", err
		}
		at = next
	}
	return at, nil
}

// reached reports that what follows was not done, or is the model's work, which
// is done anew.
func reached(at state, round int, was past) bool {
	return at == was.state && round >= was.round || at == atTools || at == atWrite || at == atFinish
}
