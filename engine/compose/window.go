package compose

import (
	"strings"

	"owl/engine"
	"owl/engine/terms"
)

// passage is one record under consideration, cut into units.
type passage struct {
	rec    engine.Record
	chunks []engine.Chunk
	units  []unit
	sets   []terms.Set
	words  []int
	ranks  []float64 // retrieval score of a unit's chunk, 1 for the best of all
	header terms.Set // words of title, system and date: they place the text
}

// newPassage cuts the parts of the record that the channels matched.
func newPassage(p engine.Passage) passage {
	content := string(p.Record.Content)
	out := passage{rec: p.Record, chunks: p.Chunks}
	for _, span := range spans(p) {
		out.units = append(out.units, units(content, span.start, span.end)...)
	}
	out.header = terms.SetOf(string(p.Record.Title) + " " + string(p.Record.System) + " " + p.Record.FileID + " " + p.Record.Created.Format("2006-01-02"))
	for _, u := range out.units {
		text := content[u.start:u.end]
		out.sets = append(out.sets, terms.SetOf(text))
		out.words = append(out.words, len(strings.Fields(text)))
		out.ranks = append(out.ranks, rankOf(p, u))
	}
	return out
}

// rankOf is the score, 0..1, of the best matched chunk that holds the unit.
func rankOf(p engine.Passage, u unit) float64 {
	best := 0.0
	for i, c := range p.Chunks {
		if c.Start < u.end && u.start < c.End {
			best = max(best, p.Scores[i])
		}
	}
	return best
}

// section returns the headings that lead to an offset, as far as a matched
// chunk knows them.
func (p passage) section(at int) engine.Untrusted {
	for _, c := range p.chunks {
		if c.Start <= at && at < c.End {
			return c.Section
		}
	}
	return ""
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
	shortWords   = 150
	windowWords  = 100
	stretchMost  = 160
	stretchLeast = 75
	lengthPrice  = 0.0012 // of coverage, a word
	headerShare  = 0.4    // what a word counts that only the record's header holds
	rankFloor    = 0.5    // what a stretch counts whose chunk was not matched
)

// windows returns up to n stretches that do not overlap, each of at most
// windowWords words, that cover most of what is asked; shorter ones first.
func (p passage) windows(asked []terms.Term, n int) []window {
	used := make([]bool, len(p.units))
	if p.short() {
		w := p.best(asked, used)
		return []window{{0, len(p.units), w.score}}
	}
	var out []window
	for len(out) < n {
		w := p.complete(p.best(asked, used), used)
		if w.to == 0 || len(out) > 0 && w.score < 0.5*out[0].score {
			break
		}
		for i := w.from; i < w.to; i++ {
			used[i] = true
		}
		out = append(out, w)
	}
	return out
}

// short reports a record that is shown whole: of a log entry or a message every
// line may be the second thing asked.
func (p passage) short() bool {
	total := 0
	for i, n := range p.words {
		if total += n; i > 0 && !p.adjoins(i) {
			return false
		}
	}
	return total <= shortWords && len(p.units) > 0
}

func (p passage) best(asked []terms.Term, used []bool) window {
	var best window
	for from := range p.units {
		in, words, rank := terms.Set{}, 0, 0.0
		for to := from; to < len(p.units) && !used[to] && p.units[to].kind != heading; to++ {
			words += p.words[to]
			if words > windowWords && to > from || to > from && !p.adjoins(to) {
				break
			}
			in.Add(p.sets[to])
			rank = max(rank, p.ranks[to])
			score := terms.Coverage(asked, in, p.header, headerShare)*(rankFloor+(1-rankFloor)*rank) - lengthPrice*float64(words)
			if best.to == 0 || score > best.score {
				best = window{from, to + 1, score}
			}
		}
	}
	return best
}

// adjoins reports that nothing of the record is left out before unit i.
func (p passage) adjoins(i int) bool {
	return p.units[i].start-p.units[i-1].end <= 400 && p.units[i].start >= p.units[i-1].end
}

// complete widens a window to what belongs together: the line that leads into a
// list, table or code; the rest of a list or table; the sentence before one that
// begins with a word that points back. A short one gets what follows and leads
// up to it in its section, since what is asked second often stands there.
func (p passage) complete(w window, used []bool) window {
	if w.to == 0 {
		return w
	}
	words := 0
	for _, n := range p.words[w.from:w.to] {
		words += n
	}
	free := func(i, most int) bool {
		return i >= 0 && i < len(p.units) && !used[i] && p.units[i].kind != heading && words+p.words[i] <= most
	}
	for free(w.from-1, stretchMost) && p.adjoins(w.from) && p.needsBefore(w.from) {
		w.from--
		words += p.words[w.from]
	}
	for free(w.to, stretchMost) && p.adjoins(w.to) && p.continues(w.to) {
		words += p.words[w.to]
		w.to++
	}
	for moved := true; moved; {
		moved = false
		if free(w.to, stretchLeast) && p.adjoins(w.to) {
			words += p.words[w.to]
			w.to++
			moved = true
		}
		if free(w.from-1, stretchLeast) && p.adjoins(w.from) {
			w.from--
			words += p.words[w.from]
			moved = true
		}
	}
	return w
}

// needsBefore reports that unit i is not understood without the one before it.
func (p passage) needsBefore(i int) bool {
	before := p.units[i-1]
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
