package score

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"owl/bench/run"
	"owl/bench/suite"
	"owl/engine"
	"owl/engine/trace"
)

const content = "RFB tripped at 02:47. Basket 1 of strainer ST-B3 was clogged with resin. Changed to basket 2 by June Tavares."

func lookup(_ context.Context, id string) (engine.Record, error) {
	if id == "bely/1" || id == "bely/2" {
		return engine.Record{DocID: id, Title: "Night shift", Content: content}, nil
	}
	return engine.Record{}, fmt.Errorf("record %s: %w", id, engine.ErrNotFound)
}

// questions are one that is answerable, one for a person, one that is not
// answerable and one that is never asked.
func questions() []suite.Question {
	about := func(id, kind, text string) suite.Question {
		return suite.Question{ID: id, Type: kind, Collection: "bely", Difficulty: "hard", Split: "dev", Text: text}
	}
	why := about("q1", "causal", "Why did RFB trip?")
	why.Gold = "RFB tripped since strainer ST-B3 was clogged with resin."
	why.Answerable = true
	why.Nuggets = []suite.Nugget{
		{Label: suite.Vital, Role: suite.Cause, Text: "basket 1 of strainer ST-B3 was clogged with resin"},
		{Label: suite.Vital, Role: suite.Effect, Text: "RFB tripped at 02:47"},
		{Label: suite.Okay, Role: suite.Resolution, Text: "the valve GV7 was changed"},
	}
	why.Evidence = []suite.Evidence{{DocID: "bely/1", Grade: suite.Primary}, {DocID: "bely/9", Grade: suite.Supporting}}
	who := why
	who.ID, who.Type, who.Text, who.Gold = "q2", "procedural", "Who changed the basket?", "June Tavares changed to basket 2; the beam came back."
	none := about("q3", "factual", "Who ordered the klystron?")
	none.Gold = "The records do not answer this."
	never := why
	never.ID = "q4"
	return []suite.Question{why, who, none, never}
}

// traces writes a run's events as lines.
func traces(t *testing.T, dir, id string, payloads ...trace.Payload) {
	t.Helper()
	file, err := os.Create(filepath.Join(dir, id+".jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	lines := json.NewEncoder(file)
	emit := trace.NewEmitter("run", func() time.Time { return time.Unix(7, 0) }, func(e trace.Event) {
		if err := lines.Encode(e); err != nil {
			t.Error(err)
		}
	})
	emit.Emit(trace.Root, "", trace.Started{Question: "q"})
	for _, p := range payloads {
		emit.Step(p)
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
}

func fused(records int, ids ...string) trace.Fused {
	f := trace.Fused{Method: "test", Records: records}
	for _, id := range ids {
		f.Top = append(f.Top, trace.Ranked{DocID: id})
	}
	return f
}

func answered(text string, quotes ...string) trace.Answered {
	a := engine.Answer{Text: text, Timings: map[string]float64{"search": 3, "total": 10}}
	for i, quote := range quotes {
		at := indexOf(content, quote)
		a.Citations = append(a.Citations, engine.Citation{N: i + 1, DocID: "bely/1", Quote: engine.Untrusted(quote), Start: at, End: at + len(quote)})
	}
	return trace.Answered{Answer: a}
}

func indexOf(s, sub string) int {
	for i := 0; i+len(sub) <= len(s); i++ {
		if s[i:i+len(sub)] == sub {
			return i
		}
	}
	return 0
}

// good writes the runs of a variant that answers well.
func good(t *testing.T, dir string) {
	t.Helper()
	traces(t, dir, "q1", fused(3, "bely/5", "bely/1", "bely/1"), trace.Reranked{Top: []trace.Ranked{{DocID: "bely/1"}, {DocID: "bely/5"}, {DocID: "bely/9"}}},
		answered("RFB tripped at 02:47. [1] Basket 1 of strainer ST-B3 was clogged with resin. [2]", "RFB tripped at 02:47.", "Basket 1 of strainer ST-B3 was clogged with resin."))
	traces(t, dir, "q2", fused(1, "bely/1"), answered("Changed to basket 2 by June Tavares. [1] Pigs flew over the hall. [1]", "Changed to basket 2 by June Tavares."))
	abstain := answered("Not enough evidence.")
	abstain.Abstained = true
	traces(t, dir, "q3", fused(0), abstain)
}

func scored(t *testing.T, write func(*testing.T, string), opts Options) Variant {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "full")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "manifest.json"), []byte(`{"variant":{"name":"full"}}`), 0o600); err != nil {
		t.Fatal(err)
	}
	write(t, dir)
	folders, err := run.Read(filepath.Dir(dir))
	if err != nil {
		t.Fatal(err)
	}
	if opts.Lookup == nil {
		opts.Lookup = lookup
	}
	opts.Workers = 3
	v, err := Score(t.Context(), questions(), folders[0], opts)
	if err != nil {
		t.Fatal(err)
	}
	return v
}
