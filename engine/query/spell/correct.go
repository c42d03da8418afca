package spell

import (
	"unicode"
	"unicode/utf8"
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

// Correct returns what a word that occurs nowhere was meant as. ok is false when
// there is no such word, or more than one that could be. A short word or one
// that is written like a name is changed by a single letter at most.
func Correct(word string, v Vocabulary) (near Near, ok bool) {
	n := utf8.RuneCountInString(word)
	if n < 5 || n > maxLetters {
		return Near{}, false
	}
	allowed := 1
	if first, _ := utf8.DecodeRuneInString(word); n >= 8 && !unicode.IsUpper(first) {
		allowed = 2
	}
	all := v.Near(word)
	if len(all) == 0 || all[0].Edits > allowed {
		return Near{}, false
	}
	best := all[0]
	if best.Edits == 2 && first(best.Word) != unicode.ToLower(first(word)) {
		return Near{}, false
	}
	if len(all) > 1 && all[1].Edits == best.Edits && all[1].Frequency*dominant > best.Frequency {
		return Near{}, false
	}
	return best, true
}

func first(word string) rune {
	r, _ := utf8.DecodeRuneInString(word)
	return r
}
