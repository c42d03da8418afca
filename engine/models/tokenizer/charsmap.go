package tokenizer

import (
	"bytes"
	"encoding/binary"
	"errors"
	"strings"

	"github.com/rivo/uniseg"
)

// charsMap replaces characters by the table of a SentencePiece model: a
// double-array trie (Aoe 1989, as Darts-clone writes it) of what is replaced,
// and the texts that stand for it.
type charsMap struct {
	trie  []uint32
	texts []byte // each ends with a NUL
}

// clusterLimit is the size in bytes from which the reference looks at the
// characters of a grapheme cluster only one by one.
const clusterLimit = 6

func newCharsMap(blob []byte) (normalizer, error) {
	if len(blob) < 4 {
		return nil, errors.New("normalizer Precompiled: no table of characters")
	}
	size := int(binary.LittleEndian.Uint32(blob))
	if size > len(blob)-4 || size < 4 || size%4 != 0 {
		return nil, errors.New("normalizer Precompiled: the table of characters is cut")
	}
	m := charsMap{trie: make([]uint32, size/4), texts: blob[4+size:]}
	for i := range m.trie {
		m.trie[i] = binary.LittleEndian.Uint32(blob[4+4*i:])
	}
	return m.normalize, nil
}

func (m charsMap) normalize(text string) string {
	var out strings.Builder
	for clusters := uniseg.NewGraphemes(text); clusters.Next(); {
		cluster := clusters.Str()
		if len(cluster) < clusterLimit {
			if replacement, ok := m.find(cluster); ok {
				out.WriteString(replacement)
				continue
			}
		}
		for _, r := range cluster {
			if replacement, ok := m.find(string(r)); ok {
				out.WriteString(replacement)
			} else {
				out.WriteRune(r)
			}
		}
	}
	return out.String()
}

// find looks for the shortest prefix of a key that is in the trie, as the
// reference does.
func (m charsMap) find(key string) (string, bool) {
	at := unit(m.trie[0]).offset()
	for i := 0; i < len(key) && key[i] != 0; i++ {
		at ^= int(key[i])
		if at >= len(m.trie) || unit(m.trie[at]).label() != uint32(key[i]) {
			return "", false
		}
		u := unit(m.trie[at])
		at ^= u.offset()
		if at >= len(m.trie) {
			return "", false
		}
		if u.leaf() {
			return m.text(unit(m.trie[at]).value())
		}
	}
	return "", false
}

func (m charsMap) text(at int) (string, bool) {
	if at > len(m.texts) {
		return "", false
	}
	text, _, _ := bytes.Cut(m.texts[at:], []byte{0})
	return string(text), true
}

// unit is a cell of the trie, in the bit layout of Darts-clone.
type unit uint32

func (u unit) leaf() bool    { return u>>8&1 == 1 }
func (u unit) value() int    { return int(u & (1<<31 - 1)) }
func (u unit) label() uint32 { return uint32(u & (1<<31 | 0xFF)) }
func (u unit) offset() int   { return int(u >> 10 << (u & (1 << 9) >> 6)) }
