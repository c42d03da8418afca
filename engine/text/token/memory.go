package token

import (
	"hash/maphash"
	"strings"
)

const (
	maxWords = 1 << 18 // remembered by a Tokenizer; a full memory takes no more
	maxNames = 1 << 16

	// MaxSymbols is more than the highest symbol of a Tokenizer.
	MaxSymbols = maxWords + maxNames + 1
)

// memory maps keys to texts. What a look-up costs is cache misses, so the
// frequent keys are kept in a small table with everything about them side by
// side. A nil memory remembers nothing.
type memory struct {
	seed    maphash.Seed
	front   []frequent // by the low bits of the hash
	all     map[string]term
	limit   int
	symbols map[string]int // by text
	last    int            // highest symbol
}

// frequent is a key with its text. On a hit it is marked as used; another key
// first takes the mark away and then the place.
type frequent struct {
	key    [24]byte
	len    uint8
	used   bool
	symbol uint32
	text   string
}

// newMemory returns a memory for at most limit keys, whose symbols are above
// the given one. The front table has a power of two of places.
func newMemory(limit, symbols, front int) *memory {
	return &memory{
		seed: maphash.MakeSeed(), front: make([]frequent, front),
		all: make(map[string]term), limit: limit, symbols: make(map[string]int), last: symbols,
	}
}

// get returns the text of a key, derived from it when it is not known. The
// memory of the key may change afterwards.
func (m *memory) get(key string, derive func(string) string) term {
	if m == nil {
		return term{text: derive(strings.Clone(key))}
	}
	f := &m.front[maphash.String(m.seed, key)&uint64(len(m.front)-1)]
	if int(f.len) == len(key) && string(f.key[:f.len]) == key {
		f.used = true
		return term{f.text, int(f.symbol)}
	}
	t, ok := m.all[key]
	if !ok {
		if t, ok = m.learn(strings.Clone(key), derive); !ok {
			return t
		}
	}
	if f.used {
		f.used = false
	} else if len(key) <= len(f.key) {
		f.len, f.symbol, f.text = uint8(len(key)), uint32(t.symbol), t.text
		copy(f.key[:], key)
	}
	return t
}

// learn remembers a key unless the memory is full.
func (m *memory) learn(key string, derive func(string) string) (t term, ok bool) {
	t.text = derive(key)
	if len(m.all) == m.limit {
		return t, false
	}
	if t.symbol = m.symbols[t.text]; t.symbol == 0 {
		m.last++
		t.symbol = m.last
		m.symbols[t.text] = t.symbol
	}
	m.all[key] = t
	return t, true
}
