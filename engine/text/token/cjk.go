package token

import (
	"unicode"
	"unicode/utf8"
)

// isCJK reports whether words of the rune's script are not set apart by spaces.
func isCJK(r rune) bool {
	return r >= 0x1100 && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul)
}

// cjk emits each character of a stretch as a part, and each pair of neighbours
// as a word. A single character is a word.
func (sc *scanner) cjk(i int) int {
	s := sc.src
	r, size := utf8.DecodeRuneInString(s[i:])
	for alone := true; isCJK(r); alone = false {
		next := i + size
		follow, followSize := utf8.DecodeRuneInString(s[next:])
		kind := Part
		switch {
		case isCJK(follow):
			sc.emit(term{text: s[i : next+followSize]}, Word, i, next+followSize, sc.pos)
		case alone:
			kind = Word
		}
		sc.emit(term{text: s[i:next]}, kind, i, next, sc.pos)
		sc.pos++
		i, r, size = next, follow, followSize
	}
	return i
}
