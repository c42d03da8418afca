package token

import "strings"

// numberPrefix returns the length of the number that s begins with: digits with
// thousands separators, a fraction, an exponent.
func numberPrefix(s string) int {
	i := 0
	for isDigit(s, i) || i < len(s) && s[i] == ',' && isDigit(s, i+1) {
		i++
	}
	if i < len(s) && s[i] == '.' && isDigit(s, i+1) {
		i++
		for isDigit(s, i) {
			i++
		}
	}
	if i == 0 || i == len(s) || s[i] != 'e' && s[i] != 'E' {
		return i
	}
	j := i + 1
	if j < len(s) && (s[j] == '-' || s[j] == '+') {
		j++
	}
	if !isDigit(s, j) {
		return i
	}
	for isDigit(s, j) {
		j++
	}
	return j
}

// canonicalNumber drops thousands separators and a plus in the exponent, writes
// the exponent small and a zero before a leading point. The digits stay as
// written: "7.0" is not "7".
func canonicalNumber(s string) string {
	if strings.ContainsAny(s, ",+") {
		s = strings.NewReplacer(",", "", "+", "").Replace(s)
	}
	s = strings.Replace(s, "E", "e", 1)
	if strings.HasPrefix(s, ".") {
		s = "0" + s
	}
	return s
}

// isOrdinal reports whether digits and rest make "1st", "2nd", "3rd", "4th".
func isOrdinal(digits, rest string) bool {
	if !only(digits, "0123456789") {
		return false
	}
	switch strings.ToLower(rest) {
	case "st", "nd", "rd", "th":
		return true
	}
	return false
}
