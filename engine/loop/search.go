package loop

import (
	"context"
	"errors"
	"strings"

	"owl/engine"
	"owl/engine/query"
	"owl/engine/trace"
)

// recordsKept is how many records a run composes from.
const recordsKept = 50

// search looks for records. When its quoted or excluded words shut out every
// record it looks without these, which is said. What the request demands stays.
func (r *run) search(ctx context.Context, plan *Plan) ([]engine.Passage, error) {
	found, err := r.searchOnce(ctx, plan)
	q := &plan.Request.Query
	if err != nil || len(found) > 0 || len(q.Phrases)+len(q.Exclude) == 0 {
		return found, err
	}
	r.emit.Step(trace.Retried{
		Round: 1, Reason: "no record meets the question's quoted and excluded words",
		Change: "searched without these conditions",
	})
	q.Text = strings.Join(append([]string{q.Text}, q.Exclude...), " ")
	q.Phrases, q.Exclude, q.Filter = nil, nil, plan.asked
	return r.searchOnce(ctx, plan)
}

func (r *run) searchOnce(ctx context.Context, plan *Plan) ([]engine.Passage, error) {
	plan.Request.Explain = true
	found, err := r.loop.Search(ctx, plan, func(p trace.Payload) { r.emit.Step(p) })
	if errors.Is(err, engine.ErrNothingToSearch) {
		r.emit.Step(trace.Degraded{What: "question", Why: "it holds no word to search for", Do: "ask with a word, a PV or a record id"})
		return nil, nil
	}
	return found, err
}

// Search finds the records of a plan as an answer does. When none lies in the
// time that the question names it looks in wider ones, step by step, and leaves
// in the plan what was searched at last. Each step is told to say. The errors
// are those of retrieve.Retriever.Find.
func (l *Loop) Search(ctx context.Context, plan *Plan, say func(trace.Payload)) ([]engine.Passage, error) {
	find := func() ([]engine.Passage, error) { return l.deps.Retriever.Find(ctx, plan.Request, say) }
	found, err := find()
	for step := 1; err == nil && len(found) == 0; step++ {
		wider, words, ok := query.Widen(plan.Understanding.Date, step)
		if !ok || !plan.Understanding.Date.Hard {
			break
		}
		say(trace.Retried{Round: step, Reason: "no record lies in the time that was named", Change: "searched in " + words})
		f := &plan.Request.Query.Filter
		f.Since, f.Until = wider.From, wider.Until
		*f = both(*f, engine.Filter{Since: plan.asked.Since, Until: plan.asked.Until})
		found, err = find()
	}
	return found, err
}
