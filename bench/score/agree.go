package score

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"owl/bench/nuggets"
	"owl/bench/stats"
)

// Rater is who gave the verdicts of nuggets.
type Rater string

// The raters of a scored variant.
const (
	ByMatcher Rater = "matcher"
	ByJudge   Rater = "judge"
)

// Verdicts are the verdicts of one rater, by question id and in the order of its
// nuggets.
type Verdicts map[string][]nuggets.Verdict

// Verdicts returns a rater's on the answers that say something: nobody needs to
// judge the others. Of a second judge they come from scoring the same runs again
// with it.
func (v Variant) Verdicts(by Rater) Verdicts {
	out := Verdicts{}
	for _, q := range v.Questions {
		if q.Outcome != Answered {
			continue
		}
		for _, n := range q.Nuggets {
			verdict := n.Matcher
			if by == ByJudge {
				verdict = n.Judge
			}
			out[q.ID] = append(out[q.ID], verdict)
		}
	}
	return out
}

// Agreement is how far two raters agree on nuggets that both judged.
type Agreement struct {
	Questions int        `json:"questions"`
	N         int        `json:"n"`        // nuggets
	Share     float64    `json:"share"`    // with the same verdict
	Kappa     float64    `json:"kappa"`    // Cohen's, unweighted
	Interval  [2]float64 `json:"interval"` // of kappa, 95 %, bootstrap over questions
}

// labels are the verdicts of two raters on the nuggets of one question.
type labels struct{ a, b []string }

// Agree compares two raters. The bootstrap draws questions, since nuggets of one
// question depend on each other. The error says that they share no nugget.
func Agree(a, b Verdicts, boot Bootstrap) (Agreement, error) {
	var questions []labels
	for _, id := range sortedIDs(a) {
		var l labels
		for i := range min(len(a[id]), len(b[id])) {
			if judged(a[id][i]) && judged(b[id][i]) {
				l.a, l.b = append(l.a, string(a[id][i])), append(l.b, string(b[id][i]))
			}
		}
		if len(l.a) > 0 {
			questions = append(questions, l)
		}
	}
	all := joined(questions, nil)
	kappa, err := stats.Kappa(all.a, all.b)
	if err != nil {
		return Agreement{}, fmt.Errorf("compare two raters: %w", err)
	}
	same := 0
	for i := range all.a {
		if all.a[i] == all.b[i] {
			same++
		}
	}
	return Agreement{
		Questions: len(questions), N: len(all.a), Share: float64(same) / float64(len(all.a)), Kappa: kappa,
		Interval: kappaInterval(questions, boot),
	}, nil
}

func sortedIDs(v Verdicts) []string {
	ids := make([]string, 0, len(v))
	for id := range v {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	return ids
}

func judged(v nuggets.Verdict) bool { return v != "" && v != nuggets.Unjudged }

// joined strings the labels of the drawn questions together; a nil draw takes
// each once.
func joined(questions []labels, draw func() int) labels {
	var out labels
	for i := range questions {
		if draw != nil {
			i = draw()
		}
		out.a, out.b = append(out.a, questions[i].a...), append(out.b, questions[i].b...)
	}
	return out
}

func kappaInterval(questions []labels, b Bootstrap) [2]float64 {
	rng := rand.New(rand.NewPCG(b.Seed, 0x6b61707061)) //nolint:gosec // reproducible, not secret
	drawn := make([]float64, 0, b.resamples())
	for range b.resamples() {
		sample := joined(questions, func() int { return rng.IntN(len(questions)) })
		if k, err := stats.Kappa(sample.a, sample.b); err == nil {
			drawn = append(drawn, k)
		}
	}
	slices.Sort(drawn)
	return [2]float64{percentile(drawn, 0.025), percentile(drawn, 0.975)}
}

// percentile interpolates linearly between sorted values, of which there is at
// least one, as package stats does for its intervals.
func percentile(sorted []float64, q float64) float64 {
	at := q * float64(len(sorted)-1)
	low := int(at)
	high := min(low+1, len(sorted)-1)
	return sorted[low] + (at-float64(low))*(sorted[high]-sorted[low])
}
