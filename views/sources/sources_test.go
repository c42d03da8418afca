package sources

import (
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"

	"owl/engine"
	"owl/views/theme"
	"owl/views/widget"
)

func list(n int) *Model {
	m := New(theme.New(theme.None, true), func() time.Time { return time.Date(2025, 3, 14, 12, 0, 0, 0, time.UTC) })
	var all Citations
	for i := range n {
		all = append(all, engine.Citation{N: i + 1, DocID: "d", RecordID: "R-1", Title: "Title", Quote: "quote", Verified: i != 1})
	}
	m.Update(all)
	return m
}

func selected(m *Model) string {
	for line := range strings.SplitSeq(ansi.Strip(m.View(60, 8)), "\n") {
		if strings.HasPrefix(line, "> ") {
			return line
		}
	}
	return ""
}

func TestSelectionMovesAndStaysInTheWindow(t *testing.T) {
	m := list(20)
	for _, step := range []struct {
		act  widget.Action
		want string
	}{{widget.NoAction, "> [1]"}, {widget.Down, "> [2]"}, {widget.Bottom, "> [20]"}, {widget.Down, "> [20]"}, {widget.Up, "> [19]"}, {widget.Top, "> [1]"}, {widget.Up, "> [1]"}} {
		m.Update(step.act)
		if got := selected(m); !strings.HasPrefix(got, step.want) {
			t.Errorf("after action %q: %q, want %q", step.act, got, step.want)
		}
	}
}

func TestOpenNamesTheSelectedCitation(t *testing.T) {
	m := list(3)
	m.Update(widget.Down)
	if got := m.Update(widget.Open); got.(widget.OpenRecord).Citation.N != 2 {
		t.Errorf("opened %v", got)
	}
	if got := list(0).Update(widget.Open); got != nil {
		t.Errorf("an empty list opened %v", got)
	}
}

func TestAnUncheckedCitationIsSaidInWords(t *testing.T) {
	view := ansi.Strip(list(2).View(60, 20))
	if !strings.Contains(view, "[1] ok Title") || !strings.Contains(view, "[2] x unchecked: Title") {
		t.Errorf("view\n%s", view)
	}
}

func TestLongQuotesAndEscapes(t *testing.T) {
	m := New(theme.New(theme.None, true), func() time.Time { return time.Date(2025, 3, 14, 12, 0, 0, 0, time.UTC) })
	m.Update(Citations{{N: 1, Title: "T\x1b[2J\nnext", Quote: engine.Untrusted("start \x1b]0;x\x07 " + strings.Repeat("word ", 100)), Date: "2025-03-09T03:30:00-05:00\x1b[2J", RecordID: "r\x1b[2J"}})
	view := m.View(40, 30)
	if strings.Contains(view, "\x1b[2J") || strings.Contains(view, "\x1b]") {
		t.Errorf("view %q", view)
	}
	if n := strings.Count(view, "\n"); n > 8 || !strings.Contains(view, "...") {
		t.Errorf("a long quote takes %d lines:\n%s", n, view)
	}
}
