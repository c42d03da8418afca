package tracer

import (
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"

	"owl/engine/trace"
	"owl/views/theme"
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
	want := "Asked: q\n`- mode \nRound 2: low score\n|- Asked the tool pv\n`- pv answered in 3.0 ms\nSearched text: 1 hit in 1.0 ms"
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
