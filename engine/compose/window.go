package compose

import (
	"strings"

	"owl/engine"
)

// passage is one record under consideration, cut into units.
type passage struct {
	rec    engine.Record
	units  []unit
	sets   []set
	words  []int
	header set     // words of title, system and sections: they place the text
	rank   float64 // retrieval score, 1 for the best record
}

// newPassage cuts the parts of the record that the channels matched.
func newPassage(p engine.Passage, top float64) passage {
	content := string(p.Record.Content)
	out := passage{rec: p.Record, rank: p.Score / top}
	header := string(p.Record.Title) + " " + string(p.Record.System) + " " + p.Record.FileID + " " + p.Record.Created.Format("2006-01-02")
	for _, span := range spans(p) {
		out.units = append(out.units, units(content, span.start, span.end)...)
	}
	for _, c := range p.Chunks {
		header += " " + string(c.Section)
	}
	out.header = setOf(header)
	for _, u := range out.units {
		text := content[u.start:u.end]
		out.sets = append(out.sets, setOf(text))
		out.words = append(out.words, len(strings.Fields(text)))
	}
	return out
}

type span struct{ start, end int }

// wholeBytes is the size up to which a record is read whole rather than by its
// matched chunks.
const wholeBytes = 2500

// spans returns the stretches of the record to look at, in order, not
// overlapping.
func spans(p engine.Passage) []span {
	if len(p.Record.Content) <= wholeBytes || len(p.Chunks) == 0 {
		return []span{{0, len(p.Record.Content)}}
	}
	var out []span
	for _, c := range p.Chunks {
		out = merge(out, span{c.Start, c.End})
	}
	return out
}

// merge adds a span to a sorted list of spans that do not overlap.
func merge(list []span, add span) []span {
	var out []span
	for _, s := range list {
		switch {
		case s.end < add.start:
			out = append(out, s)
		case add.end < s.start:
			out = append(out, add)
			add = s
		default:
			add = span{min(add.start, s.start), max(add.end, s.end)}
		}
	}
	return append(out, add)
}

// window is a run of units of one passage.
type window struct {
	from, to int // units[from:to]
	score    float64
}

// Limits of a shown stretch. Lists, tables and code may go on to their end.
const (
	windowWords = 100
	stretchMost = 160
	lengthPrice = 0.0012 // of coverage, a word
)

// best returns the stretch of at most windowWords words that covers most of
// what is asked, shorter ones first.
func (p passage) best(terms []term) window {
	var best window
	for from := range p.units {
		if p.units[from].kind == heading {
			continue
		}
		in, words := set{}, 0
		for to := from; to < len(p.units); to++ {
			words += p.words[to]
			if words > windowWords && to > from || !p.adjoins(from, to) {
				break
			}
			for t := range p.sets[to] {
				in[t] = true
			}
			score := coverage(terms, in, p.header, 0.4) - lengthPrice*float64(words)
			if best.to == 0 || score > best.score {
				best = window{from, to + 1, score}
			}
		}
	}
	return p.complete(best)
}

// adjoins reports that nothing of the record is left out between two units.
func (p passage) adjoins(from, to int) bool {
	for i := from; i < to; i++ {
		if p.units[i+1].start-p.units[i].end > 400 || p.units[i+1].start < p.units[i].end {
			return false
		}
	}
	return true
}

// complete widens a window to what belongs together: the line that leads into a
// list, table or code; the rest of a list or table; the sentence before one that
// begins with a word that points back.
func (p passage) complete(w window) window {
	if w.to == 0 {
		return w
	}
	words := 0
	for _, n := range p.words[w.from:w.to] {
		words += n
	}
	for w.from > 0 && p.needsBefore(w.from) && p.adjoins(w.from-1, w.from) && words < stretchMost {
		w.from--
		words += p.words[w.from]
	}
	for w.to < len(p.units) && p.continues(w.to) && p.adjoins(w.to-1, w.to) && words < stretchMost {
		words += p.words[w.to]
		w.to++
	}
	return w
}

// needsBefore reports that unit i is not understood without the one before it.
func (p passage) needsBefore(i int) bool {
	before := p.units[i-1]
	if before.kind == heading {
		return false
	}
	switch p.units[i].kind {
	case item, row, block:
		return before.kind == p.units[i].kind || strings.HasSuffix(p.text(i-1), ":")
	case sentence:
		return before.paragraph == p.units[i].paragraph && pointsBack(p.text(i))
	}
	return false
}

// continues reports that unit i finishes what the one before it began.
func (p passage) continues(i int) bool {
	before, this := p.units[i-1], p.units[i]
	switch this.kind {
	case item, row:
		return before.kind == this.kind || strings.HasSuffix(p.text(i-1), ":")
	case block:
		return strings.HasSuffix(p.text(i-1), ":")
	}
	return false
}

func (p passage) text(i int) string {
	return string(p.rec.Content[p.units[i].start:p.units[i].end])
}

func pointsBack(text string) bool {
	first, _, _ := strings.Cut(strings.ToLower(text), " ")
	switch strings.Trim(first, ",.;:*`") {
	case "it", "this", "that", "these", "those", "they", "its", "their", "he", "she", "then", "otherwise", "however", "therefore", "thus", "so", "also", "both":
		return true
	}
	return false
}
