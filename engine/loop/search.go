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

// retrieve looks for records, and counts what could be found. What earlier
// rounds found stays among it.
func (r *run) retrieve(ctx context.Context) (state, error) {
	var found []engine.Passage
	err := r.timed("search", func() (err error) { found, err = r.search(ctx, &r.read); return err })
	if err != nil {
		return "", err
	}
	r.found = r.chained(ctx, r.joined(found))
	if r.coverage == nil || r.round > 1 {
		r.coverage, err = r.cover(ctx, r.read.Request.Query.Filter)
	}
	return atDraft, err
}

// firstKept is how many records of earlier rounds stay in front: they were ranked
// by the question itself.
const firstKept = 3

// joined adds what this round found to what earlier ones did, and says the order.
func (r *run) joined(found []engine.Passage) []engine.Passage {
	if r.round == 1 || len(r.found) == 0 {
		return found
	}
	out := joined(r.found, found)
	top := make([]trace.Ranked, 0, len(out))
	for _, p := range out[:min(len(out), shownRanks)] {
		top = append(top, trace.Ranked{DocID: p.Record.DocID, Title: p.Record.Title, Score: p.Score})
	}
	r.say(trace.Reranked{Ranker: "the rounds put together", Top: top})
	return out
}

// shownRanks is how many records of a joined list the trace holds.
const shownRanks = 20

// joined takes the first few of before, then turn by turn one of each that is not
// there yet. No score is higher than the one before it.
func joined(before, found []engine.Passage) []engine.Passage {
	seen := map[string]bool{}
	out := make([]engine.Passage, 0, len(before)+len(found))
	add := func(list []engine.Passage, at int) {
		if at < len(list) && !seen[list[at].Record.DocID] && len(out) < recordsKept {
			p := list[at]
			seen[p.Record.DocID] = true
			if len(out) > 0 {
				p.Score = min(p.Score, out[len(out)-1].Score)
			}
			out = append(out, p)
		}
	}
	for i := range before[:min(len(before), firstKept)] {
		add(before, i)
	}
	for i := range max(len(before), len(found)) {
		add(found, i)
		add(before, i+firstKept)
	}
	return out
}

// search looks for records once. When its quoted or excluded words shut out every
// record it looks without these, which is said. What the request demands stays.
func (r *run) search(ctx context.Context, plan *Plan) ([]engine.Passage, error) {
	found, err := r.searchOnce(ctx, plan)
	q := &plan.Request.Query
	if err != nil || len(found) > 0 || len(q.Phrases)+len(q.Exclude) == 0 {
		return found, err
	}
	r.say(trace.Retried{
		Round: 1, Reason: "no record meets the question's quoted and excluded words",
		Change: "searched without these conditions",
	})
	q.Text = strings.Join(append([]string{q.Text}, q.Exclude...), " ")
	q.Phrases, q.Exclude, q.Filter = nil, nil, plan.asked
	return r.searchOnce(ctx, plan)
}

func (r *run) searchOnce(ctx context.Context, plan *Plan) ([]engine.Passage, error) {
	plan.Request.Explain = true
	found, err := r.loop.Search(ctx, plan, r.say)
	if errors.Is(err, engine.ErrNothingToSearch) {
		r.say(trace.Degraded{What: "question", Why: "it holds no word to search for", Do: "ask with a word, a PV or a record id"})
		plan.blank = true
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
