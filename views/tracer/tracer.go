// Package tracer shows how an answer came about: the steps of a run as a tree
// in plain words.
package tracer

import (
	"strings"

	"owl/engine/trace"
	"owl/views/theme"
	"owl/views/widget"
)

// Model is the trace pane. Its methods are for one goroutine.
type Model struct {
	th     theme.Theme
	run    trace.State
	scroll widget.Scroll
	drawn  drawn
}

// drawn is the tree as it was last laid out.
type drawn struct {
	seq, w int
	lines  []string
}

// New returns an empty pane.
func New(th theme.Theme) *Model { return &Model{th: th} }

// Update takes a trace.State, an action or a theme. It has no intents.
func (m *Model) Update(msg any) any {
	switch msg := msg.(type) {
	case theme.Theme:
		m.th, m.drawn = msg, drawn{}
	case trace.State:
		if msg.Run != m.run.Run {
			m.scroll, m.drawn = widget.Scroll{}, drawn{}
		}
		m.run = msg
	case widget.Action:
		m.scroll.Do(msg)
	}
	return nil
}

// Tab names the pane.
func (m *Model) Tab() widget.Tab {
	return widget.Tab{Title: "Trace", Note: m.scroll.Position(len(m.drawn.lines))}
}

// View draws the pane.
func (m *Model) View(w, h int) string {
	if m.run.Seq == 0 {
		return m.th.Muted.Render(widget.Truncate("The steps of an answer appear here.", w, ""))
	}
	if m.drawn.seq != m.run.Seq || m.drawn.w != w {
		m.drawn = drawn{seq: m.run.Seq, w: w, lines: m.layOut(w)}
	}
	from, to := m.scroll.Window(len(m.drawn.lines), h)
	return strings.Join(m.drawn.lines[from:to], "\n")
}

func (m *Model) layOut(w int) []string {
	var lines []string
	for _, n := range build(m.run, m.th) {
		lines = append(lines, m.node(n, "", "", w)...)
	}
	return lines
}

// node draws a step and what belongs to it. First stands before its first
// line, rest before all others.
func (m *Model) node(n node, first, rest string, w int) []string {
	under := rest
	if len(n.kids) > 0 {
		under += m.th.Glyphs.Trunk
	}
	var lines []string
	for i, text := range widget.WrapText(n.text, w-widget.Width(rest+m.th.Glyphs.Trunk)) {
		lead := first
		if i > 0 {
			lead = under
		}
		lines = append(lines, m.th.Rule.Render(lead)+n.style.Render(text))
	}
	for i, kid := range n.kids {
		branch, trunk := m.th.Glyphs.Branch, m.th.Glyphs.Trunk
		if i == len(n.kids)-1 {
			branch, trunk = m.th.Glyphs.Last, strings.Repeat(" ", widget.Width(trunk))
		}
		lines = append(lines, m.node(kid, rest+branch, rest+trunk, w)...)
	}
	return lines
}
