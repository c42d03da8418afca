package compose

import "strings"

// stretch is a run of units of one passage.
type stretch struct {
	*passage
	from, to int   // units[from:to]
	head     []int // rows over a table of which the run shows a part
	value    float64
	words    int
}

// stretches returns the runs of units that are worth more than their length.
// They do not overlap.
func (a *asked) stretches(p *passage) []stretch {
	var out []stretch
	for len(out) < a.limits.perRecord {
		s := a.bestOf(p)
		if s.to == 0 || s.value <= a.limits.startPrice {
			break
		}
		s = s.complete(a.runWords())
		for i := s.from; i < s.to; i++ {
			p.used[i] = true
		}
		if s = s.opened().begun(); s.says() {
			out = append(out, s)
		}
	}
	return out
}

// opened shows what stands under a heading at the end, or leaves the heading out.
func (s stretch) opened() stretch {
	if s.units[s.to-1].kind != heading {
		return s
	}
	if s.to < len(s.units) && s.free(s.to) && s.adjoins(s.to) && s.marks[s.to].words <= underHeading {
		s.used[s.to] = true
		return s.widen(s.from, s.to+1)
	}
	for s.to > s.from && s.units[s.to-1].kind == heading {
		s.to--
		s.words -= s.marks[s.to].words
	}
	return s
}

// begun leaves out a signature at the beginning, which ends what stands before.
func (s stretch) begun() stretch {
	for s.to-s.from > 1 && s.units[s.from].kind == sentence && s.marks[s.from].words <= 1 {
		s.words -= s.marks[s.from].words
		s.from++
	}
	return s
}

// underHeading is the length in words of what is shown because its heading is.
const underHeading = 60

// says reports that a stretch is more than a heading or a signature.
func (s stretch) says() bool {
	for i := s.from; i < s.to; i++ {
		if s.units[i].kind != heading && (s.marks[i].words >= 3 || s.marks[i].details > 0) {
			return true
		}
	}
	return false
}

// best is the run of free units with the highest sum of what they are worth
// less the price of their words.
func (a *asked) bestOf(p *passage) stretch {
	var best stretch
	for from := range p.units {
		value, words := 0.0, 0
		for to := from; to < len(p.units) && !p.used[to] && (to == from || p.adjoins(to)); to++ {
			words += p.marks[to].words
			if to > from && words > a.limits.stretchWords {
				break
			}
			value += p.worth[to] - a.price(p, to)
			if best.to == 0 || value > best.value {
				best = stretch{passage: p, from: from, to: to + 1, value: value, words: words}
			}
		}
	}
	return best
}

// price is what a unit must be worth. Labelled lines are short and say little.
func (a *asked) price(p *passage, i int) float64 {
	price := a.limits.wordPrice * float64(p.marks[i].words)
	if p.units[i].kind == field {
		price += a.limits.fieldPrice
	}
	return price
}

// runWords is the length of lists that are shown whole, and of tables.
func (a *asked) runWords() map[unitKind]int {
	most := map[unitKind]int{item: a.limits.listWords, row: a.limits.listWords}
	if a.wants&step != 0 {
		most[item] = a.limits.stepWords
	}
	return most
}

// adjoins reports that nothing of the record is left out before unit i.
func (p *passage) adjoins(i int) bool {
	return p.units[i].start-p.units[i-1].end <= 400 && p.units[i].start >= p.units[i-1].end
}

// complete widens a stretch to what belongs together: the whole of a short list
// or table, else the table's head; the line that leads into it; the sentence
// before one that begins with a word that points back.
func (s stretch) complete(most map[unitKind]int) stretch {
	s = s.wholeRun(s.to-1, most)
	s = s.wholeRun(s.from, most)
	for s.from > 0 && s.free(s.from-1) && s.adjoins(s.from) && s.needsBefore() {
		s = s.widen(s.from-1, s.to)
	}
	if strings.HasSuffix(s.text(s.to-1), ":") && s.to < len(s.units) && s.free(s.to) {
		s = s.wholeRun(s.to, most)
	}
	return s
}

func (s stretch) free(i int) bool { return !s.used[i] && s.units[i].kind != heading }

func (s stretch) widen(from, to int) stretch {
	for i := from; i < s.from; i++ {
		s.words += s.marks[i].words
	}
	for i := s.to; i < to; i++ {
		s.words += s.marks[i].words
	}
	s.from, s.to = min(s.from, from), max(s.to, to)
	return s
}

// wholeRun takes in the list, table or labelled lines that unit i belongs to
// when it is short; of a longer table the head.
func (s stretch) wholeRun(i int, most map[unitKind]int) stretch {
	kind := s.units[i].kind
	if kind != item && kind != row {
		return s
	}
	from, to, words := i, i+1, s.marks[i].words
	for ; from > 0 && s.units[from-1].kind == kind && s.adjoins(from) && !s.used[from-1]; from-- {
		words += s.marks[from-1].words
	}
	for ; to < len(s.units) && s.units[to].kind == kind && s.adjoins(to) && !s.used[to]; to++ {
		words += s.marks[to].words
	}
	switch {
	case words <= most[kind]:
		return s.widen(from, to)
	case kind == row && from < s.from && i == s.from:
		s.head = s.tableHead(from)
	}
	return s
}

// tableHead is the first row of a table, with the rule under it.
func (s stretch) tableHead(from int) []int {
	head := []int{from}
	if from+1 < s.from && isTableRule(s.text(from+1)) {
		head = append(head, from+1)
	}
	return head
}

func isTableRule(text string) bool { return strings.Trim(text, "|-: +=") == "" }

// needsBefore reports that the first unit is not understood without the one
// before it.
func (s stretch) needsBefore() bool {
	before := s.units[s.from-1]
	switch s.units[s.from].kind {
	case item, row, block:
		return strings.HasSuffix(s.text(s.from-1), ":")
	case sentence:
		return before.paragraph == s.units[s.from].paragraph && pointsBack(s.text(s.from))
	}
	return false
}

func pointsBack(text string) bool {
	first, _, _ := strings.Cut(strings.ToLower(text), " ")
	switch strings.Trim(first, ",.;:*`") {
	case "it", "this", "that", "these", "those", "they", "its", "their", "he", "she", "then", "otherwise", "however", "therefore", "thus", "so", "also", "both":
		return true
	}
	return false
}
