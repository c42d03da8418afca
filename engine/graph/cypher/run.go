package cypher

import (
	"context"
	"fmt"
	"strings"

	"owl/engine"
	"owl/engine/graph"
)

// Limits bound a query. Zero values mean the defaults.
type Limits struct {
	Steps int // nodes and edges that are looked at, default 2,000,000
	Rows  int // of the result, default 1000
}

// ErrTooMuch says that a query looked at more than its limits allow.
var ErrTooMuch = fmt.Errorf("the query looks at too much; name a kind, a property or a direction more: %w", engine.ErrUsage)

// Result is the rows of a query. Capped says that there were more.
type Result struct {
	Columns []string
	Rows    [][]Cell
	Capped  bool
}

// Run runs a query. The error is ErrTooMuch when the limits were reached before
// the result was complete, or that of the context.
func (q *Query) Run(ctx context.Context, g *graph.Graph, l Limits) (Result, error) {
	if l.Steps <= 0 {
		l.Steps = 2_000_000
	}
	if l.Rows <= 0 {
		l.Rows = 1000
	}
	m := &machine{ctx: ctx, g: g, q: q, steps: l.Steps, used: map[graph.EdgeID]bool{}}
	m.row = row{g: g, values: make([]value, q.variables())}
	m.collect = newCollector(q, l.Rows)
	if m.plan() {
		m.match(0, 0)
	}
	if m.err != nil {
		return Result{}, m.err
	}
	return m.collect.result(g), nil
}

// variables is how many variables the query has.
func (q *Query) variables() int {
	n := 0
	for _, p := range q.paths {
		for _, node := range p.nodes {
			n = max(n, node.variable+1)
		}
		for _, hop := range p.hops {
			n = max(n, hop.variable+1)
		}
	}
	return n
}

// row is the values of the variables while a match is built up.
type row struct {
	g      *graph.Graph
	values []value
}

// machine finds matches one after the other.
type machine struct {
	ctx     context.Context
	g       *graph.Graph
	q       *Query
	steps   int
	err     error
	row     row
	used    map[graph.EdgeID]bool // by the match: no edge is walked twice
	at      [maxPaths][maxHops + 1]graph.ID
	collect *collector
	paths   []path // in the order and direction in which they are matched
}

// step counts down, and reports whether the work goes on.
func (m *machine) step() bool {
	if m.err != nil {
		return false
	}
	m.steps--
	switch {
	case m.steps < 0:
		m.err = ErrTooMuch
	case m.steps%4096 == 0:
		m.err = m.ctx.Err()
	}
	return m.err == nil && !m.collect.full
}

// plan turns each path so that it begins at the end that says more. It reports
// false when there is nothing to match.
func (m *machine) plan() bool {
	bound := map[int]bool{}
	for _, p := range m.q.paths {
		if last := len(p.nodes) - 1; weight(p.nodes[last], bound) > weight(p.nodes[0], bound) {
			p = p.reversed()
		}
		m.paths = append(m.paths, p)
		for _, n := range p.nodes {
			bound[n.variable] = n.variable >= 0
		}
	}
	return len(m.paths) > 0
}

// weight says how much a pattern restricts the nodes. One whose variable an
// earlier path has bound is a single node.
func weight(n nodePattern, bound map[int]bool) int {
	w := 0
	if bound[n.variable] {
		w += 100
	}
	for _, p := range n.properties {
		if p.name == "key" || p.name == "name" {
			w += 10
		}
		w += 2
	}
	if len(n.kinds) > 0 {
		w++
	}
	return w
}

func (p path) reversed() path {
	var r path
	for i := len(p.nodes) - 1; i >= 0; i-- {
		r.nodes = append(r.nodes, p.nodes[i])
	}
	for i := len(p.hops) - 1; i >= 0; i-- {
		h := p.hops[i]
		switch h.direction {
		case rightwards:
			h.direction = leftwards
		case leftwards:
			h.direction = rightwards
		}
		r.hops = append(r.hops, h)
	}
	return r
}

// match matches node n of path p and everything after it.
func (m *machine) match(p, n int) {
	if p == len(m.paths) {
		if m.q.where == nil || m.q.where.holds(&m.row) == isTrue {
			m.collect.add(m.row)
		}
		return
	}
	if n > 0 {
		m.hop(p, n)
		return
	}
	pattern := m.paths[p].nodes[0]
	if pattern.variable >= 0 && m.row.values[pattern.variable].is == isNode {
		m.bind(p, 0, m.row.values[pattern.variable].node)
		return
	}
	m.candidates(pattern, func(id graph.ID) { m.bind(p, 0, id) })
}

// candidates calls yield for the nodes that a path may begin at.
func (m *machine) candidates(pattern nodePattern, yield func(graph.ID)) {
	for _, prop := range pattern.properties {
		if prop.name == "key" && prop.value.is == isText {
			if id, ok := m.g.Lookup(prop.value.text); ok && m.step() {
				yield(id)
			}
			return
		}
	}
	nodes, _ := m.g.Size()
	for id := range nodes {
		if !m.step() {
			return
		}
		yield(graph.ID(id))
	}
}

// bind matches a node with its pattern, and goes on behind it.
func (m *machine) bind(p, n int, id graph.ID) {
	pattern := m.paths[p].nodes[n]
	if !m.fits(pattern, id) {
		return
	}
	bound := false
	if v := pattern.variable; v >= 0 {
		if known := m.row.values[v]; known.is == isNode && known.node != id {
			return
		} else if known.is == isNull {
			m.row.values[v] = value{is: isNode, node: id}
			bound = true
		}
	}
	m.at[p][n] = id
	if n == len(m.paths[p].hops) {
		m.match(p+1, 0)
	} else {
		m.match(p, n+1)
	}
	if bound {
		m.row.values[pattern.variable] = value{}
	}
}

func (m *machine) fits(pattern nodePattern, id graph.ID) bool {
	if len(pattern.kinds) > 0 && !contains(pattern.kinds, m.g.Kind(id)) {
		return false
	}
	for _, p := range pattern.properties {
		if !m.hasValue(id, p) {
			return false
		}
	}
	return true
}

// hasValue compares a property; a name may also be an alias.
func (m *machine) hasValue(id graph.ID, p property) bool {
	if order, ok := nodeProperty(m.g, id, p.name).compare(p.value); ok && order == 0 {
		return true
	}
	if p.name != "name" || p.value.is != isText {
		return false
	}
	for _, alias := range m.g.Aliases(id) {
		if strings.EqualFold(alias, p.value.text) {
			return true
		}
	}
	return false
}

func contains[T comparable](list []T, x T) bool {
	for _, y := range list {
		if y == x {
			return true
		}
	}
	return false
}

// hop walks from the node before node n of path p to it.
func (m *machine) hop(p, n int) {
	h := m.paths[p].hops[n-1]
	m.walk(h, m.at[p][n-1], 1, func(id graph.ID) { m.bind(p, n, id) })
}

// walk calls yield with each node that a hop leads to, which may be several
// edges away.
func (m *machine) walk(h hopPattern, from graph.ID, depth int, yield func(graph.ID)) {
	follow := func(e graph.Edge, to graph.ID) {
		if m.used[e.ID] || !m.edgeFits(h, e) {
			return
		}
		m.used[e.ID] = true
		if h.variable >= 0 {
			m.row.values[h.variable] = value{is: isEdge, edge: e.ID}
		}
		if depth >= h.from {
			yield(to)
		}
		if depth < h.to {
			m.walk(h, to, depth+1, yield)
		}
		if h.variable >= 0 {
			m.row.values[h.variable] = value{}
		}
		delete(m.used, e.ID)
	}
	if h.direction != leftwards {
		for e := range m.g.Out(from) {
			if !m.step() {
				return
			}
			follow(e, e.To)
		}
	}
	if h.direction != rightwards {
		for e := range m.g.In(from) {
			if !m.step() {
				return
			}
			follow(e, e.From)
		}
	}
}

func (m *machine) edgeFits(h hopPattern, e graph.Edge) bool {
	if len(h.types) > 0 && !contains(h.types, e.Relation) {
		return false
	}
	for _, p := range h.properties {
		if order, ok := edgeProperty(m.g, e.ID, p.name).compare(p.value); !ok || order != 0 {
			return false
		}
	}
	return true
}
