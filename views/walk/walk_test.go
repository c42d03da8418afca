package walk

import (
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"owl/engine"
	"owl/engine/walk"
	"owl/views/theme"
	"owl/views/widget"
)

var t0 = time.Date(2025, 3, 1, 8, 0, 0, 0, time.UTC)

const evil = "\x1b]0;owned\x07\x1b[2J\u202e"

func plan(extra engine.Untrusted) walk.Plan {
	cite := engine.Citation{N: 1, DocID: "log/1", Title: "trip" + extra, Quote: "flow was 30" + extra, Date: "2025-01-02T03:04:05Z", Verified: true}
	return walk.Plan{
		Symptom: "station trips" + extra,
		Causes:  []walk.Cause{{Name: "strainer clogged" + extra, Also: []engine.Untrusted{"water" + extra}, Prior: 0.6, Times: 2, Last: "2025-01-02T03:04:05Z", Evidence: []int{1}, Against: []int{1}}, {Name: "sensor", Prior: 0.3, Times: 1, Evidence: []int{1}}},
		Checks: []walk.Check{
			{Kind: walk.Look, Text: "flow falls" + extra, Cite: 1, For: []int{0}, PVs: []walk.PV{{Name: "A:FLOW", Limits: []walk.Limit{{Text: "trip 30 L/min" + extra, Cite: 1}}}}},
			{Kind: walk.Find, Text: "sensor", Cite: 1, For: []int{1}},
			{Kind: walk.Act, Text: "strainer changed", Cite: 1, For: []int{0}, Deed: &walk.Deed{Text: "strainer changed" + extra, Cite: 1, CameBack: "2025-02-01T00:00:00Z"}},
		},
		Citations: []engine.Citation{cite},
		Contacts:  []walk.Contact{{Name: "Ada Bell" + extra, Last: "2025-01-02T03:04:05Z", Cite: 1}},
	}
}

func begun(t testing.TB, extra engine.Untrusted) *Model {
	t.Helper()
	m := New(theme.New(theme.None, false), func() time.Time { return t0 })
	intent, ok := m.Update(Begun{Walk: walk.New(plan(extra), t0)}).(Changed)
	if !ok || len(intent.PVs) != 1 || intent.PVs[0] != "A:FLOW" {
		t.Fatalf("begun: intent %+v", intent)
	}
	return m
}

func shows(t *testing.T, m *Model, want ...string) {
	t.Helper()
	view := ansi.Strip(m.View(80, 60))
	for _, w := range want {
		if !strings.Contains(view, w) {
			t.Errorf("%q is not shown:\n%s", w, view)
		}
	}
}

func TestTheWayFromSymptomToWhatHelped(t *testing.T) {
	m := begun(t, "")
	shows(t, m, "station trips", " 60 %  strainer clogged", "also: water", "10 %  none of these", "1. It was seen then. Is it so now?", "flow falls", "flow was 30", "A:FLOW  not read  (likely meant)", "trip 30 L/min [1]")
	x := 29.0
	m.Update(Readings{{PV: "A:FLOW", Value: "29 L/min", Number: &x, Alarm: "MAJOR"}})
	shows(t, m, "29 L/min ! MAJOR")
	m.Update(Why)
	shows(t, m, "Yes speaks for: strainer clogged", "After yes the likeliest is strainer clogged with", "ruled out once")
	if c, ok := m.Update(Yes).(Changed); !ok || len(c.PVs) != 0 || len(c.Walk.Answers) != 1 {
		t.Errorf("after yes: %+v", c)
	}
	shows(t, m, "2. This was done, by those who may. Did it help?", "strainer changed", " 1 yes  flow falls")
	m.Update(Yes)
	shows(t, m, "Resolved: what helped before has helped.", "helped: strainer changed", "then the fault came back on 2025-02-01", "Ada Bell")
	if m.Update(No) != nil {
		t.Error("an answer after the end changes something")
	}
	if o, ok := m.Update(widget.Open).(Opened); !ok || o.Citation.DocID != "log/1" {
		t.Errorf("opens %+v", o)
	}
	if _, ok := m.Update(Export).(Exported); !ok {
		t.Error("is not exported")
	}
	m.Update(Back)
	shows(t, m, "2. This was done")
}

func TestANoteIsTyped(t *testing.T) {
	m := begun(t, "")
	m.Update(Note)
	for _, r := range "yes hot" {
		m.Update(tea.KeyPressMsg{Code: r, Text: string(r)})
	}
	if !m.Typing() {
		t.Fatal("does not type")
	}
	shows(t, m, "note: yes hot_")
	if _, ok := m.Update(widget.Submit).(Changed); !ok || m.Typing() {
		t.Error("the note does not end")
	}
	shows(t, m, "note: yes hot", "1. It was seen then")
	m.Update(Note)
	m.Update(widget.Leave)
	if m.Typing() {
		t.Error("Esc does not leave the note")
	}
}

func TestEmptyAndFailed(t *testing.T) {
	m := New(theme.New(theme.None, true), time.Now)
	if !m.Empty() || m.Update(Yes) != nil {
		t.Error("an empty pane acts")
	}
	shows(t, m, "No walkthrough yet.")
	m.Update(Failed{Why: "no record says" + evil})
	shows(t, m, "! no record says")
}

// Whatever stands in the records and however narrow the pane is, no line is too
// wide and no escape of theirs is drawn.
func TestNoLineIsTooWide(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := New(theme.New(theme.Sixteen, rapid.Bool().Draw(t, "ascii")), func() time.Time { return t0 })
		extra := engine.Untrusted(" " + rapid.StringMatching(`[a-z東é ]{0,60}`).Draw(t, "extra") + evil)
		m.Update(Begun{Walk: walk.New(plan(extra), t0)})
		m.Update(Readings{{PV: "A:FLOW", Err: string(extra)}})
		w := rapid.IntRange(40, 120).Draw(t, "width")
		for _, a := range rapid.SliceOfN(rapid.SampledFrom([]widget.Action{Yes, No, Skip, Back, Why, Note, widget.Submit}), 0, 8).Draw(t, "actions") {
			m.Update(a)
		}
		view := m.View(w, 100)
		for _, bad := range []string{"\x1b]0", "\x1b[2J", "\u202e"} {
			if strings.Contains(view, bad) {
				t.Fatalf("%q is drawn", bad)
			}
		}
		for line := range strings.SplitSeq(view, "\n") {
			if got := widget.Width(line); got > w {
				t.Fatalf("%d cells of %d: %q", got, w, line)
			}
		}
	})
}
