package chunk

import (
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"
)

// start says what begins where a word begins.
type start struct{ line, sentence bool }

// starts yields every offset in [from, to) at which a word begins after white
// space.
func starts(text string, from, to int) iter.Seq2[int, start] {
	return func(yield func(int, start) bool) {
		before, _ := utf8.DecodeLastRuneInString(text[:from])
		gap, inGap, newline := from, from > 0 && unicode.IsSpace(before), before == '\n'
		for at := from; at < to; {
			for !inGap && at < to && ' ' < text[at] && text[at] < utf8.RuneSelf {
				at++ // most bytes stand inside a word of ASCII letters
			}
			if at == to {
				return
			}
			r, size := rune(text[at]), 1
			if r >= utf8.RuneSelf {
				r, size = utf8.DecodeRuneInString(text[at:])
			}
			switch space := unicode.IsSpace(r); {
			case space && !inGap:
				gap, inGap, newline = at, true, r == '\n'
			case space:
				newline = newline || r == '\n'
			case inGap:
				sentence := !unicode.IsLower(r) && endsSentence(text[:gap])
				if !yield(at, start{line: newline, sentence: sentence}) {
					return
				}
				inGap = false
			}
			at += size
		}
	}
}

// endsSentence reports whether text ends in a full stop, exclamation or
// question mark, with quotes or brackets closed after it.
func endsSentence(text string) bool {
	if n := len(text); n > 0 && isWord(text[n-1]) {
		return false // nearly always, and this is asked for every word
	}
	text = strings.TrimRight(text, `)]}"'`+"”’»`*_")
	last, _ := utf8.DecodeLastRuneInString(text)
	return last == '.' || last == '!' || last == '?' || last == '。'
}

func isWord(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == ','
}
