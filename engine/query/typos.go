package query

import (
	"fmt"
	"strings"
	"unicode"

	"owl/engine/query/names"
	"owl/engine/query/spell"
	"owl/engine/query/when"
	"owl/engine/text/token"
)

// maxTypos is how many unknown words of a question are looked up.
const maxTypos = 16

// typos replaces words that occur nowhere by the one word near them. What is an
// identifier, a time, quoted, in the lexicon or not plain letters stays.
func (b *builder) typos() string {
	var said []string
	looked := 0
	for _, w := range wordsOf(b.text) {
		if !b.mayBeTypo(w) || b.context.Vocabulary.Frequency(w.text) > 0 {
			continue
		}
		if looked++; looked > maxTypos {
			break
		}
		near, ok := spell.Correct(w.text, b.context.Vocabulary)
		if !ok {
			said = append(said, fmt.Sprintf("%q occurs in no record", w.text))
			continue
		}
		b.edits = append(b.edits, edit{w.start, w.end, near.Word})
		b.out.Corrections = append(b.out.Corrections, Correction{Word: w.text, For: near.Word, Edits: near.Edits})
		said = append(said, fmt.Sprintf("%q occurs in no record; searched as %q", w.text, near.Word))
	}
	return listed("", said)
}

func (b *builder) mayBeTypo(w word) bool {
	switch {
	case len(w.text) < 4, strings.ContainsFunc(w.text, func(r rune) bool { return !unicode.IsLetter(r) }):
		return false
	case strings.ToUpper(w.text) == w.text, token.IsStop(strings.ToLower(w.text)):
		return false // an acronym, or a word that says nothing
	case names.At(b.out.Identifiers, w.start), when.Covered(b.out.Dates, w.start), b.context.Lexicon.Knows(w.text):
		return false
	}
	for _, p := range b.out.Query.Phrases {
		if strings.Contains(p, w.text) {
			return false
		}
	}
	return true
}
