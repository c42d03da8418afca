package text

import (
	"context"
	"fmt"
	"io"
	"math/bits"
	"slices"

	"owl/engine/text/segment"
)

// compact merges small parts and rewrites those of which more than a fifth is
// deleted.
func (t *transaction) compact(ctx context.Context) error {
	sizes := make([]size, len(t.parts))
	for i, p := range t.parts {
		sizes[i] = size{live: p.Live(), docs: p.Segment.Docs()}
	}
	var gone []*part
	var merged []*part
	for _, group := range compactions(sizes, t.w.options.SegmentDocs) {
		var inputs []segment.Input
		for _, i := range group {
			inputs = append(inputs, t.parts[i].Input)
			gone = append(gone, t.parts[i])
		}
		p, err := t.merge(ctx, inputs)
		if err != nil {
			return fmt.Errorf("compact: %w", err)
		}
		merged = append(merged, p)
	}
	t.parts = slices.DeleteFunc(t.parts, func(p *part) bool { return slices.Contains(gone, p) })
	t.parts = append(t.parts, merged...)
	return nil
}

func (t *transaction) merge(ctx context.Context, inputs []segment.Input) (*part, error) {
	e, err := t.w.writeSegment(func(w io.Writer) (segment.Info, error) { return segment.Merge(ctx, w, inputs) })
	if err != nil {
		return nil, err
	}
	t.w.created = append(t.w.created, e.File)
	return t.open(e)
}

// size is what compactions looks at.
type size struct{ live, docs int }

const (
	tierGrowth = 2 // bits: a tier holds parts up to four times those of the one below
	tierParts  = 4 // parts of a tier that are merged
)

// compactions returns the groups of parts to merge into one each. Parts of at
// most half a segment are sorted into tiers by size, and a tier with four parts
// is merged, so a document is rewritten at most once a tier. A part of which
// more than a fifth is deleted is rewritten, alone if need be.
func compactions(sizes []size, full int) [][]int {
	tiers := make(map[int][]int)
	var groups [][]int
	for i, s := range sizes {
		if s.live <= full/2 {
			tier := bits.Len(uint(s.live)) / tierGrowth
			tiers[tier] = append(tiers[tier], i)
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

func (s size) sparse() bool { return (s.docs-s.live)*5 > s.docs }

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
