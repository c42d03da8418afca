package dense

import (
	"context"
	"fmt"
	"io"
	"math/bits"
	"slices"

	"owl/engine/dense/segment"
)

// compact merges small parts and rewrites those of which more than a fifth is
// deleted.
func (t *transaction) compact(ctx context.Context) error {
	sizes := make([]size, len(t.parts))
	for i, p := range t.parts {
		sizes[i] = size{live: p.Live(), rows: p.Segment.Rows()}
	}
	var gone, merged []*draft
	for _, group := range compactions(sizes, t.w.options.SegmentRows) {
		var inputs []segment.Input
		for _, i := range group {
			inputs = append(inputs, t.parts[i].Input)
			gone = append(gone, t.parts[i])
		}
		e, err := t.w.writeSegment(func(w io.Writer) (segment.Info, error) { return segment.Merge(ctx, w, inputs) })
		if err != nil {
			return fmt.Errorf("compact: %w", err)
		}
		d, err := t.open(e)
		if err != nil {
			return fmt.Errorf("compact: %w", err)
		}
		merged = append(merged, d)
	}
	t.parts = slices.DeleteFunc(t.parts, func(d *draft) bool { return slices.Contains(gone, d) })
	t.parts = append(t.parts, merged...)
	return nil
}

// size is what compactions looks at.
type size struct{ live, rows int }

const (
	tierParts  = 4    // parts of a tier that are merged
	tierGrowth = 2    // bits: a tier holds parts up to four times those of the one below
	smallRows  = 1024 // parts below are one tier, as they cost next to nothing
)

// tier sorts parts by size. There are four tiers of parts of up to half a full
// segment, and each is left with three parts at most, so an index has a dozen
// small parts at most.
func (s size) tier() int {
	if s.live < smallRows {
		return 0
	}
	return (bits.Len(uint(s.live))-bits.Len(smallRows))/tierGrowth + 1
}

func (s size) sparse() bool { return (s.rows-s.live)*5 > s.rows }

// compactions returns the groups of parts to merge into one each: of parts of at
// most half a full segment those of a tier with four or more, so that a row is
// rewritten a few times in its life. A part of which more than a fifth is deleted
// is rewritten, alone if need be.
func compactions(sizes []size, full int) (groups [][]int) {
	tiers := make(map[int][]int)
	for i, s := range sizes {
		if s.live <= full/2 {
			tiers[s.tier()] = append(tiers[s.tier()], i)
		} else if s.sparse() {
			groups = append(groups, []int{i})
		}
	}
	for tier := 0; len(tiers) > 0; tier++ {
		members := tiers[tier]
		delete(tiers, tier)
		if len(members) >= tierParts {
			groups = append(groups, split(members, sizes, full)...)
			continue
		}
		for _, i := range members {
			if sizes[i].sparse() {
				groups = append(groups, []int{i})
			}
		}
	}
	return groups
}

// split parts the members into groups that fit a segment.
func split(members []int, sizes []size, full int) (groups [][]int) {
	total := 0
	for _, i := range members {
		if len(groups) == 0 || total+sizes[i].live > full {
			groups, total = append(groups, nil), 0
		}
		total += sizes[i].live
		last := len(groups) - 1
		groups[last] = append(groups[last], i)
	}
	return slices.DeleteFunc(groups, func(g []int) bool { return len(g) == 1 && !sizes[g[0]].sparse() })
}
