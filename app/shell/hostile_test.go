package shell

import (
	"bytes"
	"context"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"

	"owl/engine"
	"owl/engine/trace"
)

func hostileScript() []step {
	rec := hostileRecord()
	quote := cite(1, rec, "quote "+evil)
	quote.Section, quote.Date, quote.RecordID = evil, evil, "id "+evil
	answer := engine.Answer{
		Text: "text " + evil + " &#27;[31m [1]\n\n`code " + evil + "`\n\n| a |\n|---|\n| " + evil + " |\n", Composer: evil,
		Citations: []engine.Citation{quote}, Coverage: []engine.Coverage{{Source: evil, State: engine.Searched, FreshAsOf: evil}},
	}
	return []step{
		{emit: trace.Started{}},
		{emit: trace.Understood{Text: evil, Filters: []string{evil}, Steps: []trace.Step{{Name: evil, Did: evil}}}},
		{emit: trace.Searched{Channel: evil}},
		{emit: trace.Fused{Method: evil, Top: []trace.Ranked{{DocID: evil, Title: evil, Explain: &engine.Explanation{Label: evil}}}}},
		{emit: trace.ToolCalled{Tool: evil, Args: []byte(evil)}},
		{emit: trace.ToolReturned{Tool: evil, Result: evil}},
		{emit: trace.Drafted{Composer: evil, Dropped: []trace.Drop{{Claim: evil, Why: evil}}, Notes: []string{evil}}},
		{emit: trace.Degraded{What: evil, Why: evil, Do: evil}},
		{emit: trace.Delta{Text: evil}},
		{emit: trace.Answered{Answer: answer}},
	}
}

// ours are the sequences that the terminal library writes on its own account.
var ours = regexp.MustCompile(`\x1b\[[0-9;:?<>=$ ]*[@-~]|\x1b\[\?[0-9]+\$p|\x1b\]11;\?\x07|\x1b[78M]`)

func mustBeClean(t *testing.T, raw []byte) {
	t.Helper()
	for _, seq := range []string{"]0;owned\x07", "\x1b]0", "\x1b]52", "\u009b", "\u202e"} {
		if bytes.Contains(raw, []byte(seq)) {
			t.Errorf("%q reached the terminal", seq)
		}
	}
	left := ours.ReplaceAll(raw, nil)
	for i := 0; i < len(left); {
		r, size := utf8.DecodeRune(left[i:])
		control := r < ' ' && r != '\n' && r != '\r' && r != '\b' || r >= 0x7f && r <= 0x9f
		if control || r == utf8.RuneError && size == 1 {
			t.Fatalf("%q reached the terminal near %q", left[i:i+size], left[max(0, i-20):min(len(left), i+20)])
		}
		i += size
	}
}

func TestEscapesInTextFromOutsideNeverReachTheTerminal(t *testing.T) {
	t.Parallel()
	for _, look := range []string{"truecolor", "none", "ascii"} {
		t.Run(look, func(t *testing.T) {
			t.Parallel()
			opts := testOptions()
			opts.Title, opts.Notices, opts.Suggestions = "ring "+evil, []string{evil}, []string{evil}
			deps, _ := testDeps(hostileScript(), []step{{emit: trace.FailedRun{Error: evil}}})
			deps.Sources = hostileSources{}
			c := open(t, 120, 40, looks()[look], opts, deps)
			c.program.Send(tea.PasteMsg{Content: "asked " + evil})
			c.press("enter")
			c.mustShow("]0;owned", "XEVIL", "&#27;[31m")
			c.press("tab", "enter")
			c.mustShow("AFTER", "quote")
			c.press("tab", "z", "?", "esc", "/", "up")
			c.press("enter")
			c.mustShow("Could not answer")
			mustBeClean(t, c.screen.written())
		})
	}
}

type hostileSources struct{ fakeSources }

func (hostileSources) Sources(context.Context) ([]engine.SourceStatus, error) {
	return []engine.SourceStatus{{Name: evil, Kind: evil, Where: evil, Errors: []string{evil}}}, nil
}

func TestWideAndCombiningTextDoesNotMoveTheLineBetweenColumns(t *testing.T) {
	t.Parallel()
	text := "朝2時14分 RF ステーション e\u0301 שלום עולם 🦉🇨🇭 นี่คือ 👍🏽 한국어 " + strings.Repeat("東", 60)
	rec := tripRecord()
	rec.Content, rec.Title = engine.Untrusted(text), engine.Untrusted(text)
	a := engine.Answer{Text: text + " [1]\n\n| " + text + " | b |\n|---|---|\n| 🦉 | 東 |\n", Citations: []engine.Citation{cite(1, rec, "שלום עולם")}}
	a.Citations[0].DocID = tripRecord().DocID
	c, _ := openDefault(t, 120, 40, []step{{emit: trace.Started{}}, {emit: trace.Answered{Answer: a}}})
	c.ask(text)
	for _, key := range []string{"tab", "enter"} {
		c.press(key)
		x := (120-gap)*60/100 + 1
		for y := 1; y < 38; y++ {
			if got := c.screen.cell(x, y); got != "│" {
				t.Fatalf("row %d has %q between the columns:\n%s", y, got, c.screen.text())
			}
		}
	}
}

func (s *screen) cell(x, y int) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.emulator.CellAt(x, y).Content
}

func TestColourIsLeftOutWhenAskedFor(t *testing.T) {
	t.Parallel()
	colour := regexp.MustCompile(`\x1b\[[0-9;]*\b(3[0-8]|4[0-8]|9[0-7]|10[0-7])\b[0-9;]*m`)
	for name, env := range map[string][]string{
		"NO_COLOR": {"TTY_FORCE=1", "TERM=xterm-256color", "COLORTERM=truecolor", "NO_COLOR=yes"},
		"dumb":     {"TTY_FORCE=1", "TERM=dumb"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			deps, _ := testDeps()
			c := open(t, 80, 24, env, testOptions(), deps)
			c.ask("why?")
			c.press("tab", "enter", "?")
			if found := colour.Find(c.screen.written()); found != nil {
				t.Errorf("%q was written", found)
			}
		})
	}
}
