package loop

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"owl/engine"
	"owl/engine/trace"
)

// entered lists the states that a run went through.
func entered(events []trace.Event) string {
	var out []string
	for _, e := range events {
		if p, ok := e.Payload.(trace.Entered); ok {
			out = append(out, p.State)
		}
	}
	return strings.Join(out, " ")
}

func TestStatesOfTheModes(t *testing.T) {
	const answerable, nowhere = "why did RFB circulator flow fall and the beam dump?", "who ordered the klystron for the booster in Trondheim?"
	once := "plan retrieve draft gate score finish"
	for _, c := range []struct {
		mode      engine.Mode
		question  engine.Untrusted
		states    string
		effective engine.Mode
	}{
		{engine.Fast, answerable, once, engine.Fast},
		{engine.Fast, nowhere, once, engine.Fast},
		{engine.Thinking, answerable, once, engine.Thinking},
		{engine.Thinking, nowhere, "plan retrieve draft gate score retry retrieve draft gate score retry retrieve draft gate score finish", engine.Thinking},
		{engine.Auto, "when was basket 2 put in?", once, engine.Fast},
		{engine.Auto, "RFB trips again and again, what should I check?", "", engine.Troubleshoot},
	} {
		answer, events := ask(t, facility(), engine.Request{Question: c.question, Mode: c.mode})
		if got := entered(events); c.states != "" && got != c.states || answer.Mode != c.effective {
			t.Errorf("%s %q: mode %s, states %s, want %s", c.mode, c.question, answer.Mode, got, c.states)
		}
		checkStream(t, events, trace.KindAnswer)
	}
}

func TestEachRoundLooksInAnotherWayAndThereAreTwoMore(t *testing.T) {
	_, events := ask(t, facility(), engine.Request{Question: "who ordered the klystron for the booster in Trondheim?", Mode: engine.Thinking})
	var changes []string
	for _, e := range events {
		if p, ok := e.Payload.(trace.Retried); ok {
			changes = append(changes, p.Change)
		}
	}
	if len(changes) != 2 || changes[0] == changes[1] || !strings.Contains(changes[0], "Trondheim") {
		t.Errorf("changes = %q", changes)
	}
}

func TestWithoutTheLoopThereIsOneRound(t *testing.T) {
	d := deps(facility())
	d.Off.Loop = true
	answer, err := New(d).Ask(t.Context(), engine.Request{Question: "who ordered the klystron in Trondheim?", Mode: engine.Thinking}, nil)
	if err != nil || answer.Rounds != 1 {
		t.Errorf("rounds %d, %v", answer.Rounds, err)
	}
}

func TestTimeThatIsUpBeforeAnyDraftFailsTheRun(t *testing.T) {
	d := deps(facility())
	d.Budget = func(engine.Mode) Budget { return Budget{Rounds: 1} }
	var events []trace.Event
	_, err := New(d).Ask(t.Context(), engine.Request{Question: "beam"}, func(e trace.Event) { events = append(events, e) })
	if !errors.Is(err, errTime) && !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("err = %v", err)
	}
	checkStream(t, events, trace.KindFailed)
}

// A run that was cut off after any of its events goes on without a gap and ends
// with the same answer.
func TestARunIsResumedFromAnyPlace(t *testing.T) {
	for _, question := range []engine.Untrusted{"why did RFB circulator flow fall?", "who ordered the klystron for the booster in Trondheim?"} {
		req := engine.Request{Question: question, Mode: engine.Thinking}
		want, live := ask(t, facility(), req)
		for cut := range live {
			so := slices.Clone(live[:cut])
			all := slices.Clone(so)
			got, err := New(deps(facility())).Resume(t.Context(), req, so, func(e trace.Event) { all = append(all, e) })
			if err != nil {
				t.Fatalf("cut after %d: %v", cut, err)
			}
			checkStream(t, all, trace.KindAnswer)
			if got.Text != want.Text || got.Abstained != want.Abstained || got.Rounds != want.Rounds {
				t.Errorf("cut after %d (%s): %q in %d rounds, want %q in %d", cut, entered(so), got.Text, got.Rounds, want.Text, want.Rounds)
			}
			if cut > 0 && all[len(all)-1].Run != live[0].Run {
				t.Errorf("cut after %d: the run has another id", cut)
			}
		}
		got, err := New(deps(facility())).Resume(t.Context(), req, live, func(trace.Event) { t.Error("a run that has ended says something") })
		if err != nil || got.Text != want.Text {
			t.Errorf("a run that has ended: %q, %v", got.Text, err)
		}
	}
}

func TestTheTimeOfAResumedRunCounts(t *testing.T) {
	d := deps(facility())
	d.Budget = func(engine.Mode) Budget { return Budget{Time: time.Minute, Rounds: 1} }
	began := time.Now()
	so := []trace.Event{
		{Run: "r", Seq: 1, At: began, Payload: trace.Started{Question: "beam", Mode: engine.Fast}},
		{Run: "r", Seq: 2, At: began.Add(2 * time.Minute), Payload: trace.Entered{State: "plan", Round: 1}},
	}
	if _, err := New(d).Resume(t.Context(), engine.Request{Question: "beam"}, so, func(trace.Event) {}); err == nil {
		t.Error("a run that had had its time went on")
	}
}
