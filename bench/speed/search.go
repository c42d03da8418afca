package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"owl/assets"
	"owl/engine"
	"owl/engine/kb"
	"owl/engine/loop"
	"owl/engine/models"
	"owl/engine/nativedir"
	"owl/engine/query"
	"owl/engine/retrieve"
	"owl/engine/store"
	"owl/engine/text"
	"owl/engine/trace"
	"owl/ingest/runner"
)

// searchRows are the figures of whole searches, from the words that were typed
// to the records in their last order. The vectors of the chunks and of the
// queries are generated, because to embed the chunks takes an hour; the time
// that the model takes for a query is paid all the same. The cross-encoder is
// given a weight, whatever the built-in settings say.
func searchRows() []row {
	return []row{
		{label: "search 130,000 chunks, p50 ms", part: searchPart, figure: "p50_ms"},
		{label: "search 130,000 chunks, p95 ms", part: searchPart, figure: "p95_ms", target: "<= 30"},
		{label: "  a question's first time, p50 ms", part: searchPart, figure: "first_p50_ms"},
		{label: "  a question's first time, p95 ms", part: searchPart, figure: "first_p95_ms"},
		{label: "  of that, the vector of the question, p50 ms", part: searchPart, figure: "vector_p50_ms"},
		{label: "search with the cross-encoder, p50 ms", part: searchPart, figure: "cross_p50_ms"},
		{label: "search with the cross-encoder, p95 ms", part: searchPart, figure: "cross_p95_ms", target: "<= 600"},
		{label: "  passages that it read in its time", part: searchPart, figure: "cross_read", higher: true},
		{label: "  searches in which it was too late, %", part: searchPart, figure: "cross_late"},
		{label: "peak memory of the searches, MB", part: searchPart, figure: "peak_mb", target: "<= 600"},
	}
}

const (
	searchPart = "search"
	// searchRecords have a few more chunks than the others have.
	searchRecords = 61_400
	plainQueries  = 150 // queries that are asked without the cross-encoder
	crossQueries  = 60  // queries that are asked with it
)

func (b *bench) searchHome() string { return filepath.Join(b.dir, "search-home") }

// made gives generated vectors with the model of an embedder that it asks for
// the questions' time only.
type made struct {
	engine.Embedder
	cloud   *cloud
	queries map[string][]float32
}

// EmbedPassages implements engine.Embedder without the model.
func (m made) EmbedPassages(_ context.Context, texts []string) ([][]float32, error) {
	out := make([][]float32, len(texts))
	for i := range texts {
		out[i] = m.cloud.next()
	}
	return out, nil
}

// EmbedQuery implements engine.Embedder: a question that is not known is near
// that which begins like it.
func (m made) EmbedQuery(ctx context.Context, text string) ([]float32, error) {
	if _, err := m.Embedder.EmbedQuery(ctx, text); err != nil {
		return nil, err
	}
	if v, ok := m.queries[firstWord(text)]; ok {
		return v, nil
	}
	return m.cloud.next(), nil
}

func firstWord(text string) string {
	word, _, _ := strings.Cut(text, " ")
	return word
}

// searchBuild makes the knowledge base that is searched: records, their text
// index and generated vectors.
func searchBuild(ctx context.Context, b *bench) (figures, error) {
	if err := os.RemoveAll(b.searchHome()); err != nil {
		return nil, err
	}
	var records parsed
	err := eachDoc(b.corpus, func(d text.Doc) error {
		if len(records) < searchRecords {
			records = append(records, recordOf(d))
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	w, err := kb.OpenWriter(ctx, b.searchHome(), kb.Options{})
	if err != nil {
		return nil, err
	}
	_, err = runner.Run(ctx, w, runner.Source{Source: store.Source{Name: "generated", Kind: "corpus"}, Connector: records}, runner.Options{})
	if err := errors.Join(err, w.Close(ctx)); err != nil {
		return nil, err
	}
	base, err := kb.Open(ctx, b.searchHome(), kb.Options{})
	if err != nil {
		return nil, err
	}
	embedder, err := builtinEmbedder(ctx)
	if err != nil {
		return nil, errors.Join(err, base.Close())
	}
	vectors := base.Dense(made{Embedder: embedder, cloud: newCloud(3)})
	err = vectors.Embed(ctx, nil)
	return figures{}, errors.Join(err, vectors.Close(), embedder.Close(), base.Close())
}

func builtinEmbedder(ctx context.Context) (models.LazyEmbedder, error) {
	native, err := nativedir.Default()
	if err != nil {
		return models.LazyEmbedder{}, err
	}
	e := models.OpenEmbedder(models.Spec{Native: native})
	_, err = e.Wait(ctx)
	return e, err
}

// searchAll times whole searches on an open knowledge base, as the console and
// the servers keep it.
func searchAll(ctx context.Context, b *bench) (_ figures, err error) {
	queries, _, err := readQueries(b.corpus)
	if err != nil {
		return nil, err
	}
	base, err := kb.Open(ctx, b.searchHome(), kb.Options{})
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, base.Close()) }()
	s, err := openSearch(ctx, base, b, queries)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, s.close()) }()
	f := figures{}
	plain, err := s.time(ctx, queries[:plainQueries], false, 2)
	if err != nil {
		return nil, err
	}
	f["first_p50_ms"], f["first_p95_ms"] = percentile(plain.first, 50), percentile(plain.first, 95)
	f["p50_ms"], f["p95_ms"] = percentile(plain.again, 50), percentile(plain.again, 95)
	if f["vector_p50_ms"], err = s.timeVectors(ctx, queries[:plainQueries]); err != nil {
		return nil, err
	}
	crossed, err := s.time(ctx, queries[:crossQueries], true, 1)
	if err != nil {
		return nil, err
	}
	f["cross_p50_ms"], f["cross_p95_ms"] = percentile(crossed.again, 50), percentile(crossed.again, 95)
	f["cross_read"] = float64(s.read) / float64(max(1, s.crossed))
	f["cross_late"] = 100 * float64(s.late) / float64(max(1, s.crossed+s.late))
	return f, nil
}

// searching is what a search needs.
type searching struct {
	loop    *loop.Loop
	answers *loop.Loop // with the built-in settings
	close   func() error

	embedder engine.Embedder
	read     int // passages that the cross-encoder read in time
	late     int // searches in which it was late, so that the fused order stood
	crossed  int // searches with it
}

func openSearch(ctx context.Context, base *kb.Base, b *bench, queries []engine.Query) (*searching, error) {
	settings, err := retrieve.ReadSettings(assets.Ranking())
	if err != nil {
		return nil, err
	}
	builtin := settings
	settings.Ranker.Cross = map[string]float64{"general": 1}
	files, err := prepareVectors(b.dir)
	if err != nil {
		return nil, err
	}
	vectors, err := readVectors(files.queries)
	if err != nil {
		return nil, err
	}
	known := map[string][]float32{}
	for i, q := range queries {
		known[firstWord(q.Text)] = vectors[i]
	}
	embedder, err := builtinEmbedder(ctx)
	if err != nil {
		return nil, err
	}
	native, err := nativedir.Default()
	if err != nil {
		return nil, err
	}
	meaning := made{Embedder: embedder, cloud: newCloud(4), queries: known}
	dense, cross := base.Dense(meaning), models.OpenReranker(models.Spec{Native: native})
	if _, err := cross.Wait(ctx); err != nil {
		return nil, errors.Join(err, embedder.Close())
	}
	words, err := base.Words(ctx)
	if err != nil {
		return nil, err
	}
	parts := retrieve.Parts{
		Text: base.Lexical(), Records: base.Records(), Weigh: base.IDF, Dense: dense, Embedder: meaning, Cross: cross, Settings: settings,
	}
	now := time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC)
	deps := loop.Deps{
		Retriever: retrieve.New(parts), Sources: base.Sources(),
		Context: func() query.Context { return query.Context{Now: now, Vocabulary: words} },
	}
	s := &searching{loop: loop.New(deps), embedder: meaning}
	parts.Settings = builtin
	deps.Retriever = retrieve.New(parts)
	s.answers = loop.New(deps)
	s.close = func() error { return errors.Join(dense.Close(), embedder.Close(), cross.Close()) }
	return s, nil
}

// timed are the times of searches in ms, one of each query: of its first time, and the median of its later ones, when the words of what it finds are
// kept from the first.
type timed struct{ first, again []float64 }

// time asks every query once and then some rounds more.
func (s *searching) time(ctx context.Context, queries []engine.Query, cross bool, rounds int) (timed, error) {
	var t timed
	took := make([][]float64, len(queries))
	for round := range rounds + 1 {
		for i, q := range queries {
			start := time.Now()
			if err := s.ask(ctx, q, cross); err != nil {
				return timed{}, fmt.Errorf("query %q: %w", q.Text, err)
			}
			if round == 0 {
				t.first = append(t.first, milliseconds(start))
				continue
			}
			took[i] = append(took[i], milliseconds(start))
		}
	}
	for _, times := range took {
		t.again = append(t.again, percentile(times, 50))
	}
	return t, nil
}

// timeVectors gives the median time that the model takes for a question.
func (s *searching) timeVectors(ctx context.Context, queries []engine.Query) (float64, error) {
	var took []float64
	for _, q := range queries {
		start := time.Now()
		if _, err := s.embedder.EmbedQuery(ctx, q.Text); err != nil {
			return 0, err
		}
		took = append(took, milliseconds(start))
	}
	return percentile(took, 50), nil
}

// ask searches as an answer does. A search that did without a channel is an
// error: its time would say nothing.
func (s *searching) ask(ctx context.Context, q engine.Query, cross bool) error {
	plan := s.loop.Plan(engine.Request{Question: engine.Untrusted(q.Text)})
	plan.Request.NoCross = !cross
	var lost error
	_, err := s.loop.Search(ctx, &plan, func(p trace.Payload) {
		switch p := p.(type) {
		case trace.Degraded:
			if cross && p.What == "cross-encoder" { // its deadline is a part of what is timed
				s.late++
				return
			}
			lost = fmt.Errorf("%s: %s", p.What, p.Why)
		case trace.Reranked:
			n := 0
			if _, after, found := strings.Cut(p.Ranker, "over the first "); found {
				_, _ = fmt.Sscanf(after, "%d", &n)
				s.read, s.crossed = s.read+n, s.crossed+1
			}
		}
	})
	return errors.Join(err, lost)
}
