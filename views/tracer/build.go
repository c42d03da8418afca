package tracer

import (
	"fmt"
	"strings"

	"charm.land/lipgloss/v2"

	"owl/engine"
	"owl/engine/guard"
	"owl/engine/trace"
	"owl/views/theme"
	"owl/views/words"
)

// node is one step, or a detail of one.
type node struct {
	text  string
	style lipgloss.Style
	kids  []node
}

// build turns the events of a run into a tree: an event stands under the first
// event of its parent span.
func build(s trace.State, th theme.Theme) []node {
	children := map[string][]int{} // by span, in order
	known := map[string]bool{}
	for i, e := range s.Events {
		parent := e.Parent
		if parent == trace.Root || parent == e.Span || !known[parent] {
			parent = ""
		}
		children[parent] = append(children[parent], i)
		known[e.Span] = true
	}
	t := tree{s, th, children, map[string]bool{}}
	nodes := t.under("")
	if s.Missed > 0 {
		nodes = append(nodes, node{text: words.Count(s.Missed, "event") + " of this run did not reach the screen", style: th.Muted})
	}
	return nodes
}

type tree struct {
	run      trace.State
	th       theme.Theme
	children map[string][]int
	taken    map[string]bool // spans whose children have a place already
}

func (t tree) under(span string) []node {
	var nodes []node
	for _, i := range t.children[span] {
		e := t.run.Events[i]
		n := t.describe(e.Payload)
		if e.Span != "" && e.Span != trace.Root && !t.taken[e.Span] {
			t.taken[e.Span] = true
			n.kids = append(n.kids, t.under(e.Span)...)
		}
		nodes = append(nodes, n)
	}
	return nodes
}

func (t tree) describe(p trace.Payload) node {
	switch p := p.(type) {
	case trace.Started:
		return t.plain("Asked: %s", guard.Line(p.Question)).with(t.muted("mode %s", words.Clean(string(p.Mode))))
	case trace.Understood:
		return t.understood(p)
	case trace.Searched:
		return t.plain("Searched %s: %s in %s", words.Clean(p.Channel), words.Count(p.Hits, "hit"), words.Millis(p.Millis))
	case trace.Fused:
		return t.plain("Put together %s (%s)", words.Count(p.Records, "record"), words.Clean(p.Method)).with(t.ranking(p.Top)...)
	case trace.Reranked:
		return t.plain("Ranked anew by %s in %s", words.Clean(p.Ranker), words.Millis(p.Millis)).with(t.ranking(p.Top)...)
	case trace.ToolCalled:
		return t.plain("Asked the tool %s", words.Clean(p.Tool)).with(t.muted("%s", words.Clean(string(p.Args))))
	case trace.ToolReturned:
		return t.returned(p)
	case trace.Drafted:
		return t.drafted(p)
	case trace.Scored:
		return t.plain("Scored the draft %.2f: %s", p.Scores.S, words.Clean(p.Why)).with(t.muted(
			"relevance %.2f, grounding %.2f, completeness %.2f, unverified entities %d", p.Scores.Rho, p.Scores.G, p.Scores.C, p.Scores.NKG))
	case trace.Retried:
		return t.styled(t.th.Warn, "Round %d: %s", p.Round, words.Clean(p.Reason)).with(t.muted("%s", words.Clean(p.Change)))
	case trace.Degraded:
		return t.styled(t.th.Warn, "%s Without %s: %s", t.th.Glyphs.Warn, words.Clean(p.What), words.Clean(p.Why)).with(t.muted("%s", words.Clean(p.Do)))
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
	}
	return t.muted("%s (unknown to this version)", words.Clean(string(p.Kind())))
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
	for _, s := range p.Steps {
		n = n.with(t.muted("%s: %s", words.Clean(s.Name), words.Clean(s.Did)))
	}
	return n
}

func (t tree) returned(p trace.ToolReturned) node {
	if p.Error != "" {
		return t.styled(t.th.Bad, "%s %s failed after %s: %s", t.th.Glyphs.Bad, words.Clean(p.Tool), words.Millis(p.Millis), words.Clean(p.Error))
	}
	return t.plain("%s answered in %s", words.Clean(p.Tool), words.Millis(p.Millis)).with(t.muted("%s", guard.Line(p.Result)))
}

func (t tree) drafted(p trace.Drafted) node {
	n := t.plain("Drafted %s (%s, %s)", words.Count(p.Claims, "claim"), words.Clean(p.Composer), words.Millis(p.Millis))
	for _, d := range p.Dropped {
		n = n.with(t.styled(t.th.Warn, "dropped %q: %s", guard.Line(d.Claim), words.Clean(d.Why)))
	}
	for _, note := range p.Notes {
		n = n.with(t.muted("%s", words.Clean(note)))
	}
	return n
}

// maxRanked is how many lines of a ranking are shown.
const maxRanked = 5

func (t tree) ranking(top []trace.Ranked) []node {
	var nodes []node
	for i, r := range top {
		if i == maxRanked {
			break
		}
		n := t.muted("%d. %.3f %s %s %s", i+1, r.Score, words.Clean(r.DocID), t.th.Glyphs.Dot, guard.Line(r.Title))
		if r.Explain != nil {
			n = n.with(t.muted("%s", parts(*r.Explain)))
		}
		nodes = append(nodes, n)
	}
	return nodes
}

// parts is the top level of an explanation in one line: what was added up, not
// how.
func parts(e engine.Explanation) string {
	terms := make([]string, len(e.Parts))
	for i, p := range e.Parts {
		terms[i] = fmt.Sprintf("%s %.3f", subject(p), p.Value)
	}
	return words.Join(": ", subject(e), strings.Join(terms, ", "))
}

// subject is the label of an explanation without "product of" and the like.
func subject(e engine.Explanation) string {
	name, _, _ := strings.Cut(e.Label, ": ")
	return words.Clean(name)
}

func (t tree) plain(format string, args ...any) node {
	return t.styled(lipgloss.NewStyle(), format, args...)
}

func (t tree) muted(format string, args ...any) node { return t.styled(t.th.Muted, format, args...) }

func (tree) styled(style lipgloss.Style, format string, args ...any) node {
	return node{text: fmt.Sprintf(format, args...), style: style}
}

// with adds details; empty ones are left out.
func (n node) with(kids ...node) node {
	for _, k := range kids {
		if k.text != "" {
			n.kids = append(n.kids, k)
		}
	}
	return n
}
