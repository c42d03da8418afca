package review

import (
	"flag"
	"os"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"owl/engine"
	"owl/views/record"
	"owl/views/theme"
	"owl/views/widget"
)

var update = flag.Bool("update", false, "rewrite the golden frame")

const evil = "\x1b]0;owned\x07\x1b[2J\u202e"

func questions(extra engine.Untrusted) Questions {
	return Questions{
		{
			ID: "q1", Kind: "causal", Collection: "bely", Difficulty: "hard", Text: "Why did pump P1 stop on 4 May 2024, and what brought it back?" + extra,
			Gold: "Cause: its bearing was dry; Done: the bearing was greased at 03:00 and the pump ran again at 03:20." + extra,
			Nuggets: []Nugget{
				{N: 1, Label: "vital", Role: "cause", Text: "its bearing was dry" + extra, DocID: "log/1", Quote: "Its bearing was dry."},
				{N: 2, Label: "vital", Role: "resolution", Text: "the bearing was greased at 03:00", DocID: "log/1", Quote: "The bearing was greased at 03:00"},
				{N: 3, Label: "okay", Role: "none", Text: "P1 stopped at 02:14", DocID: "log/1", Quote: "P1 stopped at 02:14."},
			},
			Evidence: []Evidence{{"log/1", "primary"}, {"wrq/7", "supporting"}},
		},
		{ID: "q2", Kind: "factual", Text: "Who?", Gold: "Ada.", State: Rejected, Reason: "nobody asks this" + extra},
		{ID: "q3", Kind: "factual", Text: "Where?", Gold: "There."},
	}
}

const content = "P1 stopped at 02:14. Its bearing was dry. The bearing was greased at 03:00 and the pump ran again at 03:20."

// shown is the record of the first nugget.
func shown() record.Opened {
	const quote = "Its bearing was dry."
	at := strings.Index(content, quote)
	c := engine.Citation{N: 1, DocID: "log/1", Start: at, End: at + len(quote), Quote: quote}
	return record.Opened{Record: engine.Record{DocID: "log/1", Title: "Pump P1", Collection: "bely", FileID: "LOG_1", Content: content}, Quotes: []engine.Citation{c}, At: c}
}

func opened(t *testing.T) *Model {
	t.Helper()
	m := New(theme.New(theme.None, false))
	if w, ok := m.Update(questions("")).(Wanted); !ok || w != (Wanted{0, 0}) {
		t.Fatalf("wants %+v", w)
	}
	m.Update(shown())
	return m
}

func TestGoldenFrame(t *testing.T) {
	const file = "testdata/review.80x24"
	frame := strings.Join(widget.Fit(ansi.Strip(opened(t).View(80, 24)), 80, 24, 0), "\n") + "\n"
	if *update {
		if err := os.WriteFile(file, []byte(frame), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if frame != string(want) {
		t.Errorf("got\n%s\nwant\n%s", frame, want)
	}
}

func typeIn(m *Model, text string) {
	for _, r := range text {
		m.Update(tea.KeyPressMsg{Code: r, Text: string(r)})
	}
}

func TestDecisions(t *testing.T) {
	m := opened(t)
	if d, ok := m.Update(Accept).(Decided); !ok || d != (Decided{0, Accepted, "", ""}) {
		t.Errorf("accept: %+v", d)
	}
	m.Update(Reject)
	if m.Update(widget.Submit) != nil || !m.Typing() {
		t.Error("a rejection without a reason was taken")
	}
	typeIn(m, "too dull")
	if !strings.Contains(m.View(80, 24), "why reject: too dull_") {
		t.Error(m.View(80, 24))
	}
	if d, ok := m.Update(widget.Submit).(Decided); !ok || d != (Decided{0, Rejected, "too dull", ""}) || m.Typing() {
		t.Errorf("reject: %+v", d)
	}
	m.Update(Reword)
	typeIn(m, "!")
	if d, ok := m.Update(widget.Submit).(Decided); !ok || d.State != Edited || !strings.HasSuffix(d.Text, "brought it back?!") {
		t.Errorf("reword: %+v", d)
	}
	m.Update(Reword)
	if m.Update(widget.Leave) != nil || m.Typing() {
		t.Error("Esc does not leave")
	}
	if r, ok := m.Update(Rewrite).(Rewrote); !ok || r.Question != 0 {
		t.Errorf("rewrite: %+v", r)
	}
}

func TestWays(t *testing.T) {
	m := opened(t)
	if w, ok := m.Update(NextNugget).(Wanted); !ok || w != (Wanted{0, 1}) {
		t.Errorf("next nugget: %+v", w)
	}
	if w, ok := m.Update(PrevNugget).(Wanted); !ok || w != (Wanted{0, 0}) {
		t.Errorf("previous nugget: %+v", w)
	}
	if m.Update(Back) != nil || m.at != 0 {
		t.Error("there is a question before the first")
	}
	m.Update(Next)
	if view := m.View(80, 24); !strings.Contains(view, "rejected: nobody asks this") || !strings.Contains(view, "2 of 3") {
		t.Error(view)
	}
	decided := questions("")
	decided[0].State = Accepted
	m.Update(decided)
	m.Advance()
	if m.at != 2 {
		t.Errorf("goes on at %d", m.at)
	}
	decided[2].State = Accepted
	m.Update(decided)
	m.Advance()
	if !strings.Contains(m.View(80, 24), "every question was decided") {
		t.Error(m.View(80, 24))
	}
	first := New(theme.New(theme.None, true))
	first.Update(decided[:2])
	if first.at != 0 || first.Update(Next) != nil && first.at != 1 {
		t.Error("with nothing open the first is shown")
	}
}

// Whatever the questions hold and however large the pane is, no line is too wide,
// there are not too many, and no escape of theirs is drawn.
func TestNoFrameIsTooLarge(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := New(theme.New(theme.Sixteen, rapid.Bool().Draw(t, "ascii")))
		m.Update(questions(engine.Untrusted(" " + rapid.StringMatching(`[a-z東é ]{0,200}`).Draw(t, "extra") + evil)))
		m.Update(shown())
		for _, a := range rapid.SliceOfN(rapid.SampledFrom([]widget.Action{Next, Back, NextNugget, Reject, Reword, widget.Leave, widget.Down}), 0, 6).Draw(t, "actions") {
			m.Update(a)
		}
		w, h := rapid.IntRange(1, 120).Draw(t, "width"), rapid.IntRange(1, 40).Draw(t, "height")
		view := m.View(w, h)
		for _, bad := range []string{"\x1b]0", "\x1b[2J", "\u202e"} {
			if strings.Contains(view, bad) {
				t.Fatalf("%q is drawn", bad)
			}
		}
		if n := strings.Count(view, "\n") + 1; n > h {
			t.Fatalf("%d lines of %d", n, h)
		}
		for line := range strings.SplitSeq(view, "\n") {
			if got := widget.Width(line); w >= 20 && got > w {
				t.Fatalf("%d cells of %d: %q", got, w, line)
			}
		}
	})
}
