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

// search looks for records. When none lies in the time that the question names
// it looks in wider ones, step by step; when its quoted or excluded words shut
// out every record, without these. Each is said. What the request demands stays.
func (r *run) search(ctx context.Context, plan *Plan) ([]engine.Passage, error) {
	found, err := r.searchOnce(ctx, plan)
	for step := 1; err == nil && len(found) == 0; step++ {
		wider, words, ok := query.Widen(plan.Understanding.Date, step)
		if !ok || !plan.Understanding.Date.Hard {
			break
		}
		r.emit.Step(trace.Retried{Round: step, Reason: "no record lies in the time that was named", Change: "searched in " + words})
		plan.Request.Query.Filter.Since, plan.Request.Query.Filter.Until = wider.From, wider.Until
		plan.Request.Query.Filter = both(plan.Request.Query.Filter, engine.Filter{Since: r.req.Filter.Since, Until: r.req.Filter.Until})
		found, err = r.searchOnce(ctx, plan)
	}
	q := &plan.Request.Query
	if err != nil || len(found) > 0 || len(q.Phrases)+len(q.Exclude) == 0 {
		return found, err
	}
	r.emit.Step(trace.Retried{
		Round: 1, Reason: "no record meets the question's quoted and excluded words",
		Change: "searched without these conditions",
	})
	q.Text = strings.Join(append([]string{q.Text}, q.Exclude...), " ")
	q.Phrases, q.Exclude, q.Filter = nil, nil, r.req.Filter
	return r.searchOnce(ctx, plan)
}

func (r *run) searchOnce(ctx context.Context, plan *Plan) ([]engine.Passage, error) {
	req := plan.Request
	req.Explain = true
	found, err := r.Retriever.Find(ctx, req, func(p trace.Payload) { r.emit.Step(p) })
	if errors.Is(err, engine.ErrNothingToSearch) {
		r.emit.Step(trace.Degraded{What: "question", Why: "it holds no word to search for", Do: "ask with a word, a PV or a record id"})
		return nil, nil
	}
	return found, err
}
