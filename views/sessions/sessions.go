// Package sessions lists the conversations that were kept: to be searched,
// reopened, renamed and written to a file.
package sessions

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"owl/engine"
	"owl/engine/guard"
	"owl/views/theme"
	"owl/views/widget"
	"owl/views/words"
)

// The actions of the pane.
const (
	Find   widget.Action = "find"
	Rename widget.Action = "rename"
)

// Keys are the keys of the pane.
func Keys() []widget.Key {
	return []widget.Key{
		{Keys: []string{"enter"}, Act: widget.Open, Label: "Enter", Short: "reopen", Does: "go on with the conversation"},
		{Keys: []string{"f"}, Act: Find, Label: "f", Short: "find", Does: "find words in all conversations; none lists all again"},
		{Keys: []string{"r"}, Act: Rename, Label: "r", Short: "rename", Does: "give the conversation another name"},
		{Keys: []string{"j", "down"}, Act: widget.Down, Label: "j Down", Does: "the next conversation"},
		{Keys: []string{"k", "up"}, Act: widget.Up, Label: "k Up", Does: "the conversation before"},
	}
}

// Row is one conversation.
type Row struct {
	ID    string
	Name  engine.Untrusted
	Last  time.Time // of its last question
	Turns int
	Line  engine.Untrusted // what was found in it; empty in a list of all
}

type (
	// Listed is what there is to show.
	Listed struct {
		Rows  []Row
		Words string // what was searched for; empty for all
	}
	// Failed says why there is nothing.
	Failed struct{ Why string }
	// Current is the conversation that goes on.
	Current string
)

// The intents of the pane.
type (
	// Reopened goes on with a conversation.
	Reopened struct{ ID string }
	// Searched looks for words; none lists all.
	Searched struct{ Words string }
	// Renamed gives a conversation another name.
	Renamed struct {
		ID   string
		Name engine.Untrusted
	}
)

// Model is the pane. Its methods are for one goroutine.
type Model struct {
	th      theme.Theme
	list    Listed
	known   bool
	failed  string
	current Current
	sel     int
	scroll  widget.Scroll
}

// New returns an empty pane.
func New(th theme.Theme) *Model { return &Model{th: th} }

// Update takes Listed, Failed, Current, a widget.Said, an action or a theme; it
// returns an intent or nil.
func (m *Model) Update(msg any) any {
	switch msg := msg.(type) {
	case theme.Theme:
		m.th = msg
	case Listed:
		m.listed(msg)
	case Failed:
		m.failed = msg.Why
	case Current:
		m.current = msg
	case widget.Said:
		return m.said(msg)
	case widget.Action:
		return m.do(msg)
	}
	return nil
}

// listed takes another list; the selection stays on its conversation.
func (m *Model) listed(l Listed) {
	row, _ := m.Selected()
	m.list, m.known, m.failed = l, true, ""
	m.sel = max(0, slices.IndexFunc(l.Rows, func(r Row) bool { return r.ID == row.ID }))
}

func (m *Model) do(a widget.Action) any {
	switch a {
	case widget.Up:
		m.move(-1)
	case widget.Down:
		m.move(1)
	case widget.PageUp, widget.Top:
		m.move(-len(m.list.Rows))
	case widget.PageDown, widget.Bottom:
		m.move(len(m.list.Rows))
	case Find:
		return widget.Prompt{Subject: string(Find), Title: "Find in conversations", Text: m.list.Words}
	}
	row, ok := m.Selected()
	switch {
	case !ok:
	case a == widget.Open:
		return Reopened{row.ID}
	case a == Rename:
		return widget.Prompt{Subject: string(Rename) + row.ID, Title: "Name", Text: string(row.Name)}
	}
	return nil
}

func (m *Model) move(by int) { m.sel = max(0, min(m.sel+by, len(m.list.Rows)-1)) }

func (m *Model) said(s widget.Said) any {
	if id, ok := strings.CutPrefix(s.Subject, string(Rename)); ok && s.Text != "" {
		return Renamed{id, engine.Untrusted(s.Text)}
	}
	if s.Subject == string(Find) {
		return Searched{s.Text}
	}
	return nil
}

// Selected is the selected conversation; false when there is none.
func (m *Model) Selected() (Row, bool) {
	if m.sel >= len(m.list.Rows) {
		return Row{}, false
	}
	return m.list.Rows[m.sel], true
}

// Tab names the pane.
func (m *Model) Tab() widget.Tab {
	tab := widget.Tab{Title: "Sessions"}
	if n := len(m.list.Rows); n > 0 {
		tab.Note = fmt.Sprint(n)
	}
	return tab
}

// View draws the pane.
func (m *Model) View(w, h int) string {
	if note := m.note(); note != "" {
		return strings.Join(widget.WrapText(note, w), "\n")
	}
	var lines []string
	from, to := 0, 0
	for i, row := range m.list.Rows {
		item := m.row(row, i == m.sel, w)
		if i == m.sel {
			from, to = len(lines), len(lines)+len(item)-1
		}
		lines = append(lines, item...)
	}
	m.scroll.Window(len(lines), h)
	m.scroll.Reveal(from, to)
	first, last := m.scroll.Window(len(lines), h)
	return strings.Join(lines[first:last], "\n")
}

// note says why there is no list.
func (m *Model) note() string {
	switch {
	case m.failed != "":
		return m.th.Glyphs.Bad + " The conversations cannot be read: " + words.Clean(m.failed)
	case !m.known:
		return "reading the conversations " + m.th.Glyphs.Ellipsis
	case len(m.list.Rows) == 0 && m.list.Words != "":
		return "No conversation holds these words: " + words.Clean(m.list.Words)
	case len(m.list.Rows) == 0:
		return "No conversation was kept yet. Each question is kept with its answer and can be reopened here."
	}
	return ""
}

func (m *Model) row(r Row, selected bool, w int) []string {
	mark := "  "
	name := guard.Line(r.Name)
	if selected {
		mark, name = m.th.Focus.Render(m.th.Glyphs.Focus)+" ", m.th.Selected.Render(name)
	}
	when := r.Last.Format("2006-01-02 15:04")
	if r.ID == string(m.current) {
		when = m.th.Good.Render(when + " (this one)")
	} else {
		when = m.th.Muted.Render(when)
	}
	if r.Turns > 0 {
		when += m.th.Muted.Render(" " + m.th.Glyphs.Dot + " " + words.Count(r.Turns, "question"))
	}
	lines := []string{widget.Truncate(mark+name, w, m.th.Glyphs.Ellipsis), widget.Truncate("    "+when, w, m.th.Glyphs.Ellipsis)}
	if r.Line != "" {
		lines = append(lines, widget.Truncate("    "+m.th.Rule.Render(m.th.Glyphs.Margin)+" "+guard.Line(r.Line), w, m.th.Glyphs.Ellipsis))
	}
	return lines
}
