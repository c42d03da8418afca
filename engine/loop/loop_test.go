package loop

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"owl/engine"
	"owl/engine/porttest"
	"owl/engine/query"
	"owl/engine/retrieve"
	"owl/engine/text/token"
	"owl/engine/trace"
	"owl/engine/verify"
)

func facility() porttest.Memory {
	at := func(s string) time.Time { t, _ := time.Parse(time.RFC3339, s); return t }
	return porttest.Memory{Stored: []engine.Record{
		{
			DocID: "bely/1", FileID: "BELY_1", Collection: engine.Logbook, Title: "Owl shift", System: "RF", Created: at("2026-10-15T03:00:00-05:00"),
			Content: "Beam dumped at 02:47. First fault was RFB. Circulator flow SR:RF:B:CIRC:FLOW had fallen to 31.2 L/min.\n\nReset did not hold.",
		},
		{
			DocID: "wrq/2", FileID: "WRQ_2", Collection: engine.WorkOrder, Title: "Strainer of RFB circulator", System: "RF", Created: at("2026-10-15T09:00:00-05:00"),
			Content: "Circulator strainer ST-B3 of RFB was clogged with resin [3]. Changed to basket 2. Flow 42.4 L/min. Beam returned.",
		},
		{DocID: "wiki/3", FileID: "/vacuum", Collection: engine.Wiki, Title: "Vacuum", Content: "Gauges are read every second."},
	}}
}

func deps(m porttest.Memory) Deps {
	return Deps{
		Retriever: retrieve.New(retrieve.Parts{Text: m, Records: m, Weigh: m.IDF}), Sources: m,
		Context: func() query.Context {
			return query.Context{Now: time.Date(2026, 10, 15, 6, 30, 0, 0, time.UTC)}
		},
	}
}

func ask(t *testing.T, m porttest.Memory, req engine.Request) (engine.Answer, []trace.Event) {
	t.Helper()
	var events []trace.Event
	answer, err := New(deps(m)).Ask(t.Context(), req, func(e trace.Event) { events = append(events, e) })
	if err != nil {
		t.Fatal(err)
	}
	return answer, events
}

func TestAnswerIsCitedAndEveryCitationHolds(t *testing.T) {
	m := facility()
	answer, events := ask(t, m, engine.Request{Question: "why did RFB circulator flow fall and the beam dump?"})
	if answer.Abstained || len(answer.Citations) < 2 {
		t.Fatalf("answer = %+v", answer)
	}
	for _, c := range answer.Citations {
		rec, err := m.Record(t.Context(), c.DocID)
		if err != nil || verify.Citation(rec, c) != nil || !c.Verified {
			t.Errorf("citation %d does not hold: %+v", c.N, c)
		}
	}
	if !strings.Contains(answer.Text, "[1]") || !strings.Contains(answer.Text, `\[3\]`) {
		t.Errorf("marks are wrong in %q", answer.Text)
	}
	checkStream(t, events, trace.KindAnswer)
	var s trace.State
	for _, e := range events {
		s = trace.Reduce(s, e)
	}
	if s.Draft != answer.Text {
		t.Errorf("deltas give %q, the answer is %q", s.Draft, answer.Text)
	}
}

func checkStream(t *testing.T, events []trace.Event, last trace.Kind) {
	t.Helper()
	for i, e := range events {
		if e.Seq != i+1 {
			t.Errorf("event %d has seq %d", i+1, e.Seq)
		}
		if terminal := e.Payload.Kind().Terminal(); terminal != (i == len(events)-1) {
			t.Errorf("event %d is a %s", i+1, e.Payload.Kind())
		}
	}
	if got := events[len(events)-1].Payload.Kind(); got != last {
		t.Errorf("last event is %s, want %s", got, last)
	}
}

func TestAbstainsAndSaysWhatWasSearched(t *testing.T) {
	answer, events := ask(t, facility(), engine.Request{Question: "who ordered the klystron for the booster in Trondheim?"})
	if !answer.Abstained || len(answer.Citations) != 0 {
		t.Fatalf("answer = %+v", answer)
	}
	for _, want := range []string{"memory (3 records, newest 2026-10-15)", "“Trondheim”", "What would help"} {
		if !strings.Contains(answer.Text, want) {
			t.Errorf("%q is missing in %q", want, answer.Text)
		}
	}
	checkStream(t, events, trace.KindAnswer)
}

func TestAnotherSubjectIsNotAnswered(t *testing.T) {
	answer, _ := ask(t, facility(), engine.Request{Question: "how many penguins dumped in Antarctica?"})
	if !answer.Abstained {
		t.Errorf("answered with %q", answer.Text)
	}
}

func TestFilterOfTheRequestAndTheQuestionNarrow(t *testing.T) {
	answer, _ := ask(t, facility(), engine.Request{
		Question: "RFB circulator flow collection:wrq", Filter: engine.Filter{Since: time.Date(2026, 10, 1, 0, 0, 0, 0, time.UTC)},
	})
	for _, c := range answer.Citations {
		if c.Collection != engine.WorkOrder {
			t.Errorf("cited %s", c.DocID)
		}
	}
	if answer.Coverage[0].Searched != 1 {
		t.Errorf("coverage = %+v", answer.Coverage)
	}
}

func TestAPhraseThatIsNowhereIsDroppedAndSaid(t *testing.T) {
	answer, events := ask(t, facility(), engine.Request{Question: `RFB circulator "was quite clogged" flow`})
	if answer.Abstained {
		t.Fatal("abstained")
	}
	said := false
	for _, e := range events {
		said = said || e.Payload.Kind() == trace.KindRetried
	}
	if !said {
		t.Error("the dropped phrase was not said")
	}
}

func TestNothingToSearchForIsSaid(t *testing.T) {
	for _, q := range []engine.Untrusted{"", "  ", "?!", "\x00"} {
		answer, events := ask(t, facility(), engine.Request{Question: q})
		if !answer.Abstained {
			t.Errorf("%q was answered", q)
		}
		checkStream(t, events, trace.KindAnswer)
	}
}

func TestFailureAndCancelEndTheRunOnce(t *testing.T) {
	var events []trace.Event
	sink := func(e trace.Event) { events = append(events, e) }
	broken := facility()
	broken.Err = errors.New("disk on fire")
	if _, err := New(deps(broken)).Ask(t.Context(), engine.Request{Question: "x"}, sink); err == nil {
		t.Error("no error from a broken store")
	}
	checkStream(t, events, trace.KindFailed)

	events = nil
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := New(deps(facility())).Ask(ctx, engine.Request{Question: "x"}, sink); !errors.Is(err, context.Canceled) {
		t.Errorf("err = %v", err)
	}
	checkStream(t, events, trace.KindCancelled)
}

func TestAFaultInAPartFailsTheRunNotTheProgram(t *testing.T) {
	d := deps(facility())
	d.Retriever.Weigh = func(token.Token) float64 { panic("index out of range") }
	var events []trace.Event
	_, err := New(d).Ask(t.Context(), engine.Request{Question: "beam"}, func(e trace.Event) { events = append(events, e) })
	if err == nil || !strings.Contains(err.Error(), "internal fault") {
		t.Errorf("err = %v", err)
	}
	checkStream(t, events, trace.KindFailed)
}
