// Package spell corrects typing errors: a word that occurs nowhere in the index
// becomes the one word near it that does.
package spell

import (
	"cmp"
	"iter"
	"math/bits"
	"slices"
	"strings"
	"unicode/utf8"

	"owl/engine/text/token"
)

// Near is a word that a typing error may have been meant as.
type Near struct {
	Word      string // as it is shown and searched
	Edits     int    // letters inserted, left out, changed or swapped with their neighbour
	Frequency int    // how many chunks hold it
}

// Words is the words of an index in a form that is searched by distance. It is
// read only and safe for concurrent use.
type Words struct {
	byLength [maxLetters + 1][]entry
	known    map[string]int // frequency by stem
}

type entry struct {
	word      string
	letters   uint64 // which letters occur
	frequency int
}

// maxLetters is the length up to which words are compared, maxEdits how many
// letters may be wrong.
const (
	maxLetters = 32
	maxEdits   = 2
)

// New indexes words, as they are written, with how often they occur. The forms of
// a word count together.
func New(words iter.Seq2[string, int]) *Words {
	w := &Words{known: map[string]int{}}
	forms := map[string]string{} // stems by form
	for word, n := range words {
		if n > 0 && plain(word) {
			forms[word] = token.Stem(word)
			w.known[forms[word]] += n
		}
	}
	for form, stem := range forms {
		if n := utf8.RuneCountInString(form); n <= maxLetters {
			w.byLength[n] = append(w.byLength[n], entry{word: form, letters: letters(form), frequency: w.known[stem]})
		}
	}
	for _, list := range w.byLength {
		slices.SortFunc(list, func(a, b entry) int { return strings.Compare(a.word, b.word) })
	}
	return w
}

// plain reports whether a word is small letters only.
func plain(word string) bool {
	for i := 0; i < len(word); i++ {
		if (word[i] < 'a' || word[i] > 'z') && word[i] < utf8.RuneSelf {
			return false
		}
	}
	return word != ""
}

func letters(word string) (set uint64) {
	for _, r := range word {
		set |= 1 << (uint(r) % 64)
	}
	return set
}

// Frequency is how often a word occurs in any of its forms.
func (w *Words) Frequency(word string) int { return w.known[token.Stem(strings.ToLower(word))] }

// Near lists the words within two edits, the nearest and most frequent first.
func (w *Words) Near(word string) []Near {
	word = strings.ToLower(word)
	length := utf8.RuneCountInString(word)
	if length > maxLetters {
		return nil
	}
	var all []Near
	set, target := letters(word), []rune(word)
	for n := max(1, length-maxEdits); n <= min(maxLetters, length+maxEdits); n++ {
		for _, e := range w.byLength[n] {
			if bits.OnesCount64(set^e.letters) > 2*maxEdits {
				continue
			}
			if d := distance(target, []rune(e.word)); d <= maxEdits && d > 0 {
				all = append(all, Near{Word: e.word, Edits: d, Frequency: e.frequency})
			}
		}
	}
	slices.SortFunc(all, func(a, b Near) int {
		return cmp.Or(cmp.Compare(a.Edits, b.Edits), cmp.Compare(b.Frequency, a.Frequency), strings.Compare(a.Word, b.Word))
	})
	return all[:min(len(all), 10)]
}

// distance is the optimal string alignment distance: insertions, deletions,
// changes and swaps of neighbours. It gives up above maxEdits.
func distance(a, b []rune) int {
	var rows [3][maxLetters + 1]int
	last, row, next := &rows[0], &rows[1], &rows[2]
	for j := range len(b) + 1 {
		row[j] = j
	}
	for i := 1; i <= len(a); i++ {
		next[0] = i
		least := i
		for j := 1; j <= len(b); j++ {
			change := row[j-1]
			if a[i-1] != b[j-1] {
				change++
			}
			d := min(change, row[j]+1, next[j-1]+1)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				d = min(d, last[j-2]+1)
			}
			next[j] = d
			least = min(least, d)
		}
		if least > maxEdits {
			return maxEdits + 1
		}
		last, row, next = row, next, last
	}
	return row[len(b)]
}
