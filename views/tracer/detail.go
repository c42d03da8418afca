package tracer

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"owl/engine"
	"owl/engine/guard"
	"owl/engine/trace"
	"owl/views/words"
)

// maxRanked is how many lines of a ranking are shown before the rest is folded.
const maxRanked = 5

func (t tree) ranking(top []trace.Ranked) []node {
	nodes := make([]node, 0, len(top))
	for i, r := range top {
		n := t.muted("%d. %.3f %s %s %s", i+1, r.Score, words.Clean(r.DocID), t.th.Glyphs.Dot, guard.Line(r.Title))
		if r.Explain != nil {
			n = n.with(t.explanation(*r.Explain))
		}
		nodes = append(nodes, n)
	}
	if len(nodes) <= maxRanked+1 {
		return nodes
	}
	rest := t.muted("%d more", len(nodes)-maxRanked).with(nodes[maxRanked:]...)
	return append(nodes[:maxRanked:maxRanked], rest)
}

// explanation is how a score came about, as far down as it was told.
func (t tree) explanation(e engine.Explanation) node {
	n := t.muted("%.3f %s", e.Value, words.Clean(e.Label))
	for _, p := range e.Parts {
		n = n.with(t.explanation(p))
	}
	return n
}

// maxResult is how many lines of what a tool said are shown.
const maxResult = 200

// result is what a tool said, line by line.
func (t tree) result(text engine.Untrusted) []node {
	if fields := t.fields(json.RawMessage(text)); len(fields) > 0 && json.Valid([]byte(text)) {
		return fields
	}
	var nodes []node
	for line := range strings.Lines(guard.Text(text)) {
		if len(nodes) == maxResult {
			return append(nodes, t.muted("..."))
		}
		if line = strings.TrimRight(line, "\r\n"); line != "" {
			nodes = append(nodes, t.muted("%s", line))
		}
	}
	return nodes
}

// fields shows JSON as names and values; what is no JSON is shown as it is.
func (t tree) fields(raw json.RawMessage) []node {
	var value any
	if json.Unmarshal(raw, &value) != nil {
		return []node{t.muted("%s", words.Clean(string(raw)))}
	}
	switch value := value.(type) {
	case map[string]any:
		return t.object(value)
	case []any:
		return t.list(value)
	}
	return []node{t.muted("%s", words.Clean(string(raw)))}
}

func (t tree) object(o map[string]any) []node {
	names := make([]string, 0, len(o))
	for name := range o {
		names = append(names, name)
	}
	slices.Sort(names)
	nodes := make([]node, 0, len(o))
	for _, name := range names {
		nodes = append(nodes, t.value(words.Clean(name), o[name]))
	}
	return nodes
}

func (t tree) list(l []any) []node {
	nodes := make([]node, 0, len(l))
	for i, v := range l {
		nodes = append(nodes, t.value(fmt.Sprint(i+1), v))
	}
	return nodes
}

func (t tree) value(name string, v any) node {
	switch v := v.(type) {
	case map[string]any:
		return t.muted("%s:", name).with(t.object(v)...)
	case []any:
		return t.muted("%s: %s", name, words.Count(len(v), "item")).with(t.list(v)...)
	case string:
		return t.muted("%s: %s", name, words.Clean(v))
	}
	return t.muted("%s: %v", name, v)
}
