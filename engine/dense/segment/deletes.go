package segment

import (
	"encoding/binary"
	"fmt"
	"math/bits"
	"slices"

	"owl/engine"
)

// Deletes says which rows of a segment are gone. A nil *Deletes deletes nothing.
// It does not change once made.
type Deletes struct {
	count int
	rows  []uint64 // a bit a row, lowest first
}

// With returns the deletes that hold those of d and the given rows of s.
func (d *Deletes) With(s *Segment, rows []int) *Deletes {
	next := &Deletes{rows: make([]uint64, (s.Rows()+63)/64)}
	if d != nil {
		copy(next.rows, d.rows)
	}
	for _, row := range rows {
		next.rows[row/64] |= 1 << (row % 64)
	}
	next.recount()
	return next
}

func (d *Deletes) recount() {
	d.count = 0
	for _, w := range d.rows {
		d.count += bits.OnesCount64(w)
	}
}

// Has reports whether a row is deleted.
func (d *Deletes) Has(row int) bool { return d != nil && d.rows[row/64]>>(row%64)&1 != 0 }

// Word returns the bits of the 64 rows from 64 i on, lowest first.
func (d *Deletes) Word(i int) uint64 {
	if d == nil {
		return 0
	}
	return d.rows[i]
}

// Count is the number of deleted rows.
func (d *Deletes) Count() int {
	if d == nil {
		return 0
	}
	return d.count
}

const (
	deletesMagic = "OWLVDL\r\n"
	deletesHead  = 24
)

// Encode writes the deletes as a file that belongs to s.
func (d *Deletes) Encode(s *Segment) []byte {
	le := binary.LittleEndian
	b := le.AppendUint32([]byte(deletesMagic), version)
	b = le.AppendUint32(b, s.footer.sum)
	b = le.AppendUint32(b, uint32(s.footer.rows))
	b = le.AppendUint32(b, 0)
	for _, w := range d.rows {
		b = le.AppendUint64(b, w)
	}
	return le.AppendUint32(b, checksum(b))
}

// DecodeDeletes reads a file that belongs to s. The error wraps
// engine.ErrDamaged.
func DecodeDeletes(b []byte, s *Segment) (*Deletes, error) {
	d := &Deletes{rows: make([]uint64, (s.Rows()+63)/64)}
	if want := deletesHead + 8*len(d.rows) + 4; len(b) != want {
		return nil, fmt.Errorf("%w: deletes of %d bytes, want %d", engine.ErrDamaged, len(b), want)
	}
	for i := range d.rows {
		d.rows[i] = binary.LittleEndian.Uint64(b[deletesHead+8*i:])
	}
	d.recount()
	if r := s.Rows() % 64; r != 0 && d.rows[len(d.rows)-1]>>r != 0 {
		return nil, fmt.Errorf("%w: deletes beyond the rows", engine.ErrDamaged)
	}
	if !slices.Equal(b, d.Encode(s)) {
		return nil, fmt.Errorf("%w: not the deletes of this segment", engine.ErrDamaged)
	}
	return d, nil
}
