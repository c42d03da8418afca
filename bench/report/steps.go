package report

import (
	"fmt"
	"strings"

	"owl/engine/trace"
)

// steps writes the events of a run in words, but for the pieces of its text.
func steps(s trace.State) []Step {
	out := make([]Step, 0, len(s.Events))
	for _, e := range s.Events {
		out = append(out, Step{
			Millis: float64(e.At.Sub(s.Began).Microseconds()) / 1000, Kind: string(e.Payload.Kind()), Text: words(e.Payload),
		})
	}
	return out
}

func words(p trace.Payload) string {
	switch p := p.(type) {
	case trace.Started:
		return "mode " + string(p.Mode)
	case trace.Understood:
		return understood(p)
	case trace.Searched:
		return fmt.Sprintf("%s: %d hits in %.1f ms", p.Channel, p.Hits, p.Millis)
	case trace.Fused:
		return fmt.Sprintf("%d records, %s: %s", p.Records, p.Method, ranked(p.Top))
	case trace.Reranked:
		return fmt.Sprintf("%s in %.1f ms: %s", p.Ranker, p.Millis, ranked(p.Top))
	case trace.ToolCalled:
		return p.Tool + " " + string(p.Args)
	case trace.ToolReturned:
		return strings.TrimSpace(fmt.Sprintf("%s in %.1f ms %s", p.Tool, p.Millis, p.Error))
	case trace.Drafted:
		return drafted(p)
	case trace.Scored:
		return fmt.Sprintf("s = %.2f (rho %.2f, g %.2f, c %.2f, n_kg %d): %s", p.Scores.S, p.Scores.Rho, p.Scores.G, p.Scores.C, p.Scores.NKG, p.Why)
	case trace.Retried:
		return fmt.Sprintf("round %d: %s; %s", p.Round, p.Reason, p.Change)
	case trace.Degraded:
		return fmt.Sprintf("%s: %s; %s", p.What, p.Why, p.Do)
	case trace.Answered:
		return fmt.Sprintf("%d citations, confidence %.2f", len(p.Citations), p.Confidence)
	case trace.FailedRun:
		return p.Error
	case trace.Cancelled:
		return p.Reason
	case trace.Delta, trace.Unknown:
	}
	return ""
}

func understood(p trace.Understood) string {
	parts := append([]string{fmt.Sprintf("%q", p.Text)}, p.Filters...)
	for _, s := range p.Steps {
		parts = append(parts, s.Name+": "+s.Did)
	}
	return strings.Join(parts, "; ")
}

func ranked(top []trace.Ranked) string {
	var out []string
	for i, r := range top {
		out = append(out, fmt.Sprintf("%d. %s (%.2f)", i+1, r.DocID, r.Score))
	}
	return strings.Join(out, ", ")
}

func drafted(p trace.Drafted) string {
	out := fmt.Sprintf("%s: %d claims in %.1f ms", p.Composer, p.Claims, p.Millis)
	for _, d := range p.Dropped {
		out += fmt.Sprintf("; dropped one of %s: %s", d.DocID, d.Why)
	}
	return out
}
