package compose

import (
	"math/bits"
	"slices"

	"owl/engine/query/intent"
)

// inOrder puts the records of an answer in the order in which its kind of
// question is read: by their dates where it asks how something went on, side by
// side where it compares. The stretches of a record stay together.
func (a *asked) inOrder(chosen []stretch) []stretch {
	switch a.Intent {
	case intent.Temporal:
		slices.SortStableFunc(chosen, func(x, y stretch) int { return x.rec.Created.Compare(y.rec.Created) })
	case intent.Comparative:
		slices.SortStableFunc(chosen, func(x, y stretch) int { return a.side(x.passage) - a.side(y.passage) })
	}
	return chosen
}

// side is which of the devices or times that a question compares a record is
// about, from 0 in their order; those about none or several come last.
func (a *asked) side(p *passage) int {
	sides := uint64(a.timesOf(p.rec.Created))
	if len(a.closed) < 2 {
		sides = 0
		for n, i := range a.deviceTerms() {
			if a.weight(p.whole.held, 1<<i) > 0 {
				sides |= 1 << n
			}
		}
	}
	if bits.OnesCount64(sides) != 1 {
		return maxBits
	}
	return bits.TrailingZeros64(sides)
}

// deviceTerms are the places of the devices among the terms of the question.
func (a *asked) deviceTerms() []int {
	var out []int
	for i, t := range a.terms {
		if slices.Contains(a.Devices, t.Shown) {
			out = append(out, i)
		}
	}
	return out
}
