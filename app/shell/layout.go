package shell

import (
	"fmt"
	"runtime/debug"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"owl/views/widget"
)

// The least size of the screen, in cells.
const leastWidth, leastHeight = 36, 8

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
	if m.opts.Mouse {
		frame.MouseMode = tea.MouseModeCellMotion
	}
	if x, y, shown := m.topLine().Cursor(); shown && !m.covered() && m.fits() {
		cursor := tea.NewCursor(min(x, m.stage.w-1), y)
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
	top := m.topHeight()
	rows := m.block(m.topLine().View(s.w, top), s.w, top)
	rows = append(rows, m.body(s.w, m.bodyHeight())...)
	rows = append(rows, m.block(" "+m.lastSaid(), s.w, 1)...)
	rows = append(rows, m.block(m.panes.status.View(s.w, 1), s.w, 1)...)
	return strings.Join(rows, "\n")
}

// bodyHeight is what the panes have between the ask line and the two lines at
// the bottom.
func (m *model) bodyHeight() int { return m.stage.h - 2 - m.topHeight() }

// topHeight is what the ask line has: a small screen shows one row of it.
func (m *model) topHeight() int {
	return max(1, min(m.topLine().Height(), m.stage.h-leastHeight+1))
}

func (m *model) block(text string, w, h int) []string { return widget.Fit(text, w, h, m.look.method) }

// lastSaid is what came of the last key, if that is to be said; else the keys.
func (m *model) lastSaid() string {
	if doing := m.doing(); doing != "" {
		return m.look.theme.Accent.Render(widget.Truncate(doing, m.stage.w-1, ""))
	}
	if m.stage.said != "" {
		return m.look.theme.Accent.Render(m.stage.said)
	}
	return widget.Hints(m.look.theme, m.hintLine(), m.stage.w-1)
}

func (m *model) hintLine() []widget.Hint {
	if m.stage.prompt.open() {
		return []widget.Hint{{Key: "Enter", Does: "done"}, {Key: "Esc", Does: "never mind"}}
	}
	at := m.stage.focus
	if m.covered() {
		at = m.stage.over
	}
	list := m.hints(at)
	switch {
	case at == atHome && m.covered():
		list = append(list, widget.Hint{Key: "Esc", Does: "close"})
	case m.run.inFlight:
		list = append([]widget.Hint{{Key: "Esc", Does: "cancel"}}, list...)
	}
	return list
}

// body draws the panes in the plan for their size.
func (m *model) body(w, h int) []string {
	m.stage.areas = nil
	switch {
	case m.covered():
		return m.pile(area{w: w, h: h}, []place{m.stage.over})
	case m.stage.zoom || m.atHome():
		return m.pile(area{w: w, h: h}, m.existing([]place{m.stage.tab}))
	}
	p := m.planFor(w, h)
	x := 0
	widths := shareOut(w-(len(p.columns)-1)*gap, p.columns, func(c column) int { return c.share })
	columns := make([][]string, len(p.columns))
	for i, c := range p.columns {
		heights := shareOut(h, c.stacks, func(s stack) int { return s.share })
		for j, s := range c.stacks {
			columns[i] = append(columns[i], m.pile(area{x: x, y: len(columns[i]), w: widths[i], h: heights[j]}, s.places)...)
		}
		x += widths[i] + gap
	}
	return m.beside(columns...)
}

// shareOut divides n cells by the shares; the last one takes what is left.
func shareOut[T any](n int, all []T, share func(T) int) []int {
	total := 0
	for _, x := range all {
		total += share(x)
	}
	sizes := make([]int, len(all))
	left := n
	for i, x := range all {
		sizes[i] = n * share(x) / total
		if i == len(all)-1 {
			sizes[i] = left
		}
		left -= sizes[i]
	}
	return sizes
}

// pile draws a stack of panes: the one that had the focus last, under a rule
// with the names of all.
func (m *model) pile(a area, stack []place) []string {
	w, h := a.w, a.h
	shown := m.shown(stack)
	a.place = shown
	m.stage.areas = append(m.stage.areas, a)
	body := m.at(shown).View(w, h-1)
	focused := shown == m.stage.focus || shown == m.stage.over
	tabs, at := make([]widget.Tab, len(stack)), 0
	for i, p := range stack {
		tabs[i] = m.at(p).Tab()
		if p == shown {
			at = i
		}
	}
	return m.block(widget.Tabs(m.look.theme, tabs, at, focused, w)+"\n"+body, w, h)
}

// shown is the place of a stack that had the focus last.
func (m *model) shown(stack []place) place {
	for _, p := range m.stage.recent {
		if slices.Contains(stack, p) {
			return p
		}
	}
	return stack[0]
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
