package brief

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"owl/engine"
	"owl/engine/graph"
	"owl/engine/prose"
)

// mostFaults is how many faults a brief shows.
const mostFaults = 8

// faults lists the faults of which records of the span say something.
func (m *maker) faults(ctx context.Context) error {
	if m.Graph == nil {
		m.note("the fault graph is not there: faults are left out")
		return nil
	}
	var list []graph.Chain
	for id := range m.Graph.Faults() {
		if m.Graph.Away(id, graph.Window{Since: m.out.From, Until: m.out.Until}) > 0 {
			continue
		}
		if c := m.Graph.Chain(id); m.said(c) > 0 {
			list = append(list, c)
		}
	}
	slices.SortStableFunc(list, func(a, b graph.Chain) int { return cmp.Compare(m.said(b), m.said(a)) })
	s := Section{Title: "Faults"}
	for _, c := range list {
		item, err := m.fault(ctx, c)
		if err != nil {
			return err
		}
		if len(item.Parts) > 0 {
			s.Items = append(s.Items, item)
		}
	}
	m.add(s, mostFaults)
	return nil
}

// said counts what records of the span say of a fault.
func (m *maker) said(c graph.Chain) int {
	n := 0
	for _, list := range [][]graph.Claim{c.Symptoms, c.Causes, c.Suspects, c.RuledOut, c.Failed, c.Resolutions} {
		for _, claim := range list {
			if _, ok := m.records[claim.Edge.Evidence.DocID]; ok {
				n++
			}
		}
	}
	return n
}

// fault shows what is known of a fault.
func (m *maker) fault(ctx context.Context, c graph.Chain) (Item, error) {
	item := m.headed(c)
	for _, of := range []struct {
		what   string
		claims []graph.Claim
		most   int
	}{{"cause", c.Causes, 2}, {"helped", c.Resolutions, 2}, {"did not help", c.Failed, 2}, {"ruled out", c.RuledOut, 1}, {"suspected", c.Suspects, 1}, {"seen", c.Symptoms, 2}} {
		if err := m.fetch(ctx, of.claims); err != nil {
			return Item{}, err
		}
		item.Parts = append(item.Parts, m.claims(of.what, of.claims, of.most, item.Parts)...)
	}
	again, err := m.again(ctx, c.Fault.ID)
	if err != nil {
		return Item{}, err
	}
	item.What = again
	return item, nil
}

// headed names a fault by what was first reported of it in the span.
func (m *maker) headed(c graph.Chain) Item {
	item := Item{Head: c.Fault.Name, DocID: c.Fault.Evidence.DocID, At: c.Fault.Evidence.Date}
	for _, o := range c.Occurrences {
		if r, ok := m.records[o.Record.Evidence.DocID]; ok && !o.Date.Before(m.out.From) {
			return Item{Head: r.Title, DocID: r.DocID, At: r.Created}
		}
	}
	return item
}

// claims quotes the sentences of the surest claims.
func (m *maker) claims(what string, list []graph.Claim, most int, have []Part) []Part {
	list = slices.Clone(list)
	slices.SortStableFunc(list, func(a, b graph.Claim) int {
		return cmp.Compare(b.Edge.Evidence.Confidence, a.Edge.Evidence.Confidence)
	})
	var out []Part
	for _, claim := range list {
		e := claim.Edge.Evidence
		at := prose.Around(string(m.records[e.DocID].Content), graph.Span{Start: e.Start, End: e.End}, mostFirst)
		p, ok := m.part(what, e.DocID, at)
		known := func(x Part) bool { return strings.Contains(string(x.Text), string(p.Text)) }
		if ok && len(out) < most && !slices.ContainsFunc(have, known) && !slices.ContainsFunc(out, known) {
			out = append(out, p)
		}
	}
	return out
}

// fetch reads the records of claims that are not of the span.
func (m *maker) fetch(ctx context.Context, list []graph.Claim) error {
	ids := make([]string, len(list))
	for i, claim := range list {
		ids[i] = claim.Edge.Evidence.DocID
	}
	if err := engine.Fetch(ctx, m.Records, m.records, ids); err != nil {
		return fmt.Errorf("read the records of a fault: %w", err)
	}
	return nil
}

// again says how often the fault was reported before the span.
func (m *maker) again(ctx context.Context, fault graph.ID) (string, error) {
	history, err := m.Graph.Recurrences(ctx, fault)
	if err != nil {
		return "", fmt.Errorf("look for earlier reports of a fault: %w", err)
	}
	n, last := 0, graph.Occurrence{}
	for _, o := range history.Occurrences {
		if !o.Date.IsZero() && o.Date.Before(m.out.From) {
			n, last = n+1, o
		}
	}
	if n == 0 {
		return "", nil
	}
	return fmt.Sprintf("reported %s before, last on %s (%s)", counted(n, "time", "times"), last.Date.Format(time.DateOnly), last.Record.Evidence.DocID), nil
}
