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

// coverage says for each source what this question can reach.
func (r *run) coverage(ctx context.Context, f engine.Filter) ([]engine.Coverage, error) {
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
		c := engine.Coverage{Source: s.Name, State: engine.Searched, Searched: counts[s.Name]}
		if c.Searched == 0 && s.Records > 0 {
			c.State = engine.Filtered
		}
		if !s.FreshAsOf.IsZero() {
			c.FreshAsOf = s.FreshAsOf.Format(time.RFC3339)
		}
		out = append(out, c)
	}
	return out, nil
}

func (r *run) finish(q engine.Query, d compose.Draft, g float64, found []engine.Passage, coverage []engine.Coverage) engine.Answer {
	text, citations := compose.Render(d)
	for i := range citations {
		citations[i].Verified = true // Render cites only claims that were checked
	}
	scores := engine.NewScores(d.Relevance, g, d.Complete, 0)
	answer := engine.Answer{
		Text: text, Citations: citations, Confidence: g * (d.Relevance + d.Complete) / 2, Mode: r.req.Mode, Rounds: 1, Scores: scores,
		Coverage: coverage, Composer: extractive, Timings: r.timings,
	}
	if why := insufficient(d, citations); why != "" {
		r.emit.Step(trace.Scored{Scores: scores, Why: why})
		answer.Abstained = true
		answer.Citations = []engine.Citation{}
		answer.Text = compose.Abstention(coverage, filterWords(q.Filter), missing(d), nearest(found))
	} else {
		r.emit.Step(trace.Scored{Scores: scores, Why: "the evidence covers the question"})
	}
	r.stream(answer.Text)
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

// stream sends the text as it will stand, block by block.
func (r *run) stream(text string) {
	for piece := range strings.SplitAfterSeq(text, "\n\n") {
		r.emit.Step(trace.Delta{Text: piece})
	}
}
