package cypher

import "owl/engine/graph"

// Query is a query that was read and can be run.
type Query struct {
	text     string
	paths    []path
	where    condition // nil for none
	columns  []column
	distinct bool
	order    []order
	skip     int
	limit    int // 0 for none
}

// Text is the query as it was read: it does nothing but read, wherever it runs.
func (q *Query) Text() string { return q.text }

// Columns are the names of what is returned.
func (q *Query) Columns() []string {
	names := make([]string, len(q.columns))
	for i, c := range q.columns {
		names[i] = c.name
	}
	return names
}

// path is nodes with a hop between each two.
type path struct {
	nodes []nodePattern
	hops  []hopPattern
}

// nodePattern matches nodes. Variables are numbered; -1 is none.
type nodePattern struct {
	variable   int
	kinds      []graph.Kind // any of them; none for all
	properties []property
}

// property is a value that a node or relation must have.
type property struct {
	name  string
	value value
}

// direction of a hop as it is written.
type direction uint8

const (
	either direction = iota
	rightwards
	leftwards
)

// hopPattern matches one edge, or up to so many in a row.
type hopPattern struct {
	variable   int
	types      []graph.Relation // any of them; none for all
	direction  direction
	from, to   int // edges, both 1 for one
	properties []property
}

// column is a returned value.
type column struct {
	name  string
	value operand
	count bool
	each  bool // count(DISTINCT x)
	all   bool // count(*)
}

type order struct {
	column     int
	descending bool
}

// operand is a variable, one of its properties, or a value.
type operand struct {
	variable int // -1 for a value
	property string
	literal  value
}

// truth is that of Cypher: what is said of null is neither true nor false.
type truth int8

const (
	untrue  truth = -1
	unknown truth = 0
	isTrue  truth = 1
)

func truthOf(b bool) truth {
	if b {
		return isTrue
	}
	return untrue
}

// condition is what WHERE says.
type condition interface {
	holds(r *row) truth
}

type (
	and struct{ left, right condition }
	or  struct{ left, right condition }
	not struct{ inner condition }
	// compare holds between two operands.
	compare struct {
		operator string
		left     operand
		right    operand
		list     []value // of IN
	}
)
