package extract

import (
	"strings"
	"unicode/utf8"
)

// word is a word, number, name or mark of a text. Marks have no letters or
// digits and stand alone.
type word struct {
	start, end int
	text       string // in lower case
	class      class
	mark       bool
	digit      bool // holds a digit
	letter     bool // holds a letter
	upper      bool // begins with a capital
	capitals   bool // two letters or more, all of them capitals
	number     bool // is a number, perhaps with a unit at its end
}

// marks that join two letters or digits to one word.
const joining = "-:/._'@&+"

// split cuts text[from:to] into words and appends them to list.
func (l *grammar) split(list []word, text string, from, to int) []word {
	for i := from; i < to; {
		c := text[i]
		switch {
		case c == ' ' || c == '\t' || c == '\r':
			i++
		case strings.HasPrefix(text[i:to], "–") || strings.HasPrefix(text[i:to], "—"):
			list = append(list, word{start: i, end: i + len("–"), text: text[i : i+len("–")], mark: true})
			i += len("–")
		case isAlnum(c) || c >= utf8.RuneSelf || c == '/' && i+1 < to && isAlnum(text[i+1]):
			end := wordEnd(text, i, to)
			list = append(list, l.newWord(text, i, end))
			i = end
		default:
			list = append(list, word{start: i, end: i + 1, text: text[i : i+1], mark: true})
			i++
		}
	}
	return list
}

func wordEnd(text string, i, to int) int {
	for i++; i < to; i++ {
		c := text[i]
		if isAlnum(c) || c >= utf8.RuneSelf {
			continue
		}
		inside := i+1 < to && (isAlnum(text[i+1]) || text[i+1] >= utf8.RuneSelf)
		switch {
		case !inside:
			return i
		case strings.IndexByte(joining, c) >= 0:
		case c == ',' && isDigit(text[i-1]) && isDigit(text[i+1]): // 11,870
		default:
			return i
		}
	}
	return to
}

func isAlnum(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func (l *grammar) newWord(text string, start, end int) word {
	raw := text[start:end]
	w := word{start: start, end: end, upper: raw[0] >= 'A' && raw[0] <= 'Z'}
	lower, small := true, false
	for i := 0; i < len(raw); i++ {
		c := raw[i]
		switch {
		case isDigit(c):
			w.digit = true
		case c >= 'A' && c <= 'Z':
			w.letter, lower = true, false
		case c >= 'a' && c <= 'z' || c >= utf8.RuneSelf:
			w.letter, small = true, true
		}
	}
	w.capitals = !lower && !small && len(raw) > 1
	w.text = raw
	if !lower {
		w.text = strings.ToLower(raw)
	}
	w.number = w.digit && isDigit(raw[0])
	if same, ok := l.same[w.text]; ok {
		w.text = same
	}
	w.class = l.classes[w.text]
	return w
}

// looksLikeDevice reports whether a word is shaped as the name of a device:
// capitals and digits, such as REF-7, K4, P-LCW1-2, or a host such as
// sw-eh4-02.
func (w word) looksLikeDevice(text string) bool {
	if !w.digit || !w.letter || w.number || w.end-w.start > 24 {
		return false
	}
	raw := text[w.start:w.end]
	if strings.ContainsAny(raw, "./'+&@") {
		return false
	}
	capitals, small := 0, 0
	for i := 0; i < len(raw); i++ {
		switch c := raw[i]; {
		case c >= 'A' && c <= 'Z':
			capitals++
		case c >= 'a' && c <= 'z':
			small++
		}
	}
	if capitals == 0 {
		return strings.Count(raw, "-") >= 1 && small >= 2 && isDigit(raw[len(raw)-1]) && !strings.Contains(raw, ":")
	}
	return w.upper && small <= 2
}
