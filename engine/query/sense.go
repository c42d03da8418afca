package query

import (
	"fmt"
	"slices"
	"strings"

	"owl/engine/lexicon"
	"owl/engine/text/token"
)

// sense picks the meaning of an ambiguous term that fits the rest of the
// question: -1 when none fits better than the others. The only meaning needs no
// reason.
func (b *builder) sense(m meeting) (chosen int, why string) {
	if len(m.entries) == 1 {
		return 0, ""
	}
	if known, found := b.senses[m.start]; found {
		return known.chosen, known.why
	}
	defer func() {
		if b.senses == nil {
			b.senses = map[int]sensed{}
		}
		b.senses[m.start] = sensed{chosen, why}
	}()
	around := b.around(m)
	best, second := -1.0, -1.0
	for i, e := range m.entries {
		score, reason := b.fit(m, e, around)
		switch {
		case score > best:
			best, second, chosen, why = score, best, i, reason
		case score > second:
			second = score
		}
	}
	if best <= second || best <= 0 {
		return -1, "the question does not tell which; all count less"
	}
	return chosen, why
}

// sensed is a choice that was made.
type sensed struct {
	chosen int
	why    string
}

// fit says how much speaks for a meaning, and the strongest reason.
func (b *builder) fit(m meeting, e lexicon.Entry, around map[string]bool) (score float64, why string) {
	strongest := 0.0
	speak := func(weight float64, format string, args ...any) {
		score += weight
		if weight > strongest {
			strongest, why = weight, fmt.Sprintf(format, args...)
		}
	}
	if slices.ContainsFunc(b.out.Query.Filter.Systems, func(s string) bool { return strings.EqualFold(s, e.System) }) {
		speak(4, "only system %s is asked for", e.System)
	}
	if name := content(e.System); overlap(name, around) == len(name) && len(name) > 0 && b.knownSystem(e.System) {
		speak(2, "the question names %s", e.System)
	}
	for _, word := range content(strings.Join(append([]string{e.Phrase()}, e.Synonyms...), " ")) {
		if around[word] {
			speak(1.5, "the question speaks of %q", word)
		}
	}
	for _, other := range b.meet() {
		if other.start != m.start && len(other.entries) == 1 && strings.EqualFold(other.entries[0].System, e.System) {
			speak(1, "%s is of %s, too", other.term, e.System)
		}
	}
	for _, id := range b.out.Identifiers {
		for _, piece := range strings.FieldsFunc(id.Text, func(r rune) bool { return strings.ContainsRune(":_-.0123456789", r) }) {
			if b.ofSystem(piece, e.System) {
				speak(0.5, "%s is of %s", id.Text, e.System)
			}
		}
	}
	return score, why
}

// knownSystem reports whether a system is one of the records'; every one is when
// they are not known.
func (b *builder) knownSystem(name string) bool {
	return len(b.context.Systems) == 0 || slices.ContainsFunc(b.context.Systems, func(s string) bool { return strings.EqualFold(s, name) })
}

// ofSystem reports whether a piece of an identifier is an acronym, or the name,
// of this system only.
func (b *builder) ofSystem(piece, system string) bool {
	if strings.EqualFold(piece, system) {
		return true
	}
	entries := b.context.Lexicon.Acronym(piece)
	return len(entries) == 1 && strings.EqualFold(entries[0].System, system)
}

// around tells which stems the question holds outside the term itself.
func (b *builder) around(m meeting) map[string]bool {
	if b.counts == nil {
		b.counts = map[string]int{}
		for _, s := range content(b.text) {
			b.counts[s]++
		}
	}
	own := map[string]int{}
	for _, s := range content(m.term) {
		own[s]++
	}
	set := make(map[string]bool, len(b.counts))
	for s, n := range b.counts {
		set[s] = n > own[s]
	}
	return set
}

// content is the stems of a text that carry meaning.
func content(text string) []string {
	return slices.DeleteFunc(lexicon.Stems(text), func(s string) bool { return len(s) < 2 || token.IsStop(s) })
}

func overlap(words []string, set map[string]bool) int {
	n := 0
	for _, w := range words {
		if set[w] {
			n++
		}
	}
	return n
}
