package loop

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"owl/engine"
	"owl/engine/compose"
	"owl/engine/query"
	"owl/engine/trace"
	"owl/engine/writer"
	"owl/engine/writer/react"
)

// Model is what a language model does for an answer. Writer must be there; the
// others may be nil. All of them are asked within the run's budget.
type Model struct {
	Writer  *writer.Writer
	Tools   *react.Executor
	Adviser *writer.Adviser
}

func (m *Model) adviser(by *meter) query.Adviser {
	a := *m.Adviser
	a.Model = metered{a.Model, by}
	return &a
}

// writer is the model's writer behind the meter. In one pass there is neither
// gate nor rewrite.
func (r *run) writer() *writer.Writer {
	w := *r.Model.Writer
	w.Model = metered{w.Model, r.meter}
	switch {
	case r.Off.Gate || r.mode == engine.Fast:
		w.Gate, w.Once = nil, true
	case w.Gate != nil:
		g := *w.Gate
		g.Model = metered{g.Model, r.meter}
		w.Gate = &g
	}
	return &w
}

// tools lets the model ask tools. It reads the question and what tools returned,
// never a record. The answer from the records is shown meanwhile.
func (r *run) tools(ctx context.Context) (state, error) {
	r.preview()
	e := *r.Model.Tools
	e.Model = metered{e.Model, r.meter}
	e.Limits.Calls = within(e.Limits.Calls, r.meter.spend(0)/2)
	e.Limits.Time = min(e.Limits.Filled().Time, r.budget.Time/2)
	var out react.Outcome
	err := r.timed("tools", func() (err error) { out, err = e.Run(ctx, r.req.Question, r.Context().Now, r.say); return err })
	r.asked = &out
	r.meter.spend(out.Calls)
	switch {
	case ctx.Err() != nil:
		return "", ctx.Err()
	case err != nil:
		r.without(err)
		return atFinish, nil
	case out.Stopped != "":
		r.say(trace.Degraded{What: "tools", Why: out.Stopped, Do: "what they returned until then counts"})
	}
	if r.best.lacks != "" && len(out.Returned) == 0 {
		return atFinish, nil
	}
	return atWrite, nil
}

// within is a limit, whose zero means usual, held below another one.
func within(limit, most int) int {
	if limit <= 0 {
		return max(1, most)
	}
	return max(1, min(limit, most))
}

// preview shows the extractive answer while the model is at work.
func (r *run) preview() {
	if r.best != nil && r.best.lacks == "" {
		r.show(r.best.text)
	}
}

// write lets the model write from the evidence. What it writes is checked while
// it comes, and shown as it passes.
func (r *run) write(ctx context.Context) (state, error) {
	r.preview()
	w := r.writer()
	began := false
	onText := func(piece string) {
		if !began {
			began = true
			r.enter(atWrite, true)
		}
		r.shown += piece
		r.say(trace.Delta{Text: piece})
	}
	var d writer.Draft
	err := r.timed("write", func() (err error) {
		d, err = w.Write(ctx, writer.Input{Question: r.req.Question, Evidence: r.evidence(), OnText: onText})
		return err
	})
	if ctx.Err() != nil {
		return "", ctx.Err()
	}
	if d.Claims > 0 {
		r.say(d.Drafted(w.Model.Name()))
	}
	if err != nil && !errors.Is(err, writer.ErrNoAnswer) && !errors.Is(err, writer.ErrUnsupported) {
		r.without(err)
		return atFinish, nil
	}
	r.written(d, w.Model.Name(), err)
	return atGate, nil
}

// leastGrounded is the share of its claims that must hold for a model's draft to
// take the place of the records' own sentences.
const leastGrounded = 0.5

// written makes the model's draft the current one. It is unfit as an answer when
// too little of it holds; it is judged all the same, as other evidence may do.
func (r *run) written(d writer.Draft, name string, err error) {
	c := *r.best
	if err == nil && d.Grounding() < leastGrounded {
		err = fmt.Errorf("%d of %d sentences of the model's draft stand in no record", d.Claims-d.Kept, d.Claims)
	}
	c.unfit, c.verdict = err, d.Verdict
	c.text, c.citations, c.composer, c.g, c.round = d.Text, d.Citations, name, d.Grounding(), r.round
	c.raw = d.Text
	for _, drop := range d.Dropped {
		c.raw += "\n" + string(drop.Claim)
	}
	fromTool := slices.ContainsFunc(c.citations, func(x engine.Citation) bool { return x.Collection == react.Collection })
	if fromTool {
		c.lacks = "" // the tool has what no record holds
	}
	r.current = &c
}

// evidence is what the model writes from: what tools returned, then the records
// that the extractive answer shows, then what else was found.
func (r *run) evidence() []writer.Evidence {
	var out []writer.Evidence
	found := r.found
	if r.asked != nil {
		for _, rec := range r.asked.Returned {
			out = append(out, writer.Whole(rec))
		}
		found = append(slices.Clone(r.asked.Found), found...)
	}
	limits := writer.Limits{}
	if r.mode == engine.Fast { // half of it is read in half of the time
		limits = writer.Limits{Records: 4, Record: 1600, Total: 4800}
	}
	return append(out, writer.FromPassages(shownFirst(found, r.best.draft), limits)...)
}

func shownFirst(found []engine.Passage, d compose.Draft) []engine.Passage {
	place := map[string]int{}
	for i, b := range d.Blocks {
		if _, ok := place[b.Record.DocID]; !ok {
			place[b.Record.DocID] = i - len(d.Blocks)
		}
	}
	out := slices.Clone(found)
	slices.SortStableFunc(out, func(a, b engine.Passage) int { return place[a.Record.DocID] - place[b.Record.DocID] })
	return slices.CompactFunc(out, func(a, b engine.Passage) bool { return a.Record.DocID == b.Record.DocID })
}

// without says that the answer is not the model's, and why.
func (r *run) without(err error) {
	do := "the answer is made of the records' own sentences; owl doctor tests the connection"
	switch {
	case errors.Is(err, writer.ErrNoAnswer), errors.Is(err, writer.ErrUnsupported), spent(err):
		do = "the answer is made of the records' own sentences"
	case r.best.lacks != "":
		do = "no tool could be asked; owl doctor tests the connection"
	}
	r.say(trace.Degraded{What: "language model", Why: err.Error(), Do: do})
}
