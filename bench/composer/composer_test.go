package composer

import (
	"fmt"
	"math"
	"testing"

	"owl/bench/suite"
	"owl/engine"
	"owl/engine/compose"
)

func TestUnitsThatHoldAQuoteAreNeeded(t *testing.T) {
	const text = "Beam was lost.\nThe strainer basket\n was clogged. It rained."
	records := map[string]engine.Record{"r": {DocID: "r", Content: text}}
	q := suite.Question{
		Nuggets:  []suite.Nugget{{Label: suite.Vital, DocID: "r", Quote: "basket was clogged"}, {Label: suite.Okay, DocID: "r", Quote: "It rained"}},
		Evidence: []suite.Evidence{{DocID: "r", Quotes: []string{"not there"}}},
	}
	units := []compose.Unit{{DocID: "r", Start: 0, End: 14}, {DocID: "r", Start: 15, End: 48}, {DocID: "r", Start: 49, End: 59}, {DocID: "other", Start: 0, End: 100}}
	var got []float64
	for _, u := range Label(q, units, records) {
		got = append(got, u.Needed)
	}
	if fmt.Sprint(got) != "[0 1 0.5 0]" {
		t.Errorf("got %v", got)
	}
}

// examplesOf has a first feature that tells which units are needed, as often as
// not, and a second one that says nothing.
func examplesOf(n int) []Example {
	var out []Example
	for q := range n {
		e := Example{Set: "s", ID: fmt.Sprint(q)}
		for i := range 20 {
			u := Unit{Unit: compose.Unit{Words: 50, Vector: []float64{float64(i % 2), float64(i % 3 / 2)}}}
			if i%2 == 1 && i%4 == 1 {
				u.Needed = 1
			}
			e.Units = append(e.Units, u)
		}
		out = append(out, e)
	}
	return out
}

func TestFitFindsTheOdds(t *testing.T) {
	w, err := Regress(rowsOf(examplesOf(50)), 1e-6)
	if err != nil {
		t.Fatal(err)
	}
	if p := w.Of([]float64{1, 0}); math.Abs(p-0.5) > 0.1 {
		t.Errorf("half of the units with the feature are needed, the weights say %.3f", p)
	}
	if p := w.Of([]float64{0, 0}); p > 0.01 {
		t.Errorf("no unit without it is needed, the weights say %.3f", p)
	}
	slope, _ := derivatives(rowsOf(examplesOf(50)), w, 1e-6)
	for i, s := range slope {
		if math.Abs(s) > 1e-4 {
			t.Errorf("the loss still falls by weight %d: %g", i, s)
		}
	}
	if _, err := Regress(nil, 1); err == nil {
		t.Error("weights of nothing")
	}
}

func TestHeldOutQuestionsAreJudgedByTheOthers(t *testing.T) {
	m, err := CrossValidate(examplesOf(30))
	if err != nil {
		t.Fatal(err)
	}
	if m.Questions != 30 || m.Units != 600 || m.Loss >= m.Base || m.Shown <= 0.2 {
		t.Errorf("got %+v", m)
	}
}

func TestAModelIsReadAsItWasFitted(t *testing.T) {
	w := Of(compose.Builtin())
	m := w.Model("about")
	back := Of(&m)
	for i := range w {
		if math.Abs(w[i]-back[i]) > 0.0005 {
			t.Errorf("weight %d: %g, then %g", i, w[i], back[i])
		}
	}
}
