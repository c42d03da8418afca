package query

import (
	"slices"
	"strings"
	"unicode"

	"owl/engine/query/names"
)

// word is a word of a text without the punctuation around it.
type word struct {
	text       string
	start, end int // bytes
}

// wordsOf cuts a text into words; "RFA/RFB" is two. A possessive s is left out.
func wordsOf(text string) []word {
	var words []word
	for start := 0; start < len(text); {
		end := strings.IndexFunc(text[start:], func(r rune) bool { return unicode.IsSpace(r) || r == '/' })
		if end < 0 {
			end = len(text) - start
		}
		words = appendWord(words, text, start, start+end)
		start += end + 1
		for start < len(text) && text[start]&0xC0 == 0x80 {
			start++ // the rest of a space beyond ASCII
		}
	}
	return words
}

func appendWord(words []word, text string, start, end int) []word {
	w := text[start:end]
	trimmed := strings.TrimLeftFunc(w, punctuation)
	start += len(w) - len(trimmed)
	trimmed = strings.TrimRightFunc(trimmed, punctuation)
	for _, s := range []string{"'s", "’s"} {
		trimmed = strings.TrimSuffix(trimmed, s)
	}
	if trimmed == "" {
		return words
	}
	return append(words, word{trimmed, start, start + len(trimmed)})
}

func punctuation(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '-' }

// edit replaces bytes of a text.
type edit struct {
	start, end int
	text       string
}

// edited applies edits, which do not overlap.
func edited(text string, edits []edit) string {
	slices.SortFunc(edits, func(a, b edit) int { return a.start - b.start })
	var out strings.Builder
	end := 0
	for _, e := range edits {
		if e.start < end {
			continue
		}
		out.WriteString(text[end:e.start] + e.text)
		end = e.end
	}
	out.WriteString(text[end:])
	return out.String()
}

// rewrite applies the edits of the steps so far. Identifiers are found anew,
// since their places have changed.
func (b *builder) rewrite() {
	if len(b.edits) > 0 {
		b.text = strings.Join(strings.Fields(edited(b.text, b.edits)), " ")
		b.edits = nil
		b.out.Identifiers = names.Find(b.text)
	}
	b.out.Query.Text = b.text + b.rest
}
