package build

import (
	"cmp"
	"context"
	"fmt"
	"slices"
)

// Types lists the query types, in the order in which they take turns.
func Types() []string {
	return []string{"causal", "troubleshooting", "multi_hop", "procedural", "parametric", "factual", "temporal", "comparative"}
}

// Seed is a question that people asked: samples near to it come first, and it is
// not asked again.
type Seed struct {
	Question   string `json:"question"`
	Type       string `json:"query_type,omitempty"`        // any when empty
	Collection string `json:"source_collection,omitempty"` // any when empty
}

// seedHits is how many records a seed query leads to.
const seedHits = 20

// grid gives the samples in turns: one of each type, and within a type one of
// each collection, so that the question after the last is of the kind that is
// rarest so far.
type grid struct {
	types []string
	cells map[string][][]sample // of a type, by collection
	turn  int                   // the type whose turn it is
	next  map[string]int        // the collection of a type whose turn it is
}

// newGrid sorts samples into cells. Within a cell the samples of seed queries
// come first, the others in an order that the seed of the build chooses.
func (b *builder) newGrid(ctx context.Context, samples []sample) (*grid, error) {
	near, err := b.nearSeeds(ctx)
	if err != nil {
		return nil, err
	}
	by := map[string]map[string][]sample{}
	for _, s := range samples {
		if by[s.kind] == nil {
			by[s.kind] = map[string][]sample{}
		}
		by[s.kind][s.collection] = append(by[s.kind][s.collection], s)
	}
	g := &grid{types: b.Types, cells: map[string][][]sample{}, next: map[string]int{}}
	for _, kind := range g.types {
		for _, collection := range sortedKeys(by[kind]) {
			if len(b.Collections) == 0 || slices.Contains(b.Collections, collection) {
				g.cells[kind] = append(g.cells[kind], b.ordered(by[kind][collection], near))
			}
		}
		slices.SortStableFunc(g.cells[kind], func(x, y []sample) int { // without seed queries the collections stay by name
			return cmp.Compare(distance(x[0], near), distance(y[0], near))
		})
	}
	return g, nil
}

// ordered shuffles a cell, then moves what is near to a seed query to its front.
func (b *builder) ordered(cell []sample, near map[string][]hit) []sample {
	keys := make(map[string]uint64, len(cell))
	for _, s := range cell {
		keys[s.key()] = choose(b.Seed, "order "+s.key()).Uint64()
	}
	byChoice := func(x, y sample) int { return cmp.Compare(keys[x.key()], keys[y.key()]) }
	slices.SortStableFunc(cell, byChoice)
	place := map[string]int{} // within the samples of a template, so that templates take turns
	count := map[string]int{}
	for _, s := range cell {
		place[s.key()] = count[s.template]
		count[s.template]++
	}
	slices.SortStableFunc(cell, func(x, y sample) int {
		return cmp.Or(cmp.Compare(distance(x, near), distance(y, near)), cmp.Compare(place[x.key()], place[y.key()]), byChoice(x, y))
	})
	return cell
}

// hit is the place of a record in what a seed query finds.
type hit struct {
	Seed
	rank int // from 1, of the retriever that ranks it best
}

// distance is the best rank of a sample's records in what a seed query for such
// samples finds, and a large number for a sample that none leads to.
func distance(s sample, near map[string][]hit) int {
	best := seedHits + 1
	for _, id := range s.records() {
		for _, h := range near[id] {
			if (h.Type == "" || h.Type == s.kind) && (h.Collection == "" || h.Collection == s.collection) {
				best = min(best, h.rank)
			}
		}
	}
	return best
}

// nearSeeds are the records that seed queries find, with their places there.
func (b *builder) nearSeeds(ctx context.Context) (map[string][]hit, error) {
	near := map[string][]hit{}
	for _, seed := range b.Seeds {
		for _, s := range b.Searchers {
			found, err := s.Search(ctx, seed.Question, seedHits)
			if err != nil {
				return nil, fmt.Errorf("look for the records of a seed query by %s: %w", s.Name(), err)
			}
			for i, id := range found {
				near[id] = append(near[id], hit{seed, i + 1})
			}
		}
	}
	return near, nil
}

// take is the next sample; ok is false when there is none left.
func (g *grid) take() (s sample, ok bool) {
	for range g.types {
		kind := g.types[g.turn%len(g.types)]
		g.turn++
		if s, ok := g.takeOf(kind); ok {
			return s, true
		}
	}
	return sample{}, false
}

func (g *grid) takeOf(kind string) (s sample, ok bool) {
	cells := g.cells[kind]
	for range cells {
		at := g.next[kind] % len(cells)
		g.next[kind]++
		if len(cells[at]) > 0 {
			s, cells[at] = cells[at][0], cells[at][1:]
			return s, true
		}
	}
	return sample{}, false
}

// again gives the type that was taken last another turn: what it gave was
// dropped, and its place is still free.
func (g *grid) again() { g.turn-- }
