package ask

import (
	"context"

	"owl/engine"
	"owl/engine/graph"
)

// Near is what is joined to a thing.
type Near struct {
	Node engine.Untrusted `json:"node"`
	Kind string           `json:"kind"`
	Near []Statement      `json:"near"`
}

// Near returns what is joined to what words mean first. The error is a
// NothingError when they mean nothing.
func (s Source) Near(ctx context.Context, words string, limit int) (Near, error) {
	ids, err := s.some(ctx, words, 1)
	if err != nil {
		return Near{}, err
	}
	near, err := s.Graph.Near(ctx, ids[0], graph.Reach{Hops: 1, Limit: limit})
	if err != nil {
		return Near{}, err
	}
	root := s.Graph.Node(ids[0])
	out := Near{Node: root.Name, Kind: root.Kind.String(), Near: []Statement{}}
	for _, n := range near {
		out.Near = append(out.Near, s.state(ctx, roleOf(n.Via), graph.Claim{Node: s.Graph.Node(n.ID), Edge: n.Via.Edge}))
	}
	return out, nil
}

// roleOf says how the end of a step stands to its beginning.
func roleOf(step graph.Step) string {
	if step.Reverse {
		return "is " + step.Edge.Relation.String() + " of"
	}
	return step.Edge.Relation.String()
}

// Path is the shortest way between two things.
type Path struct {
	From  engine.Untrusted `json:"from"`
	To    engine.Untrusted `json:"to"`
	Steps []Statement      `json:"steps"`
}

// Path returns the shortest way between what two texts mean first. The error is a
// NothingError when there is none.
func (s Source) Path(ctx context.Context, a, b string) (Path, error) {
	from, err := s.some(ctx, a, 1)
	if err != nil {
		return Path{}, err
	}
	to, err := s.some(ctx, b, 1)
	if err != nil {
		return Path{}, err
	}
	out := Path{From: s.Graph.Node(from[0]).Name, To: s.Graph.Node(to[0]).Name, Steps: []Statement{}}
	path, found, err := s.Graph.Path(ctx, from[0], to[0], graph.Route{Avoid: []graph.Kind{graph.System, graph.Date}})
	if err != nil {
		return Path{}, err
	}
	if !found {
		return Path{}, nothing("no way leads from %q to %q", out.From, out.To)
	}
	for _, step := range path {
		out.Steps = append(out.Steps, s.state(ctx, roleOf(step), graph.Claim{Node: s.Graph.Node(step.Next()), Edge: step.Edge}))
	}
	return out, nil
}
