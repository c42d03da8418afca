package spell

import (
	"slices"
	"unicode"
	"unicode/utf8"

	"owl/engine/text/token"
)

// Vocabulary is the words of the index. Implementations are safe for concurrent
// use; Words is one.
type Vocabulary interface {
	// Frequency is how many chunks hold the word in any of its forms.
	Frequency(word string) int
	// Near lists words within two edits of one that does not occur, the nearest
	// first and of those the most frequent.
	Near(word string) []Near
}

// dominant is how many times more frequent the correction has to be than the
// next word at the same distance.
const dominant = 4

// least is how many chunks hold a word that another is corrected to: a typing
// error of a record is none.
const least = 2

// shortest is the length from which on words are corrected. Shorter ones have
// too many real words near them.
const shortest = 6

// Correct returns what a word that occurs nowhere was meant as. ok is false when
// there is no such word, or more than one that could be. The first letter stands.
// A short word or one that is written like a name is changed by a single letter
// at most.
func Correct(word string, v Vocabulary) (near Near, ok bool) {
	n := utf8.RuneCountInString(word)
	if n < shortest || n > maxLetters {
		return Near{}, false
	}
	allowed := 1
	if n >= 8 && !unicode.IsUpper(first(word)) {
		allowed = 2
	}
	all := slices.DeleteFunc(slices.Clone(v.Near(word)), func(x Near) bool {
		return x.Edits > allowed || x.Frequency < least || first(x.Word) != unicode.ToLower(first(word))
	})
	if len(all) == 0 {
		return Near{}, false
	}
	best, stem := all[0], token.Stem(all[0].Word)
	for _, x := range all[1:] {
		if x.Edits == best.Edits && token.Stem(x.Word) != stem && x.Frequency*dominant > best.Frequency {
			return Near{}, false
		}
	}
	return best, true
}

func first(word string) rune {
	r, _ := utf8.DecodeRuneInString(word)
	return r
}
