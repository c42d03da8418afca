// Package tracer shows how an answer came about: the steps of a run as a tree
// in plain words, whose details unfold.
package tracer

import (
	"strings"

	"github.com/charmbracelet/x/ansi"

	"owl/engine/trace"
	"owl/views/theme"
	"owl/views/widget"
)

// UnfoldAll unfolds everything, or folds it again.
const UnfoldAll widget.Action = "unfold all"

// Keys are the keys of the pane.
func Keys() []widget.Key {
	return []widget.Key{
		{Keys: []string{"enter"}, Act: widget.Open, Label: "Enter", Short: "unfold", Does: "unfold or fold a step"},
		{Keys: []string{"l", "right"}, Act: widget.Right, Label: "l Right", Does: "unfold a step, or go into it"},
		{Keys: []string{"h", "left"}, Act: widget.Left, Label: "h Left", Does: "fold a step, or go to the one it belongs to"},
		{Keys: []string{"e"}, Act: UnfoldAll, Label: "e", Short: "all", Does: "unfold everything, or fold it again"},
	}
}

// Model is the trace pane. Its methods are for one goroutine.
type Model struct {
	th     theme.Theme
	run    trace.State
	scroll widget.Scroll
	folds  map[string]bool // what the operator unfolded (true) or folded, by node
	all    bool            // everything is unfolded that he did not fold
	sel    string          // the selected node; empty is the first
	reveal bool            // the selection moved; it must come into the window
	drawn  drawn
}

// drawn is the tree as it was last laid out.
type drawn struct {
	seq, w int
	rows   []row
	lines  int
}

// New returns an empty pane.
func New(th theme.Theme) *Model { return &Model{th: th, folds: map[string]bool{}} }

// Update takes a trace.State, an action or a theme. It has no intents.
func (m *Model) Update(msg any) any {
	switch msg := msg.(type) {
	case theme.Theme:
		m.th, m.drawn = msg, drawn{}
	case trace.State:
		if msg.Run != m.run.Run {
			*m = *New(m.th)
		}
		m.run = msg
	case widget.Action:
		m.do(msg)
	}
	return nil
}

// Tab names the pane.
func (m *Model) Tab() widget.Tab {
	return widget.Tab{Title: "Trace", Note: m.scroll.Position(m.drawn.lines)}
}

// View draws the pane.
func (m *Model) View(w, h int) string {
	if m.run.Seq == 0 {
		return m.th.Muted.Render(widget.Truncate("The steps of an answer appear here.", w, ""))
	}
	m.layOut(w)
	var lines []string
	from, to := 0, 0
	for i, r := range m.drawn.rows {
		if r.id == m.selected() {
			from, to = len(lines), len(lines)+len(r.lines)-1
		}
		lines = append(lines, m.marked(r, i)...)
	}
	m.scroll.Window(len(lines), h)
	if m.reveal {
		m.scroll.Reveal(from, to)
		m.reveal = false
	}
	first, last := m.scroll.Window(len(lines), h)
	return strings.Join(lines[first:last], "\n")
}

// layOut lays the tree out when something has changed.
func (m *Model) layOut(w int) {
	if m.drawn.seq == m.run.Seq && m.drawn.w == w {
		return
	}
	f := folder{m: m, w: w - 2}
	for i, n := range build(m.run, m.th) {
		f.node(n, place{id: nodeID("", i)})
	}
	m.drawn = drawn{seq: m.run.Seq, w: w, rows: f.rows}
	for _, r := range f.rows {
		m.drawn.lines += len(r.lines)
	}
}

// marked puts the sign of the selection before the lines of a row.
func (m *Model) marked(r row, i int) []string {
	lines := make([]string, len(r.lines))
	for k, l := range r.lines {
		mark := "  "
		if k == 0 && (r.id == m.sel || m.sel == "" && i == 0) {
			mark = m.th.Focus.Render(m.th.Glyphs.Focus) + " "
		}
		lines[k] = mark + l
	}
	return lines
}

// Text is the whole tree, unfolded, as plain text.
func (m *Model) Text() string {
	const wide = 120
	plain := New(theme.New(theme.None, true))
	plain.run, plain.all = m.run, true
	plain.layOut(wide)
	var b strings.Builder
	for _, r := range plain.drawn.rows {
		for _, l := range r.lines {
			b.WriteString(ansi.Strip(l))
			b.WriteByte('\n')
		}
	}
	return b.String()
}
