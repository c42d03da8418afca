package segment

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"math"
	"slices"

	"owl/engine/disk"
)

// Builder makes a segment of entries. It is not safe for concurrent use.
type Builder struct {
	dim     int
	vectors []float32
	rows    []columns
	names   [2]disk.Names // of collections and systems
}

// NewBuilder makes a builder for vectors of dim elements.
func NewBuilder(dim int) *Builder { return &Builder{dim: dim} }

// Len is the number of entries.
func (b *Builder) Len() int { return len(b.rows) }

// Add adds an entry. Its vector is stored with unit length; one without a
// direction, or of another number of elements, is refused.
func (b *Builder) Add(e Entry) error {
	if len(b.rows) == MaxRows {
		return fmt.Errorf("add chunk %d: the segment is full", e.Key)
	}
	at := len(b.vectors)
	vectors := slices.Grow(b.vectors, b.dim)[:at+b.dim]
	if err := Normalise(vectors[at:], e.Vector); err != nil {
		return fmt.Errorf("add chunk %d: %w", e.Key, err)
	}
	row := columns{key: int64(e.Key), collection: b.names[0].ID(string(e.Collection)), system: b.names[1].ID(e.System)}
	row.seconds, row.nanos = date(e.Created)
	b.rows, b.vectors = append(b.rows, row), vectors
	return nil
}

// Normalise writes v with unit length to to. A vector that is none of as many
// elements, or that has no direction, is an error.
func Normalise(to, v []float32) error {
	if len(v) != len(to) {
		return fmt.Errorf("vector of %d elements, want %d", len(v), len(to))
	}
	sum := 0.0
	for _, x := range v {
		sum += float64(x) * float64(x)
	}
	length := math.Sqrt(sum)
	if !(length > 0) || math.IsInf(length, 0) {
		return fmt.Errorf("vector of length %v has no direction", length)
	}
	for i, x := range v {
		to[i] = float32(float64(x) / length)
	}
	return nil
}

// Write writes the entries as a segment file, in the order of their keys. Of
// entries with the same key only the last added is kept.
func (b *Builder) Write(ctx context.Context, w io.Writer) (Info, error) {
	order := make([]int, len(b.rows))
	for i := range order {
		order[i] = i
	}
	byKey := func(x, y int) int { return cmp.Compare(b.rows[x].key, b.rows[y].key) }
	slices.SortStableFunc(order, byKey)
	m := &image{dim: b.dim, collections: b.names[0].List(), systems: b.names[1].List()}
	for i, row := range order {
		if i+1 == len(order) || byKey(row, order[i+1]) != 0 {
			m.rows = append(m.rows, b.rows[row])
			m.places = append(m.places, place{b, row})
		}
	}
	return m.write(ctx, w)
}

// Reset removes all entries.
func (b *Builder) Reset() {
	b.rows, b.names, b.vectors = b.rows[:0], [2]disk.Names{}, b.vectors[:0]
}

func (b *Builder) vector(row int, to []float32) error {
	copy(to, b.vectors[row*b.dim:])
	return nil
}
