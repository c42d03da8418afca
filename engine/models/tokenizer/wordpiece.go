package tokenizer

import (
	"cmp"
	"fmt"
	"strings"
	"unicode/utf8"
)

// wordPiece takes the longest known piece from the start of a word, again and
// again (Schuster and Nakajima 2012).
type wordPiece struct {
	first, rest map[string]int64 // pieces at the start of a word and inside of it
	unknown     int64
	maxChars    int
	longest     int // piece in bytes
}

func newWordPiece(m modelSpec, v vocabulary, added []addedToken) (model, error) {
	unknown, ok := v.ids[m.UnkToken]
	if !ok {
		return nil, fmt.Errorf("model: no unknown token %q in the vocabulary", m.UnkToken)
	}
	prefix := "##"
	if m.Prefix != nil {
		prefix = *m.Prefix
	}
	w := &wordPiece{first: v.without(added, m.UnkToken), rest: map[string]int64{}, unknown: unknown, maxChars: cmp.Or(m.MaxInputChars, 100)}
	for token, id := range w.first {
		w.longest = max(w.longest, len(token))
		if inside, ok := strings.CutPrefix(token, prefix); ok {
			w.rest[inside] = id
		}
	}
	return w, nil
}

func (w *wordPiece) encode(dst []int64, word string) []int64 {
	if utf8.RuneCountInString(word) > w.maxChars {
		return append(dst, w.unknown)
	}
	known := len(dst)
	pieces := w.first
	for word != "" {
		id, n := longestPrefix(pieces, word, w.longest)
		if n == 0 {
			return append(dst[:known], w.unknown)
		}
		dst, word, pieces = append(dst, id), word[n:], w.rest
	}
	return dst
}

// longestPrefix looks for the longest prefix of a word that ends between two
// characters. Its length is 0 when there is none.
func longestPrefix(pieces map[string]int64, word string, longest int) (id int64, n int) {
	for n = min(len(word), longest); n > 0; n-- {
		if n < len(word) && !utf8.RuneStart(word[n]) {
			continue
		}
		if id, ok := pieces[word[:n]]; ok {
			return id, n
		}
	}
	return 0, 0
}
