// Package status shows the last line of the console: which knowledge base is
// asked, how much it holds, how fresh it is, and what the operator should know.
package status

import (
	"fmt"
	"strings"
	"time"

	"owl/engine"
	"owl/views/theme"
	"owl/views/widget"
	"owl/views/words"
)

// Sources is what was ingested.
type Sources []engine.SourceStatus

// Notices are lines that the operator should know; the latest is shown.
type Notices []string

// Model is the status line. Its methods are for one goroutine.
type Model struct {
	th      theme.Theme
	title   string
	sources Sources
	notices Notices
}

// New returns the line of a knowledge base with this name.
func New(th theme.Theme, title string) *Model { return &Model{th: th, title: title} }

// Update takes Sources, Notices or a theme. It has no intents.
func (m *Model) Update(msg any) any {
	switch msg := msg.(type) {
	case theme.Theme:
		m.th = msg
	case Sources:
		m.sources = msg
	case Notices:
		m.notices = msg
	}
	return nil
}

// View draws the line in w cells; h is taken as 1.
func (m *Model) View(w, _ int) string {
	dot := " " + m.th.Glyphs.Dot + " "
	notice := m.notice(w / 2)
	room := w - widget.Width(notice) - 2
	title, summary := words.Clean(m.title), Summary(m.sources, dot)
	if summary != "" {
		summary = dot + summary
	}
	if name, _, more := strings.Cut(title, " ("); more && widget.Width(title+summary) > room {
		title = name // what stands in brackets gives way to how fresh the records are
	}
	left := m.th.Title.Render(title)
	if summary != "" {
		left += m.th.Muted.Render(summary)
	}
	return widget.Spread(" "+widget.Truncate(left, room, m.th.Glyphs.Ellipsis), notice, w)
}

func (m *Model) notice(w int) string {
	all := m.notices
	if s := failing(m.sources); s != "" {
		all = append(Notices{s}, all...)
	}
	if len(all) == 0 {
		return ""
	}
	text := words.Clean(all[len(all)-1])
	if more := len(all) - 1; more > 0 {
		text += fmt.Sprintf(" (+%d)", more)
	}
	return m.th.Warn.Render(widget.Truncate(m.th.Glyphs.Warn+" "+text, w, m.th.Glyphs.Ellipsis)) + " "
}

// Summary says in one line how much the sources hold and how fresh they are.
func Summary(sources Sources, dot string) string {
	if len(sources) == 0 {
		return ""
	}
	records := 0
	var newest time.Time
	for _, s := range sources {
		records += s.Records
		if s.FreshAsOf.After(newest) {
			newest = s.FreshAsOf
		}
	}
	parts := []string{words.Count(len(sources), "source"), words.Count(records, "record")}
	if !newest.IsZero() {
		parts = append(parts, "newest "+newest.Format("2006-01-02"))
	}
	return strings.Join(parts, dot)
}

// failing names the sources whose last run had errors.
func failing(sources Sources) string {
	var names []string
	for _, s := range sources {
		if len(s.Errors) > 0 {
			names = append(names, words.Clean(s.Name))
		}
	}
	if len(names) == 0 {
		return ""
	}
	return "errors in " + strings.Join(names, ", ")
}
