package graph

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"
)

// Claim is a node of a chain with the edge that puts it there.
type Claim struct {
	Node     Node
	Edge     Edge
	Depth    int       // 1 for the cause of the fault, 2 for the cause of that, ...
	CameBack time.Time // of a resolution: when the fault next occurred, zero when it did not
}

// Occurrence is a record that reports that a fault happened.
type Occurrence struct {
	Record Node
	Edge   Edge
	Date   time.Time
}

// Chain is what is known about one fault, from the symptom to the resolution,
// with what speaks against it. All lists are in the order of their dates, Causes
// by depth first.
type Chain struct {
	Fault       Node
	Components  []Claim
	Symptoms    []Claim
	Causes      []Claim // stated as such
	Suspects    []Claim // suspected, and not ruled out by the same words
	RuledOut    []Claim
	Failed      []Claim // actions that did not help
	Resolutions []Claim
	Occurrences []Occurrence
	Procedures  []Claim
	People      []Claim
}

// Completeness is the share of symptom, cause and resolution that the chain has.
func (c Chain) Completeness() float64 {
	share := 0.0
	for _, n := range []int{len(c.Symptoms) + len(c.Occurrences), len(c.Causes), len(c.Resolutions)} {
		if n > 0 {
			share += 1.0 / 3
		}
	}
	return share
}

// EventRule is the extractor of the edge between a fault and a record that
// reports its occurrence.
const EventRule = "event"

// faultPrefix starts the key of a fault that records are about; a cause has
// another key.
const faultPrefix = "fault:"

func (g *Graph) isFault(id ID) bool {
	return g.nodes[id].kind == Fault && strings.HasPrefix(g.nodes[id].key, faultPrefix)
}

// Chains returns the chains of the faults that a node belongs to, the latest
// first: a fault has one, a component, record or symptom may have several.
func (g *Graph) Chains(ctx context.Context, id ID, limit int) ([]Chain, error) {
	faults, err := g.FaultsOf(ctx, id)
	if err != nil {
		return nil, err
	}
	var chains []Chain
	for _, fault := range faults[:min(limit, len(faults))] {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		chains = append(chains, g.Chain(fault))
	}
	return chains, nil
}

// FaultsOf returns the faults that are nearest to a node, the latest first.
func (g *Graph) FaultsOf(ctx context.Context, id ID) ([]ID, error) {
	if g.isFault(id) {
		return []ID{id}, nil
	}
	for hops := 1; hops <= 2; hops++ {
		near, err := g.Near(ctx, id, Reach{Hops: hops, Limit: 1000, MaxDegree: 100, Kinds: []Kind{Fault}})
		if err != nil {
			return nil, err
		}
		var faults []ID
		for _, n := range near {
			if g.isFault(n.ID) {
				faults = append(faults, n.ID)
			}
		}
		if len(faults) > 0 {
			slices.SortStableFunc(faults, func(a, b ID) int {
				return cmp.Compare(g.nodes[b].proof.seconds, g.nodes[a].proof.seconds)
			})
			return faults, nil
		}
	}
	return nil, nil
}

// Chain returns the chain of a fault.
func (g *Graph) Chain(fault ID) Chain {
	c := Chain{Fault: g.Node(fault)}
	for e := range g.Out(fault) {
		c.addOut(g, e)
	}
	for e := range g.In(fault) {
		c.addIn(g, e)
	}
	c.addContext(g)
	c.deepen(g)
	c.dropCleared()
	c.sort()
	c.noteReturns()
	return c
}

func (c *Chain) addOut(g *Graph, e Edge) {
	claim := Claim{Node: g.Node(e.To), Edge: e, Depth: 1}
	switch e.Relation {
	case CausedBy:
		c.addCause(claim)
	case HasSymptom:
		c.Symptoms = append(c.Symptoms, claim)
	case ResolvedBy:
		c.Resolutions = append(c.Resolutions, claim)
	}
}

func (c *Chain) addCause(claim Claim) {
	switch claim.Edge.Modality {
	case Suspected:
		c.Suspects = append(c.Suspects, claim)
	case RuledOut:
		c.RuledOut = append(c.RuledOut, claim)
	default:
		c.Causes = append(c.Causes, claim)
	}
}

func (c *Chain) addIn(g *Graph, e Edge) {
	claim := Claim{Node: g.Node(e.From), Edge: e, Depth: 1}
	switch e.Relation {
	case HasFault:
		c.Components = append(c.Components, claim)
	case FailedToResolve:
		c.Failed = append(c.Failed, claim)
	case Mentions, CausedBy:
		if e.Evidence.Extractor == EventRule || claim.Node.Kind == Downtime {
			c.Occurrences = append(c.Occurrences, Occurrence{Record: claim.Node, Edge: e, Date: claim.Node.Evidence.Date})
		}
	}
}

// maxContext is how many procedures and people a chain lists.
const maxContext = 20

// addContext adds the people and procedures of the records about the fault.
func (c *Chain) addContext(g *Graph) {
	seen := map[ID]bool{}
	for record := range g.In(c.Fault.ID) {
		if record.Relation != Mentions && record.Relation != CausedBy {
			continue
		}
		for e := range g.Out(record.From) {
			if seen[e.To] || len(seen) == maxContext {
				continue
			}
			claim := Claim{Node: g.Node(e.To), Edge: e, Depth: 1}
			switch {
			case e.Relation == FollowsProcedure:
				c.Procedures = append(c.Procedures, claim)
			case e.Relation == ContactPerson && e.Evidence.Confidence >= 0.9:
				c.People = append(c.People, claim)
			default:
				continue
			}
			seen[e.To] = true
		}
	}
}

// maxDepth is how far a cause of a cause is followed.
const maxDepth = 4

// deepen adds the causes of the causes.
func (c *Chain) deepen(g *Graph) {
	seen := map[ID]bool{c.Fault.ID: true}
	for i := 0; i < len(c.Causes); i++ {
		cause := c.Causes[i]
		if cause.Depth >= maxDepth || seen[cause.Node.ID] {
			continue
		}
		seen[cause.Node.ID] = true
		for e := range g.Out(cause.Node.ID) {
			if e.Relation == CausedBy && e.Modality == Asserted && !seen[e.To] {
				c.Causes = append(c.Causes, Claim{Node: g.Node(e.To), Edge: e, Depth: cause.Depth + 1})
			}
		}
	}
}

// dropCleared removes suspects that were ruled out.
func (c *Chain) dropCleared() {
	c.Suspects = slices.DeleteFunc(c.Suspects, func(s Claim) bool {
		return slices.ContainsFunc(c.RuledOut, func(r Claim) bool { return r.Node.ID == s.Node.ID })
	})
}

func (c *Chain) sort() {
	byDate := func(a, b Claim) int {
		return cmp.Or(cmp.Compare(a.Depth, b.Depth), a.Edge.Evidence.Date.Compare(b.Edge.Evidence.Date), cmp.Compare(a.Edge.ID, b.Edge.ID))
	}
	for _, list := range [][]Claim{c.Components, c.Symptoms, c.Causes, c.Suspects, c.RuledOut, c.Failed, c.Resolutions, c.Procedures, c.People} {
		slices.SortStableFunc(list, byDate)
	}
	slices.SortStableFunc(c.Occurrences, func(a, b Occurrence) int { return a.Date.Compare(b.Date) })
}

// settled is how long after a resolution an occurrence must be to count as its
// return and not as the one that it ended.
const settled = time.Hour

// noteReturns finds resolutions that did not hold: the order of time says so.
func (c *Chain) noteReturns() {
	for i := range c.Resolutions {
		done := c.Resolutions[i].Edge.Evidence.Date
		for _, o := range c.Occurrences {
			if !done.IsZero() && o.Date.After(done.Add(settled)) {
				c.Resolutions[i].CameBack = o.Date
				break
			}
		}
	}
}
