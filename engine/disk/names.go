package disk

import "encoding/binary"

// Names numbers names in the order of their first sight. The zero value is empty.
type Names struct {
	ids  map[string]uint16
	list []string
}

// ID returns the number of a name. There must be no more than 65,536 names.
func (t *Names) ID(name string) uint16 {
	if id, ok := t.ids[name]; ok {
		return id
	}
	if t.ids == nil {
		t.ids = make(map[string]uint16)
	}
	id := uint16(len(t.list))
	t.ids[name] = id
	t.list = append(t.list, name)
	return id
}

// List gives the names by their number.
func (t *Names) List() []string { return t.list }

// EncodeNames writes a count, the end of each name, and the names.
func EncodeNames(names []string) []byte {
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

// DecodeNames reads what EncodeNames wrote; bytes that it cannot have written
// are not ok.
func DecodeNames(b []byte) (names []string, ok bool) {
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
