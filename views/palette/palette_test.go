package palette

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"owl/views/theme"
	"owl/views/widget"
)

func opened() *Model {
	m := New(theme.New(theme.None, true))
	m.Update([]Entry{
		{Does: "quit", Key: "q"},
		{Does: "open the record at the quote", Where: "Citations", Key: "Enter"},
		{Does: "zoom the pane", Key: "z"},
		{Does: "open the record of the check", Where: "Walkthrough", Key: "o Enter"},
	})
	return m
}

func typed(m *Model, text string) {
	for _, r := range text {
		m.Update(tea.KeyPressMsg{Code: r, Text: string(r)})
	}
}

func TestWordsInAnyOrderFindAnEntry(t *testing.T) {
	for words, want := range map[string]any{
		"":               Chosen{0},
		"zoom":           Chosen{2},
		"walk open":      Chosen{3},
		"QUOTE":          Chosen{1},
		"open record":    Chosen{1},
		"open the beam":  nil,
		"\x1b[2J":        nil,
		"z":              Chosen{2},
		"enter citation": Chosen{1},
	} {
		m := opened()
		typed(m, words)
		if got := m.Update(widget.Submit); got != want {
			t.Errorf("%q chose %v, want %v", words, got, want)
		}
		if view := m.View(40, 10); strings.Contains(view, "\x1b[2J") {
			t.Errorf("view %q", view)
		}
	}
}

func TestTheSelectionStaysInTheList(t *testing.T) {
	m := opened()
	m.Update(widget.Up)
	if got := m.Update(widget.Submit); got != (Chosen{0}) {
		t.Errorf("chose %v", got)
	}
	for range 9 {
		m.Update(widget.Down)
	}
	if got := m.Update(widget.Submit); got != (Chosen{3}) {
		t.Errorf("chose %v", got)
	}
	if view := ansi.Strip(m.View(60, 4)); !strings.Contains(view, "> o Enter") || strings.Contains(view, "quit") {
		t.Errorf("the selection is not in the window:\n%s", view)
	}
	typed(m, "quit")
	m.Update(tea.KeyPressMsg{Code: tea.KeyBackspace})
	if got := m.Update(widget.Submit); got != (Chosen{0}) {
		t.Errorf("after another word, chose %v", got)
	}
}
