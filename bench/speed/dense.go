package main

import (
	"cmp"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"time"

	"owl/engine"
	"owl/engine/dense"
)

const (
	denseHits   = 100
	commitEvery = 200 // vectors, some seconds of an embedder's work
)

func denseModel() engine.ModelID { return engine.ModelID{Name: "generated", Dim: dim} }

func (b *bench) denseIndex() string { return filepath.Join(b.dir, "dense") }

// denseBuild adds the vectors as an embedder does, with a commit every few
// seconds of its work.
func denseBuild(ctx context.Context, b *bench) (_ figures, err error) {
	files, err := prepareVectors(b.dir)
	if err != nil {
		return nil, err
	}
	if err := os.RemoveAll(b.denseIndex()); err != nil {
		return nil, err
	}
	w, err := dense.NewWriter(b.denseIndex(), denseModel(), dense.Options{})
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, w.Close()) }()
	var commits []float64
	err = eachVector(files.chunks, func(i int, v []float32) error {
		if err := w.Add(ctx, dense.Entry{Key: engine.ChunkKey(i + 1), Created: dayOf(i), Vector: v}); err != nil {
			return err
		}
		if (i+1)%commitEvery != 0 && i+1 != chunks {
			return nil
		}
		start := time.Now()
		err := w.Commit(ctx)
		commits = append(commits, milliseconds(start))
		return err
	})
	f := figures{}
	f["commit_p50_ms"], f["commit_p99_ms"] = percentiles(commits)
	return f, err
}

// denseSearch opens the index and times the queries.
func denseSearch(ctx context.Context, b *bench) (_ figures, err error) {
	files, err := prepareVectors(b.dir)
	if err != nil {
		return nil, err
	}
	queries, err := readVectors(files.queries)
	if err != nil {
		return nil, err
	}
	start := time.Now()
	x, err := dense.Open(b.denseIndex(), denseModel())
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, x.Close()) }()
	f := figures{"open_ms": milliseconds(start), "index_mb": float64(x.Stats().Bytes) / 1e6}
	search := func(filter engine.Filter) func(int) error {
		return func(i int) error {
			_, err := x.Search(ctx, queries[i], filter, denseHits)
			return err
		}
	}
	if f["p50_ms"], f["p99_ms"], err = timeRounds(len(queries), search(engine.Filter{})); err != nil {
		return nil, err
	}
	f["filter_p50_ms"], f["filter_p99_ms"], err = timeRounds(len(queries), search(strict()))
	return f, err
}

// denseRecall says how many of the best hundred the index finds, against all
// products in 64 bits.
func denseRecall(ctx context.Context, b *bench) (_ figures, err error) {
	files, err := prepareVectors(b.dir)
	if err != nil {
		return nil, err
	}
	queries, err := readVectors(files.queries)
	if err != nil {
		return nil, err
	}
	queries = queries[:20]
	scores := make([][]float64, len(queries))
	err = eachVector(files.chunks, func(_ int, v []float32) error {
		for i, q := range queries {
			scores[i] = append(scores[i], dot(q, v))
		}
		return ctx.Err()
	})
	if err != nil {
		return nil, err
	}
	x, err := dense.Open(b.denseIndex(), denseModel())
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, x.Close()) }()
	found := 0
	for i, q := range queries {
		hits, err := x.Search(ctx, q, engine.Filter{}, denseHits)
		if err != nil {
			return nil, err
		}
		best := bestOf(scores[i])
		for _, h := range hits {
			if best[h.Chunk] {
				found++
			}
		}
	}
	return figures{"recall": float64(found) / float64(len(queries)*denseHits)}, nil
}

// bestOf returns the keys of the highest scores.
func bestOf(scores []float64) map[engine.ChunkKey]bool {
	order := make([]int, len(scores))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(scores[b], scores[a]) })
	best := make(map[engine.ChunkKey]bool)
	for _, i := range order[:denseHits] {
		best[engine.ChunkKey(i+1)] = true
	}
	return best
}

func dot(a, b []float32) (sum float64) {
	for i, x := range a {
		sum += float64(x) * float64(b[i])
	}
	return sum
}
