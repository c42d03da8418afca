package channels

import (
	"slices"
	"strings"

	"owl/engine/lexicon"
)

// alternative is one way in which a channel can be what a word says: all words
// stand in what is said of it, or an acronym stands in its name.
type alternative struct {
	words []string
	pairs []string // numbers that stand in the words, as in "station A"
	token string   // an acronym in one of its meanings, a key of index.tokens
	noun  string   // the acronym, in lower case
}

// alternatives lists what a word of the question may stand as.
func (x *index) alternatives(it item) []alternative {
	var out []alternative
	add := func(a alternative) {
		if !slices.ContainsFunc(out, func(b alternative) bool {
			return a.token == b.token && slices.Equal(a.words, b.words) && slices.Equal(a.pairs, b.pairs)
		}) {
			out = append(out, a)
		}
	}
	if strings.Contains(it.word, " ") {
		add(x.said(it.text))
	} else {
		add(alternative{words: []string{it.word}})
	}
	for _, kind := range x.words.kinds[it.word] {
		add(alternative{words: kind})
	}
	for _, e := range x.meanings(it) {
		if len(e.Acronym) > 1 {
			add(alternative{token: tokenKey(e), noun: strings.ToLower(e.Acronym)})
		}
		add(x.said(e.Expansion))
	}
	return out
}

// meanings are the entries of the site's lexicon that a word or phrase names.
func (x *index) meanings(it item) []lexicon.Entry {
	out := append(slices.Clone(x.acronym[strings.ToLower(it.text)]), x.phrases[strings.Join(it.stems, " ")]...)
	if len(it.stems) == 1 {
		out = append(out, x.acronym[it.stems[0]]...) // BPMs
	}
	return out
}

// said reads a phrase as a description is read.
func (x *index) said(text string) alternative {
	var a alternative
	last := ""
	for _, p := range x.words.describe(text) {
		switch {
		case p.number == "":
			a.words = append(a.words, p.word)
			last = p.word
		case last != "":
			a.pairs = append(a.pairs, last+"#"+p.number)
		}
	}
	return a
}

// wordsOf are the words of a text.
func (x *index) wordsOf(text string) []string { return x.said(text).words }

func tokenKey(e lexicon.Entry) string { return strings.ToLower(e.Acronym + "|" + e.System) }

// placeAcronyms finds the channels whose name has an acronym of the site in its
// meaning: the cathode current IK of a klystron is no injection kicker.
func (x *index) placeAcronyms() {
	for acronym, meanings := range x.acronym {
		for _, e := range meanings {
			s := newSet(len(x.entries))
			words := x.wordsOf(e.Expansion)
			for _, i := range x.name[acronym] {
				if x.means(int(i), acronym, e, words) {
					s.add(int(i))
				}
			}
			x.tokens[tokenKey(e)] = s
		}
	}
}

// means tells whether an acronym in a name stands for a meaning: it is the name's
// first part, the channel belongs to the meaning's system or has none, or its
// description shares a word with the meaning.
func (x *index) means(i int, acronym string, e lexicon.Entry, words []string) bool {
	system := x.entries[i].Fields["system"]
	if strings.EqualFold(system, e.System) {
		return true
	}
	alone := len(x.acronym[acronym]) == 1
	if alone && (area(x.entries[i].PV) == acronym || system == "" || x.entries[i].Description == "") {
		return true
	}
	return x.saysAny(i, func(w string) bool { return slices.Contains(words, w) })
}

// strict is the channels that an item means by itself.
func (x *index) strict(it item) set {
	return x.union(it, x.alternatives(it), x.strong)
}

// loosely adds what the words mean at a stretch, and where channels are served.
func (x *index) loosely(it item) set {
	out := x.strict(it)
	for _, w := range x.words.loose[it.word] {
		out.or(x.union(it, []alternative{{words: []string{w}}}, x.strong))
	}
	alts := x.alternatives(it)
	for i := range alts {
		if alts[i].token != "" {
			alts[i] = alternative{words: []string{alts[i].noun}}
		}
	}
	it.numbers = nil
	return out.or(x.union(it, alts, x.weak))
}

func (x *index) union(it item, alts []alternative, by map[string][]int32) set {
	out := newSet(len(x.entries))
	for _, a := range alts {
		s := x.meant(a, by)
		if len(it.numbers) > 0 && !s.empty() {
			s.and(x.numbered(x.nouns(it, a), it.numbers))
		}
		out.or(s)
	}
	return out
}

func (x *index) meant(a alternative, by map[string][]int32) set {
	if a.token != "" {
		return x.tokens[a.token].clone()
	}
	if len(a.words) == 0 {
		return newSet(len(x.entries))
	}
	s := x.of(by[a.words[0]])
	for _, w := range a.words[1:] {
		s.and(x.of(by[w]))
	}
	for _, pair := range a.pairs {
		s.and(x.of(x.pairs[pair]))
	}
	return s
}

// nouns are the words whose numbers count.
func (x *index) nouns(it item, a alternative) []string {
	nouns := slices.Clone(a.words)
	if a.token != "" {
		nouns = append(nouns, a.noun, x.words.word(a.noun))
	}
	if isSector(it.word) && len(x.numbers[it.word]) == 0 {
		nouns = append(nouns, anyArea)
	}
	return nouns
}

// numbered are the channels with a number of a noun. When nothing said of any
// channel numbers the noun, the numbers in the names count.
func (x *index) numbered(nouns, numbers []string) set {
	out := newSet(len(x.entries))
	if !x.counts(nouns) {
		nouns = []string{ownNumber}
	}
	for _, noun := range nouns {
		for _, n := range numbers {
			out.or(x.of(x.pairs[noun+"#"+n]))
		}
	}
	return out
}

// counts tells whether any channel has a number of one of the nouns.
func (x *index) counts(nouns []string) bool {
	return slices.ContainsFunc(nouns, func(noun string) bool { return len(x.numbers[noun]) > 0 })
}

// isSector tells a word for a part of a ring or line.
func isSector(word string) bool {
	switch word {
	case "sector", "cell", "straight", "section", "girder", "arc":
		return true
	}
	return false
}

// sectors is what a word for a part of a ring means when no channel has the
// word: the number in the first part of the names.
func (x *index) sectors(it item) set {
	if !isSector(it.word) || len(x.numbers[it.word]) > 0 || len(it.numbers) == 0 {
		return newSet(len(x.entries))
	}
	return x.numbered([]string{anyArea}, it.numbers)
}
