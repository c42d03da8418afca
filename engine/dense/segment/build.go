package segment

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"math"
	"slices"

	"owl/engine/dense/quant"
)

// Builder makes a segment of entries. It is not safe for concurrent use.
type Builder struct {
	dim     int
	coder   quant.Coder
	codes   codes
	rows    []columns
	names   [2]nameTable // of collections and systems
	scratch []float32
}

// NewBuilder makes a builder for vectors of dim elements.
func NewBuilder(dim int) *Builder {
	return &Builder{dim: dim, coder: quant.NewCoder(dim), codes: codes{dim: dim}, scratch: make([]float32, dim)}
}

// Len is the number of entries.
func (b *Builder) Len() int { return len(b.rows) }

// Add adds an entry. Its vector is stored with unit length; one without a
// direction, or of another number of elements, is refused.
func (b *Builder) Add(e Entry) error {
	if len(b.rows) == MaxRows {
		return fmt.Errorf("add chunk %d: the segment is full", e.Key)
	}
	if err := Normalise(b.scratch, e.Vector); err != nil {
		return fmt.Errorf("add chunk %d: %w", e.Key, err)
	}
	row := columns{key: int64(e.Key), collection: b.names[0].id(string(e.Collection)), system: b.names[1].id(e.System)}
	row.seconds, row.nanos = date(e.Created)
	row.step = b.codes.add(b.coder, b.scratch)
	b.rows = append(b.rows, row)
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
	m := &image{dim: b.dim, collections: b.names[0].names, systems: b.names[1].names}
	for i, row := range order {
		if i+1 == len(order) || byKey(row, order[i+1]) != 0 {
			m.rows = append(m.rows, b.rows[row])
			m.places = append(m.places, place{&b.codes, row})
		}
	}
	return m.write(ctx, w)
}

// Reset removes all entries.
func (b *Builder) Reset() {
	b.rows, b.names = b.rows[:0], [2]nameTable{}
	b.codes.high, b.codes.low, b.codes.vectors = b.codes.high[:0], b.codes.low[:0], b.codes.vectors[:0]
}

// codes holds the codes and vectors of rows.
type codes struct {
	dim       int
	high, low []byte
	vectors   []float32
}

func (c *codes) add(coder quant.Coder, v []float32) (step float32) {
	n := quant.RowBytes(c.dim)
	at := len(c.high)
	c.high, c.low = slices.Grow(c.high, n)[:at+n], slices.Grow(c.low, n)[:at+n]
	c.vectors = append(c.vectors, v...)
	return coder.Encode(v, c.high[at:], c.low[at:])
}

// part returns what a row has in a section.
func (c *codes) part(section, row int) []byte {
	n := quant.RowBytes(c.dim)
	switch section {
	case highSection:
		return c.high[row*n : (row+1)*n]
	case lowSection:
		return c.low[row*n : (row+1)*n]
	}
	return bytesOf(c.vectors[row*c.dim : (row+1)*c.dim])
}
