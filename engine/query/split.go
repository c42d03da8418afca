package query

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxPhrase is how many bytes a quotation has at most. What is longer is text.
const maxPhrase = 1000

// maxQuotes is how many quotation marks are looked at; those after them are text.
const maxQuotes = 100

// piece is a word, or the inside of a pair of quotes.
type piece struct {
	text   string
	quoted bool
}

// split cuts text at white space and takes out quoted parts. A quote opens only
// at the start of a word and closes only at the end of one; a lone one is text.
func split(text string) []piece {
	var pieces []piece
	for quotes := 0; ; {
		text = strings.TrimLeftFunc(text, unicode.IsSpace)
		if text == "" {
			return pieces
		}
		inside, rest, ok := "", "", false
		if first, _ := utf8.DecodeRuneInString(text); quotes < maxQuotes && (first == '"' || first == '“') {
			quotes++
			inside, rest, ok = quoted(text)
		}
		if ok {
			pieces = append(pieces, piece{text: inside, quoted: true})
			text = rest
			continue
		}
		end := strings.IndexFunc(text, unicode.IsSpace)
		if end < 0 {
			end = len(text)
		}
		pieces = append(pieces, piece{text: text[:end]})
		text = text[end:]
	}
}

// quoted returns what stands between the quote that text begins with and its
// partner. White space inside the quotes, or a letter right after them, means
// that no quotation was meant.
func quoted(text string) (inside, rest string, ok bool) {
	opening, size := utf8.DecodeRuneInString(text)
	closing, known := partner(opening)
	if !known {
		return "", "", false
	}
	for i, r := range text[size:] {
		if i > maxPhrase {
			break
		}
		if r != closing {
			continue
		}
		inside, rest = text[size:size+i], text[size+i+utf8.RuneLen(r):]
		next, _ := utf8.DecodeRuneInString(rest)
		if strings.TrimSpace(inside) == inside && (rest == "" || unicode.IsSpace(next) || unicode.IsPunct(next)) {
			return inside, rest, inside != ""
		}
	}
	return "", "", false
}

func partner(opening rune) (closing rune, known bool) {
	switch opening {
	case '"':
		return '"', true
	case '“':
		return '”', true
	}
	return 0, false
}
