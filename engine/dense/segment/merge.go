package segment

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"

	"owl/engine"
	"owl/engine/disk"
)

// Input is a segment and what is deleted of it.
type Input struct {
	Segment *Segment
	Deletes *Deletes
}

// Live is the number of rows that are not deleted.
func (in Input) Live() int { return in.Segment.Rows() - in.Deletes.Count() }

// Find returns the row with a key, unless it is deleted.
func (in Input) Find(key engine.ChunkKey) (row int, ok bool) {
	row, ok = slices.BinarySearch(in.Segment.keys, int64(key))
	return row, ok && !in.Deletes.Has(row)
}

// Merge writes the live rows of the inputs, of which no two have the same key,
// as one segment. All must be of the same dimension. It reads the inputs whole:
// damage is not to get a valid checksum.
func Merge(ctx context.Context, w io.Writer, inputs []Input) (Info, error) {
	m := &image{dim: inputs[0].Segment.Dim()}
	type origin struct {
		segment *Segment
		row     int
	}
	var rows []origin
	for _, in := range inputs {
		if err := in.Segment.checkSums(ctx); err != nil {
			return Info{}, fmt.Errorf("merge: %w", err)
		}
		for row := range in.Segment.Rows() {
			if !in.Deletes.Has(row) {
				rows = append(rows, origin{in.Segment, row})
			}
		}
	}
	slices.SortFunc(rows, func(a, b origin) int { return cmp.Compare(a.segment.keys[a.row], b.segment.keys[b.row]) })
	var collections, systems disk.Names
	for _, o := range rows {
		s := o.segment
		m.rows = append(m.rows, columns{
			key: s.keys[o.row], seconds: s.seconds[o.row], nanos: s.nanos[o.row],
			collection: collections.ID(s.collections[s.collection[o.row]]), system: systems.ID(s.systems[s.system[o.row]]),
		})
		m.places = append(m.places, place{s, o.row})
	}
	m.collections, m.systems = collections.List(), systems.List()
	return m.write(ctx, w)
}
