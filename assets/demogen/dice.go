package demogen

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"
)

// dice draws the same numbers for the same seed and names.
type dice struct{ *rand.Rand }

// throw returns the dice of something that is named by the parts.
func throw(seed uint64, parts ...any) dice {
	h := fnv.New64a()
	fmt.Fprintln(h, parts...) // a hash never fails
	return dice{rand.New(rand.NewPCG(seed, h.Sum64()))}
}

// chance is true with probability p.
func (d dice) chance(p float64) bool { return d.Float64() < p }

// one draws from a list, which must not be empty.
func one[T any](d dice, list []T) T { return list[d.IntN(len(list))] }

// between draws from low to high, both included.
func (d dice) between(low, high int) int { return low + d.IntN(high-low+1) }

// weighted draws an index with probability in proportion to its weight.
func (d dice) weighted(weights []float64) int {
	sum := 0.0
	for _, w := range weights {
		sum += w
	}
	at := d.Float64() * sum
	for i, w := range weights {
		if at -= w; at < 0 {
			return i
		}
	}
	return len(weights) - 1
}
