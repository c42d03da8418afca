package report

import (
	"math"
	"slices"

	"owl/engine"
)

// Stage is one step of an answer, under the key of its time in the answer.
type stage struct{ name, key string }

// stages lists the steps in the reference system's words and order; the keys
// are those of engine.Answer.Timings.
func stages() []stage {
	return []stage{{"retrieval", "search"}, {"reranker", "rerank"}, {"synthesis", "compose"}, {"verification", "verify"}, {"whole answer", "total"}}
}

// Latency makes the table of stages of one variant from its answers.
func Latency(variant string, answers []engine.Answer) (Table, Group) {
	t := Table{
		Name: "Latency of " + variant, Columns: []string{"p50 ms", "p95 ms"},
		Note: "Nearest rank, with the distribution-free 95 % interval of the quantile; none where there are too few questions for one.",
	}
	g := Group{Name: variant}
	for _, s := range stages() {
		var times []float64
		for _, a := range answers {
			if ms, ok := a.Timings[s.key]; ok {
				times = append(times, ms)
			}
		}
		if len(times) == 0 {
			continue
		}
		slices.Sort(times)
		p50, p95 := quantile(times, 0.5), quantile(times, 0.95)
		t.Rows = append(t.Rows, Row{Name: s.name, Cells: []Cell{p50, p95}})
		g.Points = append(g.Points, Point{Name: s.name, Value: *p50.Value, Low: *p50.Value, High: *p95.Value, N: len(times)})
	}
	return t, g
}

// quantile is the nearest-rank quantile of sorted values. The interval runs
// between the order statistics that enclose the quantile with at least 95 %
// probability, whatever the distribution (Conover, Practical Nonparametric
// Statistics, 1999, 3.2).
func quantile(sorted []float64, q float64) Cell {
	n := len(sorted)
	at := max(0, int(math.Ceil(q*float64(n)))-1)
	c := Cell{Unit: Millis, Value: &sorted[at], N: n}
	// P(fewer than k values lie below the quantile) is binomial.
	low, high, below := -1, -1, 0.0
	for k := 0; k <= n; k++ {
		if below += binomial(n, k, q); below <= 0.025 {
			low = k // the (k+1)-th value is below the quantile in all but this share
		}
		if high < 0 && below >= 0.975 {
			high = k
		}
	}
	if low >= 0 && high >= 0 && high < n {
		c.Interval = &[2]float64{sorted[low], sorted[high]}
	}
	return c
}

// binomial is the probability of k successes in n trials.
func binomial(n, k int, p float64) float64 {
	lg := func(x int) float64 { v, _ := math.Lgamma(float64(x + 1)); return v }
	return math.Exp(lg(n) - lg(k) - lg(n-k) + float64(k)*math.Log(p) + float64(n-k)*math.Log1p(-p))
}
