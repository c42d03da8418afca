package graph

import (
	"context"
	"slices"
	"time"
)

// History is how often the same thing has happened.
type History struct {
	Faults      []Node // the episodes, the earliest first
	Occurrences []Occurrence
	Intervals   []time.Duration // between neighbours of Occurrences
}

// Last is the date of the latest occurrence, zero when there is none.
func (h History) Last() time.Time {
	if len(h.Occurrences) == 0 {
		return time.Time{}
	}
	return h.Occurrences[len(h.Occurrences)-1].Date
}

// Recurrences returns the history of a fault: its episodes, that is faults of
// the same component with the same signature, and each reported occurrence.
// Records that report the same occurrence count once.
func (g *Graph) Recurrences(ctx context.Context, fault ID) (History, error) {
	episodes, err := g.Near(ctx, fault, Reach{Hops: 1, Relations: []Relation{RecurredAs}, MaxDegree: 10_000})
	if err != nil {
		return History{}, err
	}
	h := History{Faults: []Node{g.Node(fault)}}
	for _, n := range episodes {
		h.Faults = append(h.Faults, g.Node(n.ID))
	}
	slices.SortStableFunc(h.Faults, func(a, b Node) int { return a.Evidence.Date.Compare(b.Evidence.Date) })
	for _, f := range h.Faults {
		h.Occurrences = append(h.Occurrences, g.occurrences(f.ID)...)
	}
	h.settle()
	return h, nil
}

func (g *Graph) occurrences(fault ID) []Occurrence {
	var c Chain
	for e := range g.In(fault) {
		c.addIn(g, e)
	}
	return c.Occurrences
}

// sameOccurrence is how near to each other records report one occurrence.
const sameOccurrence = 6 * time.Hour

// settle sorts the occurrences, keeps one of those that are reported several
// times, a downtime row before a log entry, and measures the intervals.
func (h *History) settle() {
	slices.SortStableFunc(h.Occurrences, func(a, b Occurrence) int { return a.Date.Compare(b.Date) })
	kept := h.Occurrences[:0]
	for _, o := range h.Occurrences {
		last := len(kept) - 1
		if last < 0 || o.Date.Sub(kept[last].Date) > sameOccurrence {
			kept = append(kept, o)
		} else if o.Record.Kind == Downtime && kept[last].Record.Kind != Downtime {
			kept[last] = o
		}
	}
	h.Occurrences = kept
	for i := 1; i < len(kept); i++ {
		h.Intervals = append(h.Intervals, kept[i].Date.Sub(kept[i-1].Date))
	}
}
