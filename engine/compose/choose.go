package compose

import (
	"cmp"
	"slices"
	"strings"

	"owl/engine/terms"
)

// limits bound an answer. They were chosen on the development part of the demo
// benchmark.
type limits struct {
	records      int     // considered
	shown        int     // records shown
	words        int     // of what is shown at once
	more         int     // of what unfolds
	recordPrice  float64 // what a record must be worth to be shown beside others
	gapWords     int     // filled between two stretches of a record
	wordPrice    float64 // what a unit must be worth for each of its words
	fieldPrice   float64 // and for being a labelled line
	startPrice   float64 // what a stretch must be worth beyond that
	perRecord    int     // stretches of one record
	stretchWords int
	listWords    int // of a list or table that is shown whole
	stepWords    int // of one whose steps are asked for
}

func defaults() limits {
	return limits{
		records: 14, shown: 12, words: 197, more: 1100, recordPrice: 0.01, gapWords: 25,
		wordPrice: 0.0005, fieldPrice: 0.01, startPrice: 0.0025, perRecord: 6, stretchWords: 60, listWords: 120, stepWords: 220,
	}
}

// choose takes the stretches that are worth most until the answer is long
// enough, and then those that unfold.
func (a *asked) choose(list []*passage) (main, more []stretch) {
	var all []stretch
	for _, p := range list {
		all = append(all, a.stretches(p)...)
	}
	slices.SortStableFunc(all, func(x, y stretch) int { return cmp.Compare(y.value, x.value) })
	k := chooser{limits: a.limits, shown: map[string]bool{}}
	for _, s := range all {
		switch {
		case !k.adds(s):
		case k.words == 0 || k.words+s.words <= k.limits.words:
			main = append(main, s)
			k.take(s)
		case k.words+s.words <= k.limits.words+k.limits.more:
			more = append(more, s)
			k.take(s)
		}
	}
	return a.joined(a.inOrder(byRecord(main))), a.joined(byRecord(more))
}

// chooser keeps what was chosen so far.
type chooser struct {
	limits limits
	words  int
	shown  map[string]bool // records
	texts  []terms.Set
}

// adds reports that a stretch says something new, of a record that is worth it.
func (k *chooser) adds(s stretch) bool {
	if !k.shown[s.rec.DocID] && len(k.shown) > 0 && (len(k.shown) == k.limits.shown || s.value < k.limits.recordPrice) {
		return false
	}
	text := s.forms()
	return !slices.ContainsFunc(k.texts, func(t terms.Set) bool { return repeats(t, text) })
}

func (k *chooser) take(s stretch) {
	k.words += s.words
	k.shown[s.rec.DocID] = true
	k.texts = append(k.texts, s.forms())
}

func (s stretch) forms() terms.Set {
	return terms.SetOf(string(s.rec.Content[s.units[s.from].start:s.units[s.to-1].end]))
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
// order, where its best one stood, and the parts of a request beside each other.
func byRecord(chosen []stretch) []stretch {
	first := map[string]int{}
	for i, s := range chosen {
		for _, key := range []string{recordLine(s.rec), s.rec.DocID} {
			if _, known := first[key]; !known {
				first[key] = i
			}
		}
	}
	slices.SortStableFunc(chosen, func(a, b stretch) int {
		return cmp.Or(first[recordLine(a.rec)]-first[recordLine(b.rec)], first[a.rec.DocID]-first[b.rec.DocID], a.from-b.from)
	})
	return chosen
}

// joined fills small gaps between the stretches of a record: a reader is misled
// by what was left out of the middle sooner than bored by it.
func (a *asked) joined(sorted []stretch) []stretch {
	var out []stretch
	for _, s := range sorted {
		if len(out) > 0 && out[len(out)-1].reaches(s, a.limits.gapWords) {
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
func (s stretch) reaches(next stretch, most int) bool {
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
	return gap <= most && len(next.head) == 0
}
