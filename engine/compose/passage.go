package compose

import (
	"math"
	"strings"

	"owl/engine"
)

// passage is one record under consideration, cut into units.
type passage struct {
	rec    engine.Record
	chunks []engine.Chunk
	rank   int     // from 0
	level  float64 // of its score, 1 for the first
	units  []unit
	marks  []mark
	ranks  []float64 // retrieval score of a unit's chunk, 1 for the best of all
	labels []string  // of labelled lines, empty for other units
	heads  []int     // the heading before a unit; -1 without
	peak   int       // the unit that covers most of the question
	header mark      // of title, system, id and date
	whole  mark      // of all units and the header
	worth  []float64 // of the units: how likely each is needed, 0..1
	used   []bool    // units of stretches that were taken
}

// newPassage cuts the parts of the record that the channels matched.
func (a *asked) newPassage(p engine.Passage, rank int, top float64) *passage {
	out := &passage{rec: p.Record, chunks: p.Chunks, rank: rank, level: 1}
	if top > 0 {
		out.level = max(0, p.Score/top)
	}
	for _, span := range spans(p) {
		out.units = append(out.units, units(string(p.Record.Content), span.start, span.end)...)
	}
	out.header = a.mark(headerOf(p.Record))
	out.whole = out.header
	for i, u := range out.units {
		m := a.mark(out.text(i))
		out.marks = append(out.marks, m)
		out.whole = out.whole.with(m)
		out.ranks = append(out.ranks, rankOf(p, u))
		out.labels = append(out.labels, labelOf(out.text(i), u.kind))
		out.heads = append(out.heads, out.headBefore(i))
		if a.cover(m.held) > a.cover(out.marks[out.peak].held) {
			out.peak = i
		}
	}
	out.used = make([]bool, len(out.units))
	return out
}

// headerOf is what places a record's text.
func headerOf(r engine.Record) string {
	h := string(r.Title) + " | " + string(r.System) + " | " + r.FileID
	if !r.Created.IsZero() {
		h += " | " + r.Created.Format("2006-01-02")
	}
	return h
}

func (p *passage) headBefore(i int) int {
	switch {
	case i == 0:
		return -1
	case p.units[i-1].kind == heading:
		return i - 1
	}
	return p.heads[i-1]
}

func labelOf(text string, kind unitKind) string {
	if kind != field {
		return ""
	}
	label, _, _ := strings.Cut(text, ": ")
	return label
}

func (p *passage) text(i int) string {
	return string(p.rec.Content[p.units[i].start:p.units[i].end])
}

// around is what stands up to n units before and after unit i, and in it.
func (p *passage) around(i, n int) mark {
	var m mark
	for j := max(0, i-n); j < min(len(p.marks), i+n+1); j++ {
		m = m.with(p.marks[j])
	}
	return m
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
func (p *passage) section(at int) engine.Untrusted {
	for _, c := range p.chunks {
		if c.Start <= at && at < c.End {
			return c.Section
		}
	}
	return ""
}

// apart is how many days lie between two records; far when one has no date.
func apart(a, b engine.Record) float64 {
	if a.Created.IsZero() || b.Created.IsZero() {
		return 365
	}
	return math.Abs(a.Created.Sub(b.Created).Hours()) / 24
}

type span struct{ start, end int }

// wholeBytes is the size up to which a record is read whole rather than by its
// matched chunks.
const wholeBytes = 8000

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
