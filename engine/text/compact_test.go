package text

import (
	"testing"

	"pgregory.net/rapid"
)

// TestCompactionsFit: each part is in at most one group, groups fit a segment,
// merging shrinks the number of parts, and it comes to an end.
func TestCompactionsFit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		full := rapid.IntRange(1, 1000).Draw(t, "full")
		sizes := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) size {
			docs := rapid.IntRange(1, full).Draw(t, "docs")
			return size{live: rapid.IntRange(1, docs).Draw(t, "live"), docs: docs}
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
		if small > 6*(tierParts-1) {
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
			t.Fatalf("group %v of %v has %d documents of %d", g, sizes, total, full)
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
