package build

import (
	"regexp"
	"strings"

	"owl/bench/suite"
	"owl/engine"
)

// request is a work request with all its parts.
type request struct {
	head  *page // the part with the fields
	parts []*page
}

// requests finds the work requests, in the order of their ids.
func (c *corpus) requests() []request {
	by := map[string]*request{}
	for _, p := range c.pages {
		if p.rec.Collection != engine.WorkOrder || p.rec.FileID == "" {
			continue
		}
		r := by[p.rec.FileID]
		if r == nil {
			r = &request{}
			by[p.rec.FileID] = r
		}
		r.parts = append(r.parts, p)
		if p.value("Requested by") != "" || p.value("Assigned to") != "" {
			r.head = p
		}
	}
	var out []request
	for _, id := range sortedKeys(by) {
		if by[id].head != nil {
			out = append(out, *by[id])
		}
	}
	return out
}

func (c *corpus) fromRequests() []sample {
	var out []sample
	for _, r := range c.requests() {
		if !c.oneOf(r.head) {
			continue
		}
		out = append(out, r.people()...)
		out = append(out, r.dates()...)
		out = append(out, r.work()...)
	}
	return out
}

func (r request) sample(template, kind string, facts []fact) []sample {
	if len(facts) < minNuggets {
		return nil
	}
	created := r.head.rec.Created
	return []sample{{template: template, kind: kind, collection: string(r.head.rec.Collection), facts: facts, hops: len(recordsOf(facts)), slots: map[string]string{
		"title": topic(string(r.head.rec.Title)), "month": created.Format("January 2006"), "year": created.Format("2006"),
	}}}
}

func (r request) people() []sample {
	facts, ok := r.head.all(ask{"Requested by", suite.Vital, suite.NoRole}, ask{"Assigned to", suite.Vital, suite.NoRole}, ask{"Location", suite.Vital, suite.NoRole}, ask{"Group", suite.Okay, suite.NoRole})
	if !ok {
		return nil
	}
	return r.sample("request-who", "factual", facts)
}

// clockPart is what a time has behind its day.
var clockPart = regexp.MustCompile(`T\d{2}:.*$`)

func (r request) dates() []sample {
	facts, ok := r.head.all(ask{"Created", suite.Vital, suite.NoRole}, ask{"Scheduled", suite.Vital, suite.NoRole}, ask{"Completed", suite.Vital, suite.NoRole})
	if !ok {
		return nil
	}
	for i := range facts {
		facts[i].text = clockPart.ReplaceAllString(facts[i].text, "")
	}
	return r.sample("request-when", "temporal", facts)
}

// work asks what was wrong, what was found and what was done.
func (r request) work() []sample {
	wrong := r.head.tell(1, suite.Okay, suite.Effect)
	var done, remarks []fact
	for _, p := range r.parts {
		switch {
		case strings.Contains(p.rec.ChunkType, "work"):
			done = append(done, p.tell(4, suite.Vital, suite.Resolution)...)
		case p != r.head:
			remarks = append(remarks, p.tell(2, suite.Okay, suite.NoRole)...)
		}
	}
	if len(done) < minVital {
		return nil
	}
	return r.sample("request-work", "troubleshooting", append(append(wrong, done...), remarks...))
}

// tell makes facts of the first sentences that say something.
func (p *page) tell(most int, label suite.Label, role suite.Role) []fact {
	var out []fact
	for _, s := range p.sentences() {
		if len(out) < most && tells(p.of(s)) {
			out = append(out, p.from(s, plain(p.of(s)), label, role))
		}
	}
	return out
}

// tells tells a statement from a remark: it has some words, and asks nothing.
func tells(text string) bool {
	first, _, _ := strings.Cut(text, " ")
	return words(text) >= 4 && len(text) <= 240 && !strings.HasSuffix(text, "?") && !strings.EqualFold(first, "please")
}

// plain is a statement without its full stop.
func plain(text string) string { return strings.TrimRight(text, ". ") }

// topic is a title as one would say it: without the revision and the name of the
// wiki behind it.
func topic(title string) string {
	title = revisionTail.ReplaceAllString(title, "")
	return strings.TrimSpace(wikiTail.ReplaceAllString(title, ""))
}

var (
	revisionTail = regexp.MustCompile(`(?i)\s*\((?:rev(?:ision|\.)?)\s*\w+[^()]*\)\s*$`)
	wikiTail     = regexp.MustCompile(`(?i)\s+[-–|]\s+[^-–|]*\bwiki$`)
)
