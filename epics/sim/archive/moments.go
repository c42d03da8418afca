package archive

import (
	"math"
	"slices"
)

// stat makes the value of a bin from its numbers.
type stat struct {
	wave   int  // elements of the value; 0 is one number
	repeat bool // in bins that have no sample
	keep   bool // needs every number
	of     func(*moments) []float64
}

func statistics() map[string]stat {
	one := func(f func(*moments) float64) stat {
		return stat{repeat: true, of: func(m *moments) []float64 { return []float64{f(m)} }}
	}
	counted := one(func(m *moments) float64 { return m.n })
	counted.repeat = false
	median := one((*moments).median)
	median.keep = true
	return map[string]stat{
		"mean": one(func(m *moments) float64 { return m.mean }), "min": one(func(m *moments) float64 { return m.low }),
		"max": one(func(m *moments) float64 { return m.high }), "count": counted, "ncount": counted,
		"std": one((*moments).std), "variance": one(func(m *moments) float64 { return m.std() * m.std() }),
		"popvariance": one(func(m *moments) float64 { return m.squares / m.n }),
		"jitter":      one(func(m *moments) float64 { return m.std() / m.mean }),
		"rms":         one(func(m *moments) float64 { return math.Sqrt(m.mean*m.mean + m.squares/m.n) }),
		"median":      median,
		"statistics": {wave: 5, repeat: true, of: func(m *moments) []float64 {
			return []float64{m.mean, m.std(), m.low, m.high, m.n}
		}},
	}
}

// moments are the running figures of a bin, after Welford.
type moments struct {
	n, mean, squares, low, high float64
	keep                        bool
	all                         []float64 // when kept
	severity                    int
	changed                     bool // a connection came back
}

func (m *moments) add(x float64) {
	if math.IsNaN(x) {
		return
	}
	if m.n == 0 {
		m.low, m.high = x, x
	}
	m.n++
	d := x - m.mean
	m.mean += d / m.n
	m.squares += d * (x - m.mean)
	m.low, m.high = min(m.low, x), max(m.high, x)
	if m.keep {
		m.all = append(m.all, x)
	}
}

func (m *moments) std() float64 {
	if m.n < 2 {
		return 0
	}
	return math.Sqrt(m.squares / (m.n - 1))
}

func (m *moments) median() float64 {
	slices.Sort(m.all)
	k := len(m.all)
	if k == 0 {
		return math.NaN()
	}
	return (m.all[(k-1)/2] + m.all[k/2]) / 2
}
