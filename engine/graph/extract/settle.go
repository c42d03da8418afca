package extract

import (
	"slices"
	"strings"
)

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
	for j := len(kept) - 1; j >= 0 && f.clause-kept[j].clause <= nearClauses; j-- {
		if kept[j].reading == done {
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
	for j := len(kept) - 1; j >= 0 && clause-kept[j].clause <= nearClauses; j-- {
		if kept[j].reading == done || kept[j].reading == tried {
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
