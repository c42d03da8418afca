package archiver

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"owl/engine"
)

// Reduction makes one number of a waveform.
type Reduction string

// The reductions. Elements that are NaN are left out.
const (
	KeepWave Reduction = ""
	WaveMean Reduction = "mean"
	WaveMin  Reduction = "min"
	WaveMax  Reduction = "max"
	WaveSum  Reduction = "sum"
	WaveStd  Reduction = "std" // of the sample: divided by n-1
	WaveRMS  Reduction = "rms"
	WaveHead Reduction = "first"
	WaveTail Reduction = "last"
)

// Reductions lists the reductions that there are.
func Reductions() []Reduction {
	return []Reduction{WaveMean, WaveMin, WaveMax, WaveSum, WaveStd, WaveRMS, WaveHead, WaveTail}
}

// ParseReduction checks a reduction as a user typed it. The error is an
// engine.ErrUsage.
func ParseReduction(text string) (Reduction, error) {
	if r := Reduction(text); r == KeepWave || slices.Contains(Reductions(), r) {
		return r, nil
	}
	var names []string
	for _, r := range Reductions() {
		names = append(names, string(r))
	}
	return KeepWave, fmt.Errorf("%w: a waveform cannot be reduced by %q; there is %s", engine.ErrUsage, text, strings.Join(names, ", "))
}

// of reduces a waveform; NaN when it has no element.
func (r Reduction) of(wave []float64) float64 {
	n, sum, squares, low, high, first, last := 0.0, 0.0, 0.0, math.NaN(), math.NaN(), math.NaN(), math.NaN()
	for _, x := range wave {
		if math.IsNaN(x) {
			continue
		}
		if n == 0 {
			low, high, first = x, x, x
		}
		n, sum, squares, last = n+1, sum+x, squares+x*x, x
		low, high = min(low, x), max(high, x)
	}
	if n == 0 {
		return math.NaN()
	}
	switch r {
	case WaveMin:
		return low
	case WaveMax:
		return high
	case WaveSum:
		return sum
	case WaveStd:
		return deviation(wave, sum/n, n)
	case WaveRMS:
		return math.Sqrt(squares / n)
	case WaveHead:
		return first
	case WaveTail:
		return last
	}
	return sum / n
}

// deviation is the standard deviation, from the distances to the mean because
// sums of squares lose small differences of large numbers.
func deviation(wave []float64, mean, n float64) float64 {
	if n < 2 {
		return 0
	}
	sum := 0.0
	for _, x := range wave {
		if !math.IsNaN(x) {
			sum += (x - mean) * (x - mean)
		}
	}
	return math.Sqrt(sum / (n - 1))
}
