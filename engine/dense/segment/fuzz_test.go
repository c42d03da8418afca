package segment

import (
	"encoding/binary"
	"errors"
	"slices"
	"testing"

	"owl/engine"
	"owl/engine/dense/quant"
)

// FuzzSegment changes the content of a segment and seals it anew, so that the
// checksums fit: whatever it holds is reported or harmless, and never a panic.
func FuzzSegment(f *testing.F) {
	good := encode(f, 5, Entry{Key: 1, Collection: "a", System: "x", Vector: vector(5, 1)}, Entry{Key: 3, Collection: "b", Vector: vector(5, 2)})
	foot, err := decodeFooter(good[len(good)-footerSize:], int64(len(good)))
	if err != nil {
		f.Fatal(err)
	}
	for _, at := range foot.sections() {
		f.Add(uint16(at.offset), []byte{0xff, 0xff, 0xff, 0xff})
	}
	f.Add(uint16(len(good)-footerSize+12), []byte{9, 0, 0, 0, 9})
	f.Fuzz(func(t *testing.T, at uint16, change []byte) {
		data := slices.Clone(good)
		copy(data[int(at)%len(data):], change)
		seal(data)
		s, err := parseBytes(data)
		if err != nil {
			if !errors.Is(err, engine.ErrDamaged) {
				t.Fatalf("error %v", err)
			}
			return
		}
		exercise(t, s)
		if err := s.Check(t.Context()); err != nil && !errors.Is(err, engine.ErrDamaged) {
			t.Fatalf("error %v", err)
		}
	})
}

// seal makes the checksums fit the content, as far as the footer makes sense.
func seal(data []byte) {
	le := binary.LittleEndian
	end := data[len(data)-footerSize:]
	f := footer{
		rows: int(le.Uint32(end[12:])), dim: int(le.Uint32(end[16:])), collectionNames: int(le.Uint32(end[20:])), systemNames: int(le.Uint32(end[24:])),
	}
	if f.rows <= MaxRows && f.dim <= MaxDim && f.size() == int64(len(data)) {
		sums := f.sections()[sumSection]
		for i := range sums.length / 4 {
			le.PutUint32(data[sums.offset+4*i:], checksum(data[i*blockSize:min((i+1)*blockSize, sums.offset)]))
		}
		le.PutUint32(end[28:], checksum(data[sums.offset:sums.offset+sums.length]))
	}
	le.PutUint32(end[footerSize-4:], checksum(end[:footerSize-4]))
}

// exercise does what a search does with a segment that nobody checked.
func exercise(t *testing.T, s *Segment) {
	q := quant.NewCoder(s.Dim()).Query(vector(s.Dim(), 3))
	high, err := s.High(0, s.Rows())
	if err != nil {
		t.Fatal(err)
	}
	quant.Kernels()[0].Dots(make([]int32, s.Rows()), high, q)
	for row := range s.Rows() {
		if err := s.Vector(row, make([]float32, s.Dim())); err != nil {
			t.Fatal(err)
		}
		_ = s.Step(row)
		_ = s.Collections()[s.CollectionOf(row)] + s.Systems()[s.SystemOf(row)]
	}
	d := (*Deletes)(nil).With(s, []int{0})
	if _, err := DecodeDeletes(d.Encode(s), s); err != nil {
		t.Fatal(err)
	}
}

func FuzzDeletes(f *testing.F) {
	s := open(f, encode(f, 2, Entry{Key: 1, Vector: vector(2, 1)}, Entry{Key: 2, Vector: vector(2, 2)}))
	f.Add((*Deletes)(nil).With(s, []int{1}).Encode(s), true)
	f.Fuzz(func(t *testing.T, data []byte, sealed bool) {
		if sealed && len(data) > 4 {
			binary.LittleEndian.PutUint32(data[len(data)-4:], checksum(data[:len(data)-4]))
		}
		d, err := DecodeDeletes(data, s)
		if err != nil {
			if !errors.Is(err, engine.ErrDamaged) {
				t.Fatalf("error %v", err)
			}
			return
		}
		if d.Count() > s.Rows() {
			t.Fatalf("%d of %d rows are deleted", d.Count(), s.Rows())
		}
	})
}
