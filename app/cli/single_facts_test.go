package cli

import (
	"encoding/json"
	"os"
	"regexp"
	"testing"

	"owl/app/config"
	"owl/app/wire"
	"owl/assets"
	"owl/engine"
	"owl/engine/compose"
	"owl/engine/trace"
)

// fact is a question for one thing about the demo facility. An answer is a
// pattern; a question without one asks for what no record says.
type fact struct{ Question, Answer string }

// The questions of the benchmark that have no answer all ask for one thing, and
// hardly any other does. A rule that refused every such question would look good
// there; here it does not.
func TestSingleFactsAreAnsweredOrRefused(t *testing.T) {
	data, err := os.ReadFile("testdata/single-facts.json")
	if err != nil {
		t.Fatal(err)
	}
	var facts []fact
	if err := json.Unmarshal(data, &facts); err != nil {
		t.Fatal(err)
	}
	bench := textBench(t)
	var answerable, shown, refused, right int
	for _, f := range facts {
		a, err := bench.Loop.Ask(t.Context(), engine.Request{Question: engine.Untrusted(f.Question)}, func(trace.Event) {})
		if err != nil {
			t.Fatal(err)
		}
		main, _ := compose.Fold(a.Text)
		switch {
		case f.Answer != "":
			answerable++
			if !a.Abstained && regexp.MustCompile(f.Answer).MatchString(main) {
				shown++
			}
		case a.Abstained:
			right++
		}
		if a.Abstained {
			refused++
		}
	}
	t.Logf("%d of %d answers shown; %d refused, %d of them of %d rightly", shown, answerable, refused, right, len(facts)-answerable)
	if share := float64(shown) / float64(answerable); share < 0.75 {
		t.Errorf("the answer is shown at once to %.2f of the questions that have one", share)
	}
	if share := float64(right) / float64(refused); share < 0.9 {
		t.Errorf("%.2f of the refusals are right", share)
	}
	if share := float64(right) / float64(len(facts)-answerable); share < 0.7 {
		t.Errorf("%.2f of the questions without an answer are refused", share)
	}
}

// textBench is the demo without models, which is the same on every machine.
func textBench(t *testing.T) *wire.Bench {
	t.Helper()
	demo, err := wire.ReadDemo(assets.Demo())
	if err != nil {
		t.Fatal(err)
	}
	cfg := config.Config{Models: config.Models{Embedder: config.NoModel, Reranker: config.NoModel}}
	bench, err := demo.Bench(t.Context(), cfg, t.TempDir(), wire.DemoHooks{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := bench.Close(); err != nil {
			t.Error(err)
		}
	})
	return bench
}
