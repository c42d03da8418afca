package score

import (
	"cmp"
	"maps"
	"math"
	"slices"
)

// Stage is how long one stage of the answers took, in milliseconds.
type Stage struct {
	Name string   `json:"stage"` // the key in the answer's timings_ms
	N    int      `json:"n"`
	P50  Quantile `json:"p50"`
	P95  Quantile `json:"p95"`
}

// Quantile is a quantile by nearest rank, with an interval between order
// statistics that holds whatever the distribution is (Conover, Practical
// Nonparametric Statistics, 1999, 3.2). Confidence is what the interval really
// covers: small samples cannot give 95 %.
type Quantile struct {
	Value      float64    `json:"value"`
	Interval   [2]float64 `json:"interval"`
	Confidence float64    `json:"confidence"`
}

// Latencies gives the stages of the answers, the slowest first.
func Latencies(questions []Question) []Stage {
	times := map[string][]float64{}
	for _, q := range questions {
		for name, ms := range q.Millis {
			times[name] = append(times[name], ms)
		}
	}
	var out []Stage
	for _, name := range slices.Sorted(maps.Keys(times)) {
		list := times[name]
		slices.Sort(list)
		out = append(out, Stage{Name: name, N: len(list), P50: quantileOf(list, 0.5), P95: quantileOf(list, 0.95)})
	}
	slices.SortStableFunc(out, func(a, b Stage) int { return cmp.Compare(b.P50.Value, a.P50.Value) })
	return out
}

// quantileOf reads a quantile of sorted values, of which there is at least one.
// The number B of values below the true quantile is binomial, and the quantile
// lies between the order statistics low and high when low <= B < high.
func quantileOf(sorted []float64, q float64) Quantile {
	n := len(sorted)
	low, high, below := 1, n, 0.0
	atMost := make([]float64, n+1) // P(B <= k)
	for k := range atMost {
		below += binomial(n, k, q)
		atMost[k] = min(1, below)
	}
	for k := 1; k <= n && atMost[k-1] <= 0.025; k++ {
		low = k
	}
	for k := n; k >= 1 && atMost[k-1] >= 0.975; k-- {
		high = k
	}
	at := max(1, int(math.Ceil(q*float64(n))))
	return Quantile{
		Value: sorted[at-1], Interval: [2]float64{sorted[low-1], sorted[high-1]}, Confidence: atMost[high-1] - atMost[low-1],
	}
}

// binomial is the probability of k successes in n trials.
func binomial(n, k int, p float64) float64 {
	lg := func(x int) float64 { v, _ := math.Lgamma(float64(x + 1)); return v }
	return math.Exp(lg(n) - lg(k) - lg(n-k) + float64(k)*math.Log(p) + float64(n-k)*math.Log1p(-p))
}
