package score

import (
	"context"
	"fmt"
	"strings"

	"owl/bench/faith"
	"owl/bench/judge"
	"owl/bench/nuggets"
	"owl/bench/suite"
	"owl/engine"
)

// Judged is what a judge adds to a question.
type Judged struct {
	Recall    nuggets.Scores  `json:"recall"`
	Claims    nuggets.Counts  `json:"claims"`    // the answer's claims against what they cite
	Contained nuggets.Verdict `json:"contained"` // whether the answer holds the gold answer; empty when there is none
}

// judge asks about every nugget, about the gold answer as a whole, and about
// every claim. An answer that says nothing is not asked about.
func (out *Question) judge(ctx context.Context, j judge.Judge, q suite.Question, answer engine.Answer) error {
	judged := &Judged{}
	out.Judged = judged
	ask := func(fact string) (nuggets.Verdict, error) {
		if answer.Text == "" {
			return nuggets.None, nil
		}
		return j.Nugget(ctx, q.Text, fact, answer.Text)
	}
	var verdicts []nuggets.Verdict
	for i := range out.Nuggets {
		v, err := ask(out.Nuggets[i].Text)
		if err != nil {
			return fmt.Errorf("nugget %d: %w", i, err)
		}
		out.Nuggets[i].Judge = v
		verdicts = append(verdicts, v)
	}
	judged.Recall = nuggets.Score(q.Nuggets, verdicts)
	if q.Answerable {
		v, err := ask(q.Gold)
		if err != nil {
			return fmt.Errorf("gold answer: %w", err)
		}
		judged.Contained = v
	}
	for _, f := range out.Claims {
		v, err := j.Claim(ctx, f.Text, evidenceOf(f, answer.Citations))
		if err != nil {
			return fmt.Errorf("claim %q: %w", f.Text, err)
		}
		judged.Claims.Add(v)
	}
	return nil
}

// evidenceOf is what a claim cites, or all that the answer cites when the claim
// has no mark.
func evidenceOf(f faith.Finding, citations []engine.Citation) string {
	cited := map[int]bool{}
	for _, n := range f.Marks {
		cited[n] = true
	}
	var parts []string
	for _, c := range citations {
		if len(cited) == 0 || cited[c.N] {
			parts = append(parts, strings.Join([]string{string(c.Title), c.Date, string(c.Quote)}, "\n"))
		}
	}
	return strings.Join(parts, "\n\n")
}
