package ask

import (
	"fmt"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"owl/engine"
	"owl/views/theme"
	"owl/views/widget"
)

func line() *Model { return New(theme.New(theme.None, true)) }

func typed(m *Model, text string) {
	for _, r := range text {
		m.Update(tea.KeyPressMsg{Code: r, Text: string(r)})
	}
}

func asked(t *testing.T, m *Model) string {
	t.Helper()
	a, ok := m.Update(widget.Submit).(Asked)
	if !ok {
		t.Fatal("nothing was asked")
	}
	return string(a.Question)
}

func shown(m *Model, w int) string { return strings.TrimSpace(ansi.Strip(m.View(w, 1))) }

func TestTypedTextIsAsked(t *testing.T) {
	m := line()
	typed(m, "why µ東?")
	if got := shown(m, 40); got != "> Ask  why µ東?" {
		t.Errorf("shown %q", got)
	}
	if got := asked(t, m); got != "why µ東?" {
		t.Errorf("asked %q", got)
	}
	if m.Update(widget.Submit) != nil {
		t.Error("an empty line was asked")
	}
}

func TestHistoryKeepsWhatIsBeingTyped(t *testing.T) {
	m := line()
	for _, q := range []string{"one", "two", "two"} {
		typed(m, q)
		asked(t, m)
	}
	typed(m, "new")
	for i, want := range []string{"two", "one", "one"} {
		if m.Update(widget.Older); m.text() != want {
			t.Errorf("step %d back: %q, want %q", i+1, m.text(), want)
		}
	}
	for i, want := range []string{"two", "new", "new"} {
		if m.Update(widget.Newer); m.text() != want {
			t.Errorf("step %d forward: %q, want %q", i+1, m.text(), want)
		}
	}
}

func TestPasteOfManyLinesIsFoldedAndAskedInFull(t *testing.T) {
	m, big := line(), strings.Repeat("2025-03-14 02:14 RF trip \x1b[31m\n", 3300) // 100 kB
	typed(m, "see ")
	m.Update(tea.PasteMsg{Content: big})
	typed(m, " why?")
	if got := shown(m, 60); got != "> Ask  see [paste 1: 3300 lines] why?" {
		t.Errorf("shown %q", got)
	}
	want := "see " + strings.TrimRight(big, "\n") + " why?"
	if got := asked(t, m); got != want {
		t.Errorf("asked %d bytes, want %d", len(got), len(want))
	}
	if m.Update(widget.Older); m.text() != want {
		t.Error("history lost the paste")
	}
}

func TestFoldedPasteIsDeletedInOneStroke(t *testing.T) {
	m := line()
	typed(m, "a ")
	m.Update(tea.PasteMsg{Content: "x\ny"})
	m.Update(tea.KeyPressMsg{Code: tea.KeyBackspace})
	if got := asked(t, m); got != "a " {
		t.Errorf("asked %q", got)
	}
}

func TestPasteOfOneLineIsShown(t *testing.T) {
	m := line()
	m.Update(tea.PasteMsg{Content: "S-DCCT:CurrentM\r\n"})
	if got := shown(m, 60); got != "> Ask  S-DCCT:CurrentM" {
		t.Errorf("shown %q", got)
	}
}

func TestDigitPicksASuggestionUntilTypingGoesOn(t *testing.T) {
	m := line()
	m.Update(Suggestions{"first?", "second?"})
	typed(m, "2")
	if got := shown(m, 60); got != "> Ask  second?" {
		t.Errorf("shown %q", got)
	}
	if got := asked(t, m); got != "second?" {
		t.Errorf("asked %q", got)
	}
	typed(m, "16 nC?")
	if got := asked(t, m); got != "16 nC?" {
		t.Errorf("asked %q", got)
	}
	typed(m, "9")
	if got := asked(t, m); got != "9" {
		t.Errorf("a digit without a suggestion: %q", got)
	}
	m.Update(Suggestions(nil))
	typed(m, "1")
	if got := asked(t, m); got != "1" {
		t.Errorf("after the offer ended: %q", got)
	}
}

func TestEscapesInThePasteNeverReachTheLine(t *testing.T) {
	m := line()
	m.Update(tea.PasteMsg{Content: "a\x1b]0;x\x07b\u202ec\u009b"})
	if got := ansi.Strip(m.View(60, 1)); strings.ContainsAny(got, "\x1b\x07\u202e\u009b") {
		t.Errorf("shown %q", got)
	}
}

func TestCursorStandsWhereTextIsTyped(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := line()
		w := rapid.IntRange(1, 40).Draw(t, "width")
		for range rapid.IntRange(0, 60).Draw(t, "keys") {
			switch rapid.IntRange(0, 5).Draw(t, "key") {
			case 0:
				m.Update(tea.KeyPressMsg{Code: tea.KeyLeft})
			case 1:
				m.Update(tea.KeyPressMsg{Code: tea.KeyHome})
			default:
				typed(m, rapid.SampledFrom([]string{"a", "東", " ", "e\u0301", "🦉"}).Draw(t, "text"))
			}
		}
		view := m.View(w, 1)
		if widget.Width(view) > w {
			t.Fatalf("line of %d cells in %d", widget.Width(view), w)
		}
		if x, _, _ := m.Cursor(); w > 12 && (x < 7 || x >= w) {
			t.Fatalf("cursor at %d of %d", x, w)
		}
	})
}

func TestFocusIsSeenInTheLine(t *testing.T) {
	m := line()
	with := m.View(20, 1)
	m.Update(Focused(false))
	if without := m.View(20, 1); ansi.Strip(with) == ansi.Strip(without) {
		t.Errorf("focus cannot be seen: %q", without)
	}
	if _, _, shown := m.Cursor(); shown {
		t.Error("a line without focus shows a cursor")
	}
}

func TestUnfoldingDoesNotTouchThePastedText(t *testing.T) {
	var p pastes
	line := p.fold("first\n[paste 2: 2 lines]") + " " + p.fold("second\nx")
	if got, want := p.unfold(line), "first\n[paste 2: 2 lines] second\nx"; got != want {
		t.Errorf("unfolded %q, want %q", got, want)
	}
	if got := engine.Untrusted(p.fold("bad\xff")); got != "bad\uFFFD" {
		t.Errorf("invalid UTF-8: %q", got)
	}
}

func TestAQuestionMayHaveSeveralLines(t *testing.T) {
	m := New(theme.New(theme.None, true))
	typing := func(text string) {
		for _, r := range text {
			m.Update(tea.KeyPressMsg{Code: r, Text: string(r)})
		}
	}
	typing("first")
	m.Update(NewLine)
	typing("second")
	m.Update(NewLine)
	typing("third")
	if h := m.Height(); h != 3 {
		t.Errorf("%d rows", h)
	}
	m.Update(widget.Older)
	typing("!")
	view := strings.Split(ansi.Strip(m.View(40, 3)), "\n")
	for i, want := range []string{"> Ask  first", "       secon!d", "       third"} {
		if got := strings.TrimRight(view[i], " "); got != want {
			t.Errorf("row %d is %q, want %q", i, got, want)
		}
	}
	if x, y, _ := m.Cursor(); x != 13 || y != 1 {
		t.Errorf("the cursor is at %d, %d", x, y)
	}
	m.Update(tea.KeyPressMsg{Code: tea.KeyHome})
	m.Update(tea.KeyPressMsg{Code: tea.KeyBackspace})
	m.Update(widget.Newer)
	const want = "firstsecon!d\nthird"
	if asked, _ := m.Update(widget.Submit).(Asked); asked.Question != want {
		t.Errorf("asked %q", asked.Question)
	}
	if m.Height() != 1 || m.Text() != "" {
		t.Error("the line is not empty after a question")
	}
	if m.Update(widget.Older); m.Text() != want || m.Height() != 2 {
		t.Errorf("history gives %q in %d rows", m.Text(), m.Height())
	}
}

func TestManyLinesScrollWithTheCursor(t *testing.T) {
	m := New(theme.New(theme.None, true))
	for i := range 9 {
		m.Update(tea.PasteMsg{Content: fmt.Sprint("line ", i)})
		m.Update(NewLine)
	}
	if m.Height() != maxRows {
		t.Errorf("%d rows", m.Height())
	}
	for range 12 {
		view := m.View(30, maxRows)
		if _, y, _ := m.Cursor(); strings.Count(view, "\n") != maxRows-1 || y < 0 || y >= maxRows {
			t.Fatalf("row %d of\n%s", y, view)
		}
		m.move(-1)
	}
	if view := ansi.Strip(m.View(30, maxRows)); !strings.HasPrefix(view, "> Ask  line 0") {
		t.Errorf("the first line is not shown:\n%s", view)
	}
}
