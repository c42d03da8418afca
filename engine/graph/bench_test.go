package graph

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"
)

// The size that the figures are promised for.
const benchNodes, benchEdges = 100_000, 90_000

// large has few hubs and many small nodes, like systems, components and
// records.
func large() *Graph {
	rng := rand.New(rand.NewPCG(1, 2))
	s := sketch{NewBuilder(benchNodes, benchEdges)}
	for i := range benchNodes {
		kind := []Kind{Fault, LogEntry, Action, Downtime, Component}[i%5]
		if i < 20 {
			kind = System
		}
		s.node(kind, fmt.Sprint("fault:", i), fmt.Sprintf("node %d of part %d", i, i%700), i%900)
	}
	for i := range benchEdges {
		to := rng.IntN(benchNodes)
		switch i % 5 {
		case 0:
			to = rng.IntN(20)
		case 1, 2:
			to = 20 + rng.IntN(2000)
		}
		s.edge(ID(rng.IntN(benchNodes)), Relations()[i%12], ID(to), Asserted, i%900, "test")
	}
	return s.Build()
}

// p99 runs walk for random pairs of nodes and reports the 99th percentile.
func p99(b *testing.B, g *Graph, walk func(from, to ID) error) {
	rng := rand.New(rand.NewPCG(3, 4))
	var times []time.Duration
	for b.Loop() {
		from, to := ID(rng.IntN(benchNodes)), ID(rng.IntN(benchNodes))
		start := time.Now()
		if err := walk(from, to); err != nil {
			b.Fatal(err)
		}
		times = append(times, time.Since(start))
	}
	slices.Sort(times)
	b.ReportMetric(float64(times[len(times)*99/100].Microseconds())/1000, "p99-ms")
	b.ReportMetric(float64(times[len(times)/2].Microseconds())/1000, "p50-ms")
}

func BenchmarkBuild(b *testing.B) {
	for b.Loop() {
		large()
	}
}

func BenchmarkTwoHops(b *testing.B) {
	g := large()
	p99(b, g, func(from, _ ID) error { _, err := g.Near(b.Context(), from, Reach{Hops: 2}); return err })
}

func BenchmarkShortestPath(b *testing.B) {
	g := large()
	p99(b, g, func(from, to ID) error { _, _, err := g.Path(b.Context(), from, to, Route{MaxHops: 12}); return err })
}

func BenchmarkTrustedPath(b *testing.B) {
	g := large()
	p99(b, g, func(from, to ID) error {
		_, _, err := g.Path(b.Context(), from, to, Route{MaxHops: 12, Trusted: true})
		return err
	})
}

func BenchmarkChains(b *testing.B) {
	g := large()
	p99(b, g, func(from, _ ID) error { _, err := g.Chains(b.Context(), from, 10); return err })
}

func BenchmarkActivate(b *testing.B) {
	g := large()
	p99(b, g, func(from, to ID) error {
		_, err := g.Activate(b.Context(), []Seed{{from, 1}, {to, 1}}, Spread{})
		return err
	})
}

func BenchmarkCommunities(b *testing.B) {
	g := large()
	for b.Loop() {
		if _, err := g.Communities(b.Context(), 1000); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkFind(b *testing.B) {
	g := large()
	p99(b, g, func(from, _ ID) error { g.Find(fmt.Sprintf("node of part %d", from%700), 10); return nil })
}
