package build

import (
	"regexp"
	"strings"

	"owl/bench/suite"
	"owl/engine"
	"owl/engine/graph"
)

// fromSteps asks for the steps of numbered lists in documents that count.
func (c *corpus) fromSteps() []sample {
	var out []sample
	for _, p := range c.pages {
		if !c.isDocument(p) {
			continue
		}
		for _, l := range p.lists {
			if s, ok := p.steps(l, len(p.lists)); ok {
				out = append(out, s)
			}
		}
	}
	return out
}

// isDocument tells a text that says how things are from one that says what
// happened. It must be in force, and its title must name it alone.
func (c *corpus) isDocument(p *page) bool {
	switch p.rec.Collection {
	case engine.Logbook, engine.Chat, engine.WorkOrder, engine.Downtime:
		return false
	}
	return !c.superseded[p.rec.DocID] && c.oneOf(p)
}

// place names a part of a document.
func (p *page) place(heading string) string {
	title := topic(string(p.rec.Title))
	if heading = sectionNumber.ReplaceAllString(heading, ""); heading == "" || strings.EqualFold(heading, title) || heading == string(p.rec.Title) {
		return `"` + title + `"`
	}
	return `"` + title + `" ("` + heading + `")`
}

// sectionNumber stands before a heading.
var sectionNumber = regexp.MustCompile(`^\d+(?:\.\d+)*\.?\s+`)

func (p *page) steps(l list, lists int) (sample, bool) {
	if len(l.items) < minNuggets || len(l.items) > maxNuggets {
		return sample{}, false
	}
	var facts []fact
	for _, at := range l.items {
		s := p.firstSentence(at)
		if words(p.of(s)) < 2 || s.Len() > 240 {
			return sample{}, false
		}
		facts = append(facts, p.from(s, plain(p.of(s)), suite.Vital, suite.NoRole))
	}
	heading := sectionNumber.ReplaceAllString(l.heading, "")
	title := topic(string(p.rec.Title))
	template := "steps"
	if lists == 1 && (heading == "" || words(heading) < 3 || strings.EqualFold(heading, title)) {
		template = "steps-whole"
	}
	out := sample{template: template, kind: "procedural", collection: string(p.rec.Collection), facts: facts, hops: 1}
	out.slots = map[string]string{"title": title, "heading": heading}
	return out, template == "steps-whole" || heading != ""
}

func (p *page) firstSentence(at graph.Span) graph.Span {
	text := p.of(at)
	for i := range len(text) {
		if text[i] == '\n' || ends(text, i) {
			return trimmed(string(p.rec.Content), graph.Span{Start: at.Start, End: at.Start + i + 1})
		}
	}
	return at
}
