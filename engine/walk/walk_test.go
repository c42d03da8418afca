package walk

import (
	"encoding/json"
	"errors"
	"math"
	"reflect"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"owl/engine"
)

var t0 = time.Date(2025, 3, 1, 8, 0, 0, 0, time.UTC)

// pump is a plan of two causes: a strainer that is clogged and a sensor that lies.
func pump() Plan {
	cite := func(n int, quote string) engine.Citation {
		return engine.Citation{N: n, DocID: "doc" + string(rune('0'+n)), Quote: engine.Untrusted(quote), Date: "2025-01-02T00:00:00Z"}
	}
	return Plan{
		Symptom: "flow low",
		Causes: []Cause{
			{Name: "strainer clogged", Prior: 0.5, Times: 2, Evidence: []int{1}},
			{Name: "sensor", Prior: 0.4, Times: 1, Evidence: []int{2}},
		},
		Checks: []Check{
			{Kind: Look, Text: "flow: falls slowly", Cite: 1, For: []int{0}, PVs: []PV{{Name: "A:FLOW", Named: true}}, Expect: []Expect{{Op: "<", Value: 32, Unit: "L/min"}}},
			{Kind: Find, Text: "strainer clogged", Cite: 1, For: []int{0}},
			{Kind: Act, Text: "strainer changed", Cite: 1, For: []int{0}, Deed: &Deed{Text: "strainer changed", Cite: 1}},
			{Kind: Find, Text: "sensor", Cite: 2, For: []int{1}},
		},
		Citations: []engine.Citation{cite(1, "strainer clogged"), cite(2, "sensor")},
		Contacts:  []Contact{{Name: "Ada", Last: "2025-01-02T00:00:00Z", Cite: 1}},
	}
}

func answers(w *Walk, verdicts ...Verdict) {
	for _, v := range verdicts {
		w.Answer(v, t0)
	}
}

func TestAYesLeadsToWhatHelped(t *testing.T) {
	w := New(pump(), t0)
	if at, ok := w.Now(); !ok || at != 0 {
		t.Fatalf("begins with check %d, want the look that can be done from the chair", at)
	}
	answers(w, Yes)
	if at, _ := w.Now(); w.Plan.Checks[at].Kind != Act {
		t.Fatalf("after yes comes %q, want what helped", w.Plan.Checks[at].Text)
	}
	answers(w, Yes)
	e := w.Ending()
	if !w.Ended() || e.Outcome != Resolved || e.Cause != 0 || e.Helped == nil || e.Helped.Text != "strainer changed" {
		t.Errorf("ended %v with %+v", w.Ended(), e)
	}
}

func TestNoNarrowsAndEndsHonestly(t *testing.T) {
	w := New(pump(), t0)
	for range 10 {
		answers(w, No)
	}
	e := w.Ending()
	if !w.Ended() || e.Outcome != Exhausted || e.Cause != -1 || len(e.Open) != 0 {
		t.Errorf("ended %v with %+v, want no cause", w.Ended(), e)
	}
	if w.Elsewhere() < 0.5 {
		t.Errorf("%.2f of belief is that the records do not know it", w.Elsewhere())
	}
}

func TestWhatWasDoneInVainLeavesTheCause(t *testing.T) {
	w := New(pump(), t0)
	answers(w, Skip, Yes, No) // the look, the cause, the deed
	e := w.Ending()
	if e.Outcome != Found || e.Cause != 0 || len(e.Tried) != 1 || e.Helped != nil {
		t.Errorf("%+v of %+v", e, w.Answers)
	}
}

func TestLeavingIsNoResult(t *testing.T) {
	w := New(pump(), t0)
	w.Leave()
	if e := w.Ending(); !w.Ended() || e.Outcome != GivenUp {
		t.Errorf("%+v", e)
	}
	if w.Back() {
		t.Error("there was nothing to take back")
	}
}

func TestNotesAndReadingsGoWithTheAnswer(t *testing.T) {
	w := New(pump(), t0)
	low := 30.5
	w.Write("looked at the strip chart")
	w.See([]Reading{{PV: "A:FLOW", Value: "30.5 L/min", Number: &low}, {PV: "B:FLOW", Value: "1"}})
	if v, why, ok := w.Hint(); !ok || v != Yes || why != "is below 32 L/min" {
		t.Errorf("hint %q %q %v", v, why, ok)
	}
	answers(w, Yes)
	a := w.Answers[0]
	if a.Note != "looked at the strip chart" || len(a.Seen) != 1 || a.Seen[0].PV != "A:FLOW" || w.Note != "" || w.Seen != nil {
		t.Errorf("answer %+v, left over %q %v", a, w.Note, w.Seen)
	}
	w.Back()
	if w.Note != "looked at the strip chart" || len(w.Answers) != 0 {
		t.Errorf("taking back kept %q, %d answers", w.Note, len(w.Answers))
	}
}

func TestHintNeedsTheSameUnit(t *testing.T) {
	w := New(pump(), t0)
	x := 30.5
	w.See([]Reading{{PV: "A:FLOW", Value: "30.5 bar", Number: &x}})
	if _, why, ok := w.Hint(); ok {
		t.Errorf("compared bar with L/min: %s", why)
	}
}

func TestExpected(t *testing.T) {
	for text, want := range map[string]string{
		"TOUT below 55 C and FLOW above 36 L/min": "below 55 C; above 36 L/min",
		"steady near 42":                    "about 42",
		"pressure over 1e-7 Torr":           "above 1e-07 Torr",
		"should be 0.2 bar":                 "about 0.2 bar",
		"less than 3 times in the hour":     "below 3",
		"the strainer is behind the column": "",
	} {
		var got []string
		for _, e := range Expected(text) {
			got = append(got, e.String())
		}
		if s := strings.Join(got, "; "); s != want {
			t.Errorf("%q: %q, want %q", text, s, want)
		}
	}
}

func TestMarkdownTellsTheWalk(t *testing.T) {
	p := pump()
	p.Causes[0].Name = "strainer | `clogged` <b> [x](y)"
	w := New(p, t0)
	w.Write("hot \x1b[2J pipe")
	answers(w, Yes, Yes)
	md := w.Markdown(time.UTC)
	for _, want := range []string{"# Walkthrough: flow low", "what helped before has helped", "- helped: strainer changed [1]", "**yes**: flow: falls slowly [1]", "- Ada, last record 2025-01-02 [1]", "[1] `doc1` 2025-01-02", `strainer \| 'clogged' &lt;b> \[x](y)`} {
		if !strings.Contains(md, want) {
			t.Errorf("%q is not in\n%s", want, md)
		}
	}
	if strings.Contains(md, "\x1b") {
		t.Error("an escape is in the export")
	}
}

// plans draws any plan that holds together.
func plans() *rapid.Generator[Plan] {
	return rapid.Custom(func(t *rapid.T) Plan {
		n := rapid.IntRange(1, 6).Draw(t, "causes")
		p := Plan{Symptom: "s", Citations: []engine.Citation{{N: 1, DocID: "d"}}}
		for range n {
			p.Causes = append(p.Causes, Cause{Name: "c", Prior: (1 - Unknown) / float64(n), Evidence: []int{1}})
		}
		for range rapid.IntRange(0, 12).Draw(t, "checks") {
			c := Check{Kind: rapid.SampledFrom([]Kind{Look, Find, Act}).Draw(t, "kind"), Text: "t", Cite: 1}
			c.For = rapid.SliceOfNDistinct(rapid.IntRange(0, n-1), 1, n, rapid.ID).Draw(t, "for")
			if c.Kind == Act {
				c.Deed = &Deed{Text: "d", Cite: 1}
			}
			p.Checks = append(p.Checks, c)
		}
		return p
	})
}

// Whatever is answered, a walk ends, asks nothing twice, its shares add up to one,
// it survives its JSON, and Back undoes exactly one answer.
func TestAnyWalk(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := New(plans().Draw(t, "plan"), t0)
		asked := map[int]bool{}
		for !w.Ended() {
			at, _ := w.Now()
			if asked[at] {
				t.Fatalf("check %d was asked twice", at)
			}
			asked[at] = true
			before := w.Standing()
			w.Answer(rapid.SampledFrom([]Verdict{Yes, No, Skip}).Draw(t, "verdict"), t0)
			again := reread(t, w)
			again.Back()
			if !reflect.DeepEqual(again.Standing(), before) {
				t.Fatalf("back gives %v, was %v", again.Standing(), before)
			}
			sum := w.Elsewhere()
			for _, s := range w.Standing() {
				sum += s.Share
			}
			if math.Abs(sum-1) > 1e-9 {
				t.Fatalf("the shares add up to %v", sum)
			}
		}
		if e := w.Ending(); e.Outcome == Resolved && e.Helped == nil || e.Outcome == Found && e.Cause < 0 {
			t.Fatalf("ending %+v", e)
		}
	})
}

func reread(t *rapid.T, w *Walk) *Walk {
	data, err := json.Marshal(w)
	if err != nil {
		t.Fatal(err)
	}
	again := &Walk{}
	if err := errors.Join(json.Unmarshal(data, again), again.Check()); err != nil {
		t.Fatal(err)
	}
	at, ok := w.Now()
	if at2, ok2 := again.Now(); at != at2 || ok != ok2 {
		t.Fatalf("goes on with %d, was %d", at2, at)
	}
	return again
}

// A file of a walk may be damaged: what Check admits can be walked.
func FuzzWalkJSON(f *testing.F) {
	data, _ := json.Marshal(New(pump(), t0))
	f.Add(data)
	f.Add([]byte(`{"plan":{"causes":[{"prior":1,"evidence":[1]}],"checks":[{"kind":"act","cite":1,"for":[0]}],"citations":[{}]}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		w := &Walk{}
		if json.Unmarshal(data, w) != nil || w.Check() != nil {
			return
		}
		for range 5 {
			w.Answer(Yes, t0)
			w.Ending()
			w.Markdown(time.UTC)
			w.Hint()
		}
		w.Back()
	})
}
