package channels

import "strings"

// natural orders texts as people do: BPM2 before BPM10.
func natural(a, b string) int {
	for a != "" && b != "" {
		x, restA := chunk(a)
		y, restB := chunk(b)
		c := 0
		if isDigits(x) && isDigits(y) {
			px, py := plainNumber(x), plainNumber(y)
			if c = len(px) - len(py); c == 0 {
				c = strings.Compare(px, py)
			}
		} else {
			c = strings.Compare(x, y)
		}
		if c != 0 {
			return c
		}
		a, b = restA, restB
	}
	return len(a) - len(b)
}

// chunk cuts the digits, or what is none, off the start of a text.
func chunk(s string) (head, rest string) {
	digit := s[0] >= '0' && s[0] <= '9'
	for i := 1; i < len(s); i++ {
		if d := s[i] >= '0' && s[i] <= '9'; d != digit {
			return s[:i], s[i:]
		}
	}
	return s, ""
}
