package ranker

import (
	"math"

	"owl/engine/rerank"
)

// shown is how deep the candidates count for the chance: what an answer may show.
const shown = 20

// ChanceOf fits by how likely a candidate is relevant to its score: the middle
// and slope of a logistic curve that make the grades likeliest, on a grid, so that
// the result is the same each time.
func ChanceOf(examples []Example, weights []float64) *rerank.Chance {
	var scores []float64
	var good []bool
	for _, e := range examples {
		all := e.scores(weights)
		for _, i := range orderOf(all)[:min(len(all), shown)] {
			scores, good = append(scores, all[i]), append(good, e.Grades[e.Items[i].DocID] > 0)
		}
	}
	if len(scores) == 0 {
		return nil
	}
	best, least := rerank.Chance{}, math.Inf(1)
	for middle := -5.0; middle <= 30; middle += 0.5 {
		for slope := 0.1; slope < 2; slope += 0.1 {
			c := rerank.Chance{Middle: middle, Slope: math.Round(10*slope) / 10}
			if l := loss(c, scores, good); l < least {
				best, least = c, l
			}
		}
	}
	return &best
}

func loss(c rerank.Chance, scores []float64, good []bool) (sum float64) {
	for i, s := range scores {
		p := c.Of(s)
		if !good[i] {
			p = 1 - p
		}
		sum -= math.Log(p + 1e-12)
	}
	return sum
}
