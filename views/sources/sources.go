// Package sources shows the citations of an answer: for each its number,
// whether the quote was checked, where it comes from and the quote itself.
package sources

import (
	"fmt"
	"strings"
	"time"

	"owl/engine"
	"owl/engine/guard"
	"owl/views/theme"
	"owl/views/widget"
	"owl/views/words"
)

// maxQuote is how many lines of a quote the list shows; the record has the
// rest.
const maxQuote = 4

// Citations is what there is to show.
type Citations []engine.Citation

// Keys are the keys of the pane.
func Keys() []widget.Key {
	return []widget.Key{
		{Keys: []string{"enter"}, Act: widget.Open, Label: "Enter", Short: "open", Does: "open the record at the quote"},
		{Keys: []string{"o"}, Act: widget.LinkOf, Label: "o", Short: "address", Does: "show the record's address, as a link where the terminal can"},
		{Keys: []string{"j", "down"}, Act: widget.Down, Label: "j Down", Does: "the next citation"},
		{Keys: []string{"k", "up"}, Act: widget.Up, Label: "k Up", Does: "the citation before"},
	}
}

// Model is the citations pane. Its methods are for one goroutine.
type Model struct {
	th     theme.Theme
	now    func() time.Time
	all    Citations
	sel    int
	scroll widget.Scroll
	reveal bool // the selection moved; it must come into the window
	total  int  // lines when it was last shown
}

// New returns an empty pane. How old a record is counts from now.
func New(th theme.Theme, now func() time.Time) *Model { return &Model{th: th, now: now} }

// Update takes Citations, an action or a theme; it returns an intent of package widget or nil.
func (m *Model) Update(msg any) any {
	switch msg := msg.(type) {
	case theme.Theme:
		m.th = msg
	case Citations:
		m.all, m.sel, m.scroll = msg, 0, widget.Scroll{}
	case widget.Action:
		return m.do(msg)
	}
	return nil
}

func (m *Model) do(a widget.Action) any {
	switch a {
	case widget.Up:
		m.sel--
	case widget.Down:
		m.sel++
	case widget.PageUp, widget.Top:
		m.sel = 0
	case widget.PageDown, widget.Bottom:
		m.sel = len(m.all) - 1
	case widget.Open:
		if m.sel < len(m.all) {
			return widget.OpenRecord{Citation: m.all[m.sel]}
		}
	}
	m.sel = max(0, min(m.sel, len(m.all)-1))
	m.reveal = true
	return nil
}

// Selected is the selected citation; false when there is none.
func (m *Model) Selected() (engine.Citation, bool) {
	if m.sel >= len(m.all) {
		return engine.Citation{}, false
	}
	return m.all[m.sel], true
}

// Tab names the pane.
func (m *Model) Tab() widget.Tab {
	tab := widget.Tab{Title: "Citations"}
	if len(m.all) > 0 {
		tab.Title += fmt.Sprintf(" %d", len(m.all))
		tab.Note = m.scroll.Position(m.total)
	}
	return tab
}

// View draws the pane.
func (m *Model) View(w, h int) string {
	if len(m.all) == 0 {
		return m.th.Muted.Render(widget.Truncate("No citations yet.", w, ""))
	}
	var lines []string
	from, to := 0, 0
	for i, c := range m.all {
		if i > 0 {
			lines = append(lines, "")
		}
		item := m.item(c, i == m.sel, w)
		if i == m.sel {
			from, to = len(lines), len(lines)+len(item)-1
		}
		lines = append(lines, item...)
	}
	m.total = len(lines)
	m.scroll.Window(m.total, h)
	if m.reveal {
		m.scroll.Reveal(from, to)
		m.reveal = false
	}
	first, last := m.scroll.Window(m.total, h)
	return strings.Join(lines[first:last], "\n")
}

func (m *Model) item(c engine.Citation, selected bool, w int) []string {
	mark, title := "  ", guard.Line(c.Title)
	if selected {
		mark = m.th.Focus.Render(m.th.Glyphs.Focus) + " "
	}
	number := m.th.Accent.Render(fmt.Sprintf("[%d]", c.N))
	head := mark + number + " " + m.verified(c)
	title = widget.Truncate(title, w-widget.Width(head)-1, m.th.Glyphs.Ellipsis)
	if selected {
		title = m.th.Selected.Render(title)
	}
	lines := []string{head + " " + title}
	const indent = "    "
	for _, l := range widget.Flow(m.origin(c), " "+m.th.Glyphs.Dot+" ", w-len(indent)) {
		lines = append(lines, indent+m.th.Muted.Render(l))
	}
	for _, l := range m.quote(c.Quote, w-len(indent)-2) {
		lines = append(lines, indent+m.th.Rule.Render(m.th.Glyphs.Margin)+" "+l)
	}
	return lines
}

// quote is the beginning of a quote, in its own lines.
func (m *Model) quote(q engine.Untrusted, w int) []string {
	var lines []string
	for _, l := range widget.WrapText(guard.Text(q), w) {
		switch {
		case strings.TrimSpace(l) == "":
		case len(lines) == maxQuote:
			lines[maxQuote-1] = widget.Truncate(lines[maxQuote-1], w-widget.Width(m.th.Glyphs.Ellipsis), "") + m.th.Glyphs.Ellipsis
			return lines
		default:
			lines = append(lines, l)
		}
	}
	return lines
}

// verified says in a sign whether code found the quote in the stored record.
func (m *Model) verified(c engine.Citation) string {
	if c.Verified {
		return m.th.Good.Render(m.th.Glyphs.Good)
	}
	return m.th.Bad.Render(m.th.Glyphs.Bad + " unchecked:")
}

// origin says where a citation comes from.
func (m *Model) origin(c engine.Citation) []string {
	section := guard.Line(c.Section)
	if section == guard.Line(c.Title) {
		section = ""
	}
	return []string{words.Clean(string(c.Collection)), words.Clean(c.RecordID), words.When(c.Date), words.Age(c.Date, m.now()), section}
}
