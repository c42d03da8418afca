package segment

import (
	"encoding/binary"
	"fmt"
	"math/bits"
	"slices"
	"sort"

	"owl/engine"
)

// Deletes says which documents of a segment are gone, and by how much that
// lowers the statistics, so that scores are those of an index that never held
// them. A nil *Deletes deletes nothing. It does not change once made.
type Deletes struct {
	count  int
	length uint64   // weighted, of the deleted documents
	bitmap []uint64 // by document
	terms  []termCount
}

// termCount is how many deleted documents hold a term.
type termCount struct{ term, count uint32 }

// Delete returns the deletes that hold those of old and the given documents. It
// reads the whole segment; the error wraps engine.ErrDamaged.
func (s *Segment) Delete(old *Deletes, docs []int) (*Deletes, error) {
	if err := s.checkSums(); err != nil {
		return nil, err
	}
	d := &Deletes{bitmap: make([]uint64, (s.Docs()+63)/64)}
	if old != nil {
		copy(d.bitmap, old.bitmap)
	}
	for _, doc := range docs {
		d.bitmap[doc/64] |= 1 << (doc % 64)
	}
	for doc := range s.Docs() {
		if d.Has(doc) {
			d.count++
			d.length += uint64(s.lengths[doc].Weighted())
		}
	}
	for id := range s.header.terms {
		t, err := s.term(id)
		if err != nil {
			return nil, err
		}
		n := uint32(0)
		for _, p := range t.Postings {
			if int(p.Doc()) >= s.Docs() {
				return nil, s.damaged("posting beyond the documents")
			}
			n += uint32(d.bitmap[p.Doc()/64] >> (p.Doc() % 64) & 1)
		}
		if n > 0 {
			d.terms = append(d.terms, termCount{id, n})
		}
	}
	return d, nil
}

// Has reports whether a document is deleted.
func (d *Deletes) Has(doc int) bool {
	return d != nil && d.bitmap[doc/64]>>(doc%64)&1 != 0
}

// Count is the number of deleted documents.
func (d *Deletes) Count() int {
	if d == nil {
		return 0
	}
	return d.count
}

// Length is the sum of the weighted lengths of the deleted documents.
func (d *Deletes) Length() uint64 {
	if d == nil {
		return 0
	}
	return d.length
}

// Holding is how many deleted documents hold a term.
func (d *Deletes) Holding(t Term) int {
	if d == nil || len(t.Postings) == 0 {
		return 0
	}
	i := sort.Search(len(d.terms), func(i int) bool { return d.terms[i].term >= t.ID })
	if i < len(d.terms) && d.terms[i].term == t.ID {
		return int(d.terms[i].count)
	}
	return 0
}

const deletesMagic = "OWLDEL\r\n"

// Encode writes the deletes as a file that belongs to s.
func (d *Deletes) Encode(s *Segment) []byte {
	le := binary.LittleEndian
	b := le.AppendUint32([]byte(deletesMagic), version)
	b = le.AppendUint32(b, s.header.sum)
	b = le.AppendUint32(b, s.header.docs)
	b = le.AppendUint32(b, uint32(len(d.terms)))
	b = le.AppendUint64(b, d.length)
	for _, w := range d.bitmap {
		b = le.AppendUint64(b, w)
	}
	for _, t := range d.terms {
		b = le.AppendUint32(le.AppendUint32(b, t.term), t.count)
	}
	return le.AppendUint32(b, checksum(b))
}

// DecodeDeletes reads a file that belongs to s. The error wraps
// engine.ErrDamaged.
func DecodeDeletes(b []byte, s *Segment) (*Deletes, error) {
	le := binary.LittleEndian
	const head = 32
	words := (s.Docs() + 63) / 64
	if len(b) < head+8*words+4 || string(b[:8]) != deletesMagic || le.Uint32(b[len(b)-4:]) != checksum(b[:len(b)-4]) {
		return nil, fmt.Errorf("%w: deletes have a wrong checksum", engine.ErrDamaged)
	}
	count := int64(le.Uint32(b[20:]))
	if le.Uint32(b[8:]) != version || le.Uint32(b[12:]) != s.header.sum || le.Uint32(b[16:]) != s.header.docs || int64(len(b)) != head+8*int64(words)+8*count+4 {
		return nil, fmt.Errorf("%w: deletes of another segment", engine.ErrDamaged)
	}
	d := &Deletes{length: le.Uint64(b[24:]), bitmap: make([]uint64, words)}
	b = b[head:]
	for i := range d.bitmap {
		d.bitmap[i] = le.Uint64(b[8*i:])
		d.count += bits.OnesCount64(d.bitmap[i])
	}
	b = b[8*words:]
	for i := range count {
		d.terms = append(d.terms, termCount{le.Uint32(b[8*i:]), le.Uint32(b[8*i+4:])})
	}
	return d, nil
}

// Check compares the deletes with the segment that they belong to.
func (d *Deletes) Check(s *Segment) error {
	if d == nil {
		return nil
	}
	if r := s.Docs() % 64; r != 0 && d.bitmap[len(d.bitmap)-1]>>r != 0 {
		return s.damaged("deletes beyond the documents")
	}
	want, err := s.Delete(d, nil)
	if err != nil {
		return err
	}
	if want.length != d.length || !slices.Equal(want.terms, d.terms) {
		return s.damaged("deletes do not fit their segment")
	}
	return nil
}
