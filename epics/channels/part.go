package channels

import (
	"fmt"
	"slices"
	"strings"
)

// search is the answering of one question.
type search struct {
	x       *index
	notes   []string
	covered map[string]bool // the words that the question covers
	asked   question
	memo    map[string]set
}

func (s *search) note(format string, args ...any) {
	line := fmt.Sprintf(format, args...)
	if !slices.Contains(s.notes, line) {
		s.notes = append(s.notes, line)
	}
}

// strict is index.strict, kept for the many readings that are tried.
func (s *search) strict(it item) set {
	key := it.word + "\x00" + it.text + "\x00" + strings.Join(it.numbers, ",")
	if have, ok := s.memo[key]; ok {
		return have
	}
	out := s.x.strict(it)
	if out.empty() {
		out = s.x.sectors(it)
	}
	s.memo[key] = out
	return out
}

// all is the channels that every word of a part means strictly.
func (s *search) all(items []item) set {
	out := fullSet(len(s.x.entries))
	for _, it := range items {
		if it.kind == isWord {
			out.and(s.strict(it))
		}
	}
	return out
}

// holds tells whether a reading has channels. Two places in one reading, or a
// place whose number no channel has, make none.
func (s *search) holds(items []item) bool {
	place := -1
	for i, it := range items {
		if it.kind == isPlace {
			if place >= 0 {
				return false
			}
			place = i
		}
	}
	out := s.all(items)
	if place < 0 || out.empty() {
		return !out.empty()
	}
	if len(items[place].numbers) == 0 {
		return true
	}
	got, numbered := s.nth(out, items, place)
	return !numbered || !got.empty()
}

// nth keeps the channels whose device has a number of a place. It tells
// whether the devices are numbered at all.
func (s *search) nth(from set, items []item, place int) (set, bool) {
	out, numbered := newSet(len(s.x.entries)), false
	words := items[place+1:]
	if len(words) == 0 {
		words = items[:place]
	}
	for _, it := range words {
		if it.kind != isWord || len(it.numbers) > 0 {
			continue
		}
		for _, a := range s.x.alternatives(it) {
			nouns := s.x.nouns(it, a)
			numbered = numbered || s.x.counts(nouns)
			out.or(s.x.numbered(nouns, items[place].numbers).and(s.x.union(it, []alternative{a}, s.x.strong)))
		}
	}
	return out.and(from), numbered
}

// relaxed is the channels of a part. When its words leave nothing together, they
// are read more loosely, then those that say little are left out.
func (s *search) relaxed(items []item) set {
	words := slices.DeleteFunc(slices.Clone(items), func(it item) bool { return it.kind != isWord })
	if out := s.all(words); !out.empty() {
		return out
	}
	if out := s.loosened(words); !out.empty() {
		return out
	}
	return s.shortened(words)
}

// loosened reads as few words as possible loosely.
func (s *search) loosened(words []item) set {
	loose := make([]set, len(words))
	for i, it := range words {
		loose[i] = s.x.loosely(it)
		if len(it.numbers) > 0 && loose[i].empty() {
			loose[i] = s.x.sectors(it)
		}
	}
	for i := range words {
		out := s.all(slices.Delete(slices.Clone(words), i, i+1)).and(loose[i])
		if !out.empty() {
			return out
		}
	}
	out := fullSet(len(s.x.entries))
	for _, l := range loose {
		out.and(l)
	}
	return out
}

// maxSoft is how many words that say little are tried to be left out.
const maxSoft = 6

// shortened leaves out as few soft words as possible, of equally few those that
// leave the smallest set.
func (s *search) shortened(words []item) set {
	var soft []int
	for i, it := range words {
		if len(it.numbers) == 0 && s.isSoft(it) && len(soft) < maxSoft {
			soft = append(soft, i)
		}
	}
	best, least, left := newSet(len(s.x.entries)), 1<<10, []string{}
	for mask := 1; mask < 1<<len(soft); mask++ {
		rest, out := s.leaveOut(words, soft, mask)
		cost := s.cost(words, soft, mask)
		if len(rest) == 0 || cost > least {
			continue
		}
		got := s.all(rest)
		if got.empty() {
			got = s.loosened(rest)
		}
		if !got.empty() && (cost < least || got.count() < best.count()) {
			best, least, left = got, cost, out
		}
	}
	if len(left) > 0 {
		s.note("left out of the question: %s", strings.Join(left, ", "))
	}
	return best
}

// cost of leaving out words: what is measured weighs more.
func (s *search) cost(words []item, soft []int, mask int) int {
	sum := 0
	for k, i := range soft {
		if mask&(1<<k) == 0 {
			continue
		}
		sum += 2
		switch words[i].word {
		case "current", "power", "posit", "status":
			sum++
		}
	}
	return sum
}

func (s *search) isSoft(it item) bool {
	if s.x.words.soft[it.word] {
		return true
	}
	return len(it.stems) > 1 && !slices.ContainsFunc(it.stems, func(w string) bool { return !s.x.words.soft[s.x.words.word(w)] })
}

// firm is a part without the words that say little.
func (s *search) firm(items []item) []item {
	return slices.DeleteFunc(slices.Clone(items), func(it item) bool { return it.kind == isWord && len(it.numbers) == 0 && s.isSoft(it) })
}

func (s *search) leaveOut(words []item, soft []int, mask int) (rest []item, out []string) {
	for i, it := range words {
		if k := slices.Index(soft, i); k >= 0 && mask&(1<<k) != 0 {
			out = append(out, it.text)
			continue
		}
		rest = append(rest, it)
	}
	return rest, out
}

// cover remembers the words that a part is about.
func (s *search) cover(items []item) {
	for _, it := range items {
		if it.kind != isWord {
			continue
		}
		for _, a := range s.x.alternatives(it) {
			for _, w := range a.words {
				s.covered[w] = true
			}
			if a.token != "" {
				s.covered[s.x.words.word(a.noun)] = true
			}
		}
	}
}
