package words

import (
	"testing"
	"time"

	"owl/engine/trace"
)

func TestTimes(t *testing.T) {
	for in, want := range map[string]string{
		"2025-03-09T03:30:00-05:00": "2025-03-09 03:30 -05:00",
		"2025-03-09T00:00:00Z":      "2025-03-09",
		"":                          "",
		"last\x1b[2J week":          "last\uFFFD[2J week",
	} {
		if got := When(in); got != want {
			t.Errorf("When(%q) = %q, want %q", in, got, want)
		}
	}
	for d, want := range map[time.Duration]string{-time.Second: "0.0 s", 1250 * time.Millisecond: "1.2 s", 125 * time.Second: "2 min 05 s"} {
		if got := Elapsed(d); got != want {
			t.Errorf("Elapsed(%v) = %q, want %q", d, got, want)
		}
	}
	for ms, want := range map[float64]string{0.84: "0.8 ms", 12.4: "12 ms", 1400: "1.4 s"} {
		if got := Millis(ms); got != want {
			t.Errorf("Millis(%v) = %q, want %q", ms, got, want)
		}
	}
}

func TestConfidenceAndCount(t *testing.T) {
	for c, want := range map[float64]string{0.9: "high (0.90)", 0.5: "fair (0.50)", 0: "low (0.00)"} {
		if got := Confidence(c); got != want {
			t.Errorf("Confidence(%v) = %q, want %q", c, got, want)
		}
	}
	if Count(1, "hit") != "1 hit" || Count(0, "hit") != "0 hits" {
		t.Error("plural is wrong")
	}
}

func TestDoingSaysSomethingForEveryKind(t *testing.T) {
	for want, p := range map[string]trace.Payload{
		"reading the question":      trace.Started{},
		"searching":                 trace.Understood{},
		"searched text, 2 hits":     trace.Searched{Channel: "text", Hits: 2},
		"reading 3 records":         trace.Fused{Records: 3},
		"writing":                   trace.Reranked{},
		"asking pv":                 trace.ToolCalled{Tool: "pv"},
		"reading what pv said":      trace.ToolReturned{Tool: "pv"},
		"checking the draft":        trace.Scored{},
		"round 2":                   trace.Retried{Round: 2},
		"going on without the chat": trace.Degraded{What: "the chat"},
		"working":                   trace.Unknown{Name: "x"},
	} {
		s := trace.Reduce(trace.State{}, trace.Event{Seq: 1, Payload: p})
		if got := Doing(s); got != want {
			t.Errorf("Doing after %s = %q, want %q", p.Kind(), got, want)
		}
	}
	if got := Doing(trace.State{}); got != "starting" {
		t.Errorf("Doing before the first event = %q", got)
	}
}

func TestAge(t *testing.T) {
	now := time.Date(2025, 3, 14, 8, 0, 0, 0, time.UTC)
	for at, want := range map[string]string{
		"2025-03-14T07:15:00Z": "45 min ago", "2025-03-14T03:00:00-01:00": "4 h ago", "2025-03-10T00:00:00Z": "4 days ago",
		"2022-01-01T00:00:00Z": "3 years ago", "2025-03-15T00:00:00Z": "", "soon": "",
	} {
		if got := Age(at, now); got != want {
			t.Errorf("%s: %q, want %q", at, got, want)
		}
	}
}
