package sessions

import (
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"

	"owl/views/theme"
	"owl/views/widget"
)

func listed() *Model {
	m := New(theme.New(theme.None, true))
	at := time.Date(2025, 3, 14, 2, 14, 0, 0, time.UTC)
	m.Update(Listed{Rows: []Row{
		{ID: "b", Name: "why did the beam dump?", Last: at, Turns: 2},
		{ID: "a", Name: "RF \x1b]0;owned\x07trip", Last: at.Add(-time.Hour), Turns: 1, Line: "arc \x1b[2J detector"},
	}})
	m.Update(Current("b"))
	return m
}

func TestTheListShowsNamesTimesAndWhatWasFound(t *testing.T) {
	view := listed().View(60, 10)
	for _, want := range []string{"> why did the beam dump?", "2025-03-14 02:14 (this one) - 2 questions", "1 question", "arc"} {
		if !strings.Contains(ansi.Strip(view), want) {
			t.Errorf("%q is missing in\n%s", want, view)
		}
	}
	if strings.Contains(view, "\x1b]0") || strings.Contains(view, "\x1b[2J") {
		t.Errorf("an escape got through: %q", view)
	}
}

func TestKeysBecomeIntents(t *testing.T) {
	m := listed()
	m.Update(widget.Down)
	for _, c := range []struct{ msg, want any }{
		{widget.Open, Reopened{"a"}},
		{Find, widget.Prompt{Subject: "find", Title: "Find in conversations"}},
		{widget.Said{Subject: "find", Text: "arc"}, Searched{"arc"}},
		{widget.Said{Subject: "find"}, Searched{}},
		{widget.Said{Subject: "renamea", Text: "arcs"}, Renamed{"a", "arcs"}},
		{widget.Said{Subject: "renamea"}, nil},
		{widget.Down, nil},
		{widget.Open, Reopened{"a"}},
	} {
		if got := m.Update(c.msg); got != c.want {
			t.Errorf("%v: %v, want %v", c.msg, got, c.want)
		}
	}
}

func TestWhatThereIsNotIsSaid(t *testing.T) {
	m := New(theme.New(theme.None, true))
	if m.Update(widget.Open) != nil {
		t.Error("opened a conversation that is not there")
	}
	for want, msg := range map[string]any{
		"reading the conversations": theme.New(theme.None, true),
		"was kept yet":              Listed{},
		"No conversation holds":     Listed{Words: "arc"},
		"disk gone":                 Failed{Why: "disk gone"},
	} {
		m := New(theme.New(theme.None, true))
		m.Update(msg)
		if got := m.View(200, 5); !strings.Contains(got, want) {
			t.Errorf("%q is missing in %q", want, got)
		}
	}
}

func TestTheSelectionStaysOnItsConversation(t *testing.T) {
	m := listed()
	m.Update(widget.Down)
	m.Update(Listed{Rows: []Row{{ID: "c"}, {ID: "b"}, {ID: "a"}}})
	if row, _ := m.Selected(); row.ID != "a" {
		t.Errorf("selected %q", row.ID)
	}
	m.Update(Listed{Rows: []Row{{ID: "c"}}})
	if row, _ := m.Selected(); row.ID != "c" {
		t.Errorf("selected %q", row.ID)
	}
}
