package extract

import (
	"slices"

	"owl/engine/graph"
)

// finding is what a piece of text says about the fault.
type finding struct {
	reading    reading
	quote      graph.Span // what says so
	target     graph.Span // the cause or action
	unit       int        // of the record; 0 for fields
	clause     int
	rule       string
	confidence float64
}

// scope says what a text can tell.
type scope struct {
	actions bool // what was done; not where work is asked for
	report  bool // it reports finished work, so changes of values count as work
}

// passage is a unit while it is read.
type passage struct {
	text     string
	scope    scope
	clauses  []clause
	findings []finding
}

// read says what the clauses of a text say.
func (x *Extractor) read(text string, words []word, s scope) []finding {
	p := &passage{text: text, scope: s, clauses: x.clauses(text, words)}
	for i := range p.clauses {
		x.readClause(p, i)
	}
	p.settleActions()
	return p.findings
}

// readClause tries the cues, then the rules that need no cue.
func (x *Extractor) readClause(p *passage, i int) {
	told := false
	for _, h := range x.grammar.cuesIn(matcher{text: p.text, words: p.clauses[i].words}) {
		told = p.take(i, h) || told
	}
	if told {
		return
	}
	switch {
	case p.exchange(i):
	case p.renewal(i):
	case p.action(i):
	case p.question(i):
	default:
		p.damage(i)
	}
}

// hit is a cue that matched.
type hit struct {
	cue    *cue
	target []word
	whole  [2]int
}

// cuesIn returns the cues that match in a clause: of those that overlap the
// longest.
func (l *grammar) cuesIn(m matcher) []hit {
	var hits []hit
	for at := range m.words {
		best := hit{}
		for _, list := range [][]cue{l.cues[m.words[at].text], l.anyCues} {
			for i := range list {
				target, whole, ok := m.match(list[i], at)
				if ok && (best.cue == nil || whole[1]-whole[0] > best.whole[1]-best.whole[0]) {
					best = hit{cue: &list[i], target: m.words[target[0]:target[1]], whole: whole}
				}
			}
		}
		if best.cue == nil {
			continue
		}
		if last := len(hits) - 1; last >= 0 && hits[last].whole[1] > best.whole[0] {
			if best.whole[1]-best.whole[0] > hits[last].whole[1]-hits[last].whole[0] {
				hits[last] = best
			}
			continue
		}
		hits = append(hits, best)
	}
	return hits
}

// take turns a hit into a finding, and reports whether it says something.
func (p *passage) take(i int, h hit) bool {
	c := &p.clauses[i]
	f := finding{
		reading: h.cue.reading, clause: i, rule: h.cue.name, confidence: h.cue.confidence,
		target: spanOf(h.target), quote: union(spanOf(h.target), spanOf(c.words[h.whole[0]:h.whole[1]])),
	}
	switch f.reading {
	case caused:
		f.reading = p.modality(i, h)
	case suspected:
		if c.negatedBefore(h.whole[0]) {
			f.reading = cleared
		}
	case done:
		if !p.scope.actions || !c.factual(h.whole[0]) || c.tail == '?' {
			return false
		}
	}
	if f.reading == nothing || !f.reading.accepts(h.target) {
		return f.reading == nothing
	}
	p.findings = append(p.findings, f)
	return true
}

func union(a, b graph.Span) graph.Span {
	if a.Len() == 0 {
		return b
	}
	return graph.Span{Start: min(a.Start, b.Start), End: max(a.End, b.End)}
}

// accepts reports whether words can be the target of a reading: a suspicion
// must name a thing or a trouble, a cause anything but a pronoun.
func (r reading) accepts(words []word) bool {
	switch r {
	case caused:
		return meaningful(words)
	case suspected, cleared:
		return meaningful(words) && slices.ContainsFunc(words, func(w word) bool {
			return w.class&(part|defect|trouble) != 0 || w.letter && w.digit && !w.number || w.upper && w.class == 0
		}) && !slices.ContainsFunc(words[:min(2, len(words))], func(w word) bool { return w.class&mended != 0 })
	}
	return true
}

// modality of a cause: a negation before the cue rules it out, a guess, a
// question, an alternative or a condition makes it a suspicion.
func (p *passage) modality(i int, h hit) reading {
	c := &p.clauses[i]
	before := c.words[:h.whole[0]]
	switch {
	case c.negatedBefore(h.whole[0]):
		return cleared
	case c.has&guess != 0 || c.tail == '?' || p.alternative(i, h.whole[1]):
		return suspected
	case c.has&plan != 0 || slices.ContainsFunc(before, func(w word) bool { return w.class&hypo != 0 }):
		return nothing
	case c.lead.text == "because" && len(before) == 0 && p.explainsWork(i, h):
		return nothing
	}
	return caused
}

// alternative reports whether "or" follows a place within the sentence.
func (p *passage) alternative(i, at int) bool {
	isOr := func(w word) bool { return w.text == "or" }
	if slices.ContainsFunc(p.clauses[i].words[at:], isOr) {
		return true
	}
	next := i + 1
	return next < len(p.clauses) && p.clauses[next].sentence == p.clauses[i].sentence && isOr(p.clauses[next].words[0])
}

// explainsWork reports whether "because" gives the reason of something that was
// done or is planned, or nothing that can break: it explains no fault then.
func (p *passage) explainsWork(i int, h hit) bool {
	if i == 0 || p.clauses[i-1].sentence != p.clauses[i].sentence {
		return true
	}
	before := p.clauses[i-1].has
	names := slices.ContainsFunc(h.target, func(w word) bool { return w.class&(part|defect|trouble) != 0 || w.letter && w.digit && !w.number })
	return before&(mended|altered|plan) != 0 || !names
}

// negatedBefore reports whether one of the two words before a place negates.
func (c *clause) negatedBefore(at int) bool {
	return slices.ContainsFunc(c.words[max(0, at-2):at], func(w word) bool { return w.class&negation != 0 })
}

func spanOf(words []word) graph.Span {
	if len(words) == 0 {
		return graph.Span{}
	}
	return graph.Span{Start: words[0].start, End: words[len(words)-1].end}
}

// meaningful reports whether words name anything: not only pronouns, numbers,
// and the like.
func meaningful(words []word) bool {
	return slices.ContainsFunc(words, func(w word) bool {
		return w.letter && !w.number && (len(w.text) > 2 || w.digit) && w.class&(pronoun|article|being|negation|guess|plan|hypo) == 0
	})
}
