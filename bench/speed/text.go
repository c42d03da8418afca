package main

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"time"

	"owl/engine"
	"owl/engine/text"
)

const hits = 50

// textBuild builds the text index from the corpus file.
func textBuild(ctx context.Context, b *bench) (_ figures, err error) {
	start := time.Now()
	w, err := text.NewWriter(b.textIndex(), text.Options{Rebuild: true})
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, w.Close()) }()
	if err := eachDoc(b.corpus, w.Add); err != nil {
		return nil, err
	}
	if err := w.Commit(ctx, chunks); err != nil {
		return nil, err
	}
	return figures{"chunks_per_s": chunks / time.Since(start).Seconds()}, nil
}

func (b *bench) textIndex() string { return filepath.Join(b.dir, "text") }

// textSearch opens the index and times the queries.
func textSearch(ctx context.Context, b *bench) (_ figures, err error) {
	plain, filtered, err := readQueries(b.corpus)
	if err != nil {
		return nil, err
	}
	start := time.Now()
	x, err := text.Open(b.textIndex())
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, x.Close()) }()
	f := figures{"open_ms": milliseconds(start), "index_mb": float64(x.Stats().Bytes) / 1e6}
	if f["p50_ms"], f["p99_ms"], err = timeQueries(ctx, x, plain); err != nil {
		return nil, err
	}
	f["filter_p50_ms"], f["filter_p99_ms"], err = timeQueries(ctx, x, filtered)
	return f, err
}

// timeQueries times searches for the queries.
func timeQueries(ctx context.Context, x engine.Lexical, queries []engine.Query) (p50, p99 float64, err error) {
	return timeRounds(len(queries), func(i int) error {
		_, err := x.Search(ctx, queries[i], hits, false)
		return err
	})
}

// timeRounds runs n searches once to warm up and then eleven times, and takes
// the median of each. It returns the median and the 99th percentile of these.
func timeRounds(n int, search func(i int) error) (p50, p99 float64, err error) {
	took := make([][]float64, n)
	for round := range 12 {
		for i := range n {
			start := time.Now()
			if err := search(i); err != nil {
				return 0, 0, err
			}
			if round > 0 {
				took[i] = append(took[i], milliseconds(start))
			}
		}
	}
	medians := make([]float64, n)
	for i, times := range took {
		medians[i], _ = percentiles(times)
	}
	p50, p99 = percentiles(medians)
	return p50, p99, nil
}

func milliseconds(since time.Time) float64 { return time.Since(since).Seconds() * 1000 }

func percentiles(times []float64) (p50, p99 float64) {
	return percentile(times, 50), percentile(times, 99)
}

// percentile sorts the times.
func percentile(times []float64, p int) float64 {
	slices.Sort(times)
	return times[len(times)*p/100]
}
