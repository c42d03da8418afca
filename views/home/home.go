// Package home is the first screen: what can be asked, and what is there to
// answer from.
package home

import (
	"fmt"
	"strings"

	"owl/views/status"
	"owl/views/theme"
	"owl/views/widget"
	"owl/views/words"
)

// Suggestions are questions to begin with; the digits 1 to 9 pick one.
type Suggestions []string

// Keys are the keys of the first screen.
func Keys() []widget.Key {
	digits := []string{"1", "2", "3", "4", "5", "6", "7", "8", "9"}
	return []widget.Key{{Keys: digits, Act: widget.Pick, Label: "1-9", Short: "ask one of these", Does: "ask one of the questions"}}
}

// Model is the first screen. Its methods are for one goroutine.
type Model struct {
	th          theme.Theme
	title       string
	suggestions Suggestions
	sources     status.Sources
	listed      bool // sources were told, be it none
	scroll      widget.Scroll
	total       int // lines when it was last shown
}

// New returns the first screen of a knowledge base with this name.
func New(th theme.Theme, title string) *Model { return &Model{th: th, title: title} }

// Update takes Suggestions, status.Sources, an action or a theme. It has no
// intents.
func (m *Model) Update(msg any) any {
	switch msg := msg.(type) {
	case theme.Theme:
		m.th = msg
	case Suggestions:
		m.suggestions = msg
	case status.Sources:
		m.sources, m.listed = msg, true
	case widget.Action:
		m.scroll.Do(msg)
	}
	return nil
}

// Tab names the pane.
func (m *Model) Tab() widget.Tab {
	return widget.Tab{Title: "Start", Note: m.scroll.Position(m.total)}
}

// View draws the pane.
func (m *Model) View(w, h int) string {
	lines := []string{"", m.th.Title.Render(words.Clean(m.title)), ""}
	lines = append(lines, widget.WrapText("Type a question. The answer cites the records it rests on, and every citation is checked.", min(w, 100))...)
	lines = append(lines, m.offers(w)...)
	lines = append(lines, m.holdings(w)...)
	m.total = len(lines)
	from, to := m.scroll.Window(m.total, h)
	return strings.Join(lines[from:to], "\n")
}

func (m *Model) offers(w int) []string {
	if len(m.suggestions) == 0 {
		return nil
	}
	lines := []string{"", m.th.Title.Render("To begin with")}
	for i, s := range m.suggestions {
		if i == 9 {
			break
		}
		text := widget.Truncate(words.Clean(s), w-6, m.th.Glyphs.Ellipsis)
		lines = append(lines, fmt.Sprintf("  %s  %s", m.th.Accent.Render(fmt.Sprint(i+1)), text))
	}
	return lines
}

// nothing says how to begin when there is nothing to answer from.
func (m *Model) nothing(w int) []string {
	if !m.listed {
		return nil // not known yet
	}
	const hint = "Nothing has been ingested yet. Quit and run owl ingest PATH to read your records, or owl demo to look around a made-up facility."
	return append([]string{""}, widget.WrapText(hint, min(w, 100))...)
}

// holdings lists the sources with their size and freshness.
func (m *Model) holdings(w int) []string {
	if len(m.sources) == 0 {
		return m.nothing(w)
	}
	lines := []string{"", m.th.Title.Render("Sources")}
	name, count := 0, 0
	for _, s := range m.sources {
		name = max(name, widget.Width(words.Clean(s.Name)))
		count = max(count, len(fmt.Sprint(s.Records)))
	}
	name = min(name, w/2)
	for _, s := range m.sources {
		label := widget.Truncate(words.Clean(s.Name), name, m.th.Glyphs.Ellipsis)
		size := strings.Repeat(" ", count-len(fmt.Sprint(s.Records))) + words.Count(s.Records, "record")
		line := "  " + label + strings.Repeat(" ", name-widget.Width(label)) + "  " + size
		if !s.FreshAsOf.IsZero() {
			line += ", newest " + s.FreshAsOf.Format("2006-01-02")
		}
		style := m.th.Muted
		if len(s.Errors) > 0 {
			line += " " + m.th.Glyphs.Warn + " " + words.Clean(s.Errors[0])
			style = m.th.Warn
		}
		lines = append(lines, style.Render(widget.Truncate(line, w, m.th.Glyphs.Ellipsis)))
	}
	return lines
}
