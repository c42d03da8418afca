package shell

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"owl/engine"
	"owl/engine/trace"
)

func openDefault(t *testing.T, w, h int, scripts ...[]step) (*console, *fakeAsker) {
	t.Helper()
	deps, asker := testDeps(scripts...)
	return open(t, w, h, looks()["truecolor"], testOptions(), deps), asker
}

func TestAskReadAndOpenACitation(t *testing.T) {
	t.Parallel()
	c, asker := openDefault(t, 80, 24)
	c.ask("why?")
	c.mustShow("why?", "3 citations checked", "confidence high (0.86)", "Failed: teams", "Without teams")
	c.press("tab", "down", "enter")
	c.mustShow("▸ Record", "quote [2], 2 of 2", "▌ Cause: arc in the circulator load")
	c.press("p")
	c.mustShow("quote [1], 1 of 2", "▌ Beam dumped at 02:14")
	c.press("esc")
	c.mustShow("▸ Citations 3")
	c.press("down", "enter")
	c.mustShow("▌ Inspect the load before the reset.", "icms · DIAG-TN-2024-018 · 2024-06-03")
	if got := asker.asked[0]; got.Question != "why?" || got.Mode != engine.Auto {
		t.Errorf("asked %+v", got)
	}
}

func TestTheOldAnswerStaysUntilTheNewOneIsThere(t *testing.T) {
	t.Parallel()
	waiting := []step{
		{emit: trace.Started{}},
		{emit: trace.Searched{Channel: "text", Hits: 5, Millis: 1}},
		{wait: true},
		{emit: trace.Answered{Answer: engine.Answer{Text: "second answer"}}},
	}
	c, asker := openDefault(t, 120, 40, tripScript(), waiting)
	c.ask("first?")
	c.press("/")
	c.typeText("second?")
	c.program.Send(keyOf("enter"))
	c.showsSoon("searched text, 5 hits")
	c.mustShow("Esc cancels", "first?", "3 citations checked", "Citations 3")
	asker.goOn <- struct{}{}
	c.settle()
	c.mustShow("second answer", "No citations")
	c.mustNotShow("first?", "Esc cancels")
}

// showsSoon waits until a text stands on the screen although a run is still in
// flight, so that the console is not idle.
func (c *console) showsSoon(text string) {
	c.t.Helper()
	c.until(func() bool { return strings.Contains(c.screen.text(), text) })
}

func inFlight() []step { return []step{{emit: trace.Started{}}, {wait: true}} }

func TestEscapeAndCtrlCCancelTheRunningQuestion(t *testing.T) {
	t.Parallel()
	for _, key := range []string{"esc", "ctrl+c"} {
		c, _ := openDefault(t, 80, 24, inFlight())
		c.typeText("slow?")
		c.program.Send(keyOf("enter"))
		c.showsSoon("Esc cancels")
		c.press(key)
		c.mustShow(`Cancelled: "slow?"`)
		if c.model.exit.quitting {
			t.Errorf("%s quit instead of cancelling", key)
		}
	}
}

func TestCtrlCQuitsWhenNothingRuns(t *testing.T) {
	t.Parallel()
	c, _ := openDefault(t, 80, 24)
	c.program.Send(keyOf("ctrl+c"))
	if err := c.wait(); err != nil {
		t.Errorf("ended with %v", err)
	}
}

func TestQIsTextInTheAskLineAndQuitsOutsideOfIt(t *testing.T) {
	t.Parallel()
	c, _ := openDefault(t, 80, 24)
	c.press("q")
	c.mustShow("Ask  q")
	c.press("esc")
	c.program.Send(keyOf("q"))
	if err := c.wait(); err != nil {
		t.Errorf("ended with %v", err)
	}
	if raw := c.screen.written(); !bytes.Contains(raw, []byte("\x1b[?1049l")) {
		t.Errorf("the screen before was not brought back: %q", raw[max(0, len(raw)-60):])
	}
}

func TestFailures(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		script []step
		want   string
	}{
		"an error without a last event": {[]step{{emit: trace.Started{}}, {err: errors.New("index is damaged")}}, `Could not answer "why?": index is damaged.`},
		"an error before any event":     {[]step{{err: errors.New("locked")}}, `Could not answer "why?": locked.`},
		"an end without an answer":      {[]step{{emit: trace.Started{}}}, `Could not answer "why?": the run ended without an answer.`},
		"a failed run":                  {[]step{{emit: trace.FailedRun{Error: "disk full"}}}, `Could not answer "why?": disk full.`},
	} {
		t.Run(name, func(t *testing.T) {
			con, _ := openDefault(t, 80, 24, c.script)
			con.ask("why?")
			con.mustShow(c.want)
			con.press("/")
			con.typeText("again?")
			con.press("enter")
			con.mustShow("again?")
		})
	}
}

func TestARecordThatCannotBeOpened(t *testing.T) {
	t.Parallel()
	gone := tripAnswer()
	gone.Citations = gone.Citations[:1]
	gone.Citations[0].DocID = "gone"
	c, _ := openDefault(t, 80, 24, []step{{emit: trace.Answered{Answer: gone}}})
	c.ask("why?")
	c.press("tab", "enter")
	c.mustShow(`Could not open the record: read record "gone": not found`)
}

func TestLineBreaksOfAnUnannouncedPasteDoNotAsk(t *testing.T) {
	t.Parallel()
	c, asker := openDefault(t, 80, 24)
	for _, line := range []string{"first", "second", "", "third"} {
		c.typeText(line)
		c.program.Send(keyOf("enter"))
	}
	c.settle()
	if len(asker.asked) != 1 || asker.asked[0].Question != "first second  third" {
		t.Errorf("asked %+v", asker.asked)
	}
}

func TestPasteGoesToTheAskLine(t *testing.T) {
	t.Parallel()
	c, asker := openDefault(t, 80, 24)
	c.press("esc")
	c.program.Send(tea.PasteMsg{Content: strings.Repeat("0123456789 log line\n", 5000)})
	c.settle()
	c.mustShow("▸ Ask  [paste 1: 5000 lines]")
	c.press("enter")
	if len(asker.asked) != 1 || len(asker.asked[0].Question) != 5000*20-1 {
		t.Errorf("asked %d questions", len(asker.asked))
	}
}

func TestSuggestionsByDigit(t *testing.T) {
	t.Parallel()
	c, asker := openDefault(t, 80, 24)
	c.press("esc", "9")
	if len(asker.asked) != 0 {
		t.Error("a digit without a suggestion asked something")
	}
	c.press("2")
	if len(asker.asked) != 1 || asker.asked[0].Question != "how is a circulator load inspected?" {
		t.Errorf("asked %+v", asker.asked)
	}
}

func TestTabGoesRoundAndZoomFillsTheScreen(t *testing.T) {
	t.Parallel()
	c, _ := openDefault(t, 120, 40)
	c.ask("why?")
	for _, want := range []string{"▸ Citations 3", "▸ Trace", "▸ Ask", "▸ Answer"} {
		c.press("tab")
		c.mustShow(want)
	}
	c.press("shift+tab")
	c.mustShow("▸ Ask")
	c.press("shift+tab", "z")
	c.mustShow("▸ Trace", "Asked: why?")
	c.mustNotShow("3 citations checked", "[1] ✓")
	c.press("z")
	c.mustShow("3 citations checked", "[1] ✓")
}

func TestHelpShowsEveryKeyAndCloses(t *testing.T) {
	t.Parallel()
	c, _ := openDefault(t, 80, 140)
	c.ask("why?")
	c.press("?")
	for in, mt := range c.model.mounts {
		for _, b := range mt.keys {
			if in != atHelp && in != atPalette {
				c.mustShow(b.Label, b.Does)
			}
		}
	}
	c.press("esc")
	c.mustShow("3 citations checked")
}

func TestNothingIsWrittenWhenIdle(t *testing.T) {
	t.Parallel()
	c, _ := openDefault(t, 80, 24)
	c.ask("why?")
	before := len(c.screen.written())
	const rounds = 10
	for range rounds {
		c.settle()
	}
	own := rounds * 2 * len(ansi.RequestExtendedCursorPositionReport) // the queries of settle
	if after := len(c.screen.written()); after != before+own {
		t.Errorf("%d bytes written while idle", after-before-own)
	}
}

func TestASecondQuestionCancelsTheFirst(t *testing.T) {
	t.Parallel()
	c, asker := openDefault(t, 80, 24, inFlight(), tripScript())
	c.typeText("slow?")
	c.program.Send(keyOf("enter"))
	c.showsSoon("Esc cancels")
	c.program.Send(keyOf("/"))
	c.ask("quick?")
	c.mustShow("quick?", "3 citations checked")
	if len(asker.asked) != 2 {
		t.Errorf("asked %d questions", len(asker.asked))
	}
}

func TestNoticesAndUnreadableSources(t *testing.T) {
	t.Parallel()
	opts := testOptions()
	deps, _ := testDeps()
	opts.Notices = []string{"running without models"}
	deps.Sources = brokenSources{}
	c := open(t, 100, 24, looks()["none"], opts, deps)
	c.mustShow("! sources cannot be listed: store is damaged (+1)")
}

type brokenSources struct{ fakeSources }

func (brokenSources) Sources(context.Context) ([]engine.SourceStatus, error) {
	return nil, fmt.Errorf("store is %w", engine.ErrDamaged)
}

func TestAQuestionOfSeveralLinesTakesRowsFromThePanes(t *testing.T) {
	t.Parallel()
	c, asker := openDefault(t, 80, 24)
	c.typeText("first")
	c.program.Send(tea.KeyPressMsg{Code: tea.KeyEnter, Mod: tea.ModAlt})
	c.typeText("second")
	c.settle()
	c.mustShow("▸ Ask  first", "       second", "Start", "Test Ring · 3 sources")
	c.press("enter")
	if len(asker.asked) != 1 || asker.asked[0].Question != "first\nsecond" {
		t.Errorf("asked %+v", asker.asked)
	}
	c.mustShow("3 citations checked")
}
