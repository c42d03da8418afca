package dense

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"owl/engine"
	"owl/engine/dense/quant"
)

// TestTheBestHundredAreFound compares with brute force where the bounds cut
// much, where they cut little, and where nearly all is alike; with enough rows
// that several workers share them, and with each kernel of this machine.
func TestTheBestHundredAreFound(t *testing.T) {
	const dim, n = 96, 2*workerRows + 500
	for name, v := range map[string]*vectors{
		"spread":    spreadVectors(1, dim),
		"clustered": clusteredVectors(2, dim, 200, 0.7),
		"alike":     clusteredVectors(3, dim, 2, 0.02),
	} {
		t.Run(name, func(t *testing.T) {
			entries := v.entries(n)
			x := build(t, t.TempDir(), dim, entries...)
			all := byKey(entries)
			for _, kernel := range quant.Kernels() {
				x.kernel = kernel
				for range 3 {
					q := v.next()
					compare(t, search(t, x, q, engine.Filter{}, 100), brute(all, q, engine.Filter{}, 100))
				}
			}
		})
	}
}

func TestEqualScoresComeInKeyOrder(t *testing.T) {
	w := newTestWriter(t, t.TempDir(), 3, Options{SegmentRows: 2})
	defer w.Close()
	for _, key := range []engine.ChunkKey{9, 4, 7, 2, 8, 5, 1, 6, 3} {
		add(t, w, Entry{Key: key, Vector: []float32{float32(key), 0, 0}}) // one direction
	}
	commit(t, w)
	x := open(t, w.dir, 3)
	for k := range 11 {
		hits := search(t, x, []float32{2, 1, 0}, engine.Filter{}, k)
		if len(hits) != min(k, 9) {
			t.Fatalf("%d hits, want %d", len(hits), k)
		}
		for i, h := range hits {
			if h.Chunk != engine.ChunkKey(i+1) || math.Abs(h.Score-2/math.Sqrt(5)) > 1e-6 {
				t.Fatalf("hit %d of %d: %+v", i, k, h)
			}
		}
	}
}

func TestTheScoreIsTheCosine(t *testing.T) {
	x := build(t, t.TempDir(), 2, Entry{Key: 1, Vector: []float32{0, 5}}, Entry{Key: 2, Vector: []float32{3, 4}}, Entry{Key: 3, Vector: []float32{-1e-3, 0}})
	hits := search(t, x, []float32{1000, 0}, engine.Filter{}, 5)
	var got []string
	for _, h := range hits {
		got = append(got, fmt.Sprintf("%d %.4f", h.Chunk, h.Score))
	}
	if s := strings.Join(got, ", "); s != "2 0.6000, 1 0.0000, 3 -1.0000" {
		t.Errorf("hits %s", s)
	}
}

func TestAFilterMeansWhatTheEngineSays(t *testing.T) {
	at := time.Date(2024, 10, 8, 12, 0, 0, 500, time.UTC)
	var entries []Entry
	for i, c := range []engine.Collection{"wrq", "Wiki", "", "bely"} {
		for j, system := range []string{"RF", "vacuum", ""} {
			for k, created := range []time.Time{{}, at, at.Add(1), at.Add(-1), at.AddDate(0, 0, 1), time.Unix(-5, 0)} {
				entries = append(entries, Entry{
					Key: engine.ChunkKey(100*i + 10*j + k), Collection: c, System: system, Created: created,
					Vector: []float32{1, float32(i), float32(j), float32(k)},
				})
			}
		}
	}
	x := build(t, t.TempDir(), 4, entries...)
	for _, f := range []engine.Filter{
		{},
		{Collections: []engine.Collection{"WIKI"}},
		{Collections: []engine.Collection{"none"}},
		{Collections: []engine.Collection{"none", "bely", "wrq"}},
		{Systems: []string{"rf"}},
		{Systems: []string{""}},
		{Since: at},
		{Until: at},
		{Since: at, Until: at.Add(1)},
		{Since: at, Until: at},
		{Since: time.Unix(-5, 0), Until: time.Unix(-5, 1)},
		{Since: at.AddDate(9, 0, 0)},
		{Until: at.AddDate(-90, 0, 0)},
		{Until: at.AddDate(9, 0, 0)},
		{Collections: []engine.Collection{"wrq", "wiki"}, Systems: []string{"RF"}, Since: at.Add(-1), Until: at.Add(1)},
	} {
		q := []float32{1, 1, 1, 1}
		compare(t, search(t, x, q, f, 100), brute(byKey(entries), q, f, 100))
	}
}

func TestAVectorThatCannotBeComparedIsWrongUsage(t *testing.T) {
	x := build(t, t.TempDir(), 2, Entry{Key: 1, Vector: []float32{1, 1}})
	nan := float32(math.NaN())
	for _, v := range [][]float32{nil, {1}, {1, 2, 3}, {0, 0}, {nan, 1}} {
		if _, err := x.Search(t.Context(), v, engine.Filter{}, 5); !errors.Is(err, engine.ErrUsage) {
			t.Errorf("%v: error %v", v, err)
		}
	}
	if hits := search(t, x, []float32{1, 0}, engine.Filter{}, -3); len(hits) != 0 {
		t.Errorf("-3 hits are %v", hits)
	}
}

func TestASearchEndsWithItsContext(t *testing.T) {
	x := build(t, t.TempDir(), 2, Entry{Key: 1, Vector: []float32{1, 1}})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, k := range []int{0, 5} {
		if _, err := x.Search(ctx, []float32{1, 1}, engine.Filter{}, k); !errors.Is(err, context.Canceled) {
			t.Errorf("k %d: error %v", k, err)
		}
	}
	if len(search(t, x, []float32{1, 1}, engine.Filter{}, 5)) != 1 {
		t.Error("the next search does not find it")
	}
}

func TestAnEmptyIndexFindsNothing(t *testing.T) {
	x := open(t, t.TempDir()+"/missing", 3)
	if hits := search(t, x, []float32{1, 2, 3}, engine.Filter{}, 5); len(hits) != 0 {
		t.Errorf("hits %v", hits)
	}
	changed, err := x.Refresh()
	if s := x.Stats(); changed || err != nil || s.Generation != 0 || x.Len() != 0 || x.Last() != 0 || s.Kernel == "" {
		t.Errorf("%+v, %v, %v", s, changed, err)
	}
}

func TestRunsOfBits(t *testing.T) {
	words := make([]uint64, 3)
	for _, bit := range []int{0, 1, 5, 62, 63, 64, 65, 130, 131, 132, 190, 191} {
		words[bit/64] |= 1 << (bit % 64)
	}
	var got []string
	for from, to := nextRun(words, 0); from < 192; from, to = nextRun(words, to) {
		got = append(got, fmt.Sprintf("%d-%d", from, to))
	}
	if s := strings.Join(got, " "); s != "0-2 5-6 62-66 130-133 190-192" {
		t.Errorf("runs %s", s)
	}
}

func TestProspectsOrderByBoundThenPlace(t *testing.T) {
	bounds := []float32{lowest, -3, -1e-9, 0, 1e-9, 0.5, 2}
	for i, a := range bounds {
		p := newProspect(a, 7+i)
		if p.bound() != a || p.place() != 7+i {
			t.Errorf("%v at %d became %v at %d", a, 7+i, p.bound(), p.place())
		}
		for _, b := range bounds[:i] {
			if p <= newProspect(b, 99) {
				t.Errorf("%v is not above %v", a, b)
			}
		}
	}
}

func TestASieveKeepsTheBest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		bounds := rapid.SliceOfN(rapid.Float32Range(-2, 2), 0, 200).Draw(t, "bounds")
		var s sieve
		s.reset(rapid.IntRange(1, 20).Draw(t, "k"))
		var want []prospect
		for i, b := range bounds {
			if w := s.worst(); b >= w { // who is below may be left out
				s.offer(newProspect(b, i))
			}
			want = append(want, newProspect(b, i))
		}
		slices.Sort(want)
		want = want[max(0, len(want)-s.k):]
		if got := s.best(); !slices.Equal(got, want) {
			t.Fatalf("kept %v, want %v", got, want)
		}
		if w := s.worst(); len(want) == s.k && w != want[0].bound() || len(want) < s.k && w != lowest {
			t.Fatalf("the worst of %d is %v", len(want), w)
		}
	})
}
