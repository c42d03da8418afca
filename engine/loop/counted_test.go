package loop

import (
	"strings"
	"testing"

	"owl/engine"
	"owl/engine/compose"
	"owl/engine/porttest"
	"owl/engine/verify"
)

func askCounting(t *testing.T, m porttest.Memory, question string) engine.Answer {
	t.Helper()
	d := deps(m)
	d.Lister = m
	answer, err := New(d).Ask(t.Context(), engine.Request{Question: engine.Untrusted(question)}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return answer
}

func TestACountStandsFirstAndItsRecordsAreCited(t *testing.T) {
	m := facility()
	answer := askCounting(t, m, "How many work requests are there about the clogged circulator strainer ST-B3?")
	if answer.Abstained || !strings.HasPrefix(answer.Text, "**Counted** · 1 work request holds “clogged” and “circulator” and “strainer” and “ST-B3”.") || !strings.Contains(answer.Text, "WRQ_2") {
		t.Errorf("answer %q", answer.Text)
	}
	for _, c := range answer.Citations {
		rec, err := m.Record(t.Context(), c.DocID)
		if err != nil || verify.Citation(rec, c) != nil {
			t.Errorf("citation %+v does not hold: %v", c, err)
		}
	}
}

func TestWhatFitsBestUnfoldsBelowACount(t *testing.T) {
	for text, want := range map[string][2]string{
		"":      {"two", ""},
		"block": {"two", "block"},
		"block\n\n" + compose.MoreLine + "\n\nmore": {"two", "block\n\nmore"},
	} {
		if main, more := compose.Fold(folded("two", text)); main != want[0] || more != want[1] {
			t.Errorf("%q: %q and %q", text, main, more)
		}
	}
}

func TestNothingThatCountsIsSaid(t *testing.T) {
	for question, want := range map[string]string{
		"How many work requests hold zebra?":                      "**Counted** · no work requests hold “zebra”.",
		"How many chat threads were there in October 2026?":       "**Counted** · no chat threads from 2026-10-01",
		"How many litres a minute does the circulator flow have?": "",
	} {
		answer := askCounting(t, facility(), question)
		if counted := strings.HasPrefix(answer.Text, "**Counted**"); !strings.HasPrefix(answer.Text, want) || counted != (want != "") {
			t.Errorf("%q: %q", question, answer.Text)
		}
	}
}
