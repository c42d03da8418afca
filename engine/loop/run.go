package loop

import (
	"context"
	"fmt"
	"time"

	"owl/engine"
	"owl/engine/compose"
	"owl/engine/trace"
	"owl/engine/verify"
)

// run is one question on its way to an answer.
type run struct {
	Deps
	loop    *Loop
	req     engine.Request
	emit    *trace.Emitter
	began   time.Time
	timings map[string]float64 // milliseconds by step
}

func newRun(l *Loop, req engine.Request, sink trace.Sink) *run {
	if req.Mode == "" {
		req.Mode = engine.Auto
	}
	began := time.Now()
	return &run{
		Deps: l.deps, loop: l, req: req, began: began, timings: map[string]float64{},
		emit: trace.NewEmitter(newRunID(began), time.Now, sink),
	}
}

// timed runs one step and keeps how long it took.
func (r *run) timed(name string, step func() error) error {
	start := time.Now()
	err := step()
	r.timings[name] = millis(time.Since(start))
	return err
}

func millis(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

func (r *run) answer(ctx context.Context) (engine.Answer, error) {
	r.emit.Emit(trace.Root, "", trace.Started{Question: r.req.Question, Mode: r.req.Mode})
	r.notices()
	plan := r.understand()
	q := &plan.Request.Query
	var found []engine.Passage
	if err := r.timed("search", func() (err error) { found, err = r.search(ctx, &plan); return err }); err != nil {
		return engine.Answer{}, err
	}
	coverage, err := r.coverage(ctx, q.Filter)
	if err != nil {
		return engine.Answer{}, err
	}
	var draft compose.Draft
	asked := compose.Ask(q.Text, plan.Understanding)
	err = r.timed("compose", func() error { draft = compose.Compose(asked, found, r.Retriever.Weigh); return ctx.Err() })
	if err != nil {
		return engine.Answer{}, err
	}
	checked, g := r.check(draft)
	return r.finish(*q, checked, g, found, coverage), nil
}

// notices says at the start what this run has to do without.
func (r *run) notices() {
	for _, n := range r.Notices() {
		r.emit.Step(n)
	}
	if r.req.Mode == engine.Thinking || r.req.Mode == engine.Troubleshoot {
		r.emit.Step(trace.Degraded{
			What: fmt.Sprintf("mode %s", r.req.Mode), Why: "this version answers in one pass",
			Do: "use mode fast or auto to be spared this line",
		})
	}
}

func (r *run) understand() Plan {
	plan := r.loop.Plan(r.req)
	r.emit.Step(plan.Understood())
	return plan
}

// Understood says how the question was read.
func (p Plan) Understood() trace.Understood {
	q := p.Request.Query
	return trace.Understood{Text: q.Text, Phrases: q.Phrases, Exclude: q.Exclude, Filters: filterWords(q.Filter), Steps: p.Understanding.Steps}
}

// both joins what the question says with what the request adds: lists add up,
// spans of time narrow each other.
func both(a, b engine.Filter) engine.Filter {
	a.Collections = append(a.Collections, b.Collections...)
	a.Systems = append(a.Systems, b.Systems...)
	if b.Since.After(a.Since) {
		a.Since = b.Since
	}
	if a.Until.IsZero() || !b.Until.IsZero() && b.Until.Before(a.Until) {
		a.Until = b.Until
	}
	return a
}

func filterWords(f engine.Filter) []string {
	var out []string
	for _, c := range f.Collections {
		out = append(out, "collection "+string(c))
	}
	for _, s := range f.Systems {
		out = append(out, "system "+s)
	}
	const layout = "2006-01-02 15:04 -07:00"
	if !f.Since.IsZero() {
		out = append(out, "from "+f.Since.Format(layout))
	}
	if !f.Until.IsZero() {
		out = append(out, "before "+f.Until.Format(layout))
	}
	return out
}

// check drops every claim that does not hold against its record. It returns the
// share that held, which is g of the corrective score.
func (r *run) check(draft compose.Draft) (compose.Draft, float64) {
	start := time.Now()
	drafted := trace.Drafted{Composer: extractive}
	for i, b := range draft.Blocks {
		kept := b.Claims[:0:0]
		for _, c := range b.Claims {
			drafted.Claims++
			if err := verify.Check(b.Record, c.Claim); err != nil {
				drafted.Dropped = append(drafted.Dropped, trace.Drop{Claim: engine.Untrusted(c.Text), DocID: c.DocID, Why: err.Error()})
				continue
			}
			kept = append(kept, c)
		}
		draft.Blocks[i].Claims = kept
	}
	drafted.Millis = millis(time.Since(start))
	r.timings["verify"] = drafted.Millis
	r.emit.Step(drafted)
	return draft, float64(drafted.Claims-len(drafted.Dropped)) / float64(max(1, drafted.Claims))
}

const extractive = "extractive"
