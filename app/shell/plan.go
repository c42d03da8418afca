package shell

import (
	"slices"

	"owl/views/widget"
)

// A plan says how the screen is shared from a size on: columns of stacks, each
// stack a pile of places of which one is shown. A stack whose places do not
// exist takes no room; nor does an empty column.
type plan struct {
	name    string
	w, h    int // least size of the part of the screen that panes have
	columns []column
}

type column struct {
	share  int // of the width, in percent
	stacks []stack
}

type stack struct {
	share  int // of the height, in percent
	places []place
}

// plans are the layouts, the largest first. The last one fits everywhere.
func plans() []plan {
	answer, detail, charts := []place{atAnswer}, []place{atRecord}, []place{atSignals}
	walk := []place{atWalk, atGraph}
	answer = append(answer, atSessions)
	reading := slices.Concat(answer, detail, walk)
	evidence := []stack{{55, []place{atCitations}}, {45, []place{atTrace}}}
	return []plan{
		{name: "wide", w: 170, columns: []column{
			{36, []stack{{100, answer}}},
			{36, []stack{{55, slices.Concat(detail, walk)}, {45, charts}}},
			{28, evidence},
		}},
		{name: "two", w: 100, h: 18, columns: []column{
			{60, []stack{{55, reading}, {45, charts}}},
			{40, evidence},
		}},
		{name: "low", w: 100, columns: []column{
			{60, []stack{{100, slices.Concat(reading, charts)}}},
			{40, []stack{{100, []place{atCitations, atTrace}}}},
		}},
		{name: "one", columns: []column{{100, []stack{{100, []place{atAnswer, atCitations, atRecord, atSignals, atWalk, atGraph, atTrace, atSessions}}}}}},
	}
}

// planFor is the largest plan that fits.
func (m *model) planFor(w, h int) plan {
	all := plans()
	for _, p := range all {
		if w >= p.w && h >= p.h {
			return m.split(p)
		}
	}
	return m.split(all[len(all)-1])
}

// splits are the shares that the operator gave, by plan: those of its columns,
// then those of the stacks of each.
type splits map[string][]int

// split is a plan with the operator's shares and without what does not exist.
func (m *model) split(p plan) plan {
	p = m.stage.splits.apply(p)
	kept := plan{name: p.name, w: p.w, h: p.h}
	for _, c := range p.columns {
		column := column{share: c.share}
		for _, s := range c.stacks {
			if s.places = m.existing(s.places); len(s.places) > 0 && !m.idle(s.places) {
				column.stacks = append(column.stacks, s)
			}
		}
		if len(column.stacks) > 0 {
			kept.columns = append(kept.columns, column)
		}
	}
	return kept
}

// idle tells a stack of its own that has nothing to show and was not gone to.
func (m *model) idle(stack []place) bool {
	return len(stack) == 1 && stack[0] == atSignals && m.panes.signals.Empty() && m.stage.tab != atSignals
}

func (m *model) existing(all []place) []place {
	var kept []place
	for _, p := range all {
		if m.exists(p) {
			kept = append(kept, p)
		}
	}
	return kept
}

// apply puts the shares into a plan that plans made anew.
func (s splits) apply(p plan) plan {
	shares := s[p.name]
	if len(shares) != len(p.shares()) {
		return p
	}
	for i, to := range p.shares() {
		*to = bounded(shares[i])
	}
	return p
}

// shares are the places of all shares of a plan: the columns first.
func (p plan) shares() []*int {
	var list, stacks []*int
	for i := range p.columns {
		c := &p.columns[i]
		list = append(list, &c.share)
		for j := range c.stacks {
			stacks = append(stacks, &c.stacks[j].share)
		}
	}
	return append(list, stacks...)
}

// The bounds of a share, and by how much a key moves it.
const (
	leastShare, mostShare = 10, 300
	shareStep             = 4
)

// resize gives the column or the stack of the focused pane more room or less,
// in the plan that is shown.
func (m *model) resize(a widget.Action) {
	p := m.planFor(m.stage.w, m.bodyHeight())
	whole := m.stage.splits.apply(planNamed(p.name))
	for i := range whole.columns {
		c := &whole.columns[i]
		for j := range c.stacks {
			if s := &c.stacks[j]; slices.Contains(s.places, m.stage.tab) {
				c.share, s.share = moved(a, c.share, s.share)
			}
		}
	}
	var shares []int
	for _, s := range whole.shares() {
		shares = append(shares, *s)
	}
	m.stage.splits = m.stage.splits.with(p.name, shares)
}

// moved is the share of a column and of a stack after one step.
func moved(a widget.Action, width, height int) (int, int) {
	step := map[widget.Action][2]int{widget.Wider: {1, 0}, widget.Narrower: {-1, 0}, widget.Taller: {0, 1}, widget.Lower: {0, -1}}[a]
	return bounded(width + step[0]*shareStep), bounded(height + step[1]*shareStep)
}

func bounded(share int) int { return min(mostShare, max(leastShare, share)) }

func planNamed(name string) plan {
	for _, p := range plans() {
		if p.name == name {
			return p
		}
	}
	return plan{}
}

// with is a copy of the splits with other shares for one plan.
func (s splits) with(name string, shares []int) splits {
	next := splits{name: shares}
	for other, old := range s {
		if other != name {
			next[other] = old
		}
	}
	return next
}
