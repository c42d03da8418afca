package token

import "strings"

// Stated returns the tokens of s that state something of their own: of a date
// only the canonical form, without the words and numbers that spell it.
func Stated(s string) []Token {
	all := Tokens(s)
	var dates []Token
	for _, t := range all {
		if isCanonicalDate(t) {
			dates = append(dates, t)
		}
	}
	stated := all[:0]
	for _, t := range all {
		if isCanonicalDate(t) || !spells(dates, t) {
			stated = append(stated, t)
		}
	}
	return stated
}

func isCanonicalDate(t Token) bool { return t.Kind == Date && strings.HasPrefix(t.Text, "d:") }

func spells(dates []Token, t Token) bool {
	for _, d := range dates {
		if d.Start <= t.Start && t.End <= d.End {
			return true
		}
	}
	return false
}
