package dense

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"owl/engine"
	"owl/engine/disk/disktest"
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
	dir, err := os.MkdirTemp("", "owl-dense")
	if err != nil {
		t.Fatal(err)
	}
	return dir, func() { _ = os.RemoveAll(dir) }
}

// model is the id of a made-up model.
func model(dim int) engine.ModelID {
	return engine.ModelID{Name: "made-up", Hash: "0123", Dim: dim, Pooling: "cls", QueryPrefix: "query: "}
}

// build makes an index of the entries in one commit.
func build(t testing.TB, dir string, dim int, entries ...Entry) *Index {
	t.Helper()
	publish(t, dir, dim, entries...)
	return open(t, dir, dim)
}

func open(t testing.TB, dir string, dim int) *Index {
	t.Helper()
	x, err := Open(dir, model(dim))
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

func publish(t testing.TB, dir string, dim int, entries ...Entry) {
	t.Helper()
	w := newTestWriter(t, dir, dim, Options{})
	add(t, w, entries...)
	commit(t, w)
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
}

// newTestWriter makes a writer that does not wait for the disk.
func newTestWriter(t fataler, dir string, dim int, o Options) *Writer {
	w, err := newWriter(dir, model(dim), o, disktest.Fast{})
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func add(t fataler, w *Writer, entries ...Entry) {
	for _, e := range entries {
		if err := w.Add(context.Background(), e); err != nil {
			t.Fatal(err)
		}
	}
}

func commit(t fataler, w *Writer) {
	if err := w.Commit(context.Background()); err != nil {
		t.Fatal(err)
	}
}

// search returns the hits of a search.
func search(t fataler, x *Index, vector []float32, f engine.Filter, k int) []engine.Hit {
	hits, err := x.Search(context.Background(), vector, f, k)
	if err != nil {
		t.Fatal(err)
	}
	return hits
}

// brute ranks entries by their definition: the cosine in 64 bits of the vectors
// as given, the filter as the engine says it.
func brute(entries map[engine.ChunkKey]Entry, q []float32, f engine.Filter, k int) (hits []engine.Hit) {
	for _, e := range entries {
		if f.Admits(e.Collection, e.System, e.Created) {
			hits = append(hits, engine.Hit{Chunk: e.Key, Score: cosine(q, e.Vector)})
		}
	}
	slices.SortFunc(hits, func(a, b engine.Hit) int {
		if a.Score != b.Score {
			return cmp.Compare(b.Score, a.Score)
		}
		return cmp.Compare(a.Chunk, b.Chunk)
	})
	return hits[:min(k, len(hits))]
}

func cosine(a, b []float32) float64 {
	var ab, aa, bb float64
	for i := range a {
		ab += float64(a[i]) * float64(b[i])
		aa += float64(a[i]) * float64(a[i])
		bb += float64(b[i]) * float64(b[i])
	}
	return ab / math.Sqrt(aa*bb)
}

// compare checks hits against those of brute. Stored vectors are rounded to 32
// bits after they are given unit length, so scores and the order of all but equal
// ones may differ by that.
func compare(t fataler, got, want []engine.Hit) {
	const rounding = 1e-6
	if len(got) != len(want) {
		t.Fatalf("%d hits, want %d", len(got), len(want))
	}
	scores := make(map[engine.ChunkKey]float64)
	for _, h := range want {
		scores[h.Chunk] = h.Score
	}
	for i, h := range got {
		if math.Abs(h.Score-want[i].Score) > rounding {
			t.Fatalf("hit %d is chunk %d with %v, want chunk %d with %v", i, h.Chunk, h.Score, want[i].Chunk, want[i].Score)
		}
		if s, ok := scores[h.Chunk]; ok && math.Abs(h.Score-s) > rounding {
			t.Fatalf("chunk %d has score %v, want %v", h.Chunk, h.Score, s)
		}
		if i > 0 && (h.Score > got[i-1].Score || h.Score == got[i-1].Score && h.Chunk <= got[i-1].Chunk) {
			t.Fatalf("hits %d and %d are out of order: %v, %v", i-1, i, got[i-1], h)
		}
	}
}

func byKey(entries []Entry) map[engine.ChunkKey]Entry {
	m := make(map[engine.ChunkKey]Entry)
	for _, e := range entries {
		m[e.Key] = e
	}
	return m
}

// vectors makes vectors of a kind, each of its own random numbers.
type vectors struct {
	random *rand.Rand
	dim    int
	center [][]float32 // empty: spread evenly
	spread float64     // around a center
}

func spreadVectors(seed uint64, dim int) *vectors {
	return &vectors{random: rand.New(rand.NewPCG(seed, 0)), dim: dim}
}

// clusteredVectors lie around so many centers, the closer the smaller spread is.
func clusteredVectors(seed uint64, dim, centers int, spread float64) *vectors {
	v := spreadVectors(seed, dim)
	var list [][]float32
	for range centers {
		list = append(list, v.next())
	}
	v.center, v.spread = list, spread
	return v
}

func (v *vectors) next() []float32 {
	out := make([]float32, v.dim)
	for i := range out {
		out[i] = float32(v.random.NormFloat64())
	}
	if len(v.center) > 0 {
		c := v.center[v.random.IntN(len(v.center))]
		for i := range out {
			out[i] = c[i] + float32(v.spread)*out[i]
		}
	}
	return out
}

func (v *vectors) entries(n int) []Entry {
	list := make([]Entry, n)
	for i := range list {
		list[i] = Entry{Key: engine.ChunkKey(i + 1), Vector: v.next()}
	}
	return list
}
