package text

import (
	"context"
	"math"
	"os"
	"testing"

	"pgregory.net/rapid"

	"owl/engine"
)

// fataler is what testing and rapid have in common.
type fataler interface {
	Fatal(args ...any)
	Fatalf(format string, args ...any)
}

var (
	_ fataler = (*testing.T)(nil)
	_ fataler = (*rapid.T)(nil)
)

func tempDir(t fataler) (dir string, done func()) {
	dir, err := os.MkdirTemp("", "owl-text")
	if err != nil {
		t.Fatal(err)
	}
	return dir, func() { _ = os.RemoveAll(dir) }
}

// build makes an index of the documents, keyed from 1 on, in one commit.
func build(t testing.TB, dir string, docs ...Doc) *Index {
	t.Helper()
	publish(t, dir, Options{}, docs...)
	x, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := x.Close(); err != nil {
			t.Error(err)
		}
	})
	return x
}

// publish adds the documents to an index in one commit. Documents without a key
// are numbered from 1 on.
func publish(t testing.TB, dir string, o Options, docs ...Doc) {
	t.Helper()
	w, err := NewWriter(dir, o)
	if err != nil {
		t.Fatal(err)
	}
	for i, d := range docs {
		if d.Key == 0 {
			d.Key = engine.ChunkKey(i + 1)
		}
		if err := w.Add(d); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Commit(context.Background(), engine.ChunkKey(len(docs))); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
}

// bodies makes documents of bodies.
func bodies(texts ...string) (docs []Doc) {
	for _, s := range texts {
		docs = append(docs, Doc{Body: s, Collection: "docs"})
	}
	return docs
}

// keys searches and returns the keys of the hits.
func keys(t testing.TB, x *Index, q engine.Query) (keys []engine.ChunkKey) {
	t.Helper()
	hits, err := x.Search(context.Background(), q, 50, true)
	if err != nil {
		t.Fatalf("search %+v: %v", q, err)
	}
	for _, h := range hits {
		keys = append(keys, h.Chunk)
		checkSum(t, h)
	}
	return keys
}

// checkSum checks that the parts of an explanation add up to the score, and
// those of each product multiply up to it.
func checkSum(t fataler, h engine.Hit) {
	if h.Explain == nil || h.Explain.Value != h.Score {
		t.Fatalf("hit %d: explanation %+v of score %v", h.Chunk, h.Explain, h.Score)
	}
	sum := 0.0
	for _, p := range h.Explain.Parts {
		sum += p.Value
		product := 1.0
		for _, factor := range p.Parts {
			product *= factor.Value
		}
		if len(p.Parts) > 0 && !near(product, p.Value) {
			t.Fatalf("hit %d: %q is %v, its parts make %v", h.Chunk, p.Label, p.Value, product)
		}
	}
	if !near(sum, h.Score) {
		t.Fatalf("hit %d: score %v, parts add up to %v", h.Chunk, h.Score, sum)
	}
}

// near allows for the rounding of 32-bit floats.
func near(a, b float64) bool { return math.Abs(a-b) <= 1e-5*math.Max(math.Abs(a), math.Abs(b)) }
