package wire

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"owl/engine"
	"owl/engine/graph"
	"owl/engine/verify"
	view "owl/views/graph"
)

// faults is the fault graph of the console.
type faults struct{ owl *Owl }

const (
	mostRoots      = 8   // things to begin with
	mostFaults     = 3   // of one record
	mostEdges      = 200 // of one thing
	mostStatements = 30  // of one edge
)

func (f faults) OfRecords(ctx context.Context, docIDs []string) ([]view.Node, error) {
	g, err := f.owl.Graph(ctx)
	if err != nil {
		return nil, err
	}
	var found, records []graph.ID
	for _, doc := range docIDs {
		id, ok := g.OfRecord(doc)
		if !ok {
			continue
		}
		records = append(records, id)
		chains, err := g.Chains(ctx, id, mostFaults)
		if err != nil {
			return nil, err
		}
		for _, c := range chains {
			found = append(found, c.Fault.ID)
		}
	}
	if len(docIDs) == 1 {
		found = append(found, records...)
	}
	return f.nodes(ctx, g, found), nil
}

func (f faults) OfWords(ctx context.Context, words engine.Untrusted) ([]view.Node, error) {
	g, err := f.owl.Graph(ctx)
	if err != nil {
		return nil, err
	}
	ids, err := f.owl.Meant(ctx, g, strings.TrimSpace(string(words)), mostRoots)
	if err != nil {
		return nil, err
	}
	return f.nodes(ctx, g, ids), nil
}

// nodes are the nodes to begin with, each once.
func (f faults) nodes(ctx context.Context, g *graph.Graph, ids []graph.ID) []view.Node {
	c := citer{owl: f.owl, seen: map[string]engine.Record{}}
	var out []view.Node
	var seen []graph.ID
	for _, id := range ids {
		if slices.Contains(seen, id) || len(out) == mostRoots {
			continue
		}
		seen = append(seen, id)
		n := nodeOf(g, id)
		n.Cite = c.cite(ctx, g.Node(id).Evidence)
		out = append(out, n)
	}
	return out
}

func nodeOf(g *graph.Graph, id graph.ID) view.Node {
	n := g.Node(id)
	return view.Node{Key: n.Key, Kind: n.Kind, Name: n.Name, Edges: g.Degree(id)}
}

func (f faults) Joined(ctx context.Context, key string) (view.Joined, error) {
	g, err := f.owl.Graph(ctx)
	if err != nil {
		return view.Joined{}, err
	}
	id, ok := g.Lookup(key)
	if !ok {
		return view.Joined{}, errors.New("it is not in the fault graph any more: its records have changed")
	}
	steps := slices.Concat(walked(g.Out(id), false), walked(g.In(id), true))
	back := map[graph.EdgeID]time.Time{}
	if g.Kind(id) == graph.Fault {
		chains, err := g.Chains(ctx, id, 1)
		if err != nil {
			return view.Joined{}, err
		}
		for _, c := range chains {
			steps = append(steps, helped(c, id, back)...)
		}
	}
	slices.SortStableFunc(steps, inOrder)
	groups := grouped(steps)
	joined := view.Joined{Key: key, More: max(0, len(groups)-mostEdges)}
	c := citer{owl: f.owl, seen: map[string]engine.Record{}}
	for _, same := range groups[:len(groups)-joined.More] {
		joined.Edges = append(joined.Edges, c.edge(ctx, g, same, back))
	}
	return joined, ctx.Err()
}

// grouped puts statements of the same together, in the order of the first ones.
func grouped(steps []graph.Step) [][]graph.Step {
	type what struct {
		relation graph.Relation
		reverse  bool
		modality graph.Modality
		to       graph.ID
	}
	var groups [][]graph.Step
	at := map[what]int{}
	for _, s := range steps {
		w := what{s.Edge.Relation, s.Reverse, s.Edge.Modality, s.Next()}
		if _, ok := at[w]; !ok {
			at[w] = len(groups)
			groups = append(groups, nil)
		}
		groups[at[w]] = append(groups[at[w]], s)
	}
	return groups
}

func walked(edges func(func(graph.Edge) bool), reverse bool) []graph.Step {
	var out []graph.Step
	for e := range edges {
		out = append(out, graph.Step{Edge: e, Reverse: reverse})
	}
	return out
}

// helped adds to a fault what its chain knows beyond its own statements: the
// procedures and people of its records, and whether it came back.
func helped(c graph.Chain, fault graph.ID, back map[graph.EdgeID]time.Time) []graph.Step {
	if c.Fault.ID != fault {
		return nil
	}
	for _, r := range c.Resolutions {
		back[r.Edge.ID] = r.CameBack
	}
	var out []graph.Step
	for _, claim := range slices.Concat(c.Procedures, c.People) {
		out = append(out, graph.Step{Edge: claim.Edge})
	}
	return out
}

// inOrder is the order in which one reads what is said about a thing: where, how it
// showed, why, what was tried, what helped; the surest causes and repairs first, of
// the rest the latest.
func inOrder(a, b graph.Step) int {
	return cmp.Or(
		cmp.Compare(rank(a), rank(b)), cmp.Compare(a.Edge.Modality, b.Edge.Modality), cmp.Compare(weight(b), weight(a)),
		b.Edge.Evidence.Date.Compare(a.Edge.Evidence.Date), cmp.Compare(a.Edge.ID, b.Edge.ID),
	)
}

// weight is how sure a cause or a repair is; 0 of all else.
func weight(s graph.Step) float64 {
	if r := s.Edge.Relation; !s.Reverse && (r == graph.CausedBy || r == graph.ResolvedBy) {
		return s.Edge.Evidence.Confidence
	}
	return 0
}

func rank(s graph.Step) int {
	type way struct {
		relation graph.Relation
		reverse  bool
	}
	order := []way{
		{graph.HasFault, true},
		{graph.HasSymptom, false},
		{graph.CausedBy, false},
		{graph.FailedToResolve, true},
		{graph.ResolvedBy, false},
		{graph.HasFault, false},
		{graph.RecurredAs, false},
		{graph.RecurredAs, true},
		{graph.FailedToResolve, false},
		{graph.ResolvedBy, true},
		{graph.HasSymptom, true},
		{graph.CausedBy, true},
		{graph.FollowsProcedure, false},
		{graph.ContactPerson, false},
		{graph.PartOf, false},
		{graph.AboutSystem, false},
		{graph.Supersedes, false},
		{graph.Supersedes, true},
		{graph.Mentions, true},
	}
	if i := slices.Index(order, way{s.Edge.Relation, s.Reverse}); i >= 0 {
		return i
	}
	return len(order)
}

// citer reads records for what they say, each once.
type citer struct {
	owl  *Owl
	seen map[string]engine.Record
}

// edge is what statements of the same say.
func (c citer) edge(ctx context.Context, g *graph.Graph, same []graph.Step, back map[graph.EdgeID]time.Time) view.Edge {
	first := same[0]
	out := view.Edge{Relation: first.Edge.Relation, Reverse: first.Reverse, Modality: first.Edge.Modality, To: nodeOf(g, first.Next())}
	for _, s := range same[:min(len(same), mostStatements)] {
		e := s.Edge.Evidence
		out.Says = append(out.Says, view.Statement{ID: s.Edge.ID, Confidence: e.Confidence, Date: e.Date, Rule: e.Extractor, Cite: c.cite(ctx, e)})
		if at := back[s.Edge.ID]; at.After(out.CameBack) {
			out.CameBack = at
		}
	}
	return out
}

// cite is the citation of a piece of evidence; empty when its record is gone.
func (c citer) cite(ctx context.Context, e graph.Evidence) engine.Citation {
	rec, known := c.seen[e.DocID]
	if !known {
		rec, _ = c.owl.Records.Record(ctx, e.DocID) // one that is gone cites nothing
		c.seen[e.DocID] = rec
	}
	if rec.DocID == "" {
		return engine.Citation{}
	}
	out, err := verify.Cite(rec, e.Start, e.End, 0)
	if err != nil { // the record as a whole
		return engine.CitationOf(rec, 0)
	}
	return out
}
