package stats

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
)

// Resamples is the usual number of bootstrap resamples.
const Resamples = 10_000

// Estimate is a mean with its 95 % percentile interval.
type Estimate struct {
	N        int        `json:"n"`
	Mean     float64    `json:"mean"`
	Interval [2]float64 `json:"interval"`
}

// Difference is the mean of a-b over questions, with its 95 % interval and a
// two-sided p-value.
type Difference struct {
	Estimate
	P float64 `json:"p"`
}

// Mean estimates the mean of values by resampling them (Efron's percentile
// bootstrap). No values give an Estimate with N 0 and NaN.
func Mean(values []float64, resamples int, seed uint64) Estimate {
	return estimate(values, means(values, resamples, seed))
}

// Paired compares two variants that were measured on the same questions, in the
// same order. The p-value is that of the bootstrap shifted to no difference:
// the share of resamples at least as far from zero as the observed mean, with
// one added above and below so that it is never 0 (Davison and Hinkley 1997).
func Paired(a, b []float64, resamples int, seed uint64) (Difference, error) {
	if len(a) != len(b) {
		return Difference{}, fmt.Errorf("paired bootstrap: %d values against %d", len(a), len(b))
	}
	diffs := make([]float64, len(a))
	for i := range a {
		diffs[i] = a[i] - b[i]
	}
	drawn := means(diffs, resamples, seed)
	d := Difference{Estimate: estimate(diffs, drawn), P: 1}
	if len(diffs) == 0 {
		return d, nil
	}
	extreme := 0
	for _, m := range drawn {
		if math.Abs(m-d.Mean) >= math.Abs(d.Mean)-1e-12 {
			extreme++
		}
	}
	d.P = float64(extreme+1) / float64(len(drawn)+1)
	return d, nil
}

// means returns the mean of each resample, sorted.
func means(values []float64, resamples int, seed uint64) []float64 {
	if len(values) == 0 {
		return nil
	}
	rng := rand.New(rand.NewPCG(seed, 0x6f776c)) //nolint:gosec // reproducible, not secret
	out := make([]float64, resamples)
	for i := range out {
		sum := 0.0
		for range values {
			sum += values[rng.IntN(len(values))]
		}
		out[i] = sum / float64(len(values))
	}
	slices.Sort(out)
	return out
}

func estimate(values, drawn []float64) Estimate {
	if len(values) == 0 {
		nan := math.NaN()
		return Estimate{Mean: nan, Interval: [2]float64{nan, nan}}
	}
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	return Estimate{
		N: len(values), Mean: sum / float64(len(values)),
		Interval: [2]float64{quantile(drawn, 0.025), quantile(drawn, 0.975)},
	}
}

// quantile interpolates linearly between order statistics (type 7 of Hyndman
// and Fan 1996, the default of numpy and R).
func quantile(sorted []float64, q float64) float64 {
	at := q * float64(len(sorted)-1)
	low := int(at)
	if low+1 >= len(sorted) {
		return sorted[len(sorted)-1]
	}
	return sorted[low] + (at-float64(low))*(sorted[low+1]-sorted[low])
}
