// Package help shows the keys of the console, grouped, the focused pane first.
package help

import (
	"strings"

	"owl/views/theme"
	"owl/views/widget"
)

// Group is the keys that work in one place.
type Group struct {
	Title string
	Keys  []widget.Hint
}

// Keys are the keys of the pane beside those that scroll.
func Keys() []widget.Key {
	return []widget.Key{{Keys: []string{"esc", "?", "q"}, Act: widget.Help, Label: "Esc", Short: "close", Does: "close the help"}}
}

// Model is the help pane. Its methods are for one goroutine.
type Model struct {
	th     theme.Theme
	groups []Group
	scroll widget.Scroll
	total  int // lines when it was last shown
}

// New returns an empty pane.
func New(th theme.Theme) *Model { return &Model{th: th} }

// Update takes []Group, an action or a theme. It has no intents.
func (m *Model) Update(msg any) any {
	switch msg := msg.(type) {
	case theme.Theme:
		m.th = msg
	case []Group:
		m.groups, m.scroll = msg, widget.Scroll{}
	case widget.Action:
		m.scroll.Do(msg)
	}
	return nil
}

// Tab names the pane.
func (m *Model) Tab() widget.Tab {
	return widget.Tab{Title: "Help", Note: m.scroll.Position(m.total)}
}

// View draws the pane.
func (m *Model) View(w, h int) string {
	column := 0
	for _, g := range m.groups {
		for _, k := range g.Keys {
			column = max(column, widget.Width(k.Key))
		}
	}
	var lines []string
	for i, g := range m.groups {
		if i > 0 {
			lines = append(lines, "")
		}
		lines = append(lines, m.th.Title.Render(g.Title))
		for _, k := range g.Keys {
			gap := strings.Repeat(" ", column-widget.Width(k.Key)+2)
			lines = append(lines, widget.Truncate("  "+m.th.Accent.Render(k.Key)+gap+k.Does, w, m.th.Glyphs.Ellipsis))
		}
	}
	m.total = len(lines)
	from, to := m.scroll.Window(m.total, h)
	return strings.Join(lines[from:to], "\n")
}
