package token

import "strings"

// class sorts bytes by what they can do in a token.
type class uint8

const (
	separator class = iota
	lower
	upper
	digit
	joiner // may stand inside an identifier or number
	high   // part of a rune beyond ASCII
)

// classes is read only.
var classes = classTable()

func classTable() (t [256]class) {
	for c := range t {
		switch {
		case c >= 'a' && c <= 'z':
			t[c] = lower
		case c >= 'A' && c <= 'Z':
			t[c] = upper
		case c >= '0' && c <= '9':
			t[c] = digit
		case c >= 0x80:
			t[c] = high
		case strings.IndexByte(":_-./',+{}", byte(c)) >= 0:
			t[c] = joiner
		}
	}
	return t
}

// alnum reports whether s[i] exists and is a letter or digit. Beyond ASCII it
// counts as one; folding decides later.
func alnum(s string, i int) bool {
	if i < 0 || i >= len(s) {
		return false
	}
	c := classes[s[i]]
	return c != separator && c != joiner
}

func isDigit(s string, i int) bool { return i >= 0 && i < len(s) && classes[s[i]] == digit }

func isLetter(s string, i int) bool { return alnum(s, i) && classes[s[i]] != digit }
