package extract

import (
	"slices"
	"strings"

	"owl/engine/graph"
)

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
	if !p.scope.actions || len(c.words) < 2 || c.aside || c.words[0].text != "new" || c.has&(unreal|being|guess|verb) != 0 || c.tail == '?' || p.covered(i) {
		return false
	}
	at := slices.IndexFunc(c.words[1:min(5, len(c.words))], func(w word) bool { return w.class&part != 0 || w.text == "one" }) + 1
	if at == 0 || c.has&negation != 0 {
		return false
	}
	if c.words[at].class&paper != 0 {
		return false
	}
	if next := at + 1; next < len(c.words) && c.words[next].class == 0 && strings.HasSuffix(c.words[next].text, "s") {
		return false // "new tube likes ...": a verb that is not known
	}
	p.add(i, done, "rule:new part", 0.75, c.span())
	return true
}

// covered reports whether a finding of the last clauses already holds a clause.
func (p *passage) covered(i int) bool {
	s := p.clauses[i].span()
	return slices.ContainsFunc(p.findings[max(0, len(p.findings)-10):], func(f finding) bool { return f.quote.Start <= s.Start && f.quote.End >= s.End })
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
	r, confidence := p.verbReading(i, at)
	if r == 0 {
		return false
	}
	p.add(i, r, "verb:"+c.words[at].text, confidence, c.span())
	return true
}

// verbReading is what the verb of a clause says, and how far it is trusted. A
// verb of repair says that something was done; one that only says that something
// is other now does so with a value, in a report of work, or when things were
// well afterwards.
func (p *passage) verbReading(i, at int) (reading, float64) {
	c := &p.clauses[i]
	w := c.words[at]
	names := c.has&part != 0 || c.device || slices.ContainsFunc(c.words[at:], func(w word) bool { return w.text == "it" || w.text == "them" })
	switch {
	case w.class&mended != 0 && (names || w.class&alone != 0):
		return done, 0.75
	case w.class&mended != 0 && c.says(at):
		return done, 0.6
	case names && w.class&altered != 0 && (p.scope.report || c.newValue(at) || p.improves(i)):
		return done, 0.65
	case w.class&(altered|attempt) != 0 && !p.scope.report:
		return tried, 0.3
	case w.class&minor != 0 && names && p.scope.report:
		return done, 0.5
	}
	return 0, 0
}

// says reports whether a verb of repair has an object, though not one that is
// known to be a thing.
func (c *clause) says(at int) bool {
	return slices.ContainsFunc(c.words[at+1:], func(w word) bool {
		return w.letter && !w.number && len(w.text) > 3 && w.class&(article|pronoun|plan|guess|being|negation) == 0
	})
}

// improves reports whether the clause after says that something is well again.
func (p *passage) improves(i int) bool {
	return i+1 < len(p.clauses) && p.clauses[i+1].sentence == p.clauses[i].sentence &&
		p.clauses[i+1].has&fine != 0 && p.clauses[i+1].has&negation == 0
}

// happens reports whether a verb tells of something that changed by itself, as
// in "changed by up to 3 A", or that was done before, as in "which we had reset".
func (c *clause) happens(at int) bool {
	if at > 0 {
		switch c.words[at-1].text {
		case "had", "that", "which", "only":
			return true
		}
	}
	for i := at + 2; i < len(c.words); i++ {
		if w := c.words[i]; c.words[i-1].text == "by" && (w.number || w.text == "up" || w.text == "itself") {
			return true
		}
	}
	return false
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
		if w.text == "since" || w.text == "when" || w.text == "until" || w.class&unreal != 0 || w.class&negation != 0 && i >= at-3 {
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
