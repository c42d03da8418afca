package graph

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"owl/engine"
	fault "owl/engine/graph"
	"owl/views/theme"
	"owl/views/widget"
)

const evil = "\x1b]0;owned\x07\x1b[2J\u202e"

func at(day int) time.Time { return time.Date(2025, 3, day, 8, 0, 0, 0, time.UTC) }

func cite(id string, quote engine.Untrusted) engine.Citation {
	return engine.Citation{DocID: "bely/" + id, RecordID: id, Collection: engine.Logbook, Title: "Night shift", Date: "2025-03-01T08:00:00Z", Quote: quote, End: len(quote)}
}

// trip is a fault with a cause, a suspect, one that was ruled out, and a repair that
// did not hold.
func trip(extra engine.Untrusted) (Begun, Joined) {
	edge := func(id int, r fault.Relation, reverse bool, to fault.Kind, name engine.Untrusted, edges int) Edge {
		return Edge{
			Relation: r, Reverse: reverse, Modality: fault.Asserted, To: Node{Key: fmt.Sprintf("n%d", id), Kind: to, Name: name + extra, Edges: edges},
			Says: []Statement{{ID: fault.EdgeID(id), Confidence: 0.9, Date: at(id), Rule: "cue", Cite: cite(fmt.Sprintf("BELY_%d", id), "words of "+name+extra)}},
		}
	}
	edges := []Edge{
		edge(1, fault.HasFault, true, fault.Component, "RFB circulator", 12),
		edge(2, fault.CausedBy, false, fault.Fault, "strainer clogged", 2),
		edge(3, fault.CausedBy, false, fault.Fault, "sensor drift", 1),
		edge(4, fault.CausedBy, false, fault.Fault, "pump worn", 1),
		edge(5, fault.ResolvedBy, false, fault.Action, "strainer changed", 1),
	}
	edges[2].Modality, edges[3].Modality = fault.Suspected, fault.RuledOut
	edges[4].CameBack = at(20)
	edges[0].Says = append(edges[0].Says, Statement{ID: 11, Confidence: 0.7, Date: at(11), Rule: "title", Cite: cite("BELY_11", "the other place")})
	root := Node{Key: "root", Kind: fault.Fault, Name: "RFB trips on low flow" + extra, Edges: 5, Cite: cite("BELY_0", "flow was low"+extra)}
	return Begun{Roots: []Node{root}}, Joined{Key: "root", Edges: edges, More: 7}
}

func begun(t testing.TB, extra engine.Untrusted) *Model {
	t.Helper()
	m := New(theme.New(theme.None, false))
	b, j := trip(extra)
	if w, ok := m.Update(b).(Wanted); !ok || w.Key != "root" {
		t.Fatalf("begun: intent %+v", w)
	}
	m.Update(j)
	return m
}

func shows(t *testing.T, m *Model, w int, want ...string) {
	t.Helper()
	view := ansi.Strip(m.View(w, 30))
	for _, s := range want {
		if !strings.Contains(view, s) {
			t.Errorf("%q is not shown:\n%s", s, view)
		}
	}
}

func TestStatementsAreShownWithDateConfidenceAndDoubt(t *testing.T) {
	m := begun(t, "")
	shows(t, m, 80, "▸ - RFB trips on low flow", "fault, 5 statements",
		"├ + on               RFB circulator ×2", "caused by        strainer clogged", "2025-03-02   90 %",
		"suspected cause  ? sensor drift", "ruled out        ✗ pump worn", "strainer changed ! back 2025-03-20", "and 7 more",
		"▌ flow was low")
	m.Update(widget.Down)
	m.Update(widget.Down)
	m.Update(widget.Down)
	shows(t, m, 80, "▸ ├   suspected cause", "fault · suspected cause · 2025-03-03 08:00 +00:00 · suspected · 90 % sure", "BELY_3", "words of sensor drift")
}

func TestEveryStatementOpensItsRecordAtItsQuote(t *testing.T) {
	m := begun(t, "")
	for i := range 6 {
		o, ok := m.Update(widget.Open).(widget.OpenRecord)
		if want := fmt.Sprintf("bely/BELY_%d", i); !ok || o.Citation.DocID != want || o.Citation.End == 0 {
			t.Errorf("row %d opens %+v, want %s", i, o, want)
		}
		m.Update(widget.Down)
	}
}

// system is an edge without a record of its own.
func system() Edge {
	return Edge{Relation: fault.AboutSystem, Modality: fault.Asserted, To: Node{Key: "rf", Kind: fault.System, Name: "RF"}, Says: []Statement{{ID: 9}}}
}

func TestAllRecordsThatSayTheSameAreReached(t *testing.T) {
	m := begun(t, "")
	m.Update(widget.Down)
	shows(t, m, 80, "RFB circulator ×2", "1 of 2: n next", "words of RFB circulator")
	m.Update(widget.NextQuote)
	shows(t, m, 80, "2 of 2: n next", "the other place", "2025-03-11   70 %")
	if o, ok := m.Update(widget.Open).(widget.OpenRecord); !ok || o.Citation.RecordID != "BELY_11" {
		t.Errorf("opens %+v", o)
	}
	m.Update(widget.PrevQuote)
	m.Update(widget.PrevQuote)
	shows(t, m, 80, "2 of 2: n next")
}

func TestUnfoldingGoesOn(t *testing.T) {
	m := begun(t, "")
	m.Update(widget.Down)
	if w, ok := m.Update(widget.Right).(Wanted); !ok || w.Key != "n1" {
		t.Fatalf("unfold asks for %+v", w)
	}
	shows(t, m, 80, "reading …")
	back := Edge{Relation: fault.HasFault, Modality: fault.Asserted, To: Node{Key: "root", Name: "the way back"}, Says: []Statement{{ID: 11}}}
	m.Update(Joined{Key: "n1", Edges: []Edge{back, system()}})
	shows(t, m, 80, "│ └   system  RF")
	if strings.Contains(m.View(80, 30), "the way back") {
		t.Error("the statement by which it was come to is shown again")
	}
	m.Update(widget.Right)
	if c, name, ok := m.Selected(); ok || name != "RF" {
		t.Errorf("selected %q %+v", name, c)
	}
	if _, ok := m.Update(widget.Open).(widget.Notice); !ok {
		t.Error("a statement without a record does not say so")
	}
	m.Update(widget.Left)
	m.Update(widget.Left)
	if strings.Contains(m.View(80, 30), "system") {
		t.Error("is not folded")
	}
	m.Update(widget.Right)
	if m.Update(Root); !strings.HasPrefix(ansi.Strip(m.View(80, 30)), "▸ - RFB circulator") {
		t.Errorf("does not begin with it:\n%s", m.View(80, 30))
	}
	m.Update(Back)
	shows(t, m, 80, "- RFB trips", "▸ ├ - on")
}

func TestListsHaveNoIndents(t *testing.T) {
	m := begun(t, "")
	m.Update(widget.Down)
	m.Update(widget.Right)
	m.Update(Joined{Key: "n1", Edges: []Edge{system()}})
	m.Update(List)
	shows(t, m, 80, "\n▸   - on", "\n  RFB circulator", "component, 12 statements", "\n      system  RF")
	m.Update(widget.Bottom)
	shows(t, m, 80, "▸     system  RF")
	if text := m.Text(); !strings.Contains(text, "BELY_2") || strings.Contains(text, "\x1b") {
		t.Errorf("as text:\n%s", text)
	}
}

func TestWordsAreSoughtAndFailuresSaid(t *testing.T) {
	m := New(theme.New(theme.None, true))
	if !m.Empty() || m.Update(widget.Open) != nil || m.Update(widget.Down) != nil {
		t.Error("an empty pane acts")
	}
	shows(t, m, 80, "Nothing of the fault graph yet")
	if p, ok := m.Update(Find).(widget.Prompt); !ok {
		t.Errorf("find gives %+v", p)
	}
	if s, ok := m.Update(widget.Said{Subject: "graph", Text: "RFB"}).(Sought); !ok || s.Words != "RFB" {
		t.Errorf("said gives %+v", s)
	}
	m.Update(Seeking{})
	shows(t, m, 80, "reading the fault graph")
	m.Update(Failed{Why: "nothing is called so" + evil})
	shows(t, m, 80, "! nothing is called so")
}

// Whatever stands in the records and however narrow the pane is, no line is too
// wide and no escape of theirs is drawn.
func TestNoLineIsTooWide(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := New(theme.New(theme.Sixteen, rapid.Bool().Draw(t, "ascii")))
		extra := engine.Untrusted(" " + rapid.StringMatching(`[a-z東é ]{0,60}`).Draw(t, "extra") + evil)
		b, j := trip(extra)
		m.Update(b)
		m.Update(j)
		m.Update(Joined{Key: "n1", Edges: j.Edges[1:]})
		m.Update(Joined{Key: "n2", Err: string(extra)})
		w, h := rapid.IntRange(20, 140).Draw(t, "width"), rapid.IntRange(1, 40).Draw(t, "height")
		for _, a := range rapid.SliceOfN(rapid.SampledFrom([]widget.Action{widget.Down, widget.Up, widget.Right, widget.Left, widget.Bottom, widget.PageDown, Root, Back, List}), 0, 12).Draw(t, "actions") {
			m.Update(a)
		}
		view := m.View(w, h)
		for _, bad := range []string{"\x1b]0", "\x1b[2J", "\u202e"} {
			if strings.Contains(view, bad) {
				t.Fatalf("%q is drawn", bad)
			}
		}
		for line := range strings.SplitSeq(view, "\n") {
			if got := widget.Width(line); got > w && w >= 40 {
				t.Fatalf("%d cells of %d: %q", got, w, line)
			}
		}
	})
}
