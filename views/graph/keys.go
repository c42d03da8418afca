package graph

import "owl/views/widget"

// The actions of the pane, beside those of lists and widget.Open.
const (
	Root widget.Action = "graph root"
	Back widget.Action = "graph back"
	List widget.Action = "graph list"
	Find widget.Action = "graph find"
)

// Keys are the keys of the pane.
func Keys() []widget.Key {
	return []widget.Key{
		{Keys: []string{"enter", "o"}, Act: widget.Open, Label: "o Enter", Short: "open", Does: "open the record at the words that say so"},
		{Keys: []string{"l", "right"}, Act: widget.Right, Label: "l Right", Short: "unfold", Does: "unfold what this is joined to, or go into it"},
		{Keys: []string{"h", "left"}, Act: widget.Left, Label: "h Left", Short: "fold", Does: "fold it, or go to what it belongs to"},
		{Keys: []string{"n"}, Act: widget.NextQuote, Label: "n", Does: "the next record that says the same"},
		{Keys: []string{"p"}, Act: widget.PrevQuote, Label: "p", Does: "the one before"},
		{Keys: []string{"r"}, Act: Root, Label: "r", Short: "from here", Does: "begin with this one"},
		{Keys: []string{"b"}, Act: Back, Label: "b", Short: "back", Does: "back to what was shown before"},
		{Keys: []string{"x"}, Act: List, Label: "x", Short: "list", Does: "as a tree, or as lists without indents"},
		{Keys: []string{"f"}, Act: Find, Label: "f", Short: "find", Does: "begin with what words, a PV or the id of a record mean"},
		{Keys: []string{"esc"}, Act: widget.Cancel, Label: "Esc", Does: "back to where it was opened"},
		{Keys: []string{"j", "down"}, Act: widget.Down, Label: "j Down", Does: "the next statement"},
		{Keys: []string{"k", "up"}, Act: widget.Up, Label: "k Up", Does: "the statement before"},
	}
}

func (m *Model) do(a widget.Action) any {
	m.reveal = true
	switch a {
	case Find:
		return widget.Prompt{Subject: "graph", Title: "Graph of (a name, a PV, a record)"}
	case Back:
		m.back()
	case List:
		m.list = !m.list
	default:
		return m.doAt(a)
	}
	return nil
}

// doAt does what needs a row.
func (m *Model) doAt(a widget.Action) any {
	r, ok := m.selected()
	if !ok {
		return nil
	}
	switch a {
	case widget.Open:
		if c := r.cite(); c.DocID != "" {
			return widget.OpenRecord{Citation: c}
		}
		return widget.Notice{Text: "no record says this by itself"}
	case widget.Right:
		return m.into(r)
	case widget.Left:
		m.outOf(r)
	case widget.NextQuote:
		m.at.turn[r.id] = (r.turn + 1) % max(1, len(r.edge.Says))
	case widget.PrevQuote:
		m.at.turn[r.id] = (r.turn + len(r.edge.Says) - 1) % max(1, len(r.edge.Says))
	case Root:
		from := r.node
		from.Cite = r.cite()
		return m.begin([]Node{from})
	default:
		m.move(a)
	}
	return nil
}

func (m *Model) back() {
	if n := len(m.before); n > 0 {
		m.at, m.before = m.before[n-1], m.before[:n-1]
		m.failed = ""
	}
}

// into unfolds a row, or goes to the first one under it.
func (m *Model) into(r row) any {
	if r.open {
		m.move(widget.Down)
		return nil
	}
	return m.unfold(r)
}

// unfold shows what a thing is joined to, and asks for it when it was not read.
func (m *Model) unfold(r row) any {
	if !r.kids {
		return nil
	}
	m.at.open[r.id] = true
	if known, ok := m.edges[r.node.Key]; ok && known.Err == "" {
		return nil
	}
	return Wanted{r.node.Key}
}

// outOf folds a row, or goes to the one that it belongs to.
func (m *Model) outOf(r row) {
	if r.open {
		delete(m.at.open, r.id)
		return
	}
	if r.parent != "" {
		m.at.sel = r.parent
	}
}

// move selects another row.
func (m *Model) move(a widget.Action) {
	rows := m.choices()
	at := 0
	for i, r := range rows {
		if r.id == m.at.sel {
			at = i
		}
	}
	switch a {
	case widget.Up:
		at--
	case widget.Down:
		at++
	case widget.PageUp:
		at -= max(1, m.page-1)
	case widget.PageDown:
		at += max(1, m.page-1)
	case widget.Top:
		at = 0
	case widget.Bottom:
		at = len(rows) - 1
	}
	m.at.sel = rows[max(0, min(at, len(rows)-1))].id
}
