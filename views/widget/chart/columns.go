package chart

import (
	"math"
	"time"
)

// column is what a series did in one column of dots.
type column struct {
	low, high float64 // NaN when nothing is known
	severity  int
	gap       bool
}

// columns folds bins into n columns of the window. A bin wider than a column
// fills all that it covers.
func columns(bins []Bin, from, to time.Time, n int) []column {
	out := make([]column, n)
	for i := range out {
		out[i] = column{low: math.NaN(), high: math.NaN()}
	}
	width := to.Sub(from)
	if width <= 0 {
		return out
	}
	for _, b := range bins {
		if !b.To.After(from) || !b.From.Before(to) {
			continue
		}
		first := place(b.From.Sub(from), width, n)
		last := max(first, place(b.To.Sub(from)-1, width, n))
		for i := max(0, first); i <= min(n-1, last); i++ {
			out[i].add(b)
		}
	}
	return out
}

// place is the column of a time since the start.
func place(since, width time.Duration, n int) int {
	return int(math.Floor(float64(since) / float64(width) * float64(n)))
}

func (c *column) add(b Bin) {
	c.severity = max(c.severity, b.Severity)
	c.gap = c.gap || b.Gap != ""
	if math.IsNaN(b.Low) || math.IsNaN(b.High) {
		return
	}
	if math.IsNaN(c.low) || b.Low < c.low {
		c.low = b.Low
	}
	if math.IsNaN(c.high) || b.High > c.high {
		c.high = b.High
	}
}

// empty tells a column without a value.
func (c column) empty() bool { return math.IsNaN(c.low) }

// drop forgets values that a logarithmic scale cannot show.
func (c *column) drop() {
	if c.high <= 0 {
		c.low, c.high = math.NaN(), math.NaN()
	} else if c.low <= 0 {
		c.low = c.high
	}
}
