package extract

import (
	"slices"
	"strings"

	"owl/engine/graph"
)

func (p *passage) add(i int, r reading, rule string, confidence float64, span graph.Span) {
	p.findings = append(p.findings, finding{reading: r, clause: i, rule: rule, confidence: confidence, quote: span, target: span})
}

// unreal are the classes that make a clause say nothing that happened.
const unreal = plan | hypo

// exchange reads "X out, Y in" and "new X in".
func (p *passage) exchange(i int) bool {
	c := &p.clauses[i]
	last := c.words[len(c.words)-1]
	if !p.scope.actions || c.has&(unreal|negation) != 0 || c.tail == '?' {
		return false
	}
	switch {
	case last.text == "out" && (c.device || c.has&part != 0):
		for j := i + 1; j < len(p.clauses) && j <= i+3 && p.clauses[j].sentence == c.sentence; j++ {
			if words := p.clauses[j].words; words[len(words)-1].text == "in" {
				p.add(j, done, "rule:out and in", 0.9, graph.Span{Start: c.span().Start, End: p.clauses[j].span().End})
				return true
			}
		}
	case last.text == "in" && len(c.words) > 1 && !p.covered(i) && !slices.ContainsFunc(c.words, stays):
		if c.device || slices.ContainsFunc(c.words, isNew) {
			p.add(i, done, "rule:new one in", 0.85, c.span())
			return true
		}
	}
	return false
}

func isNew(w word) bool { return w.text == "new" || w.text == "spare" }

func stays(w word) bool {
	return w.text == "stays" || w.text == "stay" || w.text == "remains" || w.class&being != 0
}

// renewal reads a clause that begins with a new part: "New belts, matched pair".
func (p *passage) renewal(i int) bool {
	c := &p.clauses[i]
	if !p.scope.actions || len(c.words) < 2 || c.lead.text == "(" || c.words[0].text != "new" || c.has&(unreal|being|guess|verb) != 0 || c.tail == '?' || p.covered(i) {
		return false
	}
	named := slices.ContainsFunc(c.words[1:min(5, len(c.words))], func(w word) bool { return w.class&part != 0 || w.text == "one" })
	if !named || c.has&negation != 0 {
		return false
	}
	p.add(i, done, "rule:new part", 0.75, c.span())
	return true
}

// covered reports whether a finding already holds a clause.
func (p *passage) covered(i int) bool {
	s := p.clauses[i].span()
	return slices.ContainsFunc(p.findings, func(f finding) bool { return f.quote.Start <= s.Start && f.quote.End >= s.End })
}

// action reads a clause with a verb that says that something was done.
func (p *passage) action(i int) bool {
	c := &p.clauses[i]
	if !p.scope.actions || c.tail == '?' || p.covered(i) {
		return false
	}
	at := slices.IndexFunc(c.words, func(w word) bool { return w.class&(mended|altered|minor|attempt) != 0 })
	if at < 0 || !c.factual(at) || c.isAdjective(at) || c.happens(at) {
		return false
	}
	w := c.words[at]
	if at > 0 && (c.words[at-1].text == "had" || c.words[at-1].text == "that" || c.words[at-1].text == "which" || c.words[at-1].text == "only") {
		return false // what was done before, or by itself
	}
	names := c.has&part != 0 || c.device || slices.ContainsFunc(c.words[at:], func(w word) bool { return w.text == "it" || w.text == "them" })
	switch {
	case w.class&mended != 0 && (len(c.words) == 1 || w.text == "fixed" && !names):
		p.add(i, done, "verb:"+w.text, 0.5, c.span())
	case w.class&mended != 0:
		p.add(i, done, "verb:"+w.text, 0.75, c.span())
	case w.class&altered != 0 && names && (p.scope.report || c.newValue(at)), w.class&(altered|attempt) != 0 && names && p.improves(i):
		p.add(i, done, "verb:"+w.text, 0.65, c.span())
	case w.class&(altered|attempt) != 0 && !p.scope.report:
		p.add(i, tried, "verb:"+w.text, 0.3, c.span())
	case w.class&minor != 0 && names && p.scope.report:
		p.add(i, done, "verb:"+w.text, 0.5, c.span())
	default:
		return false
	}
	return true
}

// improves reports whether the clause after says that something is well again.
func (p *passage) improves(i int) bool {
	return i+1 < len(p.clauses) && p.clauses[i+1].sentence == p.clauses[i].sentence &&
		p.clauses[i+1].has&fine != 0 && p.clauses[i+1].has&negation == 0
}

// happens reports whether a verb tells of something that changed by itself:
// "changed by up to 3 A".
func (c *clause) happens(at int) bool {
	return at+2 < len(c.words) && c.words[at+1].text == "by" && (c.words[at+2].number || c.words[at+2].text == "up" || c.words[at+2].text == "itself")
}

// isAdjective reports whether a participle only describes the thing that
// follows: "the rebuilt pulser", "at fixed current".
func (c *clause) isAdjective(at int) bool {
	if at == 0 || at+1 >= len(c.words) || c.words[at+1].class&being != 0 {
		return false
	}
	before := c.words[at-1]
	if before.class&article != 0 && before.class&pronoun == 0 {
		return true
	}
	switch before.text {
	case "with", "at", "of", "on", "in", "to", "from", "by", "for", "than":
		return true
	}
	return false
}

// newValue reports whether a number follows a verb after "to" or an arrow.
func (c *clause) newValue(at int) bool {
	for i := at + 1; i < len(c.words); i++ {
		if w := c.words[i]; w.number && (c.words[i-1].text == "to" || c.words[i-1].text == ">") {
			return true
		}
	}
	return false
}

// factual reports whether a verb stands for something that happened: nothing
// before it denies it, plans it, makes it a condition or a state.
func (c *clause) factual(at int) bool {
	if isSubordinate(c.words[0]) {
		return false
	}
	for i, w := range c.words[:at] {
		if w.class&unreal != 0 || w.class&negation != 0 && i >= at-3 {
			return false
		}
		if i >= at-2 && (w.text == "be" || w.text == "is" || w.text == "are" || w.text == "gets") || i == at-1 && w.text == "to" {
			return false
		}
	}
	if at+1 < len(c.words) && c.words[at+1].class&negation != 0 {
		return false
	}
	return !slices.ContainsFunc(c.words[at:], func(w word) bool { return w.text == "please" || w.text == "tomorrow" })
}

// isSubordinate reports whether a clause that begins with a word only says when.
func isSubordinate(w word) bool {
	switch w.text {
	case "while", "when", "after", "before", "until", "till", "as", "since", "once", "if", "because", "which", "that", "who":
		return true
	}
	return false
}

// shortQuestion is the most words of a question that only names a suspect.
const shortQuestion = 6

// question reads a short question without a verb: "the forklift in EH4?".
func (p *passage) question(i int) bool {
	c := &p.clauses[i]
	if c.tail != '?' || !p.alone(i) || len(c.words) > shortQuestion || c.has&(being|verb|asking|plan|mended|altered|pronoun&^article) != 0 || c.has&part == 0 && !c.device {
		return false
	}
	p.add(i, suspected, "rule:short question", 0.6, c.span())
	return true
}

// alone reports whether a clause is all of its sentence.
func (p *passage) alone(i int) bool {
	first := i == 0 || p.clauses[i-1].sentence != p.clauses[i].sentence
	last := i+1 == len(p.clauses) || p.clauses[i+1].sentence != p.clauses[i].sentence
	return last && first
}

// damage reads a clause that says of a thing that it is broken.
func (p *passage) damage(i int) {
	c := &p.clauses[i]
	if c.tail == '?' || c.has&(unreal|guess) != 0 || c.has&(part|damage) == 0 && !c.device || c.words[0].class&command != 0 {
		return
	}
	at := slices.IndexFunc(c.words, func(w word) bool { return w.class&(defect|damage) != 0 })
	if at < 0 || len(c.words) < 2 || c.negatedBefore(at) || c.words[at].class&(trouble|hard) != 0 && p.namesTitle(c) {
		return
	}
	r := caused
	if p.isQuoted(c) {
		r = suspected
	}
	p.add(i, r, "defect:"+c.words[at].text, 0.7, c.span())
}

// namesTitle reports whether a clause names a thing of the title: it tells how
// the fault shows then.
func (p *passage) namesTitle(c *clause) bool {
	return slices.ContainsFunc(c.words, func(w word) bool {
		return w.class&part != 0 && slices.ContainsFunc(p.title, func(t word) bool { return t.text == w.text })
	})
}

// isQuoted reports whether a clause gives somebody else's words.
func (p *passage) isQuoted(c *clause) bool {
	s := c.span()
	return strings.Contains(p.text[max(0, s.Start-1):s.End], `"`) && slices.ContainsFunc(c.words, func(w word) bool { return w.text == "says" || w.text == "said" })
}

// nearClauses is how many clauses back an action may lie of which it is said
// that it helped or not.
const nearClauses = 4

// settleActions applies what is said about actions to the actions before.
func (p *passage) settleActions() {
	var kept []finding
	for _, f := range p.findings {
		switch f.reading {
		case useless, relapse:
			kept = p.spoil(kept, f)
		case tried:
			kept = p.doubt(kept, f)
		case helped:
			if at := lastAction(kept, f.clause); at >= 0 {
				kept[at].reading, kept[at].confidence = done, max(kept[at].confidence, f.confidence)
			}
		default:
			kept = append(kept, f)
		}
	}
	p.findings = kept
}

// doubt keeps an attempt, or takes the certainty from the actions before.
func (p *passage) doubt(kept []finding, f finding) []finding {
	if strings.HasPrefix(f.rule, "verb:") {
		return append(kept, f)
	}
	for j := range kept {
		if kept[j].reading == done && f.clause-kept[j].clause <= nearClauses {
			kept[j].reading = tried
		}
	}
	return kept
}

// spoil records a failure: of the action that its clause names, else of the
// action before, else of what the clause before tells.
func (p *passage) spoil(kept []finding, f finding) []finding {
	c := &p.clauses[f.clause]
	if f.beside&(mended|deed) != 0 || f.reading == useless && (f.beside&part != 0 || c.device) {
		f.reading, f.quote, f.target = failed, c.span(), c.span()
		return append(kept, f)
	}
	if at := lastAction(kept, f.clause); at >= 0 {
		kept[at].reading, kept[at].rule, kept[at].confidence = failed, kept[at].rule+", "+f.rule, f.confidence
		return kept
	}
	before := f.clause - 1
	if before < 0 || p.clauses[before].sentence != c.sentence && f.beside != 0 || p.covered(before) {
		return kept
	}
	if b := &p.clauses[before]; b.has&(altered|attempt|deed) != 0 || strings.HasPrefix(b.words[0].text, "did") {
		f.reading, f.quote, f.target = failed, b.span(), b.span()
		return append(kept, f)
	}
	return kept
}

// lastAction finds the action that comes last before a clause.
func lastAction(kept []finding, clause int) int {
	for j := len(kept) - 1; j >= 0; j-- {
		if (kept[j].reading == done || kept[j].reading == tried) && clause-kept[j].clause <= nearClauses {
			return j
		}
	}
	return -1
}

// sure is the confidence from which an action counts beside others, and hint
// the one below which an attempt counts only when it failed.
const (
	sure = 0.6
	hint = 0.4
)

// dropMinor removes attempts of which nothing more was said, and work that goes
// with other work.
func dropMinor(list []finding) []finding {
	major := slices.ContainsFunc(list, func(f finding) bool { return f.reading == done && f.confidence >= sure })
	return slices.DeleteFunc(list, func(f finding) bool {
		return f.reading == tried && f.confidence < hint || major && f.reading == done && f.confidence < sure
	})
}
