package trace

import (
	"encoding/json"
	"reflect"
	"sync"
	"testing"
	"time"

	"owl/engine"
)

func everyPayload() []Payload {
	return []Payload{
		Started{Question: "why?", Mode: engine.Auto},
		Entered{State: "draft", Round: 2, Fresh: true},
		Understood{Text: "why", Steps: []Step{{Name: "phrase", Did: "x"}}},
		Searched{Channel: "text", Hits: 3, Millis: 0.2},
		Fused{Method: "single channel", Records: 2, Top: []Ranked{{DocID: "a", Score: 1.5, Explain: &engine.Explanation{Label: "sum", Value: 1.5}}}},
		Reranked{Ranker: "linear"},
		ToolCalled{Tool: "channel_find", Args: json.RawMessage(`{"q":"x"}`)},
		ToolReturned{Tool: "channel_find", Result: "y"},
		Drafted{Composer: "extractive", Claims: 2, Dropped: []Drop{{Claim: "c", DocID: "a", Why: "number 3 is not in the quote"}}},
		Delta{Text: "The "},
		Scored{Scores: engine.NewScores(1, 1, 0.5, 0), Why: "enough"},
		Retried{Round: 1, Reason: "r", Change: "c"},
		Degraded{What: "models", Why: "missing", Do: "run make"},
		Answered{engine.Answer{Text: "The beam [1]", Citations: []engine.Citation{{N: 1, Quote: "beam"}}}},
		FailedRun{Error: "e"},
		Cancelled{Reason: "Esc"},
		Unknown{Name: "later", Raw: json.RawMessage(`{"a":1}`)},
	}
}

func TestEveryPayloadSurvivesItsJSON(t *testing.T) {
	for _, p := range everyPayload() {
		in := Event{Version: 1, Run: "r", Seq: 4, Span: "2", Parent: "0", At: time.Unix(1, 5).UTC(), Payload: p}
		data, err := json.Marshal(in)
		if err != nil {
			t.Fatal(err)
		}
		var out Event
		if err := json.Unmarshal(data, &out); err != nil {
			t.Fatalf("%s: %v", data, err)
		}
		if !reflect.DeepEqual(in, out) {
			t.Errorf("%s came back as %#v", data, out)
		}
	}
}

func TestEnvelopeHasTheContractsKeys(t *testing.T) {
	data, err := json.Marshal(Event{Version: 1, Run: "r", Seq: 1, Span: "0", At: time.Unix(0, 0).UTC(), Payload: Delta{Text: "x"}})
	if err != nil {
		t.Fatal(err)
	}
	want := `{"v":1,"run":"r","seq":1,"span":"0","parent":"","at":"1970-01-01T00:00:00Z","kind":"delta","payload":{"text":"x"}}`
	if string(data) != want {
		t.Errorf("got  %s\nwant %s", data, want)
	}
}

func TestEmitterNumbersWithoutGapsAndEndsOnce(t *testing.T) {
	var got []Event
	e := NewEmitter("r", func() time.Time { return time.Unix(0, 0) }, func(ev Event) { got = append(got, ev) })
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 50 {
				e.Step(Delta{Text: "x"})
			}
		})
	}
	wg.Wait()
	if !e.Emit(Root, "", FailedRun{Error: "x"}) || e.Step(Delta{}) || e.Emit(Root, "", Cancelled{}) {
		t.Error("exactly one terminal event may be sent, and nothing after it")
	}
	for i, ev := range got {
		if ev.Seq != i+1 {
			t.Fatalf("event %d has seq %d", i+1, ev.Seq)
		}
	}
	if len(got) != 401 || got[400].Payload.Kind() != KindFailed {
		t.Errorf("%d events, last %s", len(got), got[len(got)-1].Payload.Kind())
	}
}

func TestReduceBuildsTheRun(t *testing.T) {
	var s State
	states := []State{s}
	emit := NewEmitter("r", func() time.Time { return time.Unix(7, 0) }, func(ev Event) {
		s = Reduce(s, ev)
		states = append(states, s)
	})
	for _, p := range []Payload{Started{Question: "q", Mode: engine.Fast}, Degraded{What: "w"}, Delta{"ab"}, Delta{"c"}} {
		emit.Step(p)
	}
	if s.Draft != "abc" || s.Question != "q" || len(s.Degraded) != 1 || !s.Running() || len(s.Events) != 2 {
		t.Errorf("state = %+v", s)
	}
	emit.Step(Entered{State: "gate", Round: 1})
	if s.Draft != "abc" {
		t.Errorf("draft = %q", s.Draft)
	}
	emit.Step(Entered{State: "write", Round: 1, Fresh: true})
	emit.Step(Delta{"better"})
	if s.Draft != "better" {
		t.Errorf("draft = %q", s.Draft)
	}
	emit.Step(Retried{Round: 1})
	emit.Step(Delta{"d"})
	emit.Step(Answered{engine.Answer{Text: "d"}})
	if s.Draft != "d" || s.Answer == nil || s.Answer.Text != "d" || s.Running() || s.Missed != 0 {
		t.Errorf("state = %+v", s)
	}
	if states[4].Draft != "abc" || len(states[2].Events) != 2 {
		t.Error("an earlier state was changed")
	}
}

func TestReduceCountsWhatWasMissed(t *testing.T) {
	s := Reduce(State{}, Event{Seq: 1, Payload: Started{}})
	s = Reduce(s, Event{Seq: 5, Payload: Delta{"x"}})
	if s.Missed != 3 {
		t.Errorf("missed = %d, want 3", s.Missed)
	}
}

func FuzzEventJSON(f *testing.F) {
	for _, p := range everyPayload() {
		data, _ := json.Marshal(Event{Payload: p})
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var e Event
		if json.Unmarshal(data, &e) != nil {
			return
		}
		if _, err := json.Marshal(e); err != nil {
			t.Errorf("read %q but cannot write it: %v", data, err)
		}
	})
}
