// Package words says in plain words what the console shows in several places:
// times, confidence, and what a run is doing.
package words

import (
	"fmt"
	"strings"
	"time"

	"owl/engine"
	"owl/engine/guard"
	"owl/engine/trace"
)

// Elapsed is a duration to one tenth of a second, or in minutes.
func Elapsed(d time.Duration) string {
	d = max(0, d)
	if d < time.Minute {
		return fmt.Sprintf("%.1f s", d.Seconds())
	}
	return fmt.Sprintf("%d min %02d s", int(d.Minutes()), int(d.Seconds())%60)
}

// Millis is a time in milliseconds as a person reads it.
func Millis(ms float64) string {
	switch {
	case ms < 10:
		return fmt.Sprintf("%.1f ms", ms)
	case ms < 1000:
		return fmt.Sprintf("%.0f ms", ms)
	}
	return Elapsed(time.Duration(ms * float64(time.Millisecond)))
}

// When is an RFC 3339 time with its own UTC offset; midnight is a day. What is
// not RFC 3339 is shown as it is.
func When(rfc3339 string) string {
	t, err := time.Parse(time.RFC3339Nano, rfc3339)
	if err != nil {
		return guard.Line(engine.Untrusted(rfc3339))
	}
	return Time(t)
}

// Age says how long before now an RFC 3339 time was, roughly: "4 h ago"; empty when
// it is not such a time or not before now.
func Age(rfc3339 string, now time.Time) string {
	t, err := time.Parse(time.RFC3339Nano, rfc3339)
	if err != nil || t.After(now) {
		return ""
	}
	const day, year = 24 * time.Hour, 365 * 24 * time.Hour
	switch ago := now.Sub(t); {
	case ago < time.Hour:
		return fmt.Sprintf("%d min ago", int(ago.Minutes()))
	case ago < 2*day:
		return fmt.Sprintf("%d h ago", int(ago.Hours()))
	case ago < 2*year:
		return fmt.Sprintf("%d days ago", int(ago/day))
	default:
		return fmt.Sprintf("%d years ago", int(ago/year))
	}
}

// Time is When for a time that was parsed already; empty when it is zero.
func Time(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	if h, m, s := t.Clock(); h+m+s == 0 {
		return t.Format("2006-01-02")
	}
	return t.Format("2006-01-02 15:04 -07:00")
}

// Count is a number with its noun: "1 record", "3 records".
func Count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// Confidence is a number 0..1 with a word for it.
func Confidence(c float64) string {
	word := "low"
	switch {
	case c >= 0.75:
		word = "high"
	case c >= 0.45:
		word = "fair"
	}
	return fmt.Sprintf("%s (%.2f)", word, c)
}

// Doing says what a run is busy with after its last event.
func Doing(s trace.State) string {
	if len(s.Events) == 0 {
		return "starting"
	}
	switch p := s.Events[len(s.Events)-1].Payload.(type) {
	case trace.Started:
		return "reading the question"
	case trace.Entered:
		return strings.ToLower(State(p.State))
	case trace.Understood:
		return "searching"
	case trace.Searched:
		return "searched " + Clean(p.Channel) + ", " + Count(p.Hits, "hit")
	case trace.Fused:
		return "reading " + Count(p.Records, "record")
	case trace.Reranked:
		return "writing"
	case trace.ToolCalled:
		return "asking " + Clean(p.Tool)
	case trace.ToolReturned:
		return "reading what " + Clean(p.Tool) + " said"
	case trace.Drafted, trace.Scored:
		return "checking the draft"
	case trace.Retried:
		return fmt.Sprintf("round %d", p.Round)
	case trace.Degraded:
		return "going on without " + Clean(p.What)
	}
	return "working"
}

// State says what a run does in a state.
func State(name string) string {
	switch name {
	case "plan":
		return "Reading the question"
	case "chain":
		return "Looking up fault chains"
	case "retrieve":
		return "Searching"
	case "draft":
		return "Putting an answer together"
	case "gate":
		return "Checking every claim"
	case "score":
		return "Judging the draft"
	case "retry":
		return "Looking again"
	case "tools":
		return "Asking tools"
	case "write":
		return "Letting the model write"
	case "finish":
		return "Finishing"
	}
	return "In state " + Clean(name)
}

// Clean is guard.Line for text that has the type of our own but may repeat
// what came from outside, as the strings of a trace do.
func Clean(s string) string { return guard.Line(engine.Untrusted(s)) }

// Join puts the parts that are not empty into one line.
func Join(separator string, parts ...string) string {
	kept := parts[:0:0]
	for _, p := range parts {
		if p != "" {
			kept = append(kept, p)
		}
	}
	return strings.Join(kept, separator)
}
