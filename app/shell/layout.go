package shell

import (
	"fmt"
	"runtime/debug"
	"strings"

	tea "charm.land/bubbletea/v2"

	"owl/views/widget"
)

// The sizes at which the layout changes, in cells.
const (
	leastWidth, leastHeight = 36, 8
	twoColumns              = 100 // from here: answer left, citations and trace right
	threeColumns            = 170 // from here: an open record has a column of its own
	twoRows                 = 18  // from here: citations above trace
)

// View returns the frame to show: a new one when it is time, else the last.
func (m *model) View() tea.View {
	if !m.pace.draw {
		return m.frame
	}
	m.pace.draw = false
	defer func() {
		if v := recover(); v != nil {
			p := &Panic{Where: "view", Value: v, Stack: debug.Stack()}
			m.fx.crew.spawn("report", func() { m.fx.crew.send(p) })
		}
	}()
	m.frame = m.newFrame()
	return m.frame
}

func (m *model) newFrame() tea.View {
	frame := tea.NewView(m.draw())
	frame.AltScreen = true
	if x, shown := m.panes.ask.Cursor(); shown && !m.stage.help && m.fits() {
		cursor := tea.NewCursor(min(x, m.stage.w-1), 0)
		cursor.Shape, cursor.Blink = tea.CursorShape(-1), false // the user's own
		frame.Cursor = cursor
	}
	return frame
}

func (m *model) fits() bool { return m.stage.w >= leastWidth && m.stage.h >= leastHeight }

// draw returns the whole screen.
func (m *model) draw() string {
	s := m.stage
	if s.w <= 0 || s.h <= 0 {
		return ""
	}
	if !m.fits() {
		text := widget.WrapText(fmt.Sprintf("terminal too small: %dx%d, needs %dx%d", s.w, s.h, leastWidth, leastHeight), s.w)
		return strings.Join(m.block(strings.Join(text, "\n"), s.w, s.h), "\n")
	}
	rows := m.block(m.panes.ask.View(s.w, 1), s.w, 1)
	rows = append(rows, m.body(s.w, s.h-3)...)
	rows = append(rows, m.block(" "+widget.Hints(m.look.theme, m.hints(), s.w-1), s.w, 1)...)
	rows = append(rows, m.block(m.panes.status.View(s.w, 1), s.w, 1)...)
	return strings.Join(rows, "\n")
}

func (m *model) block(text string, w, h int) []string { return widget.Fit(text, w, h, m.look.method) }

func (m *model) hints() []widget.Hint {
	at := m.stage.focus
	if m.stage.help {
		at = atHelp
	}
	list := hints(at, m.atHome())
	if m.run.inFlight {
		list = append([]widget.Hint{{Key: "Esc", Does: "cancel"}}, list...)
	}
	return list
}

func (m *model) body(w, h int) []string {
	switch {
	case m.stage.help:
		return m.column(w, h, atHelp)
	case m.stage.zoom || w < twoColumns || m.atHome():
		return m.tabbed(w, h, m.tabs(atAnswer, atCitations, atRecord, atTrace), m.stage.tab)
	case w >= threeColumns && !m.panes.record.Empty():
		side := w / 4
		centre := (w - side) / 2
		return m.beside(
			m.column(w-side-centre-2*gap, h, atAnswer),
			m.column(centre, h, atRecord),
			m.side(side, h))
	}
	side := w * 2 / 5
	return m.beside(
		m.tabbed(w-side-gap, h, m.tabs(atAnswer, atRecord), m.stage.main),
		m.side(side, h))
}

// side is the right column: citations above trace.
func (m *model) side(w, h int) []string {
	if h < twoRows {
		shown := atCitations
		if m.stage.tab == atTrace {
			shown = atTrace
		}
		return m.tabbed(w, h, m.tabs(atCitations, atTrace), shown)
	}
	upper := h * 11 / 20
	return append(m.column(w, upper, atCitations), m.column(w, h-upper, atTrace)...)
}

// tabs keeps those places that there are.
func (m *model) tabs(all ...place) []place {
	var kept []place
	for _, p := range all {
		if m.exists(p) {
			kept = append(kept, p)
		}
	}
	return kept
}

// column is one pane under its rule.
func (m *model) column(w, h int, p place) []string {
	body := m.at(p).View(w, h-1)
	focused := p == m.stage.focus || p == atHelp
	rule := widget.Rule(m.look.theme, m.at(p).Tab(), focused, w)
	return m.block(rule+"\n"+body, w, h)
}

// tabbed is a stack of panes of which one is shown.
func (m *model) tabbed(w, h int, stack []place, shown place) []string {
	if len(stack) == 1 {
		return m.column(w, h, stack[0])
	}
	body := m.at(shown).View(w, h-1)
	tabs, at := make([]widget.Tab, len(stack)), 0
	for i, p := range stack {
		tabs[i] = m.at(p).Tab()
		if p == shown {
			at = i
		}
	}
	return m.block(widget.Tabs(m.look.theme, tabs, at, shown == m.stage.focus, w)+"\n"+body, w, h)
}

// gap is the width of the line between columns with its spaces.
const gap = 3

func (m *model) beside(columns ...[]string) []string {
	line := " " + m.look.theme.Rule.Render(m.look.theme.Glyphs.Column) + " "
	rows := make([]string, len(columns[0]))
	for i := range rows {
		parts := make([]string, len(columns))
		for c := range columns {
			parts[c] = columns[c][i]
		}
		rows[i] = strings.Join(parts, line)
	}
	return rows
}
