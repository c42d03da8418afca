package loop

import (
	"context"
	"strings"
	"testing"

	"owl/engine"
	"owl/engine/graph"
	"owl/engine/porttest"
	"owl/engine/trace"
	"owl/engine/verify"
)

func askGraph(t *testing.T, m porttest.Memory, g *graph.Graph, req engine.Request) (engine.Answer, []trace.Event) {
	t.Helper()
	d := deps(m)
	d.Graph = func(context.Context) (*graph.Graph, error) { return g, nil }
	var events []trace.Event
	answer, err := New(d).Ask(t.Context(), req, func(e trace.Event) { events = append(events, e) })
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range answer.Citations {
		rec, err := m.Record(t.Context(), c.DocID)
		if err != nil || verify.Citation(rec, c) != nil || !c.Verified {
			t.Errorf("citation %d does not hold: %+v", c.N, c)
		}
	}
	return answer, events
}

func holds(t *testing.T, text string, want ...string) {
	t.Helper()
	for _, w := range want {
		if !strings.Contains(text, w) {
			t.Errorf("%q is missing in\n%s", w, text)
		}
	}
}

func TestTroubleshootingLooksUpFaultChainsFirstAndShowsTheOne(t *testing.T) {
	m := facility()
	answer, events := askGraph(t, m, faults(m), engine.Request{Question: "why did RFB circulator flow fall and the beam dump?", Mode: engine.Troubleshoot})
	if got := entered(events); !strings.HasPrefix(got, "plan chain retrieve draft") {
		t.Errorf("states %s", got)
	}
	holds(t, answer.Text, "*symptom:*\nBeam dumped at 02:47.", "*cause:*\nCirculator strainer", "*did not help:*\nReset did not hold.",
		"*resolved by, but it came back on 2026-10-20:*\nChanged to basket 2.")
	checkStream(t, events, trace.KindAnswer)
	fast, _ := askGraph(t, m, faults(m), engine.Request{Question: "why did RFB circulator flow fall and the beam dump?", Mode: engine.Fast})
	holds(t, fast.Text, "*cause:*\nCirculator strainer")
	other, _ := askGraph(t, m, faults(m), engine.Request{Question: "what is the circulator flow of RFB?", Mode: engine.Fast})
	if strings.Contains(other.Text, "*cause:*") {
		t.Errorf("a question for a value begins with a cause: %q", other.Text)
	}
	holds(t, fast.Text, "**Beside this answer**", "*this did not hold, it came back on 2026-10-20:*\nChanged to basket 2.")
}

func TestARevisionThatNoLongerHoldsAndItsOtherValueStandBeside(t *testing.T) {
	m, g := superseded()
	answer, _ := askGraph(t, m, g, engine.Request{Question: "what is the interlock limit of the circulator flow of RFB?"})
	holds(t, answer.Text, "32 L/min", "**Beside this answer**", "*an earlier revision, which no longer holds:*\nCirculator limits, revision 1", "another value, 28 L/min and not 32 L/min")
}

func TestOnlyTheSameThingContradicts(t *testing.T) {
	const base = "The interlock limit of the circulator flow of station RFB is 28 L/min."
	for other, want := range map[string]bool{
		"The interlock limit of the circulator flow of station RFB is 32 L/min.":         true,
		"Interlock limit of circulator flow, station RFB: 32 L/min":                      true,
		"The interlock limit of the circulator flow of station RFB is 28 L/min.":         false, // the same
		"The interlock limit of the circulator flow of station RFA is 32 L/min.":         false, // another station
		"The interlock limit of the circulator flow of station RFB is 3 bar.":            false, // another unit
		"The circulator flow of station RFB was 32 L/min at 02:47.":                      false, // measured
		"The interlock limit of the cavity vacuum of sector 3 in the tunnel is 32 L/min": false, // another thing
	} {
		a := statements(engine.Record{DocID: "a", Content: base}, 0, len(base))
		b := statements(engine.Record{DocID: "b", Content: engine.Untrusted(other)}, 0, len(other))
		got := len(a) == 1 && len(b) == 1 && a[0].contradicts(b[0])
		if got != want {
			t.Errorf("%q: %v, want %v (%+v, %+v)", other, got, want, a, b)
		}
	}
}

func TestAGraphThatFailsIsDoneWithout(t *testing.T) {
	d := deps(facility())
	d.Graph = func(context.Context) (*graph.Graph, error) { return nil, errChaos }
	var state trace.State
	answer, err := New(d).Ask(t.Context(), engine.Request{Question: "why did RFB circulator flow fall?", Mode: engine.Troubleshoot}, func(e trace.Event) { state = trace.Reduce(state, e) })
	if err != nil || answer.Abstained || len(state.Degraded) != 1 {
		t.Errorf("answer %+v, degraded %+v, %v", answer, state.Degraded, err)
	}
}
