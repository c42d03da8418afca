package loop

import (
	"context"
	"fmt"
	"strings"
	"time"

	"owl/engine"
	"owl/engine/compose"
	"owl/engine/trace"
)

// cover says for each source what this question can reach.
func (r *run) cover(ctx context.Context, f engine.Filter) ([]engine.Coverage, error) {
	sources, err := r.Sources.Sources(ctx)
	if err != nil {
		return nil, fmt.Errorf("list the sources: %w", err)
	}
	counts, err := r.Sources.Count(ctx, f)
	if err != nil {
		return nil, fmt.Errorf("count what passes the filter: %w", err)
	}
	out := make([]engine.Coverage, 0, len(sources))
	for _, s := range sources {
		c := engine.Coverage{Source: s.Name, State: engine.Searched, Searched: counts[s.Name], FreshAsOf: engine.RFC3339(s.FreshAsOf)}
		if c.Searched == 0 && s.Records > 0 {
			c.State = engine.Filtered
		}
		out = append(out, c)
	}
	return out, nil
}

// floored is the confidence in a draft that no round made good enough.
const floored = 0.2

// finish makes the answer of the best draft.
func (r *run) finish(ctx context.Context) engine.Answer {
	if r.best == nil { // the time was up before the first draft was judged
		r.settle(r.current)
		r.best = r.current
	}
	c := r.best
	answer := engine.Answer{
		Text: c.text, Citations: c.citations, Confidence: c.g * (c.draft.Relevance + c.draft.Complete) / 2, Mode: r.mode, Rounds: r.round,
		Scores: c.scores, Coverage: r.coverage, Composer: c.composer, Timings: r.timings,
	}
	if c.poor != "" && r.round > 1 {
		answer.Confidence = min(answer.Confidence, floored)
	}
	if c.lacks != "" {
		answer.Abstained = true
		answer.Citations = []engine.Citation{}
		answer.Text = compose.Abstention(r.coverage, filterWords(c.read.Request.Query.Filter), missing(c.draft), nearest(c.found))
	} else {
		r.addBeside(ctx, &answer)
	}
	r.addCounted(ctx, &answer)
	r.show(answer.Text)
	r.timings["total"] = millis(time.Since(r.began))
	return answer
}

func nearest(found []engine.Passage) []compose.Nearest {
	var out []compose.Nearest
	for _, p := range found[:min(3, len(found))] {
		n := compose.Nearest{ID: p.Record.DocID, Title: p.Record.Title}
		if !p.Record.Created.IsZero() {
			n.Date = p.Record.Created.Format("2006-01-02")
		}
		out = append(out, n)
	}
	return out
}

// show sends a text as it will stand, block by block: what of it was not shown
// yet, or all of it in place of another one.
func (r *run) show(text string) {
	rest, goesOn := strings.CutPrefix(text, r.shown)
	if !goesOn {
		r.enter(atFinish, true)
		rest = text
	}
	for piece := range strings.SplitAfterSeq(rest, "\n\n") {
		if piece != "" {
			r.say(trace.Delta{Text: piece})
		}
	}
	r.shown = text
}
