package chart

import (
	"math"
	"strconv"
	"strings"
)

// scale maps values to a height between 0 and 1.
type scale struct {
	low, high float64 // of the values shown, in the logarithm when log
	log       bool
	ticks     []float64
	step      float64
	choices   []string
}

// largest keeps the arithmetic of a scale finite.
const largest = 1e300

// newScale fits a scale to columns. Limits that are near the values are shown
// with them.
func newScale(cols []column, s Series, ticks int) scale {
	low, high := math.Inf(1), math.Inf(-1)
	for i := range cols {
		if s.Log {
			cols[i].drop()
		}
		if !cols[i].empty() {
			low, high = min(low, cols[i].low), max(high, cols[i].high)
		}
	}
	out := scale{log: s.Log, choices: s.Choices}
	if low > high || low == 0 && high == 0 { // nothing to fit to
		low, high = 0, 1
		if s.Log {
			low = 0.1
		}
	}
	low, high = max(low, -largest), min(high, largest)
	if s.Log {
		low, high = math.Log10(low), math.Log10(high)
	}
	out.low, out.high = out.withLimits(low, high, s.Limits)
	out.round(max(2, ticks))
	return out
}

// withLimits widens a range by the limits that are no further from it than it is
// high.
func (sc scale) withLimits(low, high float64, l Limits) (float64, float64) {
	height := high - low
	if height < math.Abs(high)*1e-9 {
		height = math.Abs(high) * 0.1
	}
	from, to := low-height, high+height
	for _, x := range []float64{l.LoLo, l.Low, l.High, l.HiHi} {
		if sc.log {
			x = math.Log10(x)
		}
		if x >= from && x <= to { // false for NaN
			low, high = min(low, x), max(high, x)
		}
	}
	return low, high
}

// round puts the ends on round numbers and the ticks between them, after Heckbert
// (Graphics Gems, 1990).
func (sc *scale) round(ticks int) {
	if sc.high-sc.low < math.Max(math.Abs(sc.high), math.Abs(sc.low))*1e-9 || sc.high == sc.low {
		pad := math.Max(math.Abs(sc.high)*0.01, 1e-12)
		if sc.choices != nil || sc.high == 0 || sc.log {
			pad = 1
		}
		sc.low, sc.high = sc.low-pad, sc.high+pad
	}
	sc.step = nice((sc.high - sc.low) / float64(ticks-1))
	if sc.choices != nil || sc.log {
		sc.step = math.Max(1, math.Ceil(sc.step))
	}
	// A little noise beyond a tick does not deserve another one.
	slack := (sc.high - sc.low) / sc.step * 0.01
	sc.low = math.Floor(sc.low/sc.step+slack) * sc.step
	sc.high = math.Ceil(sc.high/sc.step-slack) * sc.step
	sc.ticks = nil
	for i := 0; i <= 1000; i++ {
		x := sc.low + float64(i)*sc.step
		if x > sc.high+sc.step/2 {
			break
		}
		sc.ticks = append(sc.ticks, x)
	}
}

// nice is the next larger of 1, 2 and 5 times a power of ten.
func nice(x float64) float64 {
	if x <= 0 || math.IsInf(x, 0) || math.IsNaN(x) {
		return 1
	}
	power := math.Pow(10, math.Floor(math.Log10(x)))
	for _, m := range []float64{1, 2, 5} {
		if x <= m*power*(1+1e-9) {
			return m * power
		}
	}
	return 10 * power
}

// at is the height of a value, between 0 and 1.
func (sc scale) at(x float64) float64 {
	if sc.log {
		x = math.Log10(x)
	}
	return (x - sc.low) / (sc.high - sc.low)
}

// height is the height of a tick.
func (sc scale) height(tick float64) float64 { return (tick - sc.low) / (sc.high - sc.low) }

// label writes a tick with as many decimals as its step needs.
func (sc scale) label(tick float64) string {
	switch {
	case sc.log:
		return "1e" + strconv.Itoa(int(math.Round(tick)))
	case sc.choices != nil:
		if i := int(math.Round(tick)); i >= 0 && i < len(sc.choices) {
			return sc.choices[i]
		}
		return ""
	}
	if math.Abs(tick) < sc.step*1e-6 {
		return "0"
	}
	size := math.Max(math.Abs(sc.low), math.Abs(sc.high))
	if size >= 1e6 || size < 1e-3 {
		digits := max(0, int(math.Floor(math.Log10(math.Abs(tick))+1e-9)-math.Floor(math.Log10(sc.step)+1e-9)))
		return shortExponent(strconv.FormatFloat(tick, 'e', min(digits, 8), 64))
	}
	places := max(0, int(math.Ceil(-math.Log10(sc.step)-1e-9)))
	return strconv.FormatFloat(tick, 'f', places, 64)
}

// shortExponent writes 2.5e-09 as 2.5e-9.
func shortExponent(s string) string {
	mantissa, exponent, ok := strings.Cut(s, "e")
	if !ok {
		return s
	}
	if n, err := strconv.Atoi(exponent); err == nil {
		exponent = strconv.Itoa(n)
	}
	return mantissa + "e" + exponent
}
