package tokenizer

import (
	"cmp"
	"fmt"
	"strings"
	"unicode"
)

func (s splitterSpec) build() (splitter, error) {
	switch s.Type {
	case "Sequence":
		return s.sequence()
	case "BertPreTokenizer":
		return bertWords()
	case "Whitespace":
		return at(wordsAndSymbols, true, removed)
	case "WhitespaceSplit":
		return at(each(unicode.IsSpace), false, removed)
	case "Punctuation":
		return at(each(punctuation), false, cmp.Or(s.Behavior, isolated))
	case "Digits":
		if s.IndividualDigits {
			return at(each(unicode.IsNumber), false, isolated)
		}
		return at(each(unicode.IsNumber), false, contiguous)
	case "Split":
		find, err := s.Pattern.finder()
		if err != nil {
			return nil, fmt.Errorf("pre_tokenizer Split: %w", err)
		}
		return at(find, s.Invert, s.Behavior)
	case "ByteLevel":
		return s.byteLevel()
	case "Metaspace":
		return s.metaspace()
	default:
		return nil, fmt.Errorf("pre_tokenizer %q is not supported", s.Type)
	}
}

func (s splitterSpec) sequence() (splitter, error) {
	var list []splitter
	for _, inner := range s.PreTokenizers {
		one, err := inner.build()
		if err != nil {
			return nil, err
		}
		list = append(list, one)
	}
	return chain(list...), nil
}

func chain(list ...splitter) splitter {
	return func(pieces []piece) []piece {
		for _, s := range list {
			pieces = s(pieces)
		}
		return pieces
	}
}

func bertWords() (splitter, error) {
	spaces, err := at(each(unicode.IsSpace), false, removed)
	if err != nil {
		return nil, err
	}
	marks, err := at(each(punctuation), false, isolated)
	if err != nil {
		return nil, err
	}
	return chain(spaces, marks), nil
}

// punctuation is what BERT calls so: the category of Unicode and all other
// signs of ASCII.
func punctuation(r rune) bool {
	return unicode.IsPunct(r) || r < 0x80 && unicode.IsSymbol(r)
}

// isWord tells the characters that \w stands for, by Unicode TR 18.
func isWord(r rune) bool {
	return unicode.In(r, unicode.L, unicode.Nl, unicode.Nd, unicode.M, unicode.Pc, unicode.Other_Alphabetic, unicode.Join_Control)
}

// wordsAndSymbols matches \w+|[^\w\s]+.
func wordsAndSymbols(text string) []span {
	const space, word, symbol = 0, 1, 2
	class := func(r rune) int {
		switch {
		case isWord(r):
			return word
		case unicode.IsSpace(r):
			return space
		default:
			return symbol
		}
	}
	var out []span
	from, open := 0, space
	for i, r := range text {
		if now := class(r); now != open {
			if open != space {
				out = append(out, span{from, i, true})
			}
			from, open = i, now
		}
	}
	if open != space {
		out = append(out, span{from, len(text), true})
	}
	return out
}

// metaspace writes spaces as a visible sign, which also begins each word.
func (s splitterSpec) metaspace() (splitter, error) {
	sign := cmp.Or(s.Replacement, "\u2581")
	scheme := cmp.Or(s.PrependScheme, "always")
	if s.AddPrefixSpace != nil && !*s.AddPrefixSpace {
		scheme = "never"
	}
	if scheme != "always" && scheme != "first" && scheme != "never" {
		return nil, fmt.Errorf("pre_tokenizer Metaspace: prepend_scheme %q is not supported", scheme)
	}
	mark := everyText(func(out []piece, p piece) []piece {
		p.text = strings.ReplaceAll(p.text, " ", sign)
		if !strings.HasPrefix(p.text, sign) && (scheme == "always" || scheme == "first" && p.start) {
			p.text = sign + p.text
		}
		return append(out, p)
	})
	if s.Split != nil && !*s.Split {
		return mark, nil
	}
	words, err := at(literal(sign), false, mergedWithNext)
	if err != nil {
		return nil, err
	}
	return chain(mark, words), nil
}
