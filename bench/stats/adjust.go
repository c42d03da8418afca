package stats

import (
	"math"
	"slices"
)

// Bonferroni multiplies each p-value by their number.
func Bonferroni(p []float64) []float64 {
	out := make([]float64, len(p))
	for i, v := range p {
		out[i] = math.Min(1, v*float64(len(p)))
	}
	return out
}

// Holm adjusts p-values by the step-down procedure (Holm 1979), which controls
// the family-wise error and is never weaker than Bonferroni.
func Holm(p []float64) []float64 {
	out := make([]float64, len(p))
	floor := 0.0
	for rank, i := range ascending(p) {
		floor = math.Max(floor, math.Min(1, p[i]*float64(len(p)-rank)))
		out[i] = floor
	}
	return out
}

// BenjaminiHochberg adjusts p-values by the step-up procedure (Benjamini and
// Hochberg 1995), which controls the false discovery rate.
func BenjaminiHochberg(p []float64) []float64 {
	out := make([]float64, len(p))
	order := ascending(p)
	ceiling := 1.0
	for rank := len(order) - 1; rank >= 0; rank-- {
		i := order[rank]
		ceiling = math.Min(ceiling, p[i]*float64(len(p))/float64(rank+1))
		out[i] = ceiling
	}
	return out
}

func ascending(p []float64) []int {
	order := make([]int, len(p))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		switch {
		case p[a] < p[b]:
			return -1
		case p[a] > p[b]:
			return 1
		}
		return 0
	})
	return order
}
