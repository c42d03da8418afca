package ranker

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"owl/bench/metrics"
	"owl/engine/fuse"
	"owl/engine/retrieve"
)

// made has n questions in which the first feature tells the evidence and the
// second is noise.
func made(n int) []Example {
	random := rand.New(rand.NewPCG(1, 2))
	var out []Example
	for q := range n {
		e := Example{ID: fmt.Sprint("q", q), Grades: metrics.Grades{}}
		for d := range 20 {
			id := fmt.Sprint("d", d)
			v := []float64{random.Float64(), random.Float64(), 0}
			if d == q%20 {
				e.Grades[id] = 2
				v[0] += 0.8
			}
			e.Items = append(e.Items, Item{DocID: id, Vector: v})
		}
		out = append(out, e)
	}
	return out
}

func mrr(examples []Example, order func(Example) []string) float64 {
	sum := 0.0
	for _, e := range examples {
		sum += metrics.MRR(order(e), e.Grades, 10) / float64(len(examples))
	}
	return sum
}

func TestTrainingFindsTheFeatureThatTells(t *testing.T) {
	examples := made(60)
	w := Train(examples, Defaults())
	if w[0] < 4*max(w[1], -w[1]) || w[2] != 0 {
		t.Errorf("weights %v", w)
	}
	if again := Train(examples, Defaults()); again[0] != w[0] {
		t.Errorf("another result the second time: %v, %v", w, again)
	}
	before, after := mrr(examples, Example.Order), mrr(examples, func(e Example) []string { return e.Rank(w) })
	if after < before+0.3 {
		t.Errorf("MRR %.3f before, %.3f after", before, after)
	}
}

func TestAFeatureThatIsOffGetsNoWeight(t *testing.T) {
	o := Defaults()
	o.Off = []int{0}
	if w := Train(made(30), o); w[0] != 0 {
		t.Errorf("weights %v", w)
	}
}

func TestCrossValidationRanksEveryQuestionWithoutItself(t *testing.T) {
	examples := made(40)
	held := CrossValidate(examples, Defaults())
	if len(held) != len(examples) || len(held["q3"]) != 20 {
		t.Fatalf("%d questions, %d records", len(held), len(held["q3"]))
	}
	trained := Train(examples, Defaults())
	different := false
	for _, e := range examples {
		different = different || fmt.Sprint(held[e.ID]) != fmt.Sprint(e.Rank(trained))
	}
	if !different {
		t.Error("held-out orders are those of the weights trained on all")
	}
}

func TestTheCrossEncoderCountsOnlyWhereItClearlyEarns(t *testing.T) {
	grades := metrics.Grades{"good": 2}
	helps := Read{Intent: "general", Order: []string{"bad", "good"}, Scores: []float64{1, 0.8}, Levels: []float64{0.1, 0.9}, Grades: grades}
	hurts := Read{Intent: "value", Order: []string{"good", "bad"}, Scores: []float64{1, 0.8}, Levels: []float64{0.1, 0.9}, Grades: grades}
	all := Cross([]Read{helps, hurts})
	if b := all["general"]; b.Best() != 0.5 || b.MRR[0] != 0.5 || b.MRR[1] != 1 {
		t.Errorf("general %+v", b)
	}
	if b := all["value"]; b.Best() != 0 {
		t.Errorf("value %+v", b)
	}
	if b := all[""]; b.Questions != 2 {
		t.Errorf("all %+v", b)
	}
}

func TestAnIntentHasItsOwnFusionOnlyWhenItIsClearlyBetter(t *testing.T) {
	way := func(smoothing float64) func(string) retrieve.Fusion {
		return func(string) retrieve.Fusion { return retrieve.Fusion{Method: fuse.Normalised, Smoothing: smoothing} }
	}
	fusions := map[string]func(string) retrieve.Fusion{"a": way(0.1), "b": way(0.2)}
	measured := func(name string, all, value, code float64) Measured {
		return Measured{Name: name, NDCG: map[string]float64{"": all, "value": value, "code": code}, Recall: map[string]float64{}}
	}
	got := Best([]Measured{measured("a", 0.6, 0.5, 0.5), measured("b", 0.5, 0.6, 0.51)}, fusions)
	if got["general"].Smoothing != 0.1 || got["value"].Smoothing != 0.2 {
		t.Errorf("got %+v", got)
	}
	if _, own := got["code"]; own {
		t.Error("a small difference was taken")
	}
}
