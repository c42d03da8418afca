package loop

import (
	"context"
	"time"

	"owl/engine"
	"owl/engine/trace"
	"owl/engine/writer/react"
)

// run is one question on its way to an answer.
type run struct {
	Deps
	loop    *Loop
	req     engine.Request
	emit    *trace.Emitter
	span    string // of the current state
	began   time.Time
	timings map[string]float64 // milliseconds by step
	mode    engine.Mode        // as decided
	budget  Budget
	meter   *meter
	silent  bool   // what is done was said before the run was cut off
	shown   string // the text that deltas have shown

	read     Plan
	round    int // from 1
	known    graphed
	found    []engine.Passage
	coverage []engine.Coverage
	current  *candidate // the draft of this round
	best     *candidate // of all rounds
	asked    *react.Outcome
}

func newRun(l *Loop, req engine.Request, emit *trace.Emitter, began time.Time) *run {
	if req.Mode == "" {
		req.Mode = engine.Auto
	}
	r := &run{
		Deps: l.deps, loop: l, req: req, emit: emit, span: trace.Root, began: began, timings: map[string]float64{}, round: 1,
		mode: req.Mode, budget: l.deps.Budget(req.Mode),
	}
	r.meter = &meter{budget: r.budget}
	return r
}

// timed runs one step and keeps how long it took, over all rounds.
func (r *run) timed(name string, step func() error) error {
	start := time.Now()
	err := step()
	r.timings[name] += millis(time.Since(start))
	return err
}

func millis(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// notices says at the start what this run has to do without.
func (r *run) notices() {
	for _, n := range r.Notices() {
		r.say(n)
	}
}

// plan reads the question.
func (r *run) plan(context.Context) (state, error) {
	r.read = r.loop.Plan(r.req)
	mode, why := choose(r.req.Mode, r.read.Understanding)
	r.mode, r.budget = mode, r.Budget(mode)
	r.meter.budget = r.budget
	r.read.Understanding.Steps = append(r.read.Understanding.Steps, why)
	r.say(r.read.Understood())
	if mode == engine.Troubleshoot && r.Graph != nil && !r.Off.Graph {
		return atChain, nil
	}
	return atRetrieve, nil
}

// more reports whether the budget allows another round.
func (r *run) more() bool {
	return r.mode != engine.Fast && !r.Off.Loop && !r.read.blank && r.round < r.budget.Rounds
}
