package dense

import (
	"errors"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"owl/engine"
)

// machine does random things to an index and to a map that says what it must
// hold.
type machine struct {
	dir       string
	dim       int
	w         *Writer
	x         *Index
	pending   map[engine.ChunkKey]Entry // what the writer holds, committed or not
	committed map[engine.ChunkKey]Entry
	seen      map[engine.ChunkKey]Entry // what the index saw
	last      engine.ChunkKey           // highest key added; that committed is below
	lastSaved engine.ChunkKey
}

// TestTheIndexHoldsWhatTheModelHolds checks adds, re-adds, deletes, commits,
// crashes, refreshes, filters and searches against brute force.
func TestTheIndexHoldsWhatTheModelHolds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		dir, done := tempDir(t)
		defer done()
		m := &machine{dir: dir, dim: rapid.IntRange(1, 150).Draw(t, "dim"), pending: map[engine.ChunkKey]Entry{}}
		m.committed, m.seen = map[engine.ChunkKey]Entry{}, map[engine.ChunkKey]Entry{}
		m.openWriter(t)
		x, err := Open(dir, model(m.dim))
		if err != nil {
			t.Fatal(err)
		}
		m.x = x
		t.Repeat(map[string]func(*rapid.T){
			"add": m.add, "delete": m.remove, "commit": m.commit, "crash": m.crash, "refresh": m.refresh, "": m.check,
		})
		if err := errors.Join(m.w.Close(), m.x.Close(), Verify(t.Context(), dir, model(m.dim))); err != nil {
			t.Fatal(err)
		}
	})
}

func (m *machine) openWriter(t *rapid.T) {
	m.w = newTestWriter(t, m.dir, m.dim, Options{SegmentRows: rapid.SampledFrom([]int{0, 3, 40}).Draw(t, "segment")})
}

var (
	someKeys    = rapid.Map(rapid.IntRange(1, 60), func(k int) engine.ChunkKey { return engine.ChunkKey(k) })
	someDates   = rapid.SampledFrom([]time.Time{{}, time.Unix(100, 0), time.Unix(100, 1), time.Unix(-7, 5), time.Unix(5000, 0)})
	someSystems = rapid.SampledFrom([]string{"", "rf", "RF", "vacuum"})
	someSources = rapid.SampledFrom([]engine.Collection{"wiki", "Wiki", "bely"})
)

func (m *machine) vector(t *rapid.T) []float32 {
	v := rapid.SliceOfN(rapid.SampledFrom([]float32{-1, 0, 0.5, 1, 3e-5, 8}), m.dim, m.dim).Draw(t, "vector")
	v[0] += 0.25 // never all zeros
	return v
}

func (m *machine) add(t *rapid.T) {
	for range rapid.IntRange(1, 12).Draw(t, "adds") {
		e := Entry{
			Key: someKeys.Draw(t, "key"), Collection: someSources.Draw(t, "collection"), System: someSystems.Draw(t, "system"),
			Created: someDates.Draw(t, "created"), Vector: m.vector(t),
		}
		add(t, m.w, e)
		m.pending[e.Key] = e
		m.last = max(m.last, e.Key)
	}
}

func (m *machine) remove(t *rapid.T) {
	keys := rapid.SliceOfN(someKeys, 1, 20).Draw(t, "keys")
	m.w.Delete(keys...)
	for _, k := range keys {
		delete(m.pending, k)
	}
}

func (m *machine) commit(t *rapid.T) {
	commit(t, m.w)
	m.committed, m.lastSaved = clone(m.pending), m.last
}

// crash drops what was not committed.
func (m *machine) crash(t *rapid.T) {
	if err := m.w.Close(); err != nil {
		t.Fatal(err)
	}
	m.pending, m.last = clone(m.committed), m.lastSaved
	m.openWriter(t)
}

func (m *machine) refresh(t *rapid.T) {
	if _, err := m.x.Refresh(); err != nil {
		t.Fatal(err)
	}
	m.seen = clone(m.committed)
	if m.x.Last() != m.lastSaved || m.w.Last() != m.lastSaved {
		t.Fatalf("last key %d and %d, want %d", m.x.Last(), m.w.Last(), m.lastSaved)
	}
}

func (m *machine) check(t *rapid.T) {
	if got := m.x.Len(); got != len(m.seen) {
		t.Fatalf("%d chunks, want %d", got, len(m.seen))
	}
	f := engine.Filter{Since: someDates.Draw(t, "since"), Until: someDates.Draw(t, "until")}
	f.Collections = rapid.SliceOfN(someSources, 0, 2).Draw(t, "collections")
	f.Systems = rapid.SliceOfN(someSystems, 0, 2).Draw(t, "systems")
	if rapid.Bool().Draw(t, "open") {
		f = engine.Filter{}
	}
	q, k := m.vector(t), rapid.IntRange(0, 70).Draw(t, "k")
	compare(t, search(t, m.x, q, f, k), brute(m.seen, q, f, k))
	keys := rapid.SliceOfN(someKeys, 0, 5).Draw(t, "keys")
	m.checkKeys(t, keys)
}

func (m *machine) checkKeys(t *rapid.T, keys []engine.ChunkKey) {
	missing, err := m.x.Missing(keys)
	vectors, err2 := m.x.Vectors(keys)
	if err := errors.Join(err, err2); err != nil || len(vectors) != len(keys) {
		t.Fatalf("%d vectors of %d keys, %v", len(vectors), len(keys), err)
	}
	var want []engine.ChunkKey
	for i, k := range keys {
		e, ok := m.seen[k]
		if !ok {
			want = append(want, k)
		}
		if ok != (vectors[i] != nil) || ok && cosine(vectors[i], e.Vector) < 1-1e-6 {
			t.Fatalf("chunk %d has vector %v", k, vectors[i])
		}
	}
	if !slices.Equal(missing, want) {
		t.Fatalf("missing %v, want %v", missing, want)
	}
}

func clone(m map[engine.ChunkKey]Entry) map[engine.ChunkKey]Entry {
	c := make(map[engine.ChunkKey]Entry, len(m))
	for k, e := range m {
		c[k] = e
	}
	return c
}
