package rerank

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"owl/engine"
	"owl/engine/text/token"
)

func even(token.Token) float64 { return 1 }

func at(s string) time.Time { t, _ := time.Parse(time.RFC3339, s); return t }

func feature(t *testing.T, name string, v []float64) float64 {
	t.Helper()
	for i, n := range Features() {
		if n == name {
			return v[i]
		}
	}
	t.Fatalf("no feature %q", name)
	return 0
}

func vectors(t *testing.T, q Question, candidates []Candidate) [][]float64 {
	t.Helper()
	out, err := q.Vectors(t.Context(), NewReader(), candidates, even)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func candidate(title, content string) Candidate {
	c := engine.Untrusted(content)
	return Candidate{
		Record: engine.Record{DocID: "x", Title: engine.Untrusted(title), Content: c, Created: at("2026-10-15T03:00:00-05:00")},
		Chunks: []engine.Chunk{{End: len(content), Text: c, Section: "Cooling"}},
	}
}

func TestFeaturesSayWhatTheyAreNamed(t *testing.T) {
	q := Question{Text: "circulator strainer ST-B3 clogged 2026-10-15", Related: "blocked filter", Wants: Wants{Cause: true}}
	c := candidate("Strainer", "Flow fell due to the circulator strainer. ST-B3 was blocked.\n\nChanged.")
	v := vectors(t, q, []Candidate{c})[0]
	for name, want := range map[string]float64{
		"question covered by the record":     3.0 / 5,
		"question covered by the title":      1.0 / 5,
		"question covered by the section":    0,
		"best sentence":                      2.0 / 5,
		"related words covered":              1.0 / 2,
		"identifiers, values and dates held": 1.0 / 2,
		"neighbouring words":                 1.0 / 4,
		"written on the day asked about":     1,
		"tells a cause":                      1,
		"tells steps":                        0,
		"written near the time asked about":  0,
		"question covered by the best chunk": 3.0 / 5,
	} {
		if got := feature(t, name, v); math.Abs(got-want) > 1e-9 {
			t.Errorf("%s = %v, want %v", name, got, want)
		}
	}
}

func TestTimeFeaturesFallWithDistance(t *testing.T) {
	q := Question{Text: "beam dump", Around: Span{Since: at("2026-10-10T00:00:00-05:00"), Until: at("2026-10-12T00:00:00-05:00")}}
	last := 2.0
	for _, day := range []string{"11", "13", "15", "29"} {
		c := candidate("Shift", "beam dump")
		c.Record.Created = at("2026-10-" + day + "T03:00:00-05:00")
		v := feature(t, "written near the time asked about", vectors(t, q, []Candidate{c})[0])
		if v >= last || day == "11" && v != 1 {
			t.Errorf("day %s: %v after %v", day, v, last)
		}
		last = v
	}
}

func TestVectorsAreFiniteWhateverTheText(t *testing.T) {
	for _, text := range []string{"", "\x00\xff", strings.Repeat("漢字", 5000), "?", strings.Repeat("a b ", 30_000)} {
		c := candidate(text, text+" ")
		c.Record.Created = time.Time{}
		for _, v := range vectors(t, Question{Text: text, Related: text}, []Candidate{c, {}}) {
			for i, x := range v {
				if math.IsNaN(x) || math.IsInf(x, 0) {
					t.Errorf("%.10q: %s = %v", text, Features()[i], x)
				}
			}
		}
	}
}

func model(name string, weight float64) Model {
	m := Model{Weights: map[string]float64{}}
	for _, f := range Features() {
		m.Weights[f] = 0
	}
	m.Weights[name] = weight
	return m
}

func TestModelMustKnowEveryFeatureAndNoOther(t *testing.T) {
	m := model("superseded", 1)
	if err := m.Check(); err != nil {
		t.Fatal(err)
	}
	delete(m.Weights, "superseded")
	if err := m.Check(); err == nil || !strings.Contains(err.Error(), `"superseded"`) {
		t.Errorf("err = %v", err)
	}
	m.Weights["superseded"], m.Weights["colour"] = 1, 1
	if err := m.Check(); err == nil || !strings.Contains(err.Error(), `"colour"`) {
		t.Errorf("err = %v", err)
	}
}

func TestExplanationAddsUpToTheScore(t *testing.T) {
	m := model("best sentence", 2)
	m.Weights["question covered by the title"] = -1
	scored, err := m.Rank(t.Context(), Question{Text: "circulator strainer"}, NewReader(), []Candidate{candidate("Strainer", "A circulator."), candidate("x", "y")}, even, true)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range scored {
		sum := 0.0
		for _, p := range s.Explain.Parts {
			sum += p.Value
		}
		if math.Abs(sum-s.Score) > 1e-12 {
			t.Errorf("parts give %v, the score is %v", sum, s.Score)
		}
	}
}

// reader is a cross-encoder that likes passages with a word.
type reader struct {
	word  string
	after int // batches until it fails; 0 never
	read  *int
}

func (reader) ID() engine.ModelID { return engine.ModelID{Name: "reader"} }

func (r reader) Score(_ context.Context, _ string, passages []string) ([]float32, error) {
	*r.read++
	if r.after > 0 && *r.read > r.after {
		return nil, context.DeadlineExceeded
	}
	out := make([]float32, len(passages))
	for i, p := range passages {
		out[i] = -8
		if strings.Contains(p, r.word) {
			out[i] = 8
		}
	}
	return out, nil
}

func crowd(n int) ([]Candidate, []Scored) {
	var list []Candidate
	var scored []Scored
	for i := range n {
		list = append(list, candidate("t", "nothing "+strings.Repeat("x", i)))
		scored = append(scored, Scored{At: i, Score: float64(n-i) / float64(n), Explain: &engine.Explanation{Value: float64(n-i) / float64(n)}})
	}
	return list, scored
}

func TestCrossEncoderLiftsWhatItLikes(t *testing.T) {
	list, scored := crowd(12)
	list[7] = candidate("t", "the resin")
	read := 0
	got, err := Cross{Encoder: reader{word: "resin", read: &read}, Weight: 2, Deadline: time.Minute}.Rank(t.Context(), "resin", list, scored)
	if err != nil || got.Scored[0].At != 7 || got.Scored[0].Explain.Value != got.Scored[0].Score {
		t.Errorf("got %+v, %v", got, err)
	}
}

func TestCrossEncoderStopsWhenTheOrderStands(t *testing.T) {
	list, scored := crowd(50)
	read := 0
	if _, err := (Cross{Encoder: reader{word: "nothing", read: &read}, Weight: 0.01, Deadline: time.Minute}).Rank(t.Context(), "x", list, scored); err != nil {
		t.Fatal(err)
	}
	if read >= 50/crossBatch {
		t.Errorf("it read %d batches of %d", read, 50/crossBatch)
	}
}

func TestAtTheDeadlineWhatWasReadCounts(t *testing.T) {
	list, scored := crowd(50)
	read := 0
	got, err := Cross{Encoder: reader{word: "nothing", after: 3, read: &read}, Weight: 1, Deadline: time.Minute}.Rank(t.Context(), "x", list, scored)
	if err != nil || len(got.Scored) != 50 || !strings.Contains(got.Note, "over the first 12") || !strings.Contains(got.Note, "were over") {
		t.Errorf("note %q, %v", got.Note, err)
	}
	read = 0
	_, err = Cross{Encoder: reader{after: -1, read: &read}, Deadline: time.Minute}.Rank(t.Context(), "x", nil, nil)
	if err == nil {
		t.Error("nothing to read was no error")
	}
	read = 1
	if _, err = (Cross{Encoder: reader{after: 1, read: &read}, Deadline: time.Minute}).Rank(t.Context(), "x", list, scored); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("err = %v", err)
	}
}

func TestTheWindowIsTheOneWithTheWords(t *testing.T) {
	text := strings.Repeat("The night was quiet and nothing was seen. ", 60) + "The strainer was clogged with resin. " + strings.Repeat("All was well again. ", 60)
	if w := bestWindow("why was the strainer clogged", candidate("Log", text)); !strings.Contains(w, "clogged with resin") || len(w) > 3*windowBytes {
		t.Errorf("window %q", w)
	}
}
