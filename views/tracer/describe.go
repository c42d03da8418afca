package tracer

import (
	"strings"

	"owl/engine/guard"
	"owl/engine/trace"
	"owl/views/words"
)

// describe says in plain words what an event says.
func (t tree) describe(p trace.Payload) node {
	switch p := p.(type) {
	case trace.Started:
		return t.plain("Asked: %s", guard.Line(p.Question)).with(t.muted("mode %s", words.Clean(string(p.Mode))))
	case trace.Entered:
		return t.muted("%s, round %d", words.State(p.State), p.Round).unfolded()
	case trace.Understood:
		return t.understood(p)
	case trace.Searched:
		return t.plain("Searched %s: %s in %s", words.Clean(p.Channel), words.Count(p.Hits, "hit"), words.Millis(p.Millis))
	case trace.Fused:
		return t.plain("Put together %s (%s)", words.Count(p.Records, "record"), words.Clean(p.Method)).with(t.ranking(p.Top)...)
	case trace.Reranked:
		return t.plain("Ranked anew by %s in %s", words.Clean(p.Ranker), words.Millis(p.Millis)).with(t.ranking(p.Top)...).unfolded()
	case trace.ToolCalled:
		return t.plain("Asked the tool %s", words.Clean(p.Tool)).with(t.fields(p.Args)...).unfolded()
	case trace.ToolReturned:
		return t.returned(p)
	case trace.Drafted:
		return t.drafted(p)
	case trace.Scored:
		return t.scored(p)
	case trace.Retried:
		return t.styled(t.th.Warn, "Round %d: %s", p.Round, words.Clean(p.Reason)).with(t.muted("%s", words.Clean(p.Change))).unfolded()
	case trace.Degraded:
		return t.styled(t.th.Warn, "%s Without %s: %s", t.th.Glyphs.Warn, words.Clean(p.What), words.Clean(p.Why)).with(t.muted("%s", words.Clean(p.Do))).unfolded()
	default:
		return t.ended(p)
	}
}

// ended describes the terminal events, and kinds this version does not know.
func (t tree) ended(p trace.Payload) node {
	took := words.Elapsed(t.run.Last.Sub(t.run.Began))
	switch p := p.(type) {
	case trace.Answered:
		if p.Abstained {
			return t.styled(t.th.Warn, "Not enough evidence, after %s", took)
		}
		return t.styled(t.th.Good, "Answered in %s with %s, confidence %s", took, words.Count(len(p.Citations), "citation"), words.Confidence(p.Confidence))
	case trace.FailedRun:
		return t.styled(t.th.Bad, "%s Failed after %s: %s", t.th.Glyphs.Bad, took, words.Clean(p.Error))
	case trace.Cancelled:
		return t.styled(t.th.Warn, "Cancelled after %s: %s", took, words.Clean(p.Reason))
	case trace.Unknown:
		return t.muted("%s (unknown to this version)", words.Clean(string(p.Name))).with(t.fields(p.Raw)...)
	}
	return t.muted("%s", words.Clean(string(p.Kind())))
}

func (t tree) understood(p trace.Understood) node {
	n := t.plain("Understood: search for %q", words.Clean(p.Text))
	if p.Text == "" {
		n = t.plain("Understood")
	}
	for _, list := range []struct {
		name  string
		items []string
	}{{"exactly", p.Phrases}, {"without", p.Exclude}, {"only", p.Filters}} {
		if len(list.items) > 0 {
			n = n.with(t.muted("%s: %s", list.name, words.Clean(strings.Join(list.items, ", "))))
		}
	}
	steps := t.steps(p.Steps)
	if len(steps) > maxSteps {
		steps = []node{t.muted("%d steps of reading", len(steps)).with(steps...)}
	}
	return n.with(steps...).unfolded()
}

// maxSteps is how many steps of reading a question are shown unfolded.
const maxSteps = 3

// idle is what a step says that found nothing to do.
const idle = "nothing to do"

// steps lists what query understanding did; the steps that did nothing share a
// line.
func (t tree) steps(steps []trace.Step) []node {
	var nodes []node
	var rest []string
	for _, s := range steps {
		if s.Did == idle {
			rest = append(rest, words.Clean(s.Name))
			continue
		}
		nodes = append(nodes, t.muted("%s: %s", words.Clean(s.Name), words.Clean(s.Did)))
	}
	if len(rest) > 0 {
		nodes = append(nodes, t.muted("%s: %s", idle, strings.Join(rest, ", ")))
	}
	return nodes
}

func (t tree) returned(p trace.ToolReturned) node {
	if p.Error != "" {
		return t.styled(t.th.Bad, "%s %s failed after %s: %s", t.th.Glyphs.Bad, words.Clean(p.Tool), words.Millis(p.Millis), words.Clean(p.Error))
	}
	return t.plain("%s answered in %s", words.Clean(p.Tool), words.Millis(p.Millis)).with(t.result(p.Result)...)
}

func (t tree) drafted(p trace.Drafted) node {
	n := t.plain("Drafted %s (%s, %s)", words.Count(p.Claims, "claim"), words.Clean(p.Composer), words.Millis(p.Millis))
	if p.Weights != "" {
		n = n.with(t.muted("weights %s", words.Clean(p.Weights)))
	}
	for _, d := range p.Dropped {
		n = n.with(t.styled(t.th.Warn, "dropped %q: %s", guard.Line(d.Claim), words.Clean(d.Why)))
	}
	for _, note := range p.Notes {
		n = n.with(t.muted("%s", words.Clean(note)))
	}
	return n.unfolded()
}

// scored says what the score of a draft is made of: each part, its weight in
// the reference formula, and what it adds.
func (t tree) scored(p trace.Scored) node {
	s := p.Scores
	n := t.plain("Scored the draft %.2f: %s", s.S, words.Clean(p.Why))
	for _, part := range []struct {
		name          string
		value, weight float64
	}{{"relevance", s.Rho, 0.4}, {"grounding", s.G, 0.3}, {"completeness", s.C, 0.3}, {"unverified entities", float64(s.NKG), -0.05}} {
		n = n.with(t.muted("%s %.2f, weight %.2f: %+.2f", part.name, part.value, part.weight, part.value*part.weight))
	}
	return n.unfolded()
}
