package segment

import (
	"encoding/binary"
	"math"
	"time"

	"owl/engine"
)

// undated are the seconds of a row without a date, before all others.
const undated = math.MinInt64

// Entry is a chunk's vector and what filters look at.
type Entry struct {
	Key        engine.ChunkKey
	Collection engine.Collection
	System     string
	Created    time.Time // zero when unknown
	Vector     []float32 // of any length but zero
}

// columns is one row without its vector.
type columns struct {
	key                int64
	seconds            int64 // Unix time
	nanos              uint32
	collection, system uint16
}

// date is a time as a segment holds it.
func date(t time.Time) (seconds int64, nanos uint32) {
	if t.IsZero() {
		return undated, 0
	}
	return t.Unix(), uint32(t.Nanosecond())
}

// nameTable numbers names in the order of their first sight.
type nameTable struct {
	ids   map[string]uint16
	names []string
}

// id returns the number of a name. A segment has no more names than rows, so the
// numbers fit.
func (t *nameTable) id(name string) uint16 {
	if id, ok := t.ids[name]; ok {
		return id
	}
	if t.ids == nil {
		t.ids = make(map[string]uint16)
	}
	id := uint16(len(t.names))
	t.ids[name] = id
	t.names = append(t.names, name)
	return id
}

// encodeNames writes a count, the end of each name, and the names.
func encodeNames(names []string) []byte {
	b := binary.LittleEndian.AppendUint32(nil, uint32(len(names)))
	end := uint32(0)
	for _, n := range names {
		end += uint32(len(n))
		b = binary.LittleEndian.AppendUint32(b, end)
	}
	for _, n := range names {
		b = append(b, n...)
	}
	return b
}

// decodeNames reads what encodeNames wrote.
func decodeNames(b []byte) (names []string, ok bool) {
	if len(b) < 4 {
		return nil, false
	}
	count := int64(binary.LittleEndian.Uint32(b))
	if 4+4*count > int64(len(b)) {
		return nil, false
	}
	ends, text := b[4:4+4*count], b[4+4*count:]
	start := uint32(0)
	for ; len(ends) > 0; ends = ends[4:] {
		end := binary.LittleEndian.Uint32(ends)
		if end < start || int64(end) > int64(len(text)) {
			return nil, false
		}
		names = append(names, string(text[start:end]))
		start = end
	}
	return names, int64(start) == int64(len(text))
}
