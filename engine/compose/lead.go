package compose

import (
	"cmp"
	"slices"
	"strings"

	"owl/engine/terms"
)

// The lead is the sentences that come nearest to an answer by themselves. They
// stand before the records and are not left out below, where their neighbours
// explain them.
const (
	leadClaims = 3
	leadLeast  = 4   // words of a sentence
	leadWords  = 50  // of all
	leadShare  = 0.3 // of the first one's worth
	leadOver   = 80  // words below it; less is read as fast
	leadSteps  = 3   // list entries that are an answer to how something is done
)

// lead picks the sentences that are worth most, each a block of its own. Where
// steps are asked for and shown, the list itself is the answer: single ones of it
// would come out of their order.
func (a *asked) lead(chosen []stretch) []Block {
	below := 0
	for _, s := range chosen {
		below += s.words
	}
	if below < leadOver || bestIsRow(chosen) || a.wants&step != 0 && chosen[0].entries() >= leadSteps {
		return nil
	}
	return leading(a.candidates(chosen))
}

// entries counts the list entries of a stretch.
func (s stretch) entries() int {
	n := 0
	for i := s.from; i < s.to; i++ {
		if s.units[i].kind == item {
			n++
		}
	}
	return n
}

// bestIsRow reports that a row of a table is worth most: the table says it, and a
// sentence from elsewhere would only stand before it.
func bestIsRow(chosen []stretch) bool {
	best, isRow := 0.0, false
	for _, s := range chosen {
		for i := s.from; i < s.to; i++ {
			if s.worth[i] > best {
				best, isRow = s.worth[i], s.units[i].kind == row
			}
		}
	}
	return isRow
}

// leading takes the first units that differ, as far as they are worth it.
func leading(all []stretch) []Block {
	var out []Block
	var texts []terms.Set
	words := 0
	for _, c := range all {
		text := terms.SetOf(c.text(c.from))
		switch {
		case len(out) == leadClaims || c.value < leadShare*all[0].value:
			return out
		case len(out) > 0 && words+c.words > leadWords || slices.ContainsFunc(texts, func(t terms.Set) bool { return repeats(t, text) }):
			continue
		}
		out, texts = append(out, c.block()), append(texts, text)
		words += c.words
	}
	return out
}

// candidates are the units that can stand alone, the likeliest first. Whom to call
// is no answer to what was not asked so.
func (a *asked) candidates(chosen []stretch) []stretch {
	calls := a.wants&person != 0 || asksContact.MatchString(a.Text)
	var all []stretch
	for _, s := range chosen {
		for i := s.from; i < s.to; i++ {
			if s.standsAlone(i) && (calls || !tellsToCall(s.text(i))) {
				all = append(all, stretch{passage: s.passage, from: i, to: i + 1, value: s.worth[i], words: s.marks[i].words})
			}
		}
	}
	slices.SortStableFunc(all, func(x, y stretch) int { return cmp.Compare(y.value, x.value) })
	return all
}

// standsAlone reports a sentence or list entry that is understood without what
// stands around it.
func (s stretch) standsAlone(i int) bool {
	kind, words := s.units[i].kind, s.marks[i].words
	return (kind == sentence || kind == item) && words >= leadLeast && words <= leadWords && !pointsBack(s.text(i)) && !asksSomething(s.text(i))
}

// asksSomething reports a question, as chats and lists of questions hold them.
func asksSomething(text string) bool {
	return strings.HasSuffix(strings.TrimRight(text, "*_\"' "), "?")
}
