package graph

import (
	"container/heap"
	"context"
	"math"
	"slices"
)

// Route bounds the search for a path. Zero values mean the defaults.
type Route struct {
	MaxHops   int        // default 8
	MaxVisits int        // nodes that are looked at, default 200,000
	Relations []Relation // to walk along, default all
	Avoid     []Kind     // of nodes between the ends, such as System, which joins everything
	Trusted   bool       // prefer edges of high confidence and few neighbours over few hops
}

func (r Route) withDefaults() Route {
	if r.MaxHops <= 0 {
		r.MaxHops = 8
	}
	if r.MaxVisits <= 0 {
		r.MaxVisits = 200_000
	}
	return r
}

// Path returns the steps of a shortest path between two nodes, none when they
// are the same, and false when there is no path within the bounds. Edges are
// walked in both directions.
func (g *Graph) Path(ctx context.Context, from, to ID, route Route) ([]Step, bool, error) {
	route = route.withDefaults()
	if from == to {
		return nil, true, nil
	}
	if route.Trusted {
		return g.trustedPath(ctx, from, to, route)
	}
	return g.shortPath(ctx, from, to, route)
}

func (g *Graph) passes(route Route, e EdgeID, node, from, to ID) bool {
	if len(route.Relations) > 0 && !slices.Contains(route.Relations, g.edges[e].relation) {
		return false
	}
	return node == from || node == to || !slices.Contains(route.Avoid, g.nodes[node].kind)
}

// side is one half of a search from both ends.
type side struct {
	*scratch
	start, level, hops int // the nodes queue[start:level] are hops away
}

func (g *Graph) newSide(id ID) *side {
	s := &side{scratch: g.scratchpad(), level: 1}
	s.mark(id, -1)
	s.queue = append(s.queue, id)
	return s
}

// shortPath searches breadth first from both ends, the smaller front first.
func (g *Graph) shortPath(ctx context.Context, from, to ID, route Route) ([]Step, bool, error) {
	a, b := g.newSide(from), g.newSide(to)
	defer g.scratch.Put(a.scratch)
	defer g.scratch.Put(b.scratch)
	for a.hops+b.hops < route.MaxHops && len(a.queue)+len(b.queue) < route.MaxVisits {
		grow, other := a, b
		if len(b.queue)-b.start < len(a.queue)-a.start {
			grow, other = b, a
		}
		if grow.start == grow.level {
			return nil, false, nil
		}
		if meet, ok := g.growSide(grow, other, route, from, to); ok {
			return append(g.trace(a.scratch, from, meet, true), g.trace(b.scratch, to, meet, false)...), true, nil
		}
		if err := ctx.Err(); err != nil {
			return nil, false, err
		}
	}
	return nil, false, nil
}

// growSide goes one hop further and returns the node where the sides met.
func (g *Graph) growSide(grow, other *side, route Route, from, to ID) (ID, bool) {
	grow.hops++
	for ; grow.start < grow.level; grow.start++ {
		at := grow.queue[grow.start]
		for e := range g.edgesAt(at) {
			next := g.other(e, at)
			if grow.marked(next) || !g.passes(route, e, next, from, to) {
				continue
			}
			grow.mark(next, e)
			if other.marked(next) {
				return next, true
			}
			grow.queue = append(grow.queue, next)
		}
	}
	grow.level = len(grow.queue)
	return 0, false
}

// trace lists the steps between an end and a node that was reached from it: to
// the node when forward, else from the node to the end.
func (g *Graph) trace(s *scratch, end, node ID, forward bool) []Step {
	var steps []Step
	for node != end {
		e := s.via[node]
		before := g.other(e, node)
		if forward {
			steps = append(steps, g.step(e, before))
		} else {
			steps = append(steps, g.step(e, node))
		}
		node = before
	}
	if forward {
		slices.Reverse(steps)
	}
	return steps
}

// hub is the degree from which a node joins everything: a path through it says
// nothing.
const hub = 2000

// trustedVisits is how many nodes a search by trust looks at before it settles
// for a path of few hops.
const trustedVisits = 4_000

// trustedPath is Dijkstra's search with the cost of each edge.
func (g *Graph) trustedPath(ctx context.Context, from, to ID, route Route) ([]Step, bool, error) {
	done, reached := g.scratchpad(), g.scratchpad()
	defer g.scratch.Put(done)
	defer g.scratch.Put(reached)
	reached.reach(from, -1, 0)
	front := &frontier{{node: from}}
	for visits := 0; front.Len() > 0; visits++ {
		if visits > min(trustedVisits, route.MaxVisits) {
			return g.shortPath(ctx, from, to, route)
		}
		if visits%1024 == 0 && ctx.Err() != nil {
			return nil, false, ctx.Err()
		}
		at, _ := heap.Pop(front).(waypoint)
		if done.marked(at.node) {
			continue
		}
		done.mark(at.node, reached.via[at.node])
		if at.node == to {
			return g.trace(done, from, to, true), true, nil
		}
		if at.hops < route.MaxHops && (at.hops == 0 || g.Degree(at.node) < hub) {
			g.relax(at, front, reached, route, from, to)
		}
	}
	return g.shortPath(ctx, from, to, route)
}

// reach marks a node with what it costs to come there.
func (s *scratch) reach(id ID, via EdgeID, cost float64) {
	if s.cost == nil {
		s.cost = make([]float64, len(s.seen))
	}
	s.mark(id, via)
	s.cost[id] = cost
}

func (g *Graph) relax(at waypoint, front *frontier, reached *scratch, route Route, from, to ID) {
	for e := range g.edgesAt(at.node) {
		next := g.other(e, at.node)
		if !g.passes(route, e, next, from, to) {
			continue
		}
		cost := at.cost + g.cost(e, next)
		if reached.marked(next) && reached.cost[next] <= cost {
			continue
		}
		reached.reach(next, e, cost)
		heap.Push(front, waypoint{next, at.hops + 1, cost})
	}
}

// cost of an edge: one, more for a low confidence, and more when it leads to a
// node that everything is joined to.
func (g *Graph) cost(e EdgeID, to ID) float64 {
	trust := max(float64(g.edges[e].proof.confidence), 0.01)
	return 1 - math.Log(trust) + 0.25*math.Log1p(float64(g.Degree(to)))
}

type waypoint struct {
	node ID
	hops int
	cost float64
}

// frontier is a heap by cost.
type frontier []waypoint

func (f frontier) Len() int           { return len(f) }
func (f frontier) Less(i, j int) bool { return f[i].cost < f[j].cost }
func (f frontier) Swap(i, j int)      { f[i], f[j] = f[j], f[i] }
func (f *frontier) Push(x any) {
	if w, ok := x.(waypoint); ok {
		*f = append(*f, w)
	}
}

func (f *frontier) Pop() any {
	last := len(*f) - 1
	w := (*f)[last]
	*f = (*f)[:last]
	return w
}
