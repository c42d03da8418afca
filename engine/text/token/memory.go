package token

import (
	"hash/maphash"
	"strings"
	"unsafe"
)

const (
	maxWords = 3 << 16 // remembered by a Tokenizer; a full memory takes no more
	maxNames = 1 << 16
	maxKey   = 20 // bytes; longer keys are not remembered

	// MaxSymbols is more than the highest symbol of a Tokenizer.
	MaxSymbols = maxWords + maxNames + 1
)

// memory maps short keys to texts. On large vocabularies a look-up costs what it
// misses in the processor's caches, so all of an entry lies in half a cache
// line, and a small front table keeps the frequent ones close together. A nil
// memory remembers nothing.
type memory struct {
	seed  maphash.Seed
	front []frequent
	slots []remembered // an open hash table
	count int
	limit int

	texts   []string // by symbol, from the lowest on
	base    uint32   // the symbol below the lowest
	symbols map[string]uint32
}

// remembered is an entry: a key and the symbol of its text. The slot is free
// when symbol is 0.
type remembered struct {
	hash   uint32
	symbol uint32
	key    [maxKey]byte
	len    uint8
	prefix uint8 // length of the text when the key begins with it, else 0
}

// frequent is a copy of an entry. On a hit it is marked as used; another key
// first takes the mark away and then the place.
type frequent struct {
	remembered
	slot uint32
	used bool
}

// newMemory returns a memory for at most limit keys, whose symbols are above
// the given one. The front table has a power of two of places.
func newMemory(limit, symbols, front int) *memory {
	return &memory{
		seed: maphash.MakeSeed(), front: make([]frequent, front), slots: make([]remembered, 1<<8),
		limit: limit, base: uint32(symbols), symbols: make(map[string]uint32),
	}
}

// get returns the text of a key, derived from it when it is not known. The
// memory of the key may change afterwards.
func (m *memory) get(key string, derive func(string) string) term {
	if m == nil || len(key) > maxKey {
		return term{text: derive(strings.Clone(key))}
	}
	hash := uint32(maphash.String(m.seed, key))
	f := &m.front[hash&uint32(len(m.front)-1)]
	if f.is(key, hash) {
		f.used = true
		return m.term(&f.remembered, f.slot)
	}
	slot := m.find(key, hash)
	r := &m.slots[slot]
	if r.symbol == 0 {
		if m.count == m.limit {
			return term{text: derive(strings.Clone(key))}
		}
		slot = m.learn(key, hash, derive(strings.Clone(key)))
		r = &m.slots[slot]
	}
	if f.used {
		f.used = false
	} else {
		f.remembered, f.slot = *r, slot
	}
	return m.term(r, slot)
}

func (r *remembered) is(key string, hash uint32) bool {
	return r.hash == hash && int(r.len) == len(key) && r.symbol != 0 && string(r.key[:r.len]) == key
}

// term returns the text of an entry or its copy. A text that the key begins with
// is the memory of the slot, which nothing writes to again.
func (m *memory) term(r *remembered, slot uint32) term {
	if r.prefix > 0 {
		return term{unsafe.String(&m.slots[slot].key[0], r.prefix), int(r.symbol)}
	}
	return term{m.texts[r.symbol-m.base-1], int(r.symbol)}
}

// symbolOf returns the symbol of a text, 0 without.
func (m *memory) symbolOf(text string) int {
	if m == nil {
		return 0
	}
	return int(m.symbols[text])
}

// find returns the slot of a key, or the free one where it belongs.
func (m *memory) find(key string, hash uint32) uint32 {
	mask := uint32(len(m.slots) - 1)
	slot := hash & mask
	for m.slots[slot].symbol != 0 && !m.slots[slot].is(key, hash) {
		slot = (slot + 1) & mask
	}
	return slot
}

// learn adds an entry and returns its slot.
func (m *memory) learn(key string, hash uint32, text string) uint32 {
	symbol, ok := m.symbols[text]
	if !ok {
		m.texts = append(m.texts, text)
		symbol = m.base + uint32(len(m.texts))
		m.symbols[text] = symbol
	}
	if 4*m.count >= 3*len(m.slots) {
		m.grow()
	}
	r := remembered{hash: hash, symbol: symbol, len: uint8(len(key))}
	copy(r.key[:], key)
	if strings.HasPrefix(key, text) {
		r.prefix = uint8(len(text))
	}
	slot := m.find(key, hash)
	m.slots[slot] = r
	m.count++
	return slot
}

// grow doubles the table. Texts that lie in the old one keep it alive.
func (m *memory) grow() {
	old := m.slots
	m.slots = make([]remembered, 2*len(old))
	for i := range old {
		if r := &old[i]; r.symbol != 0 {
			m.slots[m.find(string(r.key[:r.len]), r.hash)] = *r
		}
	}
	clear(m.front)
}
