package compose

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"owl/engine/text/token"
)

// mark is what one look at a text finds in it.
type mark struct {
	held
	is      kinds
	details int // identifiers, values, numbers and dates
	tokens  int
	words   int
	times   uint8 // of the question that are named
}

func (m mark) with(o mark) mark {
	return mark{m.held.with(o.held), m.is | o.is, m.details + o.details, m.tokens + o.tokens, m.words + o.words, m.times | o.times}
}

// mark looks at a text.
func (a *asked) mark(text string) mark {
	m := mark{words: len(strings.Fields(text)), times: a.monthsIn(text)}
	nameEnd := -2
	a.tokens.Each(text, func(t token.Token) bool {
		if i, known := a.at[t.Text]; known {
			m.terms |= 1 << i
		}
		m.pieces |= a.piece[t.Text]
		m.is |= kindOf(t)
		m.times |= a.timesIn(t)
		switch t.Kind {
		case token.Part:
			return true
		case token.Word:
			if capital(text[t.Start:t.End]) {
				if t.Start == nameEnd+1 {
					m.is |= person
				}
				nameEnd = t.End
			}
		default:
			m.details++
		}
		m.tokens++
		return true
	})
	return m
}

// kindOf tells what a token is in an answer.
func kindOf(t token.Token) kinds {
	switch t.Kind {
	case token.Value:
		if strings.Contains(t.Text, ":") {
			return clock
		}
		return number
	case token.Number:
		if t.Start == 0 && t.End == 4 {
			return clock | number // "0334 strainer changed over": how shifts write
		}
		return number
	case token.Date:
		return clock
	case token.Ident:
		return name
	}
	return 0
}

// capital reports a word that is written as a name is.
func capital(word string) bool {
	first, size := utf8.DecodeRuneInString(word)
	if !unicode.IsUpper(first) || len(word) == size {
		return false
	}
	second, _ := utf8.DecodeRuneInString(word[size:])
	return unicode.IsLower(second)
}
