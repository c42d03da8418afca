package graph

import (
	"cmp"
	"context"
	"slices"
)

// Central returns the nodes with the most edges, of the given kinds or of any.
// Score is the degree centrality: edges over the number of other nodes.
func (g *Graph) Central(limit int, kinds ...Kind) []Match {
	scores := map[ID]float64{}
	others := float64(max(1, len(g.nodes)-1))
	for id := range g.nodes {
		if d := g.Degree(ID(id)); d > 0 {
			scores[ID(id)] = float64(d) / others
		}
	}
	return g.best(scores, limit, kinds)
}

// maxRounds bounds the propagation of labels, which settles in a few.
const maxRounds = 20

// Communities gives each node the number of its community, by propagation of
// labels: each node takes the label that most of its neighbours have, where a
// neighbour counts once and once more for each neighbour that both share. Nodes
// go in the order of the IDs, a tie keeps the label or goes to the lowest one;
// labels are numbered by a node of theirs. So the same graph always gives the
// same numbers. Nodes with more than maxDegree edges pass on no label: they
// belong to everything.
func (g *Graph) Communities(ctx context.Context, maxDegree int) ([]int32, error) {
	labels := make([]int32, len(g.nodes))
	for i := range labels {
		labels[i] = int32(i)
	}
	weights := g.sharing(maxDegree)
	for range maxRounds {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if !g.propagate(labels, weights, maxDegree) {
			break
		}
	}
	return labels, nil
}

// sharing gives each edge one and the number of neighbours that its ends share.
func (g *Graph) sharing(maxDegree int) []int32 {
	weights := make([]int32, len(g.edges))
	s := g.scratchpad()
	defer g.scratch.Put(s)
	for i := range g.nodes {
		if g.Degree(ID(i)) > maxDegree {
			continue
		}
		s.nextEpoch()
		for e := range g.edgesAt(ID(i)) {
			s.mark(g.other(e, ID(i)), e)
		}
		for _, e := range g.out.at(ID(i)) {
			weights[e] = 1
			end := g.edges[e].to
			if g.Degree(end) > maxDegree {
				continue
			}
			for other := range g.edgesAt(end) {
				if s.marked(g.other(other, end)) {
					weights[e]++
				}
			}
		}
	}
	return weights
}

func (g *Graph) propagate(labels, weights []int32, maxDegree int) bool {
	changed := false
	var votes []vote
	for i := range labels {
		votes = votes[:0]
		for e := range g.edgesAt(ID(i)) {
			if n := g.other(e, ID(i)); g.Degree(n) <= maxDegree {
				votes = append(votes, vote{labels[n], weights[e]})
			}
		}
		if label := winner(votes, labels[i]); label != labels[i] {
			labels[i], changed = label, true
		}
	}
	return changed
}

type vote struct{ label, weight int32 }

// winner returns the label with the most votes: of equals the present one, else
// the lowest. It sorts the votes.
func winner(votes []vote, present int32) int32 {
	slices.SortFunc(votes, func(a, b vote) int { return cmp.Compare(a.label, b.label) })
	best, most := present, int32(0)
	for i := 0; i < len(votes); {
		label, sum := votes[i].label, int32(0)
		for ; i < len(votes) && votes[i].label == label; i++ {
			sum += votes[i].weight
		}
		if sum > most || sum == most && label == present {
			best, most = label, sum
		}
	}
	return best
}
