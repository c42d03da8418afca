package plan

import (
	"cmp"
	"slices"

	"owl/engine/graph"
	"owl/engine/prose"
	"owl/engine/walk"
)

// addChecks adds the checks of a cause: what was seen with it, whether it is the
// cause, and what helped.
func (m *maker) addChecks(cause int, d *draft) {
	slices.SortStableFunc(d.looks, func(a, b look) int { return cmp.Compare(b.score, a.score) })
	for _, l := range d.looks[:min(len(d.looks), maxLooks)] {
		m.check(cause, d.on, walk.Check{Kind: walk.Look, Text: l.text, Cite: m.cite(l.at.docID, l.at.at)})
	}
	m.check(cause, d.on, walk.Check{Kind: walk.Find, Text: d.names[0].text, Cite: m.context(d.names[0].place)})
	slices.SortStableFunc(d.deeds, func(a, b deed) int {
		return cmp.Or(cmp.Compare(returned(a), returned(b)), cmp.Compare(b.at.weight, a.at.weight), b.at.date.Compare(a.at.date))
	})
	for _, x := range d.deeds[:min(len(d.deeds), maxDeeds)] {
		done := m.deed(x)
		done.Cite = m.context(x.at)
		m.check(cause, d.on, walk.Check{Kind: walk.Act, Text: x.text, Cite: done.Cite, Deed: &done})
	}
}

// returned orders what held before what did not.
func returned(d deed) int {
	if d.cameBack.IsZero() {
		return 0
	}
	return 1
}

// check adds a check for a cause, or the cause to a check that says the same. One
// without a citation is left out.
func (m *maker) check(cause int, on []graph.ID, c walk.Check) {
	if c.Cite == 0 {
		return
	}
	for i := range m.plan.Checks {
		have := &m.plan.Checks[i]
		if have.Kind == c.Kind && have.Text == c.Text && (have.Cite == c.Cite || m.sameRecord(have.Cite, c.Cite)) {
			if !slices.Contains(have.For, cause) {
				have.For = append(have.For, cause)
			}
			return
		}
	}
	c.For = []int{cause}
	if c.Kind != walk.Act {
		c.PVs, c.Expect = m.pvs(c, on), walk.Expected(string(c.Text))
	}
	m.plan.Checks = append(m.plan.Checks, c)
}

func (m *maker) sameRecord(a, b int) bool {
	return m.plan.Citations[a-1].DocID == m.plan.Citations[b-1].DocID
}

// context cites the sentence around a place, so that it can be understood; the
// place itself when it is in no sentence.
func (m *maker) context(p place) int {
	for _, at := range prose.Sentences(string(m.records[p.docID].Content)) {
		if at.Start <= p.at.Start && at.End >= p.at.End && at.Len() <= mostLook {
			return m.cite(p.docID, at)
		}
	}
	return m.cite(p.docID, p.at)
}
