package composer

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"owl/bench/stats"
)

// Folds of the cross-validation. The units of a question stay together.
const Folds = 5

// Measured is what weights reach on questions.
type Measured struct {
	Questions, Units int
	Loss             float64 // log loss of a unit
	Base             float64 // the same of the share of needed units, whatever the unit
	// Shown is the share of what is needed, question by question, that the
	// units worth most hold, as long as they have no more than AtOnce words.
	Shown float64
}

// AtOnce is about how many words of an answer are read at once.
const AtOnce = 200

// CrossValidate judges every example by weights that were fitted without its fold.
func CrossValidate(examples []Example) (Measured, error) {
	var out Measured
	folds := map[int][]Example{}
	for _, e := range examples {
		folds[e.fold()] = append(folds[e.fold()], e)
	}
	for _, f := range slices.Sorted(maps.Keys(folds)) {
		others := slices.DeleteFunc(slices.Clone(examples), func(e Example) bool { return e.fold() == f })
		if len(others) == 0 {
			others = examples
		}
		w, err := Fit(others)
		if err != nil {
			return out, err
		}
		out.add(folds[f], w)
	}
	return out.mean(examples), nil
}

// Measure judges every example by given weights.
func Measure(examples []Example, w Weights) Measured {
	var out Measured
	out.add(examples, w)
	return out.mean(examples)
}

func (m *Measured) add(examples []Example, w Weights) {
	for _, e := range examples {
		m.Questions++
		m.Units += len(e.Units)
		for _, u := range e.Units {
			m.Loss += loss(w.Of(u.Vector), u.Needed)
		}
		m.Shown += e.shown(w)
	}
}

func (m Measured) mean(examples []Example) Measured {
	needed := 0.0
	for _, e := range examples {
		for _, u := range e.Units {
			needed += u.Needed
		}
	}
	m.Base = loss(needed/float64(m.Units), needed/float64(m.Units))
	m.Loss /= float64(m.Units)
	m.Shown /= float64(m.Questions)
	return m
}

func loss(p, y float64) float64 {
	const least = 1e-12
	return -y*math.Log(p+least) - (1-y)*math.Log(1-p+least)
}

// shown is the share of what is needed that the units worth most hold.
func (e Example) shown(w Weights) float64 {
	units := slices.Clone(e.Units)
	slices.SortStableFunc(units, func(a, b Unit) int { return cmp.Compare(w.Of(b.Vector), w.Of(a.Vector)) })
	var all, got float64
	words := 0
	for _, u := range units {
		all += u.Needed
		if words += u.Words; words <= AtOnce {
			got += u.Needed
		}
	}
	if all == 0 {
		return 0
	}
	return got / all
}

// fold spreads questions over the folds by their id.
func (e Example) fold() int {
	return stats.Fold(e.Set+" "+e.ID, Folds)
}
