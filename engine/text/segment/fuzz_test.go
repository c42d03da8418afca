package segment

import (
	"encoding/binary"
	"errors"
	"slices"
	"testing"

	"owl/engine"
)

// FuzzSegment changes the content of a segment and seals it anew, so that the
// checksums fit: whatever it holds is reported or harmless, and never a panic.
func FuzzSegment(f *testing.F) {
	good := encode(f,
		sample{Meta{Key: 1, Collection: "a", System: "x"}, [Fields]string{"beam dump", "the beam dump of the day", "S:1"}},
		sample{Meta{Key: 3, Collection: "b"}, [Fields]string{"rf", "rf trip rf beam", ""}},
	)
	f.Add(uint16(headerSize), []byte{1})
	f.Add(uint16(12), []byte{255, 255})
	for _, s := range mustHeader(f, good).sections {
		f.Add(uint16(s.offset), []byte{0xff, 0xff, 0xff, 0xff})
	}
	f.Fuzz(func(t *testing.T, at uint16, change []byte) {
		data := slices.Clone(good)
		copy(data[int(at)%len(data):], change)
		seal(data)
		s, err := parse(data, "fuzz")
		if err != nil {
			if !errors.Is(err, engine.ErrDamaged) {
				t.Fatalf("error %v", err)
			}
			return
		}
		exercise(t, s)
		if err := s.Check(); err != nil && !errors.Is(err, engine.ErrDamaged) {
			t.Fatalf("error %v", err)
		}
	})
}

func mustHeader(f *testing.F, data []byte) header {
	h, err := decodeHeader(data, int64(len(data)))
	if err != nil {
		f.Fatal(err)
	}
	return h
}

// seal makes the checksums fit the content, as far as the header makes sense.
func seal(data []byte) {
	le := binary.LittleEndian
	sums := le.Uint64(data[32+24*sumSection:])
	for at, to := uint64(headerSize), sums; at < sums && to < uint64(len(data)-4); at, to = at+blockSize, to+4 {
		le.PutUint32(data[to:], checksum(data[at:min(at+blockSize, sums)]))
	}
	for i := range sectionCount {
		at := data[32+24*i:]
		from, length := le.Uint64(at), le.Uint64(at[8:])
		end := from + (length+alignment-1)/alignment*alignment
		if from <= end && end <= uint64(len(data)) {
			le.PutUint32(at[16:], checksum(data[from:end]))
		}
	}
	le.PutUint32(data[headerSize-4:], checksum(data[:headerSize-4]))
}

// exercise does what a search does with a segment that nobody checked.
func exercise(t *testing.T, s *Segment) {
	for _, term := range []string{"beam", "dump", "rf", "S:1", "missing", ""} {
		found, err := s.Lookup(term, Hash(term))
		if err != nil {
			if !errors.Is(err, engine.ErrDamaged) {
				t.Fatalf("error %v", err)
			}
			continue
		}
		lists := found.Lists()
		for i := range found.Postings {
			if lists.Read(nil, i) == nil {
				break
			}
		}
		found.Place(1)
	}
	if d, err := s.Delete(nil, []int{0}); err == nil {
		if _, err := DecodeDeletes(d.Encode(s), s); err != nil {
			t.Fatalf("deletes: %v", err)
		}
	}
}

func FuzzDeletes(f *testing.F) {
	s := open(f, encode(f, sample{Meta{Key: 1}, [Fields]string{"", "beam", ""}}, sample{Meta: Meta{Key: 2}}))
	d, err := s.Delete(nil, []int{1})
	if err != nil {
		f.Fatal(err)
	}
	f.Add(d.Encode(s), true)
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
		d.Has(1)
		_ = d.Check(s)
	})
}

func FuzzPositions(f *testing.F) {
	f.Add([]byte{1, 3, 0x80, 1, 0})
	f.Fuzz(func(t *testing.T, data []byte) {
		list, n := readList(nil, data)
		if n != 0 && n != listEnd(data) {
			t.Fatalf("list of %d bytes, want %d", listEnd(data), n)
		}
		if n > 0 && len(list) == 0 {
			t.Fatal("a list without a position")
		}
	})
}
