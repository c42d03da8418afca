package compose

import (
	"strings"
	"testing"

	"owl/engine"
)

func TestAbstentionSaysWhatWasSearchedAndWhatWouldHelp(t *testing.T) {
	searched := []engine.Coverage{
		{Source: "bely", State: engine.Searched, Searched: 12, FreshAsOf: "2026-10-15T02:00:00-05:00"},
		{Source: "wiki", State: engine.Filtered},
	}
	text := Abstention(searched, []string{"from 2026-10-01"}, []string{"klystron [2]"}, []Nearest{{ID: "bely/1", Title: "Night\nshift", Date: "2026-10-14"}})
	for _, want := range []string{
		"Not enough evidence", "bely (12 records, newest 2026-10-15), wiki (filtered out)", "Restricted to: from 2026-10-01",
		`“klystron \[2\]”`, "- bely/1 · Night shift · 2026-10-14", "What would help: widen the dates or drop a filter",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing in\n%s", want, text)
		}
	}
}

func TestAdviceFitsTheCase(t *testing.T) {
	searched := []engine.Coverage{{Source: "bely", State: engine.Searched, Searched: 1}}
	for want, got := range map[string]string{
		"owl ingest PATH":    Abstention(nil, nil, nil, nil),
		"other words":        Abstention(searched, nil, []string{"x"}, nil),
		"or a date":          Abstention(searched, nil, nil, nil),
		"bely (1 records)":   Abstention(searched, nil, nil, nil),
		"nothing, no source": Abstention(nil, nil, nil, nil),
		"drop a filter":      Abstention(searched, []string{"system RF"}, nil, nil),
	} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is missing in\n%s", want, got)
		}
	}
}
