package widget

import (
	"strings"

	"owl/views/theme"
)

// Tab names one pane.
type Tab struct {
	Title string
	Note  string // a count or position; may be empty
}

// Rule is the line above a pane: its name, a sign when it has the focus, and a
// note at the right end.
func Rule(th theme.Theme, tab Tab, focused bool, w int) string {
	return fillRule(th, tabLabel(th, tab.Title, focused), tab.Note, w)
}

// Tabs is the line above a stack of panes of which one is shown.
func Tabs(th theme.Theme, tabs []Tab, shown int, focused bool, w int) string {
	labels := make([]string, len(tabs))
	for i, tab := range tabs {
		if i == shown {
			labels[i] = tabLabel(th, tab.Title, focused)
			continue
		}
		labels[i] = "  " + th.Muted.Render(tab.Title)
	}
	return fillRule(th, strings.Join(labels, " "), tabs[shown].Note, w)
}

func tabLabel(th theme.Theme, title string, focused bool) string {
	if focused {
		return th.Focus.Render(th.Glyphs.Focus + " " + title)
	}
	return "  " + th.Title.Render(title)
}

func fillRule(th theme.Theme, label, note string, w int) string {
	if note != "" {
		note = " " + th.Muted.Render(note) + " " + th.Rule.Render(th.Glyphs.Rule)
	}
	line := w - Width(label) - Width(note) - 1
	if line < 1 {
		return Truncate(label, w, "")
	}
	return label + " " + th.Rule.Render(strings.Repeat(th.Glyphs.Rule, line)) + note
}

// Hint is a key and, in a word or two, what it does.
type Hint struct{ Key, Does string }

// Hints is a line of key hints; those that do not fit are left out from the
// end.
func Hints(th theme.Theme, hints []Hint, w int) string {
	line := ""
	for _, h := range hints {
		next := th.Accent.Render(h.Key) + " " + th.Muted.Render(h.Does)
		if line != "" {
			next = line + "   " + next
		}
		if Width(next) > w {
			break
		}
		line = next
	}
	return line
}
