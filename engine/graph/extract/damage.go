package extract

import (
	"slices"
	"strings"
)

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
