package graph

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"owl/engine"
	"owl/views/widget"
	"owl/views/words"
)

// row is one line of the tree or of the lists.
type row struct {
	id, parent string
	node       Node
	edge       Edge   // that leads to the node; none at a root
	turn       int    // which of its statements is shown
	lead       string // what stands before it: the branches of the tree
	rest       string // what stands before the rows under it
	column     int    // cells that the relations of its siblings take
	kids       bool   // it can be unfolded
	open       bool
	head       bool   // the name of a list: cannot be selected
	note       string // in the place of a node: cannot be selected
}

func rootID(i int) string { return strconv.Itoa(i) }

func (r row) root() bool { return r.parent == "" }

func (r row) choice() bool { return !r.head && r.note == "" }

// cite is where a row is said.
func (r row) cite() engine.Citation {
	if r.root() {
		return r.node.Cite
	}
	return r.statement().Cite
}

// statement is the one of its edge that a row shows.
func (r row) statement() Statement {
	if len(r.edge.Says) == 0 {
		return Statement{}
	}
	return r.edge.Says[min(r.turn, len(r.edge.Says)-1)]
}

// rows are the rows to show, in their order.
func (m *Model) rows() []row {
	var rows []row
	for i, n := range m.at.roots {
		r := row{id: rootID(i), node: n, kids: n.Edges > 0}
		r.open = m.at.open[r.id] && r.kids
		if m.list {
			rows = m.lists(rows, r)
		} else {
			rows = m.grow(rows, r)
		}
	}
	return rows
}

// grow adds a row and what is unfolded under it.
func (m *Model) grow(rows []row, r row) []row {
	rows = append(rows, r)
	for _, kid := range m.under(r) {
		rows = m.grow(rows, kid)
	}
	return rows
}

// lists adds a row with the statements about it; then a list for each of them that
// is unfolded.
func (m *Model) lists(rows []row, r row) []row {
	kids := m.under(r)
	for i := range kids {
		kids[i].lead, kids[i].rest = "  ", ""
	}
	rows = append(append(rows, r), kids...)
	for _, kid := range kids {
		if kid.open {
			head := kid
			head.head, head.lead = true, ""
			rows = m.lists(rows, head)
		}
	}
	return rows
}

// under lists the rows directly under one.
func (m *Model) under(r row) []row {
	if !r.open {
		return nil
	}
	joined, known := m.edges[r.node.Key]
	switch {
	case !known:
		return m.branch(r, []row{{parent: r.id, note: "reading " + m.th.Glyphs.Ellipsis}})
	case joined.Err != "":
		return m.branch(r, []row{{parent: r.id, note: m.th.Glyphs.Bad + " " + words.Clean(joined.Err)}})
	}
	var kids []row
	for _, e := range joined.Edges {
		if !r.edge.same(e) { // not the one by which it was come to
			kids = append(kids, m.kid(r, e))
		}
	}
	if joined.More > 0 {
		kids = append(kids, row{parent: r.id, note: fmt.Sprintf("and %d more", joined.More)})
	}
	return m.branch(r, kids)
}

func (m *Model) kid(r row, e Edge) row {
	kid := row{parent: r.id, node: e.To, edge: e, kids: e.To.Edges > len(e.Says)}
	kid.id = r.id + "/" + strconv.Itoa(int(kid.statement().ID))
	kid.open, kid.turn = m.at.open[kid.id] && kid.kids, m.at.turn[kid.id]
	return kid
}

// same reports whether two edges have a statement in common.
func (e Edge) same(other Edge) bool {
	for _, s := range e.Says {
		if slices.ContainsFunc(other.Says, func(o Statement) bool { return o.ID == s.ID }) {
			return true
		}
	}
	return false
}

// maxSays is the most cells that a relation is padded to.
const maxSays = 17

// branch gives rows under one what stands before them.
func (m *Model) branch(r row, kids []row) []row {
	says := 0
	for _, k := range kids {
		if k.choice() {
			says = max(says, min(maxSays, widget.Width(relation(k.edge))))
		}
	}
	g := m.th.Glyphs
	for i := range kids {
		kids[i].column = says
		kids[i].lead, kids[i].rest = r.rest+g.Branch, r.rest+g.Trunk
		if i == len(kids)-1 {
			kids[i].lead, kids[i].rest = r.rest+g.Last, r.rest+strings.Repeat(" ", widget.Width(g.Trunk))
		}
	}
	return kids
}

// choices are the rows that can be selected.
func (m *Model) choices() []row {
	return slices.DeleteFunc(m.rows(), func(r row) bool { return !r.choice() })
}

// selected is the selected row: one that was folded away leaves it to what it
// belonged to.
func (m *Model) selected() (row, bool) {
	rows := m.choices()
	for sel := m.at.sel; ; {
		if i := slices.IndexFunc(rows, func(r row) bool { return r.id == sel }); i >= 0 {
			return rows[i], true
		}
		cut := strings.LastIndexByte(sel, '/')
		if cut < 0 {
			return row{}, false
		}
		sel = sel[:cut]
	}
}
