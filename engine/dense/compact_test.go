package dense

import (
	"testing"

	"pgregory.net/rapid"

	"owl/engine"
	"owl/engine/dense/segment"
)

// TestCompactionsFit: each part is in at most one group, groups fit a segment,
// merging shrinks the number of parts, and it comes to an end.
func TestCompactionsFit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		full := rapid.SampledFrom([]int{1, 7, 1000, 5000, segment.MaxRows}).Draw(t, "full")
		sizes := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) size {
			rows := rapid.IntRange(1, full).Draw(t, "rows")
			return size{live: rapid.IntRange(1, rows).Draw(t, "live"), rows: rows}
		}), 0, 60).Draw(t, "sizes")
		for round := 0; ; round++ {
			groups := compactions(sizes, full)
			if len(groups) == 0 {
				break
			}
			if round > 20 {
				t.Fatalf("no end: %v of %v", groups, sizes)
			}
			sizes = apply(t, sizes, groups, full)
		}
		small := 0
		for _, s := range sizes {
			if s.sparse() {
				t.Fatalf("%v is left sparse", s)
			}
			if s.live <= full/2 {
				small++
			}
		}
		if small > 4*(tierParts-1) {
			t.Fatalf("%d small parts are left", small)
		}
	})
}

func apply(t *rapid.T, sizes []size, groups [][]int, full int) (next []size) {
	used := make(map[int]bool)
	for _, g := range groups {
		total := 0
		for _, i := range g {
			if used[i] {
				t.Fatalf("part %d is in two groups", i)
			}
			used[i] = true
			total += sizes[i].live
		}
		if total > full || len(g) == 1 && !sizes[g[0]].sparse() {
			t.Fatalf("group %v of %v has %d rows of %d", g, sizes, total, full)
		}
		next = append(next, size{total, total})
	}
	for i, s := range sizes {
		if !used[i] {
			next = append(next, s)
		}
	}
	return next
}

// TestManySmallCommitsLeaveFewSegments commits as an embedder does, a few chunks
// at a time.
func TestManySmallCommitsLeaveFewSegments(t *testing.T) {
	dir := t.TempDir()
	w := newTestWriter(t, dir, 1, Options{SegmentRows: 1 << 13})
	defer w.Close()
	most, written := 0, 0
	for key := engine.ChunkKey(0); key < 24_000; {
		for range 60 {
			key++
			add(t, w, Entry{Key: key, Vector: []float32{1}})
		}
		before := w.next
		commit(t, w)
		for _, p := range w.parts {
			if p.entry.File >= segmentName(before) {
				written += p.Segment.Rows()
			}
		}
		most = max(most, len(w.parts))
	}
	if most > 20 || written > 8*24_000 {
		t.Errorf("up to %d segments; %d rows were written for 24,000", most, written)
	}
}
