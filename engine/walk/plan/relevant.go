package plan

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"owl/engine"
	"owl/engine/graph"
)

// fault is a fault with how well it fits the symptom.
type fault struct {
	chain  graph.Chain
	weight float64
}

// byRank is what the record at a place of the ranking counts.
func byRank(i int) float64 { return 1 / (1 + 0.2*float64(i)) }

// relevant lists the faults that the found records are about, the best first.
func (m *maker) relevant(ctx context.Context, found []engine.Passage) ([]fault, error) {
	weights := map[graph.ID]float64{}
	var order []graph.ID
	for i, p := range found {
		node, ok := m.Graph.OfRecord(p.Record.DocID)
		if !ok {
			continue
		}
		for e := range m.Graph.Out(node) {
			about := e.Relation == graph.Mentions || e.Relation == graph.CausedBy
			if !about || m.Graph.Kind(e.To) != graph.Fault || !strings.HasPrefix(m.Graph.Node(e.To).Key, "fault:") {
				continue
			}
			if weights[e.To] == 0 {
				order = append(order, e.To)
			}
			weights[e.To] = max(weights[e.To], byRank(i))
		}
	}
	var out []fault
	for _, id := range order[:min(len(order), 3*maxFaults)] {
		chains, err := m.Graph.Chains(ctx, id, 1)
		if err != nil {
			return nil, fmt.Errorf("read a fault chain: %w", err)
		}
		out = append(out, fault{chains[0], weights[id] * m.fits(chains[0])})
	}
	slices.SortStableFunc(out, func(a, b fault) int { return cmp.Compare(b.weight, a.weight) })
	return out[:min(len(out), maxFaults)], nil
}

// fits says how a fault stands to the components that the symptom names.
func (m *maker) fits(c graph.Chain) float64 {
	if len(m.named) == 0 || len(c.Components) == 0 {
		return 1
	}
	for _, on := range c.Components {
		if slices.Contains(m.named, on.Node.ID) {
			return 2
		}
	}
	return 0.5
}

// documents are those that a chain quotes.
func (f fault) documents() []string {
	var ids []string
	for _, list := range [][]graph.Claim{f.chain.Symptoms, f.chain.Causes, f.chain.Suspects, f.chain.RuledOut, f.chain.Failed, f.chain.Resolutions} {
		for _, c := range list {
			ids = append(ids, c.Edge.Evidence.DocID)
		}
	}
	for _, o := range f.chain.Occurrences {
		ids = append(ids, o.Edge.Evidence.DocID)
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

const fading = 4 * 365 * 24 * time.Hour // after which a record counts half

// age weighs a date.
func (m *maker) age(date time.Time) float64 {
	if date.IsZero() || m.Now.Before(date) {
		return 1
	}
	return 1 / (1 + float64(m.Now.Sub(date))/float64(fading))
}
