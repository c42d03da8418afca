package graph

import (
	"context"
	"slices"
)

// Reach bounds a traversal. Zero values mean the defaults.
type Reach struct {
	Hops      int        // at most, default 2
	Limit     int        // nodes that are returned, default 200
	MaxDegree int        // a node with more edges is returned and not passed, default 500
	Relations []Relation // to walk along, default all
	Kinds     []Kind     // to return; others are passed. Default all
}

func (r Reach) withDefaults() Reach {
	if r.Hops <= 0 {
		r.Hops = 2
	}
	if r.Limit <= 0 {
		r.Limit = 200
	}
	if r.MaxDegree <= 0 {
		r.MaxDegree = 500
	}
	return r
}

// Neighbour is a node near another: how far it is and the step that leads to
// it from the node before.
type Neighbour struct {
	ID   ID
	Hops int
	From ID
	Via  Step
}

// Near returns the nodes within reach of a node, the nearer first and equally
// near ones in the order of the edges. The walk ends at the limits of the
// reach.
func (g *Graph) Near(ctx context.Context, id ID, reach Reach) ([]Neighbour, error) {
	reach = reach.withDefaults()
	s := g.scratchpad()
	defer g.scratch.Put(s)
	s.mark(id, -1)
	s.queue = append(s.queue, id)
	var found []Neighbour
	hops, level := 1, len(s.queue)
	for at := 0; at < len(s.queue) && hops <= reach.Hops; at++ {
		if at == level {
			hops, level = hops+1, len(s.queue)
			if hops > reach.Hops || ctx.Err() != nil {
				break
			}
		}
		from := s.queue[at]
		if at > 0 && g.Degree(from) > reach.MaxDegree {
			continue
		}
		for edge := range g.edgesAt(from) {
			to := g.other(edge, from)
			if !reach.walks(g.edges[edge].relation) || s.marked(to) {
				continue
			}
			s.mark(to, edge)
			s.queue = append(s.queue, to)
			if !reach.returns(g.nodes[to].kind) {
				continue
			}
			found = append(found, Neighbour{ID: to, Hops: hops, From: from, Via: g.step(edge, from)})
			if len(found) == reach.Limit {
				return found, nil
			}
		}
	}
	return found, ctx.Err()
}

func (r Reach) walks(relation Relation) bool {
	return len(r.Relations) == 0 || slices.Contains(r.Relations, relation)
}

func (r Reach) returns(kind Kind) bool { return len(r.Kinds) == 0 || slices.Contains(r.Kinds, kind) }

// edgesAt yields the edges at a node, outgoing ones first.
func (g *Graph) edgesAt(id ID) func(func(EdgeID) bool) {
	return func(yield func(EdgeID) bool) {
		for _, e := range g.out.at(id) {
			if !yield(e) {
				return
			}
		}
		for _, e := range g.in.at(id) {
			if !yield(e) {
				return
			}
		}
	}
}

// other is the end of an edge that is not the given one.
func (g *Graph) other(e EdgeID, id ID) ID {
	if g.edges[e].from == id {
		return g.edges[e].to
	}
	return g.edges[e].from
}

func (g *Graph) step(e EdgeID, from ID) Step {
	return Step{Edge: g.Edge(e), Reverse: g.edges[e].from != from}
}

// scratch is the memory of a walk: marks for all nodes, which are cleared by
// counting up.
type scratch struct {
	epoch uint32
	seen  []uint32  // epoch of the last mark
	via   []EdgeID  // that led to the node
	cost  []float64 // of coming there, for searches by cost
	queue []ID
}

func newScratch(nodes int) *scratch {
	return &scratch{seen: make([]uint32, nodes), via: make([]EdgeID, nodes)}
}

// scratchpad returns a scratch without marks.
func (g *Graph) scratchpad() *scratch {
	s, ok := g.scratch.Get().(*scratch)
	if !ok {
		s = newScratch(len(g.nodes))
	}
	s.nextEpoch()
	s.queue = s.queue[:0]
	return s
}

// nextEpoch forgets all marks.
func (s *scratch) nextEpoch() {
	s.epoch++
	if s.epoch == 0 { // went round
		clear(s.seen)
		s.epoch = 1
	}
}

func (s *scratch) mark(id ID, via EdgeID) { s.seen[id], s.via[id] = s.epoch, via }

func (s *scratch) marked(id ID) bool { return s.seen[id] == s.epoch }
