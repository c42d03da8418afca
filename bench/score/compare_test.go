package score

import (
	"fmt"
	"math"
	"testing"

	"owl/bench/nuggets"
	"pgregory.net/rapid"
)

// variant makes questions whose strict vital recall is given: 1 for "+", 0 for
// "-", not applicable for " ".
func variant(name, outcomes string) Variant {
	v := Variant{Name: name}
	for i, c := range outcomes {
		q := Question{About: About{ID: fmt.Sprint(i), Answerable: true}, Outcome: Answered, Retrieval: Retrieval{Whole: true, MRR10: 0.5}}
		switch c {
		case '+':
			q.Recall.Vital = nuggets.Counts{Support: 1}
		case '-':
			q.Recall.Vital = nuggets.Counts{None: 1}
		}
		v.Questions = append(v.Questions, q)
	}
	return v
}

func TestCompare(t *testing.T) {
	base := variant("naive", "--------++  ")
	other := variant("full", "++++++++-- +")
	got, err := Compare(base, []Variant{other, variant("same", "--------++  ")}, []string{StrictVital, "MRR@10", "experts"}, Bootstrap{Resamples: 2000, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	if len(got.Metrics) != 4 || len(got.Success) != 2 { // nobody asked for persons
		t.Fatalf("%+v", got)
	}
	c := got.Metrics[0]
	if c.Metric != StrictVital || c.N != 10 || c.Unpaired != 1 || c.BaseMean != 0.2 || c.Mean != 0.8 || math.Abs(c.Difference-0.6) > 1e-12 {
		t.Errorf("%+v", c)
	}
	if c.P > 0.2 || c.Holm < c.P || c.Bonferroni < c.Holm || c.BH > c.Holm {
		t.Errorf("p-values %+v", c.Test)
	}
	if same := got.Metrics[2]; same.Difference != 0 || same.P != 1 || same.Interval != [2]float64{0, 0} {
		t.Errorf("no difference: %+v", same)
	}
	// binomtest(2, 10, 0.5) of scipy gives 0.109375.
	if o := got.Success[0]; o.OnlyVariant != 8 || o.OnlyBase != 2 || o.N != 10 || math.Abs(o.P-0.109375) > 1e-12 || math.Abs(o.Holm-0.21875) > 1e-12 {
		t.Errorf("%+v", o)
	}
	if _, err := Compare(base, []Variant{other}, []string{"beauty"}, Bootstrap{}); err == nil {
		t.Error("an unknown metric was compared")
	}
}

func TestLatencies(t *testing.T) {
	var questions []Question
	for i := 1; i <= 100; i++ {
		questions = append(questions, Question{Millis: map[string]float64{"search": float64(i), "total": float64(10 * i)}})
	}
	questions = append(questions, Question{}) // a failed run has no times
	got := Latencies(questions)
	if len(got) != 2 || got[0].Name != "total" || got[1].N != 100 {
		t.Fatalf("%+v", got)
	}
	search := got[1]
	// By the binomial table for n = 100: ranks 40 and 61 around the median, 90
	// and 100 around the 95th percentile.
	if search.P50.Value != 50 || search.P50.Interval != [2]float64{40, 61} || search.P95.Value != 95 || search.P95.Interval != [2]float64{90, 100} {
		t.Errorf("%+v %+v", search.P50, search.P95)
	}
	if search.P50.Confidence < 0.95 || search.P95.Confidence < 0.95 {
		t.Errorf("confidence %v, %v", search.P50.Confidence, search.P95.Confidence)
	}
	if one := Latencies(questions[:1])[0]; one.P95.Value != 10 || one.P95.Interval != [2]float64{10, 10} || one.P95.Confidence > 0.01 {
		t.Errorf("one value: %+v", one.P95)
	}
}

func TestQuantileIntervalsHoldTheQuantile(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 60).Draw(t, "n")
		sorted := make([]float64, n)
		for i := range sorted {
			sorted[i] = float64(i)
		}
		got := quantileOf(sorted, rapid.SampledFrom([]float64{0.5, 0.95}).Draw(t, "q"))
		if got.Interval[0] > got.Value || got.Interval[1] < got.Value || got.Confidence < -1e-9 || got.Confidence > 1+1e-9 {
			t.Fatalf("%+v of %d", got, n)
		}
	})
}
