package tracer

import (
	"fmt"

	"charm.land/lipgloss/v2"

	"owl/engine/trace"
	"owl/views/theme"
	"owl/views/words"
)

// node is one step, or a detail of one.
type node struct {
	text  string
	style lipgloss.Style
	open  bool // unfolded unless the operator folds it
	kids  []node
}

// build turns the events of a run into a tree: an event stands under the first
// event of its parent span. Channels that were searched one after the other
// stand under one node.
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
	list := t.children[span]
	for i := 0; i < len(list); i++ {
		if n := t.searches(list[i:]); n > 1 {
			nodes = append(nodes, t.searched(list[i:i+n]))
			i += n - 1
			continue
		}
		nodes = append(nodes, t.event(t.run.Events[list[i]]))
	}
	return nodes
}

// event is a step with what belongs to it.
func (t tree) event(e trace.Event) node {
	n := t.describe(e.Payload)
	if e.Span != "" && e.Span != trace.Root && !t.taken[e.Span] {
		t.taken[e.Span] = true
		n.kids = append(n.kids, t.under(e.Span)...)
		n.open = n.open || len(t.children[e.Span]) > 0
	}
	return n
}

// searches counts the events at the beginning of a list that say what one
// channel found.
func (t tree) searches(list []int) int {
	n := 0
	for n < len(list) {
		e := t.run.Events[list[n]]
		if _, ok := e.Payload.(trace.Searched); !ok || len(t.children[e.Span]) > 0 {
			break
		}
		n++
	}
	return n
}

// searched is one node for several channels.
func (t tree) searched(list []int) node {
	slowest := trace.Searched{}
	var kids []node
	for _, i := range list {
		s, _ := t.run.Events[i].Payload.(trace.Searched)
		if s.Millis >= slowest.Millis {
			slowest = s
		}
		kids = append(kids, t.describe(s))
	}
	n := t.plain("Searched in %d ways; the slowest, %s, took %s", len(list), words.Clean(slowest.Channel), words.Millis(slowest.Millis)).with(kids...)
	n.open = true
	return n
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

// unfolded is a node that is open from the beginning.
func (n node) unfolded() node {
	n.open = true
	return n
}
