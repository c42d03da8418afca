package prose_test

import (
	"strings"
	"testing"

	"owl/engine/graph"
	"owl/engine/prose"
)

func TestSentencesLeaveFieldsAndTablesOut(t *testing.T) {
	text := "System: RF\nDescription: flow fell to 3.5 L/min. Then a trip; reset ok\nAda Bell, 2025-01-02 03:04: said this\n| a | b |\n# head\n- item one\n"
	var got []string
	for _, s := range prose.Sentences(text) {
		got = append(got, text[s.Start:s.End])
	}
	want := "flow fell to 3.5 L/min.|Then a trip|reset ok|said this|item one"
	if strings.Join(got, "|") != want {
		t.Errorf("got %q", strings.Join(got, "|"))
	}
}

func TestFieldFindsTheValueOfALine(t *testing.T) {
	text := "Downtime: DT_1\nCause:  pump stopped \r\nNot a Cause: x\nEmpty:\nEnd: 04:21"
	for name, want := range map[string]string{"Cause": "pump stopped", "End": "04:21", "Empty": "", "Duration": "", "Down": ""} {
		at, ok := prose.Field(text, name)
		if got := text[at.Start:at.End]; got != want || ok != (want != "") {
			t.Errorf("%s: got %q, %v", name, got, ok)
		}
	}
}

// Any text gives places that lie in it, in order, and never an empty one.
func FuzzPlaces(f *testing.F) {
	f.Add("One. Two; three\nCause: x\n| a | b |\n", "Cause")
	f.Fuzz(func(t *testing.T, text, name string) {
		last := 0
		check := func(s graph.Span) {
			if s.Start < last || s.End > len(text) || s.Start >= s.End {
				t.Fatalf("place %v after %d of %d bytes", s, last, len(text))
			}
		}
		for _, s := range prose.Sentences(text) {
			check(s)
			last = s.End
		}
		last = 0
		if s, ok := prose.Field(text, name); ok {
			check(s)
		}
	})
}
