package compose

import (
	"owl/engine"
	"owl/engine/terms"
)

// Unit is a unit of a record as a model judges it: what weights are learned from.
type Unit struct {
	DocID      string
	Start, End int // byte offsets in the record's content
	Words      int
	Vector     []float64 // of Features
}

// Units gives the vectors of all units that an answer to the question may be made
// of.
func Units(q Question, found []engine.Passage, weigh terms.Weigher) []Unit {
	a := newAsked(q, weigh)
	if len(found) == 0 || len(a.terms) == 0 {
		return nil
	}
	list, _ := a.newest(a.passages(found))
	labels := commonLabels(list)
	var out []Unit
	for _, p := range list {
		rec := a.record(p, list[0])
		for i, u := range p.units {
			out = append(out, Unit{DocID: p.rec.DocID, Start: u.start, End: u.end, Words: p.marks[i].words, Vector: a.vector(p, i, rec, labels)})
		}
	}
	return out
}
