package graph

import (
	"cmp"
	"context"
	"slices"
	"time"
)

// Expert is a person who knows about a topic, with the edges that say so.
type Expert struct {
	Person Node
	Score  float64
	Last   time.Time // of the newest record
	Proof  []Edge    // the newest first, at most five
}

// maxProof is how many edges are shown for an expert.
const maxProof = 5

// Experts returns the people of the records around the topics, those with the
// most and the newest work first. The newest record around the topics counts
// fully, one that is two years older half.
func (g *Graph) Experts(ctx context.Context, topics []ID, limit int) ([]Expert, error) {
	edges, err := g.contacts(ctx, topics)
	if err != nil {
		return nil, err
	}
	var newest time.Time
	for _, e := range edges {
		if e.edge.Evidence.Date.After(newest) {
			newest = e.edge.Evidence.Date
		}
	}
	byPerson := map[ID]*Expert{}
	for _, e := range edges {
		x := byPerson[e.edge.To]
		if x == nil {
			x = &Expert{Person: g.Node(e.edge.To)}
			byPerson[e.edge.To] = x
		}
		x.add(e, newest)
	}
	return ranked(byPerson, limit), nil
}

// contact is an edge to a person, so many hops from a topic.
type contact struct {
	edge Edge
	hops int
}

// contacts lists the edges to people at the records and faults around topics.
func (g *Graph) contacts(ctx context.Context, topics []ID) ([]contact, error) {
	seen := map[EdgeID]bool{}
	var list []contact
	add := func(id ID, hops int) {
		for e := range g.edgesAt(id) {
			if edge := &g.edges[e]; edge.relation == ContactPerson && edge.from == id && !seen[e] {
				seen[e] = true
				list = append(list, contact{g.Edge(e), hops})
			}
		}
	}
	for _, topic := range topics {
		add(topic, 0)
		near, err := g.Near(ctx, topic, Reach{Hops: 2, Limit: 2000, MaxDegree: 200, Relations: []Relation{
			HasFault, AboutSystem, PartOf, Mentions, CausedBy, FollowsProcedure,
		}})
		if err != nil {
			return nil, err
		}
		for _, n := range near {
			add(n.ID, n.Hops)
		}
	}
	return list, nil
}

const halfLife = 2 * 365 * 24 * time.Hour

func (x *Expert) add(c contact, newest time.Time) {
	weight := c.edge.Evidence.Confidence / float64(1+c.hops)
	if date := c.edge.Evidence.Date; !date.IsZero() {
		weight /= 1 + float64(newest.Sub(date))/float64(halfLife)
		if date.After(x.Last) {
			x.Last = date
		}
	}
	x.Score += weight
	x.Proof = append(x.Proof, c.edge)
}

func ranked(byPerson map[ID]*Expert, limit int) []Expert {
	list := make([]Expert, 0, len(byPerson))
	for _, x := range byPerson {
		slices.SortStableFunc(x.Proof, func(a, b Edge) int {
			return cmp.Or(b.Evidence.Date.Compare(a.Evidence.Date), cmp.Compare(a.ID, b.ID))
		})
		x.Proof = x.Proof[:min(maxProof, len(x.Proof))]
		list = append(list, *x)
	}
	slices.SortFunc(list, func(a, b Expert) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.Person.ID, b.Person.ID))
	})
	return list[:min(limit, len(list))]
}
