package composer

import (
	"maps"
	"math"
	"slices"

	"owl/engine/compose"
)

// Model is the weights as the composer reads them, rounded as people do.
func (w Weights) Model(about string) compose.Model {
	round := func(v float64) float64 { return math.Round(1000*v) / 1000 }
	m := compose.Model{About: about, Bias: round(w[len(w)-1]), Weights: map[string]float64{}}
	for i, name := range compose.Features() {
		m.Weights[name] = round(w[i])
	}
	return m
}

// Of is the weights of a model.
func Of(m *compose.Model) Weights {
	var w Weights
	for _, name := range compose.Features() {
		w = append(w, m.Weights[name])
	}
	return append(w, m.Bias)
}

// Needed is how much of a question's gold answer stands in the units.
func Needed(units []Unit) (sum float64) {
	for _, u := range units {
		sum += u.Needed
	}
	return sum
}

// Sets names the benchmarks that examples are from, sorted.
func Sets(examples []Example) []string {
	seen := map[string]bool{}
	for _, e := range examples {
		seen[e.Set] = true
	}
	return slices.Sorted(maps.Keys(seen))
}
