package extract

import (
	"cmp"
	"slices"
	"strings"

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
	beside     class // of the clause's words that are not part of the cue
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
	title    []word // of the record
	clauses  []clause
	findings []finding
}

// read says what the clauses of a text say.
func (x *Extractor) read(text string, words, title []word, s scope) []finding {
	p := &passage{text: text, scope: s, title: title, clauses: x.clauses(text, words)}
	for i := range p.clauses {
		x.readClause(p, i)
	}
	p.settleActions()
	return p.findings
}

// add adds a finding whose quote is its target.
func (p *passage) add(i int, r reading, rule string, confidence float64, span graph.Span) {
	p.findings = append(p.findings, finding{reading: r, clause: i, rule: rule, confidence: confidence, quote: span, target: span})
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

// cuesIn returns the cues that match in a clause, in the order of their words:
// of those that overlap the longest.
func (l *grammar) cuesIn(m matcher) []hit {
	var all []hit
	try := func(k *keyed, from, to int) {
		for at := max(0, from); at <= to; at++ {
			if target, whole, ok := m.match(&k.cue, at); ok {
				all = append(all, hit{cue: &k.cue, target: m.words[target[0]:target[1]], whole: whole})
			}
		}
	}
	for at := range m.words {
		list := l.cues[m.words[at].text]
		for i := range list {
			try(&list[i], at-list[i].leads, at)
		}
	}
	for i := range l.anyCues {
		try(&l.anyCues[i], 0, len(m.words)-1)
	}
	return disjoint(all)
}

// disjoint keeps the longest of hits that overlap, of equally long ones the
// first.
func disjoint(all []hit) []hit {
	if len(all) < 2 {
		return all
	}
	slices.SortStableFunc(all, func(a, b hit) int {
		return cmp.Or(cmp.Compare(b.whole[1]-b.whole[0], a.whole[1]-a.whole[0]), cmp.Compare(a.whole[0], b.whole[0]))
	})
	var kept []hit
	for _, h := range all {
		if !slices.ContainsFunc(kept, func(k hit) bool { return h.whole[0] < k.whole[1] && k.whole[0] < h.whole[1] }) {
			kept = append(kept, h)
		}
	}
	slices.SortFunc(kept, func(a, b hit) int { return cmp.Compare(a.whole[0], b.whole[0]) })
	return kept
}

// take turns a hit into a finding, and reports whether it says something.
func (p *passage) take(i int, h hit) bool {
	c := &p.clauses[i]
	f := finding{
		reading: h.cue.reading, clause: i, rule: h.cue.name, confidence: h.cue.confidence,
		beside: classesOf(c.words[:h.whole[0]]) | classesOf(c.words[h.whole[1]:]),
		target: spanOf(bare(h.target)), quote: union(spanOf(h.target), spanOf(c.words[h.whole[0]:h.whole[1]])),
	}
	switch f.reading {
	case caused:
		f.reading = p.modality(i, h)
	case list:
		p.addList(i, f)
		return true
	case suspected:
		switch {
		case c.negatedBefore(h.whole[0]):
			f.reading = cleared
		case p.isImagined(i):
			return false
		case h.whole[0] > 0 && c.words[h.whole[0]].text == "suspected" && c.words[h.whole[0]-1].class&article != 0:
			return false // "the suspected bellows"
		}
	case done:
		if !p.scope.actions || !c.factual(h.whole[0]) || c.tail == '?' {
			return false
		}
	}
	if f.reading == cleared && (p.isAside(c, h) || c.isPast()) {
		return false
	}
	if f.reading == nothing {
		return true
	}
	if !f.reading.accepts(h.target) && (f.reading != cleared || !p.wasSuspected(h.target)) {
		return false
	}
	p.keep(f)
	return true
}

// keep adds a finding. Of two that say the same of the same words, the one with
// the narrower target stays.
func (p *passage) keep(f finding) {
	for i := max(0, len(p.findings)-10); i < len(p.findings); i++ {
		g := &p.findings[i]
		if g.reading != f.reading || g.clause != f.clause || g.quote.End <= f.quote.Start || f.quote.End <= g.quote.Start {
			continue
		}
		if f.target.Len() < g.target.Len() {
			f.quote = union(f.quote, g.quote)
			*g = f
		}
		return
	}
	p.findings = append(p.findings, f)
}

// longestItem is the most words of a suspect in a list.
const longestItem = 4

// addList adds the rest of a sentence as suspected causes, one a clause.
func (p *passage) addList(i int, f finding) {
	f.reading = suspected
	p.findings = append(p.findings, f)
	for j := i + 1; j < len(p.clauses) && p.clauses[j].sentence == p.clauses[i].sentence; j++ {
		c := &p.clauses[j]
		if c.lead.text == "," && len(c.words) <= longestItem && c.has&(verb|being|negation|pronoun&^article) == 0 && meaningful(c.words) {
			p.add(j, suspected, f.rule, f.confidence, c.span())
		}
	}
}

// wasSuspected reports whether words share a noun with an earlier suspicion.
func (p *passage) wasSuspected(words []word) bool {
	return slices.ContainsFunc(p.findings[max(0, len(p.findings)-50):], func(f finding) bool {
		return f.reading == suspected && slices.ContainsFunc(words, func(w word) bool {
			return len(w.text) > 2 && w.class&(article|being|pronoun|negation) == 0 && strings.Contains(strings.ToLower(p.text[f.target.Start:f.target.End]), w.text)
		})
	})
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
			return w.class&(part|defect|trouble) != 0 || w.letter && w.digit && !w.number || w.capitals
		}) && !slices.ContainsFunc(words[:min(2, len(words))], func(w word) bool { return w.class&(mended|altered) != 0 })
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
	case c.has&guess != 0 || c.tail == '?' || p.alternative(i):
		return suspected
	case c.words[0].class&command != 0 || p.isImagined(i):
		return nothing
	case c.has&plan != 0 || slices.ContainsFunc(before, func(w word) bool { return w.class&hypo != 0 }):
		return nothing
	case c.isPast():
		return nothing
	case c.lead.text == "because" && len(before) == 0 && p.explainsWork(i, h):
		return nothing
	}
	return caused
}

// isImagined reports whether a sentence tells what would be, or what is to be
// done in a case.
func (p *passage) isImagined(i int) bool {
	first, last := p.sentence(i)
	return p.clauses[first].words[0].text == "if" || slices.ContainsFunc(p.clauses[first:last], func(c clause) bool {
		return slices.ContainsFunc(c.words, func(w word) bool { return w.text == "would" })
	})
}

// sentence returns the clauses of the sentence of a clause, the end exclusive.
func (p *passage) sentence(i int) (first, last int) {
	for first = i; first > 0 && p.clauses[first-1].sentence == p.clauses[i].sentence; first-- {
	}
	for last = i + 1; last < len(p.clauses) && p.clauses[last].sentence == p.clauses[i].sentence; last++ {
	}
	return first, last
}

// isAside reports whether "..., not a fan" contrasts with what was said and
// clears nothing that anybody had suspected.
func (p *passage) isAside(c *clause, h hit) bool {
	at := h.whole[0]
	return c.lead.text == "," && at == 0 && len(c.words) > 1 && c.words[0].text == "not" &&
		(c.words[1].text == "a" || c.words[1].text == "an") && !p.wasSuspected(h.target)
}

// isPast reports whether a clause tells of another year.
func (c *clause) isPast() bool {
	for i := 1; i < len(c.words); i++ {
		if w := c.words[i]; w.number && len(w.text) == 4 && w.text[:2] == "20" && !w.letter {
			return true
		}
		if c.words[i-1].text == "last" && (c.words[i].text == "year" || c.words[i].text == "winter" || c.words[i].text == "summer") {
			return true
		}
	}
	return false
}

// alternative reports whether a clause, or one behind it in the sentence, says
// "or".
func (p *passage) alternative(i int) bool {
	isOr := func(w word) bool { return w.text == "or" }
	if slices.ContainsFunc(p.clauses[i].words, isOr) {
		return true
	}
	for j := i + 1; j < len(p.clauses) && p.clauses[j].sentence == p.clauses[i].sentence; j++ {
		if p.clauses[j].lead.text == "," && slices.ContainsFunc(p.clauses[j].words, isOr) {
			return true
		}
	}
	return false
}

// explainsWork reports whether "because" gives the reason of something that was
// done or is planned: it explains no fault then, as when neither side of it says
// that something is wrong.
func (p *passage) explainsWork(i int, h hit) bool {
	if i == 0 || p.clauses[i-1].sentence != p.clauses[i].sentence {
		return true
	}
	before := p.clauses[i-1].has
	return before&(mended|altered|plan) != 0 || (before|classesOf(h.target))&(defect|trouble|hard) == 0
}

// negatedBefore reports whether one of the three words before a place negates, or
// the clause begins with "neither".
func (c *clause) negatedBefore(at int) bool {
	if at > 0 && c.words[0].text == "neither" {
		return true
	}
	return slices.ContainsFunc(c.words[max(0, at-3):at], func(w word) bool { return w.class&negation != 0 })
}

// bare leaves out the article before words, and the "is" behind them.
func bare(words []word) []word {
	for len(words) > 1 && words[0].class&article != 0 {
		words = words[1:]
	}
	for len(words) > 1 && words[len(words)-1].class&being != 0 {
		words = words[:len(words)-1]
	}
	return words
}

func classesOf(words []word) class {
	var c class
	for _, w := range words {
		c |= w.class
	}
	return c
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
