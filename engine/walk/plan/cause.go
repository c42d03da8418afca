package plan

import (
	"cmp"
	"slices"
	"time"

	"owl/engine"
	"owl/engine/graph"
	"owl/engine/walk"
)

// draft is a candidate cause while it is collected.
type draft struct {
	names   []named // the surest first
	weight  float64
	against []place
	on      []graph.ID
	deeds   []deed
	failed  []deed
	looks   []look
}

// named is a cause as one record has it.
type named struct {
	text  engine.Untrusted
	words words
	place
}

// place is where something is said.
type place struct {
	docID  string
	at     graph.Span
	date   time.Time
	weight float64
}

type deed struct {
	text     engine.Untrusted
	at       place
	cameBack time.Time
}

func placeOf(e graph.Evidence, weight float64) place {
	return place{e.DocID, graph.Span{Start: e.Start, End: e.End}, e.Date, weight}
}

// guess is what a suspicion counts beside a statement, and unnamed what a fault
// does of which only the remedy is known.
const (
	guess   = 0.5
	unnamed = 0.4
)

// addChain adds the causes of a fault with what was seen and done. All that is
// stated is one candidate; a suspicion is one of its own.
func (m *maker) addChain(f fault) {
	name := func(c graph.Claim, share float64) named {
		e := c.Edge.Evidence
		return named{c.Node.Name, wordsOf(string(c.Node.Name)), placeOf(e, f.weight*e.Confidence*share*m.age(e.Date))}
	}
	var stated []named
	for _, c := range f.chain.Causes {
		stated = append(stated, name(c, 1))
	}
	drafts := []*draft{m.draft(stated)}
	for _, c := range f.chain.Suspects {
		drafts = append(drafts, m.draft([]named{name(c, guess)}))
	}
	drafts = slices.DeleteFunc(drafts, func(d *draft) bool { return d == nil })
	if len(drafts) == 0 && len(f.chain.Resolutions) > 0 {
		e := f.chain.Fault.Evidence
		whole := named{f.chain.Fault.Name, wordsOf(string(f.chain.Fault.Name)), placeOf(e, f.weight*unnamed*m.age(e.Date))}
		if d := m.draft([]named{whole}); d != nil {
			drafts = append(drafts, d)
		}
	}
	looks := m.seen(f.chain)
	for _, d := range slices.Compact(drafts) {
		d.take(f.chain, looks)
	}
	m.oppose(f.chain)
}

// draft returns the draft of what is said of one cause: one that says the same, or
// a new one. Names that say no more than the symptom are left out; it is nil when
// none is left.
func (m *maker) draft(said []named) *draft {
	said = slices.DeleteFunc(said, func(n named) bool {
		return len(n.words.without(m.symptom)) == 0 || m.cite(n.docID, n.at) == 0
	})
	if len(said) == 0 {
		return nil
	}
	d := m.known(said)
	if d == nil {
		d = &draft{}
		m.drafts = append(m.drafts, d)
	}
	best := 0.0
	for _, n := range said {
		best = max(best, n.weight)
	}
	d.weight += best // records of one fault do not confirm one another
	d.names = append(d.names, said...)
	slices.SortStableFunc(d.names, func(a, b named) int { return cmp.Compare(b.weight, a.weight) })
	return d
}

// known returns the draft that has one of the names.
func (m *maker) known(said []named) *draft {
	for _, d := range m.drafts {
		if slices.ContainsFunc(said, func(n named) bool { return d.says(n.words) }) {
			return d
		}
	}
	return nil
}

func (d *draft) says(w words) bool {
	return slices.ContainsFunc(d.names, func(n named) bool { return n.words.alike(w) })
}

// take adds what a chain holds beside its causes.
func (d *draft) take(c graph.Chain, looks []look) {
	for _, on := range c.Components {
		if !slices.Contains(d.on, on.Node.ID) {
			d.on = append(d.on, on.Node.ID)
		}
	}
	for _, r := range c.Resolutions {
		if r.Edge.Modality == graph.Asserted {
			d.deeds = append(d.deeds, deed{r.Node.Name, placeOf(r.Edge.Evidence, r.Edge.Evidence.Confidence), r.CameBack})
		}
	}
	for _, r := range c.Failed {
		d.failed = append(d.failed, deed{r.Node.Name, placeOf(r.Edge.Evidence, r.Edge.Evidence.Confidence), time.Time{}})
	}
	d.looks = append(d.looks, looks...)
}

// oppose notes what was ruled out with a draft that says the same.
func (m *maker) oppose(c graph.Chain) {
	for _, r := range c.RuledOut {
		w := wordsOf(string(r.Node.Name))
		for _, d := range m.drafts {
			if d.says(w) {
				d.against = append(d.against, placeOf(r.Edge.Evidence, 1))
				d.weight *= 0.7
			}
		}
	}
}

// cause is a draft as it stands in the plan.
func (m *maker) cause(d *draft, prior float64) walk.Cause {
	c := walk.Cause{Name: d.names[0].text, Prior: prior}
	for _, id := range d.on {
		c.On = append(c.On, m.Graph.Node(id).Name)
	}
	var records []string
	var proof []place
	seen := []words{d.names[0].words}
	var last time.Time
	for _, n := range d.names {
		if !slices.Contains(records, n.docID) { // the surest words of each
			records, proof = append(records, n.docID), append(proof, n.place)
		}
		if n.date.After(last) {
			last = n.date
		}
		if len(c.Also) < maxAlso && !slices.ContainsFunc(seen, func(w words) bool { return len(n.words.without(w)) == 0 }) {
			c.Also, seen = append(c.Also, n.text), append(seen, n.words)
		}
	}
	c.Times, c.Last = len(records), engine.RFC3339(last)
	c.Evidence, c.Against = m.cites(proof), m.cites(d.against)
	for _, f := range d.failed {
		c.Failed = append(c.Failed, m.deed(f))
	}
	return c
}

// maxAlso is how many more names a cause shows.
const maxAlso = 3

func (m *maker) cites(places []place) []int {
	var out []int
	for _, p := range places {
		if n := m.cite(p.docID, p.at); n > 0 && !slices.Contains(out, n) {
			out = append(out, n)
		}
	}
	return out
}

func (m *maker) deed(d deed) walk.Deed {
	return walk.Deed{Text: d.text, Cite: m.cite(d.at.docID, d.at.at), CameBack: engine.RFC3339(d.cameBack)}
}
