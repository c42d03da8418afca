package operations

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"owl/bench/nuggets"
	"owl/bench/suite"
	"owl/engine"
	"pgregory.net/rapid"
)

func lookup(_ context.Context, id string) (engine.Record, error) {
	switch id {
	case "a", "b":
		return engine.Record{DocID: id, Content: "Resin clogged the strainer."}, nil
	case "broken":
		return engine.Record{}, errors.New("disk on fire")
	}
	return engine.Record{}, engine.ErrNotFound
}

func TestCitations(t *testing.T) {
	q := suite.Question{Evidence: []suite.Evidence{{DocID: "a", Grade: suite.Primary}, {DocID: "c", Grade: suite.Supporting}}}
	answer := engine.Answer{Citations: []engine.Citation{
		{DocID: "a", Quote: "Resin", Start: 0, End: 5},
		{DocID: "a", Quote: "clogged", Start: 6, End: 13},
		{DocID: "a", Quote: "clogged", Start: 5, End: 12}, // shifted
		{DocID: "b", Quote: "resin", Start: 0, End: 5},    // changed
		{DocID: "gone", Quote: "x", Start: 0, End: 1},
	}}
	asked := 0
	states := func(r engine.Record) bool { asked++; return r.DocID == "b" }
	c, err := CountCitations(t.Context(), q, answer, lookup, states)
	if err != nil || asked != 2 || c != (Citations{Quotes: 5, ValidQuotes: 2, Cited: 3, Evidence: 2, CitedOfThese: 1, Stating: 2}) {
		t.Fatalf("%+v, %v", c, err)
	}
	for name, got := range map[string]struct {
		of   func() (float64, bool)
		want float64
	}{"precision": {c.Precision, 1.0 / 3}, "support": {c.Support, 2.0 / 3}, "recall": {c.Recall, 0.5}, "validity": {c.Validity, 0.4}} {
		if v, ok := got.of(); !ok || v != got.want {
			t.Errorf("%s = %v, %v", name, v, ok)
		}
	}
	if _, err := CountCitations(t.Context(), q, engine.Answer{Citations: []engine.Citation{{DocID: "broken"}}}, lookup, states); err == nil {
		t.Error("a broken store is no error")
	}
	none, err := CountCitations(t.Context(), suite.Question{}, engine.Answer{}, lookup, states)
	if err != nil {
		t.Fatal(err)
	}
	for name, of := range map[string]func() (float64, bool){"precision": none.Precision, "support": none.Support, "recall": none.Recall, "validity": none.Validity} {
		if _, ok := of(); ok {
			t.Errorf("%s of nothing", name)
		}
	}
}

func TestSteps(t *testing.T) {
	gold := "ICMS_1429 r2: bath at least 50 %; start pump 2 at 800 rpm, then go to 1600 rpm. Close the valve; 12."
	want := []string{"bath at least 50 %", "start pump 2 at 800 rpm", "go to 1600 rpm", "Close the valve"}
	if got := Steps(gold); !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
}

func TestOrderOfSteps(t *testing.T) {
	gold := "Hold the top-up; open valve GV3; press Reset; inject to 50 mA."
	for name, c := range map[string]struct {
		answer string
		want   Order
	}{
		"all in order":         {"Hold the top-up. [1]\n1. Open valve GV3. [1]\n2. Press Reset. [1]\n3. Inject to 50 mA. [1]", Order{4, 4, 4}},
		"one late":             {"Open valve GV3. Press Reset. Inject to 50 mA. Hold the top-up.", Order{4, 4, 3}},
		"two missing":          {"Hold the top-up. Inject to 50 mA.", Order{4, 2, 2}},
		"in one statement":     {"Hold the top-up, open valve GV3, press Reset, inject to 50 mA.", Order{4, 4, 4}},
		"nothing of the steps": {"The moon was full.", Order{4, 0, 0}},
	} {
		if got := CountOrder(gold, nuggets.NewMatcher().Read(c.answer)); got != c.want {
			t.Errorf("%s: %+v, want %+v", name, got, c.want)
		}
	}
	if _, ok := (Order{Steps: 3, Found: 1, InOrder: 1}).Concordance(); ok {
		t.Error("one step has an order")
	}
	if share, ok := (Order{Steps: 4, Found: 3, InOrder: 2}).Share(); !ok || share != 0.5 {
		t.Errorf("share = %v, %v", share, ok)
	}
}

func TestLongestRisingIsTheLongest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		places := rapid.SliceOfN(rapid.IntRange(0, 6), 0, 10).Draw(t, "places")
		best := 0
		for mask := range 1 << len(places) {
			last, n, ok := -1, 0, true
			for i, p := range places {
				if mask>>i&1 == 1 {
					ok = ok && p >= last
					last, n = p, n+1
				}
			}
			if ok {
				best = max(best, n)
			}
		}
		if got := longestRising(places); got != best {
			t.Fatalf("%v: %d, want %d", places, got, best)
		}
	})
}

func TestExperts(t *testing.T) {
	gold := "Call Ada Lovelace-King (4902), then Grace Hopper; Ada Lovelace-King knows."
	for _, c := range []struct {
		question, answer string
		want             Experts
		ok               bool
	}{
		{"Who is called at night?", "**List** · 2024\n\nG. Hopper, 4901. [1]", Experts{2, 1}, true},
		{"Whom do I ring?", "Lovelace-King's pager, then Grace Hopper. [1]", Experts{2, 2}, true},
		{"Who?", "Nobody is named.", Experts{2, 0}, true},
		{"What is the limit?", "Grace Hopper", Experts{}, false},
	} {
		if got, ok := CountExperts(c.question, gold, c.answer); got != c.want || ok != c.ok {
			t.Errorf("%q: %+v, %v", c.question, got, ok)
		}
	}
	if _, ok := CountExperts("Who?", "the shift lead", "x"); ok {
		t.Error("a gold answer without a name has experts")
	}
	if got := strings.Join(Persons("Signe Baptiste (4902), Rolf Estrada-Pike"), "|"); got != "Signe Baptiste|Rolf Estrada-Pike" {
		t.Errorf("got %q", got)
	}
}

func TestAbstention(t *testing.T) {
	for _, c := range []struct {
		a                   Abstention
		precision, recall   float64
		counts, unanswering bool
	}{
		{Abstention{Answerable: false, Abstained: true}, 1, 1, true, true},
		{Abstention{Answerable: true, Abstained: true}, 0, 0, true, false},
		{Abstention{Answerable: false, Abstained: false}, 0, 0, false, true},
		{Abstention{Answerable: true, Abstained: false}, 0, 0, false, false},
	} {
		p, counts := c.a.Precision()
		r, unanswering := c.a.Recall()
		if p != c.precision || r != c.recall || counts != c.counts || unanswering != c.unanswering {
			t.Errorf("%+v: %v %v, %v %v", c.a, p, counts, r, unanswering)
		}
	}
}
