package cypher

import (
	"slices"
	"strings"

	"owl/engine/graph"
)

func (c and) holds(r *row) truth { return min(c.left.holds(r), c.right.holds(r)) }
func (c or) holds(r *row) truth  { return max(c.left.holds(r), c.right.holds(r)) }
func (c not) holds(r *row) truth { return -c.inner.holds(r) }

func (c compare) holds(r *row) truth {
	left := r.value(c.left)
	switch c.operator {
	case "IS NULL":
		return truthOf(left.is == isNull)
	case "IS NOT NULL":
		return truthOf(left.is != isNull)
	case "IN":
		return left.in(c.list)
	}
	right := r.value(c.right)
	switch {
	case left.is == isNull || right.is == isNull:
		return unknown
	case c.operator == "CONTAINS" || c.operator == "STARTS" || c.operator == "ENDS":
		return left.matches(c.operator, right)
	}
	order, alike := left.compare(right)
	switch {
	case alike:
		return truthOf(ordered(c.operator, order))
	case c.operator == "=" || c.operator == "<>":
		return truthOf(c.operator == "<>")
	}
	return unknown
}

// in reports whether a list holds the value.
func (v value) in(list []value) truth {
	null := v.is == isNull && len(list) > 0
	for _, x := range list {
		if order, ok := v.compare(x); ok && order == 0 {
			return isTrue
		}
		null = null || x.is == isNull
	}
	if null {
		return unknown
	}
	return untrue
}

// matches compares a text with a part of one.
func (v value) matches(operator string, part value) truth {
	if v.is != isText || part.is != isText {
		return unknown
	}
	a, b := strings.ToLower(v.text), strings.ToLower(part.text)
	switch operator {
	case "CONTAINS":
		return truthOf(strings.Contains(a, b))
	case "STARTS":
		return truthOf(strings.HasPrefix(a, b))
	}
	return truthOf(strings.HasSuffix(a, b))
}

func ordered(operator string, order int) bool {
	switch operator {
	case "=":
		return order == 0
	case "<>":
		return order != 0
	case "<":
		return order < 0
	case "<=":
		return order <= 0
	case ">":
		return order > 0
	case ">=":
		return order >= 0
	}
	return false
}

// value of an operand in this row.
func (r *row) value(o operand) value {
	if o.variable < 0 {
		return o.literal
	}
	v := r.values[o.variable]
	switch {
	case o.property == "":
		return v
	case v.is == isNode:
		return nodeProperty(r.g, v.node, o.property)
	case v.is == isEdge:
		return edgeProperty(r.g, v.edge, o.property)
	}
	return value{}
}

// collector gathers the rows of the result.
type collector struct {
	q      *Query
	most   int // rows of the result
	limit  int // rows that are kept before they are ordered
	rows   [][]value
	groups map[string]*group // of a result that counts
	order  []string          // of the groups
	seen   map[string]bool   // of DISTINCT
	full   bool              // no more rows are needed
	capped bool
}

// group is the rows that are counted together.
type group struct {
	row    []value
	counts []int
	each   []map[value]bool
}

func newCollector(q *Query, limit int) *collector {
	c := &collector{q: q, most: limit, limit: limit + q.skip, groups: map[string]*group{}, seen: map[string]bool{}}
	switch {
	case len(q.order) > 0 || c.counts():
		c.limit = max(c.limit, sortedRows)
	case q.limit > 0:
		c.limit = q.skip + min(limit, q.limit)
	}
	return c
}

// sortedRows is how many rows are put into order.
const sortedRows = 50_000

func (c *collector) counts() bool {
	return slices.ContainsFunc(c.q.columns, func(col column) bool { return col.count })
}

func (c *collector) add(r row) {
	values := make([]value, len(c.q.columns))
	for i, col := range c.q.columns {
		if !col.all {
			values[i] = r.value(col.value)
		}
	}
	if c.counts() {
		c.count(values)
		return
	}
	if c.q.distinct {
		key := rowKey(values)
		if c.seen[key] {
			return
		}
		c.seen[key] = true
	}
	if len(c.rows) == c.limit {
		c.full, c.capped = true, c.q.limit == 0 || len(c.q.order) > 0
		return
	}
	c.rows = append(c.rows, values)
}

// count adds a row to its group: the rows with the same values in the columns
// that do not count.
func (c *collector) count(values []value) {
	shown := slices.Clone(values)
	for i, col := range c.q.columns {
		if col.count {
			shown[i] = value{}
		}
	}
	key := rowKey(shown)
	g := c.groups[key]
	if g == nil {
		if len(c.order) == c.limit {
			c.full, c.capped = true, true
			return
		}
		g = &group{row: shown, counts: make([]int, len(values)), each: make([]map[value]bool, len(values))}
		c.groups[key] = g
		c.order = append(c.order, key)
	}
	for i, col := range c.q.columns {
		if !col.count || !col.all && values[i].is == isNull {
			continue
		}
		if col.each {
			if g.each[i] == nil {
				g.each[i] = map[value]bool{}
			}
			if g.each[i][values[i]] {
				continue
			}
			g.each[i][values[i]] = true
		}
		g.counts[i]++
	}
}

// rowKey tells rows apart.
func rowKey(values []value) string {
	var b strings.Builder
	for _, v := range values {
		b.WriteByte(v.is)
		b.WriteString(v.text)
		b.WriteByte(0)
		b.WriteString(formatKey(v))
		b.WriteByte(0)
	}
	return b.String()
}

func (c *collector) result(g *graph.Graph) Result {
	rows := c.rows
	for _, key := range c.order {
		group := c.groups[key]
		for i, col := range c.q.columns {
			if col.count {
				group.row[i] = newNumber(float64(group.counts[i]))
			}
		}
		rows = append(rows, group.row)
	}
	if len(rows) == 0 && c.counts() && !slices.ContainsFunc(c.q.columns, func(col column) bool { return !col.count }) {
		zero := make([]value, len(c.q.columns)) // count of nothing is a row
		for i := range zero {
			zero[i] = newNumber(0)
		}
		rows = append(rows, zero)
	}
	slices.SortStableFunc(rows, c.compare)
	rows = rows[min(c.q.skip, len(rows)):]
	if c.q.limit > 0 {
		rows = rows[:min(c.q.limit, len(rows))]
	}
	r := Result{Capped: c.capped || len(rows) > c.most}
	rows = rows[:min(c.most, len(rows))]
	for _, col := range c.q.columns {
		r.Columns = append(r.Columns, col.name)
	}
	for _, values := range rows {
		cells := make([]Cell, len(values))
		for i, v := range values {
			cells[i] = v.cell(g)
		}
		r.Rows = append(r.Rows, cells)
	}
	return r
}

func (c *collector) compare(a, b []value) int {
	for _, o := range c.q.order {
		order := a[o.column].rank(b[o.column])
		if o.descending {
			order = -order
		}
		if order != 0 {
			return order
		}
	}
	return 0
}
