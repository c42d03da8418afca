package compose

import (
	"cmp"
	"slices"
	"strings"

	"owl/engine/terms"
)

// Limits of an answer.
const (
	maxRecords  = 12 // considered
	maxShown    = 6  // records shown
	maxWords    = 480
	recordPrice = 0.03 // what a record must be worth to be shown beside others
	gapWords    = 25   // filled between two stretches of a record
)

// choose takes the stretches that are worth most until the answer is long
// enough.
func (a *asked) choose(list []*passage) []stretch {
	var all, chosen []stretch
	for _, p := range list {
		all = append(all, a.stretches(p)...)
	}
	slices.SortStableFunc(all, func(x, y stretch) int { return cmp.Compare(y.value, x.value) })
	words, shown := 0, map[string]bool{}
	var texts []terms.Set
	for _, s := range all {
		known := shown[s.rec.DocID]
		if len(chosen) > 0 && (words+s.words > maxWords || !known && (len(shown) == maxShown || s.value < recordPrice)) {
			continue
		}
		text := terms.SetOf(string(s.rec.Content[s.units[s.from].start:s.units[s.to-1].end]))
		if slices.ContainsFunc(texts, func(t terms.Set) bool { return repeats(t, text) }) {
			continue
		}
		chosen, texts = append(chosen, s), append(texts, text)
		shown[s.rec.DocID] = true
		words += s.words
	}
	return joined(byRecord(chosen))
}

// repeats reports that two texts are nearly the same words (Jaccard), and that
// neither states a number that the other does not.
func repeats(a, b terms.Set) bool {
	both := 0
	for t := range b {
		switch {
		case a[t]:
			both++
		case strings.ContainsAny(t, "0123456789"):
			return false
		}
	}
	for t := range a {
		if !b[t] && strings.ContainsAny(t, "0123456789") {
			return false
		}
	}
	return float64(both) > 0.8*float64(len(a)+len(b)-both)
}

// byRecord brings the stretches of a record together, in the record's own
// order, where its best one stood.
func byRecord(chosen []stretch) []stretch {
	first := map[string]int{}
	for i, s := range chosen {
		if _, known := first[s.rec.DocID]; !known {
			first[s.rec.DocID] = i
		}
	}
	slices.SortStableFunc(chosen, func(a, b stretch) int {
		return cmp.Or(first[a.rec.DocID]-first[b.rec.DocID], a.from-b.from)
	})
	return chosen
}

// joined fills small gaps between the stretches of a record: a reader is misled
// by what was left out of the middle sooner than bored by it.
func joined(sorted []stretch) []stretch {
	var out []stretch
	for _, s := range sorted {
		if len(out) > 0 && out[len(out)-1].reaches(s) {
			last := &out[len(out)-1]
			*last = last.widen(last.from, s.to)
			continue
		}
		out = append(out, s)
	}
	return out
}

// reaches reports that only a few words of the same record stand between the
// end of s and the beginning of next.
func (s stretch) reaches(next stretch) bool {
	if s.passage != next.passage {
		return false
	}
	gap := 0
	for i := s.to; i <= next.from; i++ {
		if !s.adjoins(i) || s.units[i].kind == heading && i < next.from {
			return false
		}
		if i < next.from {
			gap += s.marks[i].words
		}
	}
	return gap <= gapWords && len(next.head) == 0
}
