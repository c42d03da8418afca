package shell

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"owl/engine"
	fault "owl/engine/graph"
	"owl/views/graph"
)

// fakeGraph knows one fault, which both records speak of.
type fakeGraph struct {
	mu    sync.Mutex
	asked []string
}

func (f *fakeGraph) note(what string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.asked = append(f.asked, what)
}

func (f *fakeGraph) was(what string) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.Contains(f.asked, what)
}

func arc() graph.Node {
	return graph.Node{
		Key: "fault:rf3", Kind: fault.Fault, Name: "RF station 3 trips on reflected power", Edges: 5,
		Cite: cite(0, tripRecord(), "RF station 3 tripped on reflected power"),
	}
}

func (f *fakeGraph) OfRecords(_ context.Context, docIDs []string) ([]graph.Node, error) {
	f.note(fmt.Sprint(docIDs))
	if docIDs[0] == noteRecord().DocID {
		return nil, nil
	}
	return []graph.Node{arc()}, nil
}

func (f *fakeGraph) OfWords(_ context.Context, words engine.Untrusted) ([]graph.Node, error) {
	f.note(string(words))
	if words == "nothing" {
		return nil, nil
	}
	return []graph.Node{arc(), {Key: "component:load", Kind: fault.Component, Name: "circulator load", Edges: 3}}, nil
}

func (f *fakeGraph) Joined(_ context.Context, key string) (graph.Joined, error) {
	f.note(key)
	if key != "fault:rf3" {
		return graph.Joined{}, fmt.Errorf("read %s: %w", key, engine.ErrNotFound)
	}
	edge := func(id int, r fault.Relation, mod fault.Modality, to fault.Kind, name engine.Untrusted, quote string) graph.Edge {
		return graph.Edge{
			Relation: r, Modality: mod, To: graph.Node{Key: string(name), Kind: to, Name: name, Edges: id},
			Says: []graph.Statement{{ID: fault.EdgeID(id), Confidence: 0.95, Date: clock0.Add(time.Duration(id) * time.Hour), Rule: "cue", Cite: cite(0, tripRecord(), quote)}},
		}
	}
	on := edge(1, fault.HasFault, fault.Asserted, fault.Component, "RF station 3", "RF station 3")
	on.Reverse = true
	on.Says = append(on.Says, graph.Statement{ID: 6, Confidence: 0.7, Rule: "title", Cite: cite(0, noteRecord(), "Inspect the load")})
	helped := edge(4, fault.ResolvedBy, fault.Asserted, fault.Action, "reset after inspection", "reset after inspection")
	helped.CameBack = clock0.AddDate(0, 0, 9)
	return graph.Joined{Key: key, Edges: []graph.Edge{
		on,
		edge(2, fault.CausedBy, fault.Asserted, fault.Fault, "arc in the circulator load", "Cause: arc in the circulator load"),
		edge(3, fault.CausedBy, fault.Suspected, fault.Fault, "S3-RF:INTLK:12 set too low", "S3-RF:INTLK:12 latched"),
		edge(5, fault.CausedBy, fault.RuledOut, fault.Fault, "klystron", "101.3 mA"),
		helped,
	}}, nil
}

func withGraph(t *testing.T, w, h int) (*console, *fakeGraph) {
	t.Helper()
	deps, _ := testDeps()
	f := &fakeGraph{}
	deps.Graph = f
	return open(t, w, h, looks()["truecolor"], testOptions(), deps), f
}

func TestTheGraphOfACitationOpensRecordsAtTheirQuotes(t *testing.T) {
	t.Parallel()
	c, _ := withGraph(t, 80, 24)
	c.ask("why?")
	c.press("tab", "F")
	c.mustShow("▸ Graph", "RF station 3 trips on reflected power", "suspected cause", "✗ klystron", "! back 2025-03-23")
	c.press("j", "j", "enter")
	c.mustShow("▸ Record", "quote, 3 of 3 in this record", "▌ Cause: arc in the circulator load")
	c.press("esc")
	c.mustShow("▸ Graph")
	c.press("l")
	c.mustShow("✗ read arc in the circulator load: not found")
}

func TestTheGraphBeginsWithWhatIsShown(t *testing.T) {
	t.Parallel()
	c, f := withGraph(t, 80, 24)
	c.press("esc", "F")
	c.mustShow("▸ Graph of (a name")
	c.typeText("S3-RF")
	c.press("enter")
	c.mustShow("▸ - RF station 3 trips", "+ circulator load")
	c.press("f")
	c.typeText("nothing")
	c.press("enter")
	c.mustShow("holds nothing of this")
	c.press("/")
	c.ask("why?")
	c.press("F")
	if !f.was("S3-RF") || !f.was("nothing") || !f.was("[downtime/DT_2025_0113 icms/DIAG-TN-2024-018]") {
		t.Errorf("asked %q", f.asked)
	}
	c.press("S")
	c.mustShow("no file can be written here")
}

func TestPVsOfAStatementGoToTheChart(t *testing.T) {
	m := bare(t)
	m.fx.deps.Graph = &fakeGraph{}
	m.panes.graph.Update(graph.Begun{Roots: []graph.Node{arc()}})
	m.focus(atGraph)
	text, when := m.spoken()
	if text != "RF station 3 trips on reflected power\nRF station 3 tripped on reflected power" || !when.Equal(clock0) {
		t.Errorf("speaks of %q at %v", text, when)
	}
}
