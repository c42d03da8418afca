package calc

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

const maxLength = 400 // bytes of an expression

type kind int

const (
	end kind = iota
	number
	name
	sign // one of + - * / ^ ( ) , %
	into // "in", "to", "->"
)

type lexeme struct {
	kind  kind
	text  string
	value float64
}

// same are signs that people and models write for another.
func same(r rune) string {
	switch r {
	case '×', '·', '⋅', '∗':
		return "*"
	case '÷', '∕':
		return "/"
	case '−', '–':
		return "-"
	case '²':
		return "^2"
	case '³':
		return "^3"
	case '→':
		return "->"
	}
	return string(r)
}

// lex cuts an expression into lexemes; the last one is end.
func lex(text string) ([]lexeme, error) {
	if len(text) > maxLength {
		return nil, fmt.Errorf("the expression has %d bytes, at most %d", len(text), maxLength)
	}
	if !utf8.ValidString(text) {
		return nil, fmt.Errorf("the expression is not valid UTF-8")
	}
	var plain strings.Builder
	for _, r := range text {
		plain.WriteString(same(r))
	}
	text = strings.ReplaceAll(plain.String(), "**", "^")
	var out []lexeme
	for text = strings.TrimLeftFunc(text, unicode.IsSpace); text != ""; text = strings.TrimLeftFunc(text, unicode.IsSpace) {
		l, size, err := next(text)
		if err != nil {
			return nil, err
		}
		out = append(out, l)
		text = text[size:]
	}
	return append(out, lexeme{kind: end}), nil
}

func next(text string) (lexeme, int, error) {
	if strings.HasPrefix(text, "->") {
		return lexeme{kind: into}, 2, nil
	}
	first, _ := utf8.DecodeRuneInString(text)
	switch {
	case first >= '0' && first <= '9' || first == '.':
		return lexNumber(text)
	case unicode.IsLetter(first):
		size := strings.IndexFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && r != '_' && (r < '0' || r > '9') })
		if size < 0 {
			size = len(text)
		}
		if word := text[:size]; word == "in" || word == "to" {
			return lexeme{kind: into}, size, nil
		}
		return lexeme{kind: name, text: text[:size]}, size, nil
	case strings.ContainsRune("+-*/^(),%", first):
		return lexeme{kind: sign, text: text[:1]}, 1, nil
	}
	return lexeme{}, 0, fmt.Errorf("%q has no meaning here", first)
}

// lexNumber reads digits with an optional fraction and exponent. The e of an
// exponent must be followed by a digit, else it is a name.
func lexNumber(text string) (lexeme, int, error) {
	i := digits(text, 0)
	if i < len(text) && text[i] == '.' {
		i = digits(text, i+1)
	}
	if i < len(text) && (text[i] == 'e' || text[i] == 'E') {
		j := i + 1
		if j < len(text) && (text[j] == '+' || text[j] == '-') {
			j++
		}
		if k := digits(text, j); k > j {
			i = k
		}
	}
	v, err := strconv.ParseFloat(text[:i], 64)
	if err != nil {
		return lexeme{}, 0, fmt.Errorf("%.40q is not a number", text[:i])
	}
	return lexeme{kind: number, value: v}, i, nil
}

func digits(text string, i int) int {
	for i < len(text) && text[i] >= '0' && text[i] <= '9' {
		i++
	}
	return i
}
