// Package record shows a stored record, opened at a quote.
//
// The quote stands out by colour and by a sign in the margin. It is shown where
// the citation says it is, and only if it is there: a record that has changed
// since is said so.
package record

import (
	"fmt"
	"slices"
	"strings"

	"owl/engine"
	"owl/engine/guard"
	"owl/views/theme"
	"owl/views/widget"
	"owl/views/words"
)

// Opening tells the pane that a record is being read.
type Opening struct{ Citation engine.Citation }

// Opened gives the pane a record. Quotes are the citations of the answer that
// point into it; At is the one to show first.
type Opened struct {
	Record engine.Record
	Quotes []engine.Citation
	At     engine.Citation
}

// Failed tells the pane that the record could not be read.
type Failed struct{ Why string }

// ToFiles goes to the attachments of the record.
const ToFiles widget.Action = "to files"

// Keys are the keys of the pane.
func Keys() []widget.Key {
	return []widget.Key{
		{Keys: []string{"n"}, Act: widget.NextQuote, Label: "n", Short: "next quote", Does: "the next quote in this record"},
		{Keys: []string{"p"}, Act: widget.PrevQuote, Label: "p", Short: "previous", Does: "the quote before"},
		{Keys: []string{"o"}, Act: widget.LinkOf, Label: "o", Short: "address", Does: "show the record's address, as a link where the terminal can"},
		{Keys: []string{"a"}, Act: ToFiles, Label: "a", Does: "to the record's attachments"},
		{Keys: []string{"esc"}, Act: widget.Cancel, Label: "Esc", Short: "back", Does: "back to where it was opened"},
	}
}

// Model is the record pane. Its methods are for one goroutine.
type Model struct {
	th      theme.Theme
	opening engine.Citation // what is shown until the record is here
	failed  string
	rec     engine.Record
	quotes  []engine.Citation // in the order of the text
	at      int               // index in quotes
	scroll  widget.Scroll
	centre  bool // the quote must come into the window
	page    page // memo of the laid out record

	show     Show
	pictures Pictures
}

// New returns an empty pane.
func New(th theme.Theme) *Model { return &Model{th: th} }

// Empty reports whether no record was opened.
func (m *Model) Empty() bool { return m.rec.DocID == "" && m.opening.DocID == "" }

// Record is the record that is shown; empty when there is none.
func (m *Model) Record() engine.Record { return m.rec }

// Update takes Opening, Opened, Failed, Pictures, Show, an action or a theme. It
// has no intents.
func (m *Model) Update(msg any) any {
	switch msg := msg.(type) {
	case theme.Theme:
		m.th, m.page = msg, page{}
	case Opening:
		*m = Model{th: m.th, show: m.show, opening: msg.Citation}
	case Failed:
		m.failed = msg.Why
	case Opened:
		m.open(msg)
	case Show:
		m.show, m.page = msg, page{}
	case Pictures:
		if msg.DocID == m.rec.DocID {
			m.pictures, m.page = msg, page{}
		}
	case widget.Action:
		m.do(msg)
	}
	return nil
}

func (m *Model) open(msg Opened) {
	*m = Model{th: m.th, show: m.show, rec: msg.Record, quotes: slices.Clone(msg.Quotes), centre: true}
	slices.SortStableFunc(m.quotes, func(a, b engine.Citation) int { return a.Start - b.Start })
	m.at = max(0, slices.IndexFunc(m.quotes, func(c engine.Citation) bool { return c.Start == msg.At.Start && c.End == msg.At.End }))
}

func (m *Model) do(a widget.Action) {
	switch a {
	case widget.NextQuote:
		m.turn(1)
	case widget.PrevQuote:
		m.turn(-1)
	case ToFiles:
		if len(m.rec.Attachments) > 0 {
			m.scroll.To(m.page.files)
		}
	default:
		m.scroll.Do(a)
	}
}

// turn goes to another quote of the record, in a circle.
func (m *Model) turn(by int) {
	if n := len(m.quotes); n > 0 {
		m.at = (m.at + by + n) % n
		m.centre, m.page = true, page{}
	}
}

// Tab names the pane.
func (m *Model) Tab() widget.Tab {
	return widget.Tab{Title: "Record", Note: m.scroll.Position(m.page.total())}
}

// View draws the pane: a header that stays, and the text.
func (m *Model) View(w, h int) string {
	if m.rec.DocID == "" {
		return m.waiting(w)
	}
	if m.page.w != w {
		m.page = m.layOut(w)
	}
	head := m.page.head[:min(len(m.page.head), max(0, h-1))]
	room := h - len(head)
	m.scroll.Window(m.page.total(), room)
	if m.centre && m.page.quoteLine >= 0 {
		m.scroll.Centre(m.page.quoteLine)
	}
	m.centre = false
	from, to := m.scroll.Window(m.page.total(), room)
	return strings.Join(append(slices.Clone(head), m.page.body[from:to]...), "\n")
}

func (m *Model) waiting(w int) string {
	title := widget.Truncate(guard.Line(m.opening.Title), w, m.th.Glyphs.Ellipsis)
	if m.failed != "" {
		text := widget.WrapText(m.th.Glyphs.Bad+" Could not open the record: "+words.Clean(m.failed), w)
		return m.th.Title.Render(title) + "\n\n" + m.th.Bad.Render(strings.Join(text, "\n"))
	}
	return m.th.Title.Render(title) + "\n\n" + m.th.Muted.Render("opening "+m.th.Glyphs.Ellipsis)
}

// header names the record.
func (m *Model) header(w int) []string {
	var lines []string
	for _, l := range widget.WrapText(guard.Line(m.rec.Title), w) {
		lines = append(lines, m.th.Title.Render(l))
	}
	id := []string{words.Clean(string(m.rec.Collection)), words.Clean(m.rec.FileID), words.Time(m.rec.Created)}
	by := []string{guard.Line(m.rec.Author), guard.Line(m.rec.System), words.Clean(m.rec.URL)}
	for _, parts := range [][]string{id, by, {m.place(), m.files()}} {
		for _, l := range widget.Flow(parts, " "+m.th.Glyphs.Dot+" ", w) {
			lines = append(lines, m.th.Muted.Render(l))
		}
	}
	return append(lines, "")
}

// place says which quote is shown, or why none is.
func (m *Model) place() string {
	if len(m.quotes) == 0 {
		return ""
	}
	c := m.quotes[m.at]
	if !m.found(c) {
		return fmt.Sprintf("%s %s is not in this record any more", m.th.Glyphs.Bad, quote(c))
	}
	if len(m.quotes) == 1 {
		return quote(c)
	}
	return fmt.Sprintf("%s, %d of %d in this record: n next, p previous", quote(c), m.at+1, len(m.quotes))
}

// quote names a citation; one that is of no answer has no number.
func quote(c engine.Citation) string {
	if c.N == 0 {
		return "quote"
	}
	return fmt.Sprintf("quote [%d]", c.N)
}

// files says that there are attachments below the text.
func (m *Model) files() string {
	if n := len(m.rec.Attachments); n > 0 {
		return words.Count(n, "attachment") + ": a"
	}
	return ""
}

// found reports whether the quote stands where its citation says.
func (m *Model) found(c engine.Citation) bool {
	text := m.rec.Content
	return c.Start >= 0 && c.Start < c.End && c.End <= len(text) && text[c.Start:c.End] == c.Quote
}
