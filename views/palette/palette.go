// Package palette lists everything that the console can do, to be searched by
// words and chosen.
package palette

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"owl/engine"
	"owl/engine/guard"
	"owl/views/theme"
	"owl/views/widget"
)

// Entry is one thing that can be done.
type Entry struct {
	Does  string
	Where string // the pane that does it; empty for the console
	Key   string // how its key is written; may be empty
}

// Chosen is the intent to do the entry of this index.
type Chosen struct{ Index int }

// Keys are the keys of the pane; all others are text to search for.
func Keys() []widget.Key {
	return []widget.Key{
		{Keys: []string{"enter"}, Act: widget.Submit, Label: "Enter", Short: "do it", Does: "do the chosen command"},
		{Keys: []string{"down", "ctrl+n"}, Act: widget.Down, Label: "Down", Short: "next", Does: "the next command"},
		{Keys: []string{"up"}, Act: widget.Up, Label: "Up", Does: "the command before"},
		{Keys: []string{"esc", "ctrl+p"}, Act: widget.Leave, Label: "Esc", Short: "close", Does: "close the list of commands"},
	}
}

// Model is the palette. Its methods are for one goroutine.
type Model struct {
	th     theme.Theme
	all    []Entry
	words  string
	found  []int // of all, those that hold every word
	sel    int
	scroll widget.Scroll
}

// New returns an empty palette.
func New(th theme.Theme) *Model { return &Model{th: th} }

// Update takes []Entry, which begins a search, keys as text, a paste, an action
// or a theme; it returns Chosen or nil.
func (m *Model) Update(msg any) any {
	switch msg := msg.(type) {
	case theme.Theme:
		m.th = msg
	case []Entry:
		m.all = msg
		m.search("")
	case tea.PasteMsg:
		m.search(m.words + msg.Content)
	case tea.KeyPressMsg:
		m.key(msg)
	case widget.Action:
		return m.do(msg)
	}
	return nil
}

func (m *Model) key(k tea.KeyPressMsg) {
	runes := []rune(m.words)
	switch {
	case k.Code == tea.KeyBackspace && len(runes) > 0:
		m.search(string(runes[:len(runes)-1]))
	case k.Text != "":
		m.search(m.words + k.Text)
	}
}

// maxWords is how long a search may get; nothing that can be done is that long.
const maxWords = 100

func (m *Model) search(words string) {
	if len(words) > maxWords {
		words = words[:maxWords]
	}
	m.words, m.sel, m.found = strings.ToValidUTF8(words, ""), 0, nil
	for i, e := range m.all {
		if e.holds(strings.Fields(strings.ToLower(m.words))) {
			m.found = append(m.found, i)
		}
	}
}

func (e Entry) holds(words []string) bool {
	text := strings.ToLower(e.Does + " " + e.Where + " " + e.Key)
	for _, w := range words {
		if !strings.Contains(text, w) {
			return false
		}
	}
	return true
}

func (m *Model) do(a widget.Action) any {
	switch a {
	case widget.Up:
		m.sel--
	case widget.Down:
		m.sel++
	case widget.Submit:
		if m.sel < len(m.found) {
			return Chosen{m.found[m.sel]}
		}
	}
	m.sel = max(0, min(m.sel, len(m.found)-1))
	return nil
}

// Tab names the pane.
func (m *Model) Tab() widget.Tab {
	return widget.Tab{Title: "Commands", Note: m.scroll.Position(len(m.found))}
}

// View draws the pane: what is searched for, and what was found.
func (m *Model) View(w, h int) string {
	words := guard.Line(engine.Untrusted(m.words))
	lines := []string{m.th.Focus.Render(m.th.Glyphs.Focus+" Do") + "  " + words + "_", ""}
	if len(m.found) == 0 {
		return strings.Join(append(lines, m.th.Muted.Render("nothing by these words")), "\n")
	}
	m.scroll.Window(len(m.found), h-len(lines))
	m.scroll.Reveal(m.sel, m.sel)
	from, to := m.scroll.Window(len(m.found), h-len(lines))
	for i := from; i < to; i++ {
		lines = append(lines, m.entry(m.all[m.found[i]], i == m.sel, w))
	}
	return strings.Join(lines, "\n")
}

const keyColumn = 14

func (m *Model) entry(e Entry, selected bool, w int) string {
	mark, does := "  ", e.Does
	if selected {
		mark, does = m.th.Focus.Render(m.th.Glyphs.Focus)+" ", m.th.Selected.Render(does)
	}
	key := widget.Truncate(e.Key, keyColumn, m.th.Glyphs.Ellipsis)
	key = m.th.Accent.Render(key) + strings.Repeat(" ", keyColumn-widget.Width(key))
	line := mark + key + "  " + does
	if e.Where != "" {
		line += m.th.Muted.Render(" (" + e.Where + ")")
	}
	return widget.Truncate(line, w, m.th.Glyphs.Ellipsis)
}
