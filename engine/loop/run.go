package loop

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"owl/engine"
	"owl/engine/compose"
	"owl/engine/query"
	"owl/engine/retrieve"
	"owl/engine/trace"
	"owl/engine/verify"
)

// run is one question on its way to an answer.
type run struct {
	Deps
	req     engine.Request
	emit    *trace.Emitter
	began   time.Time
	timings map[string]float64 // milliseconds by step
}

func newRun(deps Deps, req engine.Request, sink trace.Sink) *run {
	if req.Mode == "" {
		req.Mode = engine.Auto
	}
	began := time.Now()
	return &run{
		Deps: deps, req: req, began: began, timings: map[string]float64{},
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
	q := r.understand()
	coverage, err := r.coverage(ctx, q.Filter)
	if err != nil {
		return engine.Answer{}, err
	}
	var found []engine.Passage
	if err := r.timed("search", func() (err error) { found, err = r.search(ctx, &q); return err }); err != nil {
		return engine.Answer{}, err
	}
	var draft compose.Draft
	err = r.timed("compose", func() error { draft = compose.Compose(q.Text, found, r.Retriever.Weigh); return ctx.Err() })
	if err != nil {
		return engine.Answer{}, err
	}
	checked, g := r.check(draft)
	return r.finish(q, checked, g, found, coverage), nil
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

func (r *run) understand() engine.Query {
	q, steps := query.Parse(r.req.Question, r.Now())
	q.Filter = both(q.Filter, r.req.Filter)
	r.emit.Step(trace.Understood{Text: q.Text, Phrases: q.Phrases, Exclude: q.Exclude, Filters: filterWords(q.Filter), Steps: steps})
	return q
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

// search looks for records. When the conditions that the question itself
// states shut out every record, it is searched again without them, which is
// said. What the request demands stays.
func (r *run) search(ctx context.Context, q *engine.Query) ([]engine.Passage, error) {
	found, err := r.searchOnce(ctx, *q)
	conditional := len(q.Phrases)+len(q.Exclude) > 0 || !q.Filter.Since.Equal(r.req.Filter.Since)
	if err != nil || len(found) > 0 || !conditional {
		return found, err
	}
	r.emit.Step(trace.Retried{
		Round: 1, Reason: "no record meets the question's quoted words, excluded words and dates",
		Change: "searched without these conditions",
	})
	q.Text = strings.Join(append([]string{q.Text}, q.Exclude...), " ")
	q.Phrases, q.Exclude, q.Filter = nil, nil, r.req.Filter
	return r.searchOnce(ctx, *q)
}

// recordsKept is how many records a run composes from.
const recordsKept = 50

func (r *run) searchOnce(ctx context.Context, q engine.Query) ([]engine.Passage, error) {
	say := func(p trace.Payload) { r.emit.Step(p) }
	found, err := r.Retriever.Find(ctx, retrieve.Request{Query: q, K: recordsKept, Explain: true}, say)
	if errors.Is(err, engine.ErrNothingToSearch) {
		r.emit.Step(trace.Degraded{What: "question", Why: "it holds no word to search for", Do: "ask with a word, a PV or a record id"})
		return nil, nil
	}
	return found, err
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

// Plan is how a question is looked for.
func (l *Loop) Plan(req engine.Request) retrieve.Request {
	q, _ := query.Parse(req.Question, l.deps.Now())
	q.Filter = both(q.Filter, req.Filter)
	return retrieve.Request{Query: q, K: recordsKept}
}
