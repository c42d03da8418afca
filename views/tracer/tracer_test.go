package tracer

import (
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"

	"owl/engine"
	"owl/engine/trace"
	"owl/views/theme"
	"owl/views/widget"
)

func draw(s trace.State) string {
	m := New(theme.New(theme.None, true))
	m.Update(s)
	return ansi.Strip(m.View(60, 40))
}

func reduce(events ...trace.Event) trace.State {
	var s trace.State
	for i, e := range events {
		e.Run, e.Seq = "r", i+1
		s = trace.Reduce(s, e)
	}
	return s
}

func TestStepsStandUnderTheirParent(t *testing.T) {
	got := draw(reduce(
		trace.Event{Span: trace.Root, Payload: trace.Started{Question: "q"}},
		trace.Event{Span: "1", Parent: trace.Root, Payload: trace.Retried{Round: 2, Reason: "low score"}},
		trace.Event{Span: "2", Parent: "1", Payload: trace.ToolCalled{Tool: "pv"}},
		trace.Event{Span: "2", Parent: "1", Payload: trace.ToolReturned{Tool: "pv", Millis: 3}},
		trace.Event{Span: "3", Parent: trace.Root, Payload: trace.Searched{Channel: "text", Hits: 1, Millis: 1}},
	))
	want := "> + Asked: q\n  - Round 2: low score\n  |- Asked the tool pv\n  `- pv answered in 3.0 ms\n    Searched text: 1 hit in 1.0 ms"
	if got != want {
		t.Errorf("drawn\n%s\nwant\n%s", got, want)
	}
}

// A broken stream may name parents that never came, or itself.
func TestEventsWithoutAParentAreStillShown(t *testing.T) {
	got := draw(reduce(
		trace.Event{Span: "1", Parent: "9", Payload: trace.Searched{Channel: "text"}},
		trace.Event{Span: "2", Parent: "2", Payload: trace.Searched{Channel: "graph"}},
		trace.Event{Span: "", Parent: "", Payload: trace.Unknown{Name: "dreamt"}},
	))
	for _, want := range []string{"text", "graph", "dreamt (unknown to this version)"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is missing in\n%s", want, got)
		}
	}
}

func TestLostEventsAreSaid(t *testing.T) {
	s := trace.Reduce(trace.State{}, trace.Event{Run: "r", Seq: 4, Payload: trace.Started{}})
	if got := draw(s); !strings.Contains(got, "3 events of this run did not reach the screen") {
		t.Errorf("drawn\n%s", got)
	}
}

func TestEnds(t *testing.T) {
	at := time.Date(2025, 3, 14, 2, 14, 0, 0, time.UTC)
	for want, p := range map[string]trace.Payload{
		"x Failed after 2.0 s: disk gone": trace.FailedRun{Error: "disk gone"},
		"Cancelled after 2.0 s: by Esc":   trace.Cancelled{Reason: "by Esc"},
		"Answered in 2.0 s with 0 cit":    trace.Answered{},
	} {
		got := draw(reduce(trace.Event{At: at, Payload: trace.Started{}}, trace.Event{At: at.Add(2 * time.Second), Payload: p}))
		if !strings.Contains(got, want) {
			t.Errorf("%q is missing in\n%s", want, got)
		}
	}
}

func TestEscapesInEventsAreShownAsText(t *testing.T) {
	m := New(theme.New(theme.None, true))
	m.Update(reduce(
		trace.Event{Payload: trace.Understood{Text: "a\x1b[2J", Filters: []string{"b\x1b[2J"}, Steps: []trace.Step{{Name: "c\x1b[2J", Did: "d\u202e"}}}},
		trace.Event{Payload: trace.ToolCalled{Tool: "e\x1b[2J", Args: []byte("\"\x1b[2J\"")}},
		trace.Event{Payload: trace.Degraded{What: "f\x1b[2J", Why: "g\r", Do: "h\x07"}},
	))
	if view := m.View(60, 40); strings.Contains(view, "\x1b[2J") || strings.ContainsAny(view, "\r\x07\u202e") {
		t.Errorf("view %q", view)
	}
}

func rich() trace.State {
	explain := &engine.Explanation{Label: "sum of", Value: 2, Parts: []engine.Explanation{{Label: "term beam", Value: 1.5}, {Label: "term dump", Value: 0.5}}}
	return reduce(
		trace.Event{Span: trace.Root, Payload: trace.Started{Question: "q"}},
		trace.Event{Span: "1", Parent: trace.Root, Payload: trace.Searched{Channel: "text", Hits: 3, Millis: 1}},
		trace.Event{Span: "2", Parent: trace.Root, Payload: trace.Searched{Channel: "graph", Hits: 1, Millis: 90}},
		trace.Event{Span: "3", Parent: trace.Root, Payload: trace.Fused{Method: "scores", Records: 1, Top: []trace.Ranked{{DocID: "a/1", Title: "RF trip", Score: 2, Explain: explain}}}},
		trace.Event{Span: "4", Parent: trace.Root, Payload: trace.ToolCalled{Tool: "calc", Args: []byte(`{"expr":"1+1","deep":{"x":[1,{"y":"z"}]}}`)}},
		trace.Event{Span: "4", Parent: trace.Root, Payload: trace.ToolReturned{Tool: "calc", Result: "two\nlines"}},
		trace.Event{Span: "5", Parent: trace.Root, Payload: trace.Unknown{Name: "dreamt", Raw: []byte(`{"of":"sheep"}`)}},
	)
}

func TestStepsUnfoldAndFold(t *testing.T) {
	m := New(theme.New(theme.None, true))
	m.Update(rich())
	see := func(want bool, text string) {
		t.Helper()
		if got := ansi.Strip(m.View(70, 60)); strings.Contains(got, text) != want {
			t.Errorf("%q shown: %v, want %v in\n%s", text, !want, want, got)
		}
	}
	see(true, "- Searched in 2 ways; the slowest, graph, took 90 ms")
	see(true, "`- Searched graph: 1 hit")
	see(false, "a/1 - RF trip")
	for range 4 {
		m.Update(widget.Down)
	}
	see(true, "> + Put together 1 record (scores)")
	m.Update(widget.Open)
	see(true, "`- + 1. 2.000 a/1 - RF trip")
	m.Update(widget.Right)
	m.Update(widget.Right)
	see(true, "`- + 2.000 sum of")
	m.Update(widget.Right)
	m.Update(widget.Right)
	see(true, "|- 1.500 term beam")
	m.Update(widget.Left)
	m.Update(widget.Left)
	see(false, "term beam")
	m.Update(UnfoldAll)
	for _, text := range []string{"term dump", "expr: 1+1", "y: z", "two", "lines", "of: sheep"} {
		see(true, text)
	}
	m.Update(UnfoldAll)
	see(false, "term dump")
}

func TestTheSelectionStaysWhileTheRunGoesOn(t *testing.T) {
	m := New(theme.New(theme.None, true))
	s := rich()
	m.Update(s)
	m.View(70, 60)
	m.Update(widget.Bottom)
	m.Update(trace.Reduce(s, trace.Event{Run: "r", Seq: s.Seq + 1, Payload: trace.Cancelled{Reason: "by Esc"}}))
	if got := ansi.Strip(m.View(70, 60)); !strings.Contains(got, "> + dreamt") || !strings.Contains(got, "Cancelled") {
		t.Errorf("drawn\n%s", got)
	}
}

func TestTheTreeFitsItsWidthHoweverDeep(t *testing.T) {
	deep := engine.Explanation{Label: "bottom of the tree of explanations", Value: 1}
	for range 60 {
		deep = engine.Explanation{Label: "sum", Value: 1, Parts: []engine.Explanation{deep}}
	}
	m := New(theme.New(theme.None, true))
	m.Update(reduce(trace.Event{Span: "1", Payload: trace.Fused{Top: []trace.Ranked{{Explain: &deep}}}}))
	m.View(40, 500)
	m.Update(UnfoldAll)
	view := ansi.Strip(m.View(40, 500))
	for line := range strings.Lines(view) {
		if w := widget.Width(strings.TrimRight(line, "\n")); w > 40 {
			t.Errorf("a line has %d cells: %q", w, line)
		}
	}
	if !strings.Contains(view, "bottom of") {
		t.Errorf("the deepest explanation is missing:\n%s", view)
	}
}
