package lexical

import (
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func near(a, b float64) bool { return math.Abs(a-b) < 1e-12 }

func TestNormalise(t *testing.T) {
	for in, want := range map[string]string{
		"The  cat's PV, an A-10!":    "cats pv a10",
		"SR:RF:A:CIRC:FLOW = 42.0 a": "srrfacircflow 420",
		"a 5 µA the":                 "5 µa",
		"theory and another":         "theory and another",
		"µm °C – “quoted”":           "µm °c – “quoted”", // only ASCII punctuation goes
		"":                           "",
	} {
		if got := Normalise(in); got != want {
			t.Errorf("%q: got %q, want %q", in, got, want)
		}
	}
}

func TestExactMatchIsARunOfTokens(t *testing.T) {
	for _, c := range []struct {
		answer, gold string
		want         bool
	}{
		{"It was set to 21.85 kV on Monday.", "21.85 kV", true},
		{"It was set to 21.85 on Monday, kV.", "21.85 kV", false},
		{"cart", "art", false},
		{"The resin, a lot of it", "resin lot", true},
		{"anything", "the", false},
	} {
		if got := ExactMatch(c.answer, c.gold); got != c.want {
			t.Errorf("%q in %q: %v", c.gold, c.answer, got)
		}
	}
}

// Worked by hand: the window "resin clogged strainer" of three tokens shares
// all three with the gold's four.
func TestBestWindowF1(t *testing.T) {
	gold := "resin clogged the strainer basket"
	if got := BestWindowF1("We saw that resin clogged strainer 1 last night in the hall", gold); !near(got, 2*3.0/(3+4)) {
		t.Errorf("got %v", got)
	}
	if got := BestWindowF1("resin", gold); !near(got, 2*1.0/(1+4)) {
		t.Errorf("a short answer: %v", got)
	}
	if BestWindowF1("", gold) != 0 || BestWindowF1("resin", "the") != 0 || BestWindowF1("fan", gold) != 0 {
		t.Error("nothing in common scores")
	}
	if got := TokenF1("a b b c", "b b d"); !near(got, 2*2.0/(3+3)) {
		t.Errorf("token F1 = %v", got)
	}
}

func TestBestWindowIsAtLeastTheF1OfTheWholeWhenLengthsAreClose(t *testing.T) {
	word := rapid.SampledFrom(strings.Fields("beam resin basket strainer flow valve a the 42"))
	rapid.Check(t, func(t *rapid.T) {
		gold := strings.Join(rapid.SliceOfN(word, 1, 8).Draw(t, "gold"), " ")
		answer := strings.Join(rapid.SliceOfN(word, 0, 30).Draw(t, "answer"), " ")
		best := BestWindowF1(answer, gold)
		if best < 0 || best > 1+1e-12 {
			t.Fatalf("F1 = %v", best)
		}
		if ExactMatch(answer, gold) && !near(best, 1) {
			t.Fatalf("%q holds %q, F1 = %v", answer, gold, best)
		}
		if len(Tokens(answer)) <= len(Tokens(gold))+slack && best+1e-12 < TokenF1(answer, gold) && len(Tokens(answer)) >= len(Tokens(gold))-slack {
			t.Fatalf("best window %v, whole %v", best, TokenF1(answer, gold))
		}
	})
}

func TestRAGASProxies(t *testing.T) {
	question := "Why did the flow fall?"
	gold := "Resin clogged the strainer. The basket was changed."
	contexts := []string{"Nothing of note.", "Resin clogged the strainer of station B."}
	p := RAGAS(question, "The flow fell: resin clogged the strainer. [1] Pigs can fly over mountains. [1]", gold, contexts)
	for name, c := range map[string]struct{ got, want float64 }{
		"context precision": {p.ContextPrecision, 0.5},
		"context recall":    {p.ContextRecall, 0.5},
		"answer relevance":  {p.AnswerRelevance, 0.5}, // "flow" of flow and fall: fell is another stem
		"faithfulness":      {p.Faithfulness, 0.5},
	} {
		if !near(c.got, c.want) {
			t.Errorf("%s = %v, want %v", name, c.got, c.want)
		}
	}
	if p := RAGAS("", "", "", nil); p != (Proxies{}) {
		t.Errorf("nothing gives %+v", p)
	}
}
