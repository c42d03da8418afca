package lexicon

import (
	"slices"
	"strings"
	"unicode"

	"owl/engine/text/token"
)

// By says through what an entry was met.
type By string

// The ways to meet an entry.
const (
	ByAcronym   By = "acronym"
	ByExpansion By = "expansion"
	BySynonym   By = "synonym"
)

// Lexicon is entries in the form in which they are looked up. It is read only
// and safe for concurrent use; the zero value and nil hold nothing.
type Lexicon struct {
	acronyms map[string][]int // entries by acronym, in capitals
	phrases  map[string][]hit // entries by the stems of their expansion or synonym
	words    map[string]bool  // stems of all words of expansions and synonyms
	entries  []Entry
	longest  int // words of the longest phrase
}

type hit struct {
	entry int
	by    By
}

// Match is a piece of text that stands for entries. Several entries are several
// meanings.
type Match struct {
	Entries []Entry
	By      By
	Words   int // how many words of the text it takes
}

// New indexes entries. Their order is kept where several match.
func New(entries []Entry) *Lexicon {
	l := &Lexicon{
		acronyms: map[string][]int{}, phrases: map[string][]hit{}, words: map[string]bool{}, entries: slices.Clone(entries),
	}
	for i, e := range l.entries {
		key := strings.ToUpper(e.Acronym)
		l.acronyms[key] = append(l.acronyms[key], i)
		l.phrase(e.Phrase(), i, ByExpansion)
		for _, s := range e.Synonyms {
			if !strings.EqualFold(s, e.Acronym) && !strings.ContainsRune(s, '(') {
				l.phrase(s, i, BySynonym)
			}
		}
	}
	return l
}

func (l *Lexicon) phrase(text string, entry int, by By) {
	stems := Stems(text)
	if len(stems) == 0 {
		return
	}
	for _, s := range stems {
		l.words[s] = true
	}
	l.longest = max(l.longest, len(stems))
	key := strings.Join(stems, " ")
	if !slices.ContainsFunc(l.phrases[key], func(h hit) bool { return h.entry == entry }) {
		l.phrases[key] = append(l.phrases[key], hit{entry, by})
	}
}

// Phrase is the expansion as it stands in a sentence: without what is added in
// parentheses, and "Kicker, Injection" in its spoken order.
func (e Entry) Phrase() string {
	text, _, _ := strings.Cut(e.Expansion, "(")
	text = strings.TrimSpace(text)
	if noun, kind, inverted := strings.Cut(text, ", "); inverted && !strings.ContainsAny(noun+kind, " ,") {
		return kind + " " + noun
	}
	return text
}

// Stems are the words of a text in the form in which phrases are compared.
func Stems(text string) []string {
	var stems []string
	for _, word := range strings.FieldsFunc(text, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("./:_", r)
	}) {
		stems = append(stems, token.Stem(strings.ToLower(strings.Trim(word, "./:_"))))
	}
	return slices.DeleteFunc(stems, func(s string) bool { return s == "" })
}

// Acronym returns the meanings of a word that is written as an acronym, also
// with a plural s. A word in small letters is one only when it cannot be an
// English word: "bpm" is BPM, "gap" is a gap. None means that it is no acronym.
func (l *Lexicon) Acronym(word string) []Entry {
	if l == nil || word == "" {
		return nil
	}
	upper := strings.ToUpper(word)
	found := l.acronyms[upper]
	if single, plural := strings.CutSuffix(word, "s"); len(found) == 0 && plural && single == strings.ToUpper(single) {
		word, found = single, l.acronyms[single]
	}
	if len(found) == 0 || !l.written(word, found) {
		return nil
	}
	return l.pick(found)
}

// written reports whether the word's letters are those of an acronym.
func (l *Lexicon) written(word string, found []int) bool {
	if word == strings.ToUpper(word) {
		return true
	}
	if slices.ContainsFunc(found, func(i int) bool { return l.entries[i].Acronym == word }) {
		return true
	}
	return word == strings.ToLower(word) && len(word) > 2 && !l.words[token.Stem(word)] && !token.IsStop(word) && !spoken(word)
}

// spoken reports whether small letters can be an English word: there is a vowel,
// no digit, and the consonants before the first vowel and behind the last one
// can stand together.
func spoken(word string) bool {
	const vowels = "aeiouy"
	first, last := strings.IndexAny(word, vowels), strings.LastIndexAny(word, vowels)
	if first < 0 || strings.ContainsAny(word, "0123456789") {
		return false
	}
	return speakable(word[:first], onsets) && speakable(word[last+1:], codas)
}

// The pairs of consonants that English words begin and end with.
const (
	onsets = "bl br ch cl cr dr dw fl fr gh gl gn gr kn ph pl pr ps rh sc sh sk sl sm sn sp sq st sw th tr tw wh wr"
	codas  = "bb bs ch ck cs ct dd ds ff fs ft gg gh gs ks ld lf lk ll lm lp ls lt mb mp ms nc nd ng nk ns nt ph ps pt rb rc rd rf rg rk rl rm rn rp rs rt sh sk sm sp ss st th ts tt wl wn ws zz"
)

func speakable(consonants, pairs string) bool {
	return len(consonants) < 2 || strings.Contains(pairs, consonants[:2])
}

// Longest returns the longest expansion or synonym that the stems begin with.
func (l *Lexicon) Longest(stems []string) (Match, bool) {
	if l == nil {
		return Match{}, false
	}
	for n := min(l.longest, len(stems)); n > 0; n-- {
		hits := l.phrases[strings.Join(stems[:n], " ")]
		if len(hits) == 0 {
			continue
		}
		m := Match{By: hits[0].by, Words: n}
		for _, h := range hits {
			if h.by == ByExpansion {
				m.By = ByExpansion
			}
		}
		for _, h := range hits {
			if h.by == m.By {
				m.Entries = append(m.Entries, l.entries[h.entry])
			}
		}
		return m, true
	}
	return Match{}, false
}

// Knows reports whether the lexicon holds a word: as an acronym, or in an
// expansion or a synonym.
func (l *Lexicon) Knows(word string) bool {
	if l == nil {
		return false
	}
	return len(l.acronyms[strings.ToUpper(word)]) > 0 || l.words[token.Stem(strings.ToLower(word))]
}

// Empty reports whether there is nothing to look up.
func (l *Lexicon) Empty() bool { return l == nil || len(l.entries) == 0 }

func (l *Lexicon) pick(indexes []int) []Entry {
	picked := make([]Entry, len(indexes))
	for i, n := range indexes {
		picked[i] = l.entries[n]
	}
	return picked
}
