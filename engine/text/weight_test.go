package text

import (
	"testing"

	"owl/engine/text/token"
)

func TestRareTokensWeighMore(t *testing.T) {
	x := build(t, t.TempDir(), bodies("beam lost", "beam back", "beam and klystron", "beam")...)
	beam, klystron, nowhere := x.IDF(token.Token{Text: "beam"}), x.IDF(token.Token{Text: "klystron"}), x.IDF(token.Token{Text: "penguin"})
	if !(0 < beam && beam < klystron && klystron < nowhere) {
		t.Errorf("beam %v, klystron %v, a token of no chunk %v", beam, klystron, nowhere)
	}
	if want := idf(4, 1); klystron != want {
		t.Errorf("klystron %v, ranking uses %v", klystron, want)
	}
}

func TestWeightOfAClosedIndexIsEven(t *testing.T) {
	x, err := Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if err := x.Close(); err != nil {
		t.Fatal(err)
	}
	if got := x.IDF(token.Token{Text: "beam"}); got != 1 {
		t.Errorf("got %v", got)
	}
}
