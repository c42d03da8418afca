package ranker

import "testing"

func TestChancesFollowTheGrades(t *testing.T) {
	examples := made(60)
	weights := Train(examples, Defaults())
	c := ChanceOf(examples, weights)
	good, bad, nGood, nBad := 0.0, 0.0, 0.0, 0.0
	for _, e := range examples {
		for i, s := range e.scores(weights) {
			if e.Grades[e.Items[i].DocID] > 0 {
				good, nGood = good+c.Of(s), nGood+1
			} else {
				bad, nBad = bad+c.Of(s), nBad+1
			}
		}
	}
	if good/nGood < 2*bad/nBad {
		t.Errorf("chance %.2f of relevant candidates, %.2f of others, %+v", good/nGood, bad/nBad, c)
	}
	if ChanceOf(nil, nil) != nil {
		t.Error("a chance of nothing")
	}
}
