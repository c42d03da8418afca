package channels

import (
	"strings"
	"unicode"
)

// piece is a part of a name or of a description.
type piece struct {
	word   string // what stands for it; empty of a bare number
	text   string // as written, in lower case
	number string // of a device: "3" of BPM03, "a" of "station A"; empty when none
	edge   bool   // a preposition, comma or the like stands before it
}

// maxLabel is the longest number that is one; longer digits are a date or count.
const maxLabel = 4

// nameSegments cuts a name at its separators.
func nameSegments(name string) []string {
	return strings.FieldsFunc(name, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r)
	})
}

// runs cuts a segment between letters and digits, and where a small letter meets
// a capital one: "CAV3" to CAV and 3, "DetectorState" to Detector and State.
func runs(segment string) []string {
	var out []string
	start := 0
	rs := []rune(segment)
	for i := 1; i <= len(rs); i++ {
		if i < len(rs) && unicode.IsDigit(rs[i]) == unicode.IsDigit(rs[i-1]) && (!unicode.IsLower(rs[i-1]) || !unicode.IsUpper(rs[i])) {
			continue
		}
		out = append(out, string(rs[start:i]))
		start = i
	}
	return out
}

func isDigits(s string) bool {
	for _, r := range s {
		if r < '0' || r > '9' {
			return false
		}
	}
	return s != ""
}

// plainNumber drops leading zeros, so that 03 and 3 are the same.
func plainNumber(s string) string {
	if t := strings.TrimLeft(s, "0"); t != "" {
		return t
	}
	return "0"
}

// descriptionWords cuts a description into words as they stand, with an empty
// one for every comma or other end of a phrase. Hyphens hold words together.
func descriptionWords(text string) []string {
	var out []string
	start := -1
	rs := []rune(text)
	flush := func(end int) {
		if start >= 0 {
			out = append(out, strings.Trim(string(rs[start:end]), "-_./"))
			start = -1
		}
	}
	for i, r := range rs {
		switch {
		case unicode.IsLetter(r) || unicode.IsDigit(r) || start >= 0 && (r == '-' || r == '_' || r == '\'' || r == '/' || r == '.'):
			if start < 0 {
				start = i
			}
		default:
			flush(i)
			if r == ',' || r == ';' || r == ':' {
				out = append(out, "")
			}
		}
	}
	flush(len(rs))
	return out
}

// prepositions end the noun that a number behind them belongs to.
func preposition(word string) bool {
	switch word {
	case "of", "at", "in", "on", "for", "from", "to", "the", "with", "by", "a", "an", "and", "or", "before", "after", "between", "is":
		return true
	}
	return false
}

// describe reads a description. Phrases that mean one thing are one piece.
func (v *vocabulary) describe(text string) []piece {
	words := descriptionWords(text)
	stems := make([]string, len(words))
	for i, w := range words {
		stems[i] = v.stem(strings.ToLower(w))
	}
	var out []piece
	edge := false
	for i := 0; i < len(words); {
		w := words[i]
		switch as, n := v.phrase(stems[i:]); {
		case n > 1:
			out, edge = append(out, piece{word: as, text: strings.ToLower(strings.Join(words[i:i+n], " ")), edge: edge}), false
			i += n
			continue
		case w == "" || preposition(strings.ToLower(w)) && (w != "A" || i == 0):
			edge = true
		case isDigits(w) && len(w) <= maxLabel:
			out, edge = append(out, piece{number: plainNumber(w), edge: edge}), false
		case len(w) == 1 && w >= "A" && w <= "Z" && w != "X" && w != "Y":
			out, edge = append(out, piece{number: strings.ToLower(w), edge: edge}), false
		default:
			out = append(out, v.pieces(w, edge)...)
			edge = false
		}
		i++
	}
	return out
}

// pieces reads one word of a description, such as LCW-2 or HC04.
func (v *vocabulary) pieces(w string, edge bool) []piece {
	lower := strings.ToLower(w)
	out := []piece{{word: v.word(lower), text: lower, edge: edge}}
	parts := runs(strings.ReplaceAll(w, "-", ""))
	if len(parts) == 2 && isDigits(parts[1]) && len(parts[1]) <= maxLabel {
		out = append(out, piece{word: v.word(strings.ToLower(parts[0]))}, piece{number: plainNumber(parts[1])})
	}
	return out
}
