package retrieve

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"owl/engine"
	"owl/engine/fuse"
	"owl/engine/porttest"
	"owl/engine/rerank"
	"owl/engine/trace"
)

func facility() porttest.Memory {
	at := func(s string) time.Time { t, _ := time.Parse(time.RFC3339, s); return t }
	return porttest.Memory{Stored: []engine.Record{
		{DocID: "bely/1", FileID: "BELY_1", Title: "Owl shift", Created: at("2026-10-15T03:00:00-05:00"), Content: "Beam dumped at 02:47. First fault was RFB."},
		{DocID: "wrq/2", FileID: "WRQ_2", Title: "Strainer of RFB", Created: at("2026-10-15T09:00:00-05:00"), Content: "The circulator strainer was clogged with resin."},
		{DocID: "wiki/3", FileID: "/vacuum", Title: "Vacuum", Content: "Gauges are read every second."},
	}}
}

// meaning is a dense channel over three made-up vectors: the third record means
// what the question does.
type meaning struct{ err error }

func (meaning) vectors() [][]float32 { return [][]float32{{1, 0}, {0.8, 0.6}, {0, 1}} }

func (meaning) ID() engine.ModelID { return engine.ModelID{Name: "made-up", Dim: 2} }

func (m meaning) EmbedQuery(context.Context, string) ([]float32, error) {
	return []float32{0, 1}, m.err
}

func (m meaning) EmbedPassages(context.Context, []string) ([][]float32, error) { return nil, m.err }

func (m meaning) Search(_ context.Context, v []float32, _ engine.Filter, k int) ([]engine.Hit, error) {
	var hits []engine.Hit
	for _, key := range []engine.ChunkKey{2, 1} {
		hits = append(hits, engine.Hit{Chunk: key, Score: float64(dot(v, m.vectors()[key]))})
	}
	return hits[:min(k, 2)], nil
}

func (m meaning) Vectors(_ context.Context, keys []engine.ChunkKey) ([][]float32, error) {
	out := make([][]float32, len(keys))
	for i, k := range keys {
		out[i] = m.vectors()[k]
	}
	return out, nil
}

func parts(m porttest.Memory) Parts {
	return Parts{Text: m, Records: m, Weigh: m.IDF, Dense: meaning{}, Embedder: meaning{}}
}

func find(t *testing.T, p Parts, req Request) (string, []trace.Payload) {
	t.Helper()
	var said []trace.Payload
	req.K = 10
	found, err := New(p).Find(t.Context(), req, func(p trace.Payload) { said = append(said, p) })
	if err != nil {
		t.Fatal(err)
	}
	var ids []string
	for _, p := range found {
		ids = append(ids, p.Record.DocID)
	}
	return strings.Join(ids, " "), said
}

func ask(text string) Request {
	return Request{Query: engine.Query{Raw: engine.Untrusted(text), Text: text}}
}

func TestChannelsAddToEachOther(t *testing.T) {
	got, said := find(t, parts(facility()), ask("circulator strainer"))
	if got != "wiki/3 wrq/2" && got != "wrq/2 wiki/3" {
		t.Errorf("found %s", got)
	}
	searched := map[string]bool{}
	for _, p := range said {
		if s, ok := p.(trace.Searched); ok {
			searched[s.Channel] = true
		}
	}
	if !searched[Text] || !searched[Dense] {
		t.Errorf("said %v", searched)
	}
}

func TestOnlyTheAskedChannels(t *testing.T) {
	req := ask("circulator strainer")
	req.Channels = []string{Text}
	if got, _ := find(t, parts(facility()), req); got != "wrq/2" {
		t.Errorf("text found %s", got)
	}
	req.Channels = []string{Dense}
	if got, _ := find(t, parts(facility()), req); got != "wiki/3 wrq/2" {
		t.Errorf("dense found %s", got)
	}
}

func TestAFailedChannelIsSaidAndTheOtherAnswers(t *testing.T) {
	for name, spoil := range map[string]func(*Parts){
		"an error":      func(p *Parts) { p.Embedder = meaning{err: errors.New("model fell over")} },
		"a fault in it": func(p *Parts) { p.Embedder = panicking{} },
	} {
		p := parts(facility())
		spoil(&p)
		got, said := find(t, p, ask("circulator strainer"))
		degraded := false
		for _, s := range said {
			d, ok := s.(trace.Degraded)
			degraded = degraded || ok && d.What == "dense channel"
		}
		if got != "wrq/2" || !degraded {
			t.Errorf("%s: found %s, said %v", name, got, said)
		}
	}
}

type panicking struct{ meaning }

func (panicking) EmbedQuery(context.Context, string) ([]float32, error) { panic("index out of range") }

// silent finds nothing.
type silent struct{ meaning }

func (silent) Search(context.Context, []float32, engine.Filter, int) ([]engine.Hit, error) {
	return nil, nil
}

func TestNothingFoundBesideAFailedChannelIsItsError(t *testing.T) {
	m := facility()
	p := parts(m)
	m.Err = errors.New("disk on fire")
	p.Text, p.Dense = m, silent{}
	if found, err := New(p).Find(t.Context(), ask("strainer"), nil); err == nil || !strings.Contains(err.Error(), "disk on fire") {
		t.Errorf("found %v, %v", found, err)
	}
}

func TestEveryChannelFailingIsAnError(t *testing.T) {
	m := facility()
	m.Err = errors.New("disk on fire")
	p := parts(m)
	p.Dense = nil
	if _, err := New(p).Find(t.Context(), ask("strainer"), nil); err == nil || !strings.Contains(err.Error(), "disk on fire") {
		t.Errorf("err = %v", err)
	}
	if _, err := New(parts(facility())).Find(t.Context(), ask(""), nil); !errors.Is(err, engine.ErrNothingToSearch) {
		t.Errorf("err = %v", err)
	}
}

func TestCancelledIsCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := New(parts(facility())).Find(ctx, ask("strainer"), nil); !errors.Is(err, context.Canceled) {
		t.Errorf("err = %v", err)
	}
}

func TestTheRankerOrdersAndExplains(t *testing.T) {
	p := parts(facility())
	weights := map[string]float64{}
	for _, name := range rerank.Features() {
		weights[name] = 0
	}
	weights["question covered by the title"] = 1
	p.Settings = Settings{
		Fusion: map[string]Fusion{general: {Method: fuse.Normalised, Weights: map[string]float64{Text: 1, Dense: 1}}},
		Ranker: rerank.Model{Weights: weights},
	}
	req := ask("vacuum strainer circulator")
	req.Explain, req.K = true, 10
	found, err := New(p).Find(t.Context(), req, nil)
	if err != nil || found[0].Record.DocID != "wiki/3" && found[0].Record.DocID != "wrq/2" {
		t.Fatalf("found %+v, %v", found, err)
	}
	var labels []string
	for _, part := range found[0].Explain.Parts {
		labels = append(labels, part.Label)
	}
	if text := strings.Join(labels, "; "); !strings.Contains(text, "question covered by the title") || !strings.Contains(text, "before it was reranked") {
		t.Errorf("explained by %s", text)
	}
	req.NoRerank = true
	if found, err = New(p).Find(t.Context(), req, nil); err != nil || strings.Contains(found[0].Explain.Label, "ranker") {
		t.Errorf("without reranking: %+v, %v", found[0].Explain, err)
	}
}

func TestTheSameTextTwiceIsShownOnce(t *testing.T) {
	long := strings.Repeat("The circulator strainer was cleaned by the water group. ", 6)
	other := strings.Replace(long, "water", "vacuum", 1)
	m := porttest.Memory{Stored: []engine.Record{
		{DocID: "a", Title: "t", Content: engine.Untrusted(long)},
		{DocID: "b", Title: "t", Content: engine.Untrusted(strings.ToUpper(long))},
		{DocID: "c", Title: "t", Content: engine.Untrusted(other)},
	}}
	p := Parts{Text: m, Records: m, Weigh: m.IDF}
	if got, _ := find(t, p, ask("circulator strainer")); got != "a c" {
		t.Errorf("found %s", got)
	}
}

func TestHostileQuestionsNeverCrash(t *testing.T) {
	for _, text := range []string{"\x00", "?!…", "the of and", strings.Repeat("strainer ", 12_000), "漢字かな", "\u0301\u0301", "-_:/"} {
		_, err := New(parts(facility())).Find(t.Context(), ask(text), nil)
		if err != nil && !errors.Is(err, engine.ErrNothingToSearch) {
			t.Errorf("%.20q: %v", text, err)
		}
	}
}
