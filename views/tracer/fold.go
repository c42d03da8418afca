package tracer

import (
	"slices"
	"strconv"
	"strings"

	"charm.land/lipgloss/v2"

	"owl/views/widget"
)

// row is a node that is shown.
type row struct {
	id, parent string
	kids       bool
	open       bool
	lines      []string
}

// place is where a node stands in the tree.
type place struct {
	id, parent  string
	first, rest string // what stands before its first line, and before all others
}

func nodeID(parent string, i int) string { return parent + "." + strconv.Itoa(i) }

// folder lays out those nodes that are not folded away.
type folder struct {
	m    *Model
	w    int
	rows []row
}

func (f *folder) node(n node, at place) {
	open := len(n.kids) > 0 && f.m.unfolded(n, at.id)
	f.rows = append(f.rows, row{at.id, at.parent, len(n.kids) > 0, open, f.lines(n, at, open)})
	if !open {
		return
	}
	for i, kid := range n.kids {
		branch, trunk := f.indent(at.rest, i == len(n.kids)-1)
		f.node(kid, place{nodeID(at.id, i), at.id, at.rest + branch, at.rest + trunk})
	}
}

// leastText is the width that text keeps however deep its node is.
const leastText = 16

// indent is what moves the details of a node to the right.
func (f *folder) indent(rest string, last bool) (branch, trunk string) {
	g := f.m.th.Glyphs
	switch {
	case widget.Width(rest) > f.w-leastText:
		return "", ""
	case last:
		return g.Last, strings.Repeat(" ", widget.Width(g.Trunk))
	}
	return g.Branch, g.Trunk
}

// lines draws a node without what is under it.
func (f *folder) lines(n node, at place, open bool) []string {
	sign, under := "", at.rest
	switch {
	case open:
		sign, under = "- ", at.rest+f.m.th.Glyphs.Trunk
	case len(n.kids) > 0 || at.parent == "":
		sign, under = "  ", at.rest+"  "
	}
	if len(n.kids) > 0 && !open {
		sign = "+ "
	}
	var lines []string
	for i, text := range widget.WrapText(n.text, f.w-widget.Width(at.rest)-3) {
		lead := paint(f.m.th.Rule, under)
		if i == 0 {
			lead = paint(f.m.th.Rule, at.first) + paint(f.m.th.Accent, sign)
		}
		lines = append(lines, lead+n.style.Render(text))
	}
	return lines
}

// paint styles text; nothing and blanks stay as they are.
func paint(style lipgloss.Style, text string) string {
	if strings.TrimSpace(text) == "" {
		return text
	}
	return style.Render(text)
}

// unfolded reports whether the details of a node are shown.
func (m *Model) unfolded(n node, id string) bool {
	if open, chosen := m.folds[id]; chosen {
		return open
	}
	return n.open || m.all
}

func (m *Model) do(a widget.Action) {
	switch a {
	case widget.Up:
		m.step(-1)
	case widget.Down:
		m.step(1)
	case widget.Open:
		m.toggle()
	case widget.Left:
		m.left()
	case widget.Right:
		m.right()
	case UnfoldAll:
		m.all, m.folds, m.drawn = !m.all, map[string]bool{}, drawn{}
	case widget.Top, widget.Bottom:
		m.sel = ""
		if a == widget.Bottom && len(m.drawn.rows) > 0 {
			m.sel = m.drawn.rows[len(m.drawn.rows)-1].id
		}
		m.scroll.Do(a)
	default:
		m.scroll.Do(a)
	}
}

// selected is the node of the cursor: the chosen one, while it is shown.
func (m *Model) selected() string {
	if i := m.index(); i >= 0 {
		return m.drawn.rows[i].id
	}
	return ""
}

func (m *Model) index() int {
	if len(m.drawn.rows) == 0 {
		return -1
	}
	return max(0, slices.IndexFunc(m.drawn.rows, func(r row) bool { return r.id == m.sel }))
}

func (m *Model) step(by int) {
	if i := m.index(); i >= 0 {
		m.sel = m.drawn.rows[max(0, min(i+by, len(m.drawn.rows)-1))].id
		m.reveal = true
	}
}

// toggle unfolds the selected node, or folds it.
func (m *Model) toggle() {
	if i := m.index(); i >= 0 && m.drawn.rows[i].kids {
		m.fold(m.drawn.rows[i].id, !m.drawn.rows[i].open)
	}
}

func (m *Model) fold(id string, open bool) {
	m.folds[id] = open
	m.sel, m.reveal, m.drawn.w = id, true, 0
}

func (m *Model) left() {
	i := m.index()
	switch {
	case i < 0:
	case m.drawn.rows[i].open:
		m.toggle()
	case m.drawn.rows[i].parent != "":
		m.sel, m.reveal = m.drawn.rows[i].parent, true
	}
}

func (m *Model) right() {
	i := m.index()
	switch {
	case i < 0:
	case m.drawn.rows[i].open:
		m.step(1)
	default:
		m.toggle()
	}
}
