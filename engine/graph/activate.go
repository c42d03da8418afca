package graph

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"
	"time"
)

// Seed is a node from which activation spreads.
type Seed struct {
	ID     ID
	Weight float64
}

// Spread bounds spreading activation. Zero values mean the defaults.
type Spread struct {
	Decay float64 // share that an edge passes on, default 0.5
	Hops  int     // default 3
	Limit int     // records that are returned, default 100
	Since time.Time
	Until time.Time
	Admit func(docID string) bool // records that may be returned, nil for all
}

func (s Spread) withDefaults() Spread {
	if s.Decay <= 0 {
		s.Decay = 0.5
	}
	if s.Hops <= 0 {
		s.Hops = 3
	}
	if s.Limit <= 0 {
		s.Limit = 100
	}
	return s
}

// RecordScore is a record that activation reached. Path leads from the seed
// that gave it most.
type RecordScore struct {
	DocID string
	Score float64
	Path  []Step
}

// Activate spreads activation from the seeds and returns the records that it
// reaches, the most active first. A node divides what it passes on among its
// neighbours, so that a node to which everything is joined passes on little. A
// record is as active as the nodes that rest on it.
func (g *Graph) Activate(ctx context.Context, seeds []Seed, spread Spread) ([]RecordScore, error) {
	spread = spread.withDefaults()
	w := wave{g: g, energy: map[ID]float64{}, via: map[ID]arrival{}}
	front := map[ID]float64{}
	for _, s := range seeds {
		front[s.ID] += s.Weight
		w.via[s.ID] = arrival{edge: -1}
	}
	for hop := 0; len(front) > 0; hop++ {
		for id, e := range front {
			w.energy[id] += e
		}
		if hop == spread.Hops {
			break
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		front = w.pass(front, spread.Decay)
	}
	return w.records(spread), ctx.Err()
}

// wave is activation while it spreads.
type wave struct {
	g      *Graph
	energy map[ID]float64
	via    map[ID]arrival
}

// arrival is how a node was first reached, by the edge that brought most.
type arrival struct {
	edge   EdgeID // -1 at a seed
	energy float64
}

// faintest is the least activation that an edge passes on.
const faintest = 5e-3

func (w *wave) pass(front map[ID]float64, decay float64) map[ID]float64 {
	next := map[ID]float64{}
	reached := map[ID]arrival{}
	for _, id := range sortedIDs(front) {
		share := front[id] * decay / math.Sqrt(float64(max(1, w.g.Degree(id))))
		if share < faintest {
			continue
		}
		for e := range w.g.edgesAt(id) {
			to := w.g.other(e, id)
			energy := share * float64(w.g.edges[e].proof.confidence)
			next[to] += energy
			if _, old := w.via[to]; !old && energy > reached[to].energy {
				reached[to] = arrival{e, energy}
			}
		}
	}
	for id, a := range reached {
		w.via[id] = a
	}
	return next
}

func sortedIDs(m map[ID]float64) []ID {
	ids := make([]ID, 0, len(m))
	for id := range m {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	return ids
}

// records gives the activation of the nodes to the records that they rest on.
func (w *wave) records(spread Spread) []RecordScore {
	scores := map[string]float64{}
	best := map[string]Match{}
	give := func(doc string, id ID, energy float64) {
		scores[doc] += energy
		if energy > best[doc].Score {
			best[doc] = Match{id, energy}
		}
	}
	for _, id := range sortedIDs(w.energy) {
		n := &w.g.nodes[id]
		if n.kind.IsRecord() {
			for _, doc := range w.g.parts[id] {
				give(doc, id, w.energy[id])
			}
		} else if n.kind == Fault || n.kind == Action || n.kind == Symptom {
			give(w.g.docs[n.proof.doc], id, w.energy[id])
		}
	}
	return w.ranking(scores, best, spread)
}

func (w *wave) ranking(scores map[string]float64, best map[string]Match, spread Spread) []RecordScore {
	list := make([]RecordScore, 0, len(scores))
	for doc, score := range scores {
		if w.admits(doc, spread) {
			list = append(list, RecordScore{DocID: doc, Score: score})
		}
	}
	slices.SortFunc(list, func(a, b RecordScore) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), strings.Compare(a.DocID, b.DocID))
	})
	list = list[:min(spread.Limit, len(list))]
	for i := range list {
		list[i].Path = w.path(best[list[i].DocID].ID)
	}
	return list
}

func (w *wave) admits(doc string, spread Spread) bool {
	if spread.Admit != nil && !spread.Admit(doc) {
		return false
	}
	if spread.Since.IsZero() && spread.Until.IsZero() {
		return true
	}
	id, ok := w.g.records[doc]
	if !ok {
		return false
	}
	date := w.g.nodes[id].proof.date()
	if date.IsZero() || !spread.Since.IsZero() && date.Before(spread.Since) {
		return false
	}
	return spread.Until.IsZero() || date.Before(spread.Until)
}

// path walks back to the seed.
func (w *wave) path(id ID) []Step {
	var steps []Step
	for a := w.via[id]; a.edge >= 0 && len(steps) < 10; a = w.via[id] {
		before := w.g.other(a.edge, id)
		steps = append(steps, w.g.step(a.edge, before))
		id = before
	}
	slices.Reverse(steps)
	return steps
}

// longestName is the most words of a name that is looked for in a text.
const longestName = 6

// Entities returns the nodes whose whole name or alias stands in a text, the
// longer the name the better. Kinds restricts it; none means any but Fault,
// Action and records, whose names are sentences.
func (g *Graph) Entities(text string, limit int, kinds ...Kind) []Match {
	if len(kinds) == 0 {
		kinds = []Kind{Component, PV, System, Person, Symptom, Location}
	}
	x := g.nameIndex()
	words := FoldWords(text)
	scores := map[ID]float64{}
	covered := make([]bool, len(words))
	for size := min(longestName, len(words)); size > 0; size-- {
		for at := 0; at+size <= len(words); at++ {
			ids := x.whole[strings.Join(words[at:at+size], " ")]
			if len(ids) == 0 || slices.Contains(covered[at:at+size], true) {
				continue
			}
			named := false
			for _, id := range ids {
				if slices.Contains(kinds, g.nodes[id].kind) {
					scores[id], named = 1/(1+0.1*float64(longestName-size)), true
				}
			}
			for i := at; named && i < at+size; i++ {
				covered[i] = true
			}
		}
	}
	return g.best(scores, limit, kinds)
}
