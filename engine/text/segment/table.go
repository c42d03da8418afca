package segment

import "bytes"

// termTable numbers terms in the order of their first sight. It holds no
// pointers, so that a large one costs the garbage collector nothing.
type termTable struct {
	slots []slot
	hash  []uint64 // by term
	ends  []uint32 // by term: where its text ends in text
	text  []byte
}

// slot is a place for a term, found by its hash.
type slot struct {
	hash uint32 // high half, which spares most looks at the text
	term uint32 // its number + 1; 0 is free
}

func (t *termTable) len() int { return len(t.hash) }

func (t *termTable) term(id uint32) []byte {
	start := uint32(0)
	if id > 0 {
		start = t.ends[id-1]
	}
	return t.text[start:t.ends[id]]
}

// id returns the number of a term, a new one if need be.
func (t *termTable) id(term string) uint32 {
	if 4*t.len() >= 3*len(t.slots) {
		t.grow()
	}
	h := Hash(term)
	mask := uint64(len(t.slots) - 1)
	for i := h & mask; ; i = (i + 1) & mask {
		s := t.slots[i]
		if s.term == 0 {
			t.hash = append(t.hash, h)
			t.text = append(t.text, term...)
			t.ends = append(t.ends, uint32(len(t.text)))
			t.slots[i] = slot{uint32(h >> 32), uint32(t.len())}
			return uint32(t.len() - 1)
		}
		if s.hash == uint32(h>>32) && string(t.term(s.term-1)) == term {
			return s.term - 1
		}
	}
}

func (t *termTable) grow() {
	t.slots = make([]slot, max(1<<12, 2*len(t.slots)))
	mask := uint64(len(t.slots) - 1)
	for id, h := range t.hash {
		i := h & mask
		for t.slots[i].term != 0 {
			i = (i + 1) & mask
		}
		t.slots[i] = slot{uint32(h >> 32), uint32(id + 1)}
	}
}

func (t *termTable) reset() {
	clear(t.slots)
	t.hash, t.ends, t.text = t.hash[:0], t.ends[:0], t.text[:0]
}

// compare orders terms as a file does: by hash, then by text.
func (t *termTable) compare(a, b uint32) int {
	switch ha, hb := t.hash[a], t.hash[b]; {
	case ha < hb:
		return -1
	case ha > hb:
		return 1
	}
	return bytes.Compare(t.term(a), t.term(b))
}
