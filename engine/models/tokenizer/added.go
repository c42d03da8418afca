package tokenizer

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// addedToken is one entry of added_tokens.
type addedToken struct {
	ID         int64  `json:"id"`
	Content    string `json:"content"`
	SingleWord bool   `json:"single_word"`
	LStrip     bool   `json:"lstrip"`
	RStrip     bool   `json:"rstrip"`
	Normalized bool   `json:"normalized"`
	Special    bool   `json:"special"`
}

// matcher finds added tokens in a text: the leftmost, and of these the longest.
type matcher map[byte][]addedToken // by first byte, longest first

func newMatcher(tokens []addedToken) matcher {
	m := matcher{}
	for _, t := range tokens {
		if t.Content != "" {
			m[t.Content[0]] = append(m[t.Content[0]], t)
		}
	}
	for _, list := range m {
		slices.SortStableFunc(list, func(a, b addedToken) int { return cmp.Compare(len(b.Content), len(a.Content)) })
	}
	return m
}

func (m matcher) split(pieces []piece) []piece {
	if len(m) == 0 {
		return pieces
	}
	var out []piece
	for _, p := range pieces {
		if p.id != noToken {
			out = append(out, p)
		} else {
			out = m.splitText(out, p)
		}
	}
	return out
}

func (m matcher) splitText(out []piece, p piece) []piece {
	text, done := p.text, 0
	for at := 0; at < len(text); {
		token, ok := m.at(text[at:])
		if !ok {
			at++
			continue
		}
		from, to := at, at+len(token.Content)
		at = to
		if token.SingleWord && (wordBefore(text[:from]) || wordAfter(text[to:])) {
			continue
		}
		if token.LStrip {
			from = max(done, len(strings.TrimRightFunc(text[:from], unicode.IsSpace)))
		}
		if token.RStrip {
			to = len(text) - len(strings.TrimLeftFunc(text[to:], unicode.IsSpace))
			at = to
		}
		if done < from {
			out = append(out, piece{text: text[done:from], id: noToken, start: p.start && done == 0})
		}
		out = append(out, piece{id: token.ID})
		done = to
	}
	if done < len(text) {
		out = append(out, piece{text: text[done:], id: noToken, start: p.start && done == 0})
	}
	return out
}

func (m matcher) at(text string) (addedToken, bool) {
	for _, t := range m[text[0]] {
		if strings.HasPrefix(text, t.Content) {
			return t, true
		}
	}
	return addedToken{}, false
}

func wordBefore(text string) bool {
	r, _ := utf8.DecodeLastRuneInString(text)
	return text != "" && isWord(r)
}

func wordAfter(text string) bool {
	r, _ := utf8.DecodeRuneInString(text)
	return text != "" && isWord(r)
}
