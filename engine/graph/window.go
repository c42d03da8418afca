package graph

import (
	"iter"
	"math"
	"time"
)

// Window is a span of time; a zero bound is open.
type Window struct{ Since, Until time.Time }

// IsZero reports whether the window is open on both sides.
func (w Window) IsZero() bool { return w.Since.IsZero() && w.Until.IsZero() }

// Away is how far a time lies outside of the window, 0 within it.
func (w Window) Away(t time.Time) time.Duration {
	switch {
	case !w.Since.IsZero() && t.Before(w.Since):
		return w.Since.Sub(t)
	case !w.Until.IsZero() && !t.Before(w.Until):
		return t.Sub(w.Until) + 1
	}
	return 0
}

// Away is how far outside of a window the nearest thing lies that is said of a
// fault; the longest duration when nothing that is said of it has a date. That it
// came back later is said of the later fault.
func (g *Graph) Away(fault ID, w Window) time.Duration {
	nearest := time.Duration(math.MaxInt64)
	for e := range g.edgesAt(fault) {
		edge := &g.edges[e]
		if edge.relation == RecurredAs {
			continue
		}
		if date := edge.proof.date(); !date.IsZero() {
			nearest = min(nearest, w.Away(date))
		}
	}
	return nearest
}

// Faults yields the faults that records are about, in the order of the IDs.
func (g *Graph) Faults() iter.Seq[ID] {
	return func(yield func(ID) bool) {
		for id := range g.nodes {
			if g.isFault(ID(id)) && !yield(ID(id)) {
				return
			}
		}
	}
}
