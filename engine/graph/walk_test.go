package graph

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// random draws a graph and its edges as pairs.
func random(rt *rapid.T) (*Graph, [][2]ID) {
	n := rapid.IntRange(2, 30).Draw(rt, "nodes")
	s := newSketch()
	for i := range n {
		s.node(Component, fmt.Sprint("component:", i), fmt.Sprint("c", i), 1)
	}
	var pairs [][2]ID
	for range rapid.IntRange(0, 60).Draw(rt, "edges") {
		a, b := ID(rapid.IntRange(0, n-1).Draw(rt, "a")), ID(rapid.IntRange(0, n-1).Draw(rt, "b"))
		s.edge(a, PartOf, b, Asserted, 1, "test")
		pairs = append(pairs, [2]ID{a, b})
	}
	return s.Build(), pairs
}

// distances is Bellman and Ford's way, with edges in both directions.
func distances(n int, pairs [][2]ID, from ID) []int {
	d := make([]int, n)
	for i := range d {
		d[i] = 1 << 20
	}
	d[from] = 0
	for range n {
		for _, p := range pairs {
			d[p[0]], d[p[1]] = min(d[p[0]], d[p[1]]+1), min(d[p[1]], d[p[0]]+1)
		}
	}
	return d
}

func TestPathIsAShortestOne(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		g, pairs := random(rt)
		n, _ := g.Size()
		a, b := ID(rapid.IntRange(0, n-1).Draw(rt, "from")), ID(rapid.IntRange(0, n-1).Draw(rt, "to"))
		want := distances(n, pairs, a)[b]
		route := Route{MaxHops: 40, Trusted: rapid.Bool().Draw(rt, "trusted")}
		steps, found, err := g.Path(t.Context(), a, b, route)
		if err != nil || found != (want < 1<<20) {
			rt.Fatalf("found %v, %v; want distance %d", found, err, want)
		}
		if found && !route.Trusted && len(steps) != want {
			rt.Fatalf("%d steps, want %d", len(steps), want)
		}
		at := a
		for _, s := range steps {
			if start := s.Edge.From; (s.Reverse && s.Edge.To != at) || (!s.Reverse && start != at) {
				rt.Fatalf("step %+v does not start at %d", s, at)
			}
			at = s.Next()
		}
		if found && at != b {
			rt.Fatalf("ends at %d, want %d", at, b)
		}
	})
}

func TestNearGivesAllWithinReachOnce(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		g, pairs := random(rt)
		n, _ := g.Size()
		from := ID(rapid.IntRange(0, n-1).Draw(rt, "from"))
		hops := rapid.IntRange(1, 4).Draw(rt, "hops")
		near, err := g.Near(t.Context(), from, Reach{Hops: hops})
		if err != nil {
			rt.Fatal(err)
		}
		got := map[ID]int{}
		for _, x := range near {
			if _, twice := got[x.ID]; twice || x.Via.Next() != x.ID {
				rt.Fatalf("%+v", x)
			}
			got[x.ID] = x.Hops
		}
		for id, d := range distances(n, pairs, from) {
			if want := d > 0 && d <= hops; (got[ID(id)] > 0) != want || want && got[ID(id)] != d {
				rt.Fatalf("node %d: hops %d, distance %d", id, got[ID(id)], d)
			}
		}
	})
}

func TestBoundsOfAWalk(t *testing.T) {
	g, at := slave()
	near := func(r Reach) []ID {
		list, err := g.Near(t.Context(), at["fault"], r)
		if err != nil {
			t.Fatal(err)
		}
		var ids []ID
		for _, n := range list {
			ids = append(ids, n.ID)
		}
		return ids
	}
	if got := near(Reach{Limit: 3}); len(got) != 3 {
		t.Errorf("limit: %v", got)
	}
	if got := near(Reach{Hops: 1, Relations: []Relation{HasSymptom}}); !slices.Equal(got, []ID{at["symptom"]}) {
		t.Errorf("relations: %v", got)
	}
	if got := near(Reach{Kinds: []Kind{System}}); !slices.Equal(got, []ID{at["system"]}) {
		t.Errorf("kinds: %v", got)
	}
	if got := near(Reach{Kinds: []Kind{System}, MaxDegree: 1}); got != nil {
		t.Errorf("a node of high degree was passed: %v", got)
	}
	if _, found, _ := g.Path(t.Context(), at["system"], at["leg"], Route{MaxHops: 2}); found {
		t.Error("a path longer than MaxHops")
	}
	if _, found, _ := g.Path(t.Context(), at["system"], at["leg"], Route{Avoid: []Kind{Component}}); found {
		t.Error("a path through what is avoided")
	}
}

func TestWalksEndWithTheirContext(t *testing.T) {
	g, at := slave()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for name, walk := range map[string]func() error{
		"near":     func() error { _, err := g.Near(ctx, at["fault"], Reach{Hops: 9}); return err },
		"path":     func() error { _, _, err := g.Path(ctx, at["system"], at["leg"], Route{}); return err },
		"chains":   func() error { _, err := g.Chains(ctx, at["system"], 5); return err },
		"activate": func() error { _, err := g.Activate(ctx, []Seed{{at["supply"], 1}}, Spread{}); return err },
		"groups":   func() error { _, err := g.Communities(ctx, 10); return err },
	} {
		if err := walk(); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestCommunitiesAreTheSameEachTime(t *testing.T) {
	s := newSketch()
	for group := range 3 { // three cliques of four, joined in a row
		for i := range 4 {
			s.node(Component, fmt.Sprint("component:", group, i), "c", 1)
		}
	}
	for group := range 3 {
		for i := range 4 {
			for j := range i {
				s.edge(ID(4*group+i), PartOf, ID(4*group+j), Asserted, 1, "test")
			}
		}
	}
	s.edge(0, PartOf, 4, Asserted, 1, "test")
	s.edge(5, PartOf, 8, Asserted, 1, "test")
	g := s.Build()
	first, err := g.Communities(t.Context(), 100)
	if err != nil {
		t.Fatal(err)
	}
	for group := range 3 {
		for i := range 4 {
			if first[4*group+i] != first[4*group] || group > 0 && first[4*group] == first[4*group-4] {
				t.Fatalf("communities %v", first)
			}
		}
	}
	if again, _ := g.Communities(t.Context(), 100); !slices.Equal(first, again) {
		t.Errorf("%v, then %v", first, again)
	}
	if top := g.Central(1); top[0].ID != 0 && top[0].ID != 4 && top[0].ID != 5 && top[0].ID != 8 {
		t.Errorf("central %v", top)
	}
}
