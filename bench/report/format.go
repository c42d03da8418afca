package report

import (
	"fmt"
	"math"
	"strconv"
)

// number writes a value in its unit, without the unit's name.
func (u Unit) number(v float64) string {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return missing
	}
	switch u {
	case Share:
		return strconv.FormatFloat(100*v, 'f', 1, 64)
	case Points:
		return fmt.Sprintf("%+.1f", 100*v)
	case Millis:
		return strconv.FormatFloat(v, 'f', decimals(v), 64)
	case Count:
		return strconv.FormatFloat(v, 'f', -1, 64)
	}
	return strconv.FormatFloat(v, 'f', 3, 64)
}

// missing stands for what could not be measured.
const missing = "–"

// decimals keeps about three digits.
func decimals(v float64) int {
	switch {
	case v >= 100:
		return 0
	case v >= 10:
		return 1
	}
	return 2
}

// main is what a cell says first.
func (c Cell) main() string {
	switch {
	case c.Text != "":
		return c.Text
	case c.Value != nil:
		return c.Unit.number(*c.Value)
	}
	return missing
}

// interval is the 95 % interval, empty when there is none.
func (c Cell) interval() string {
	if c.Interval == nil {
		return ""
	}
	return c.Unit.number(c.Interval[0]) + " to " + c.Unit.number(c.Interval[1])
}

// n is the number of questions that all measured cells of a row share; ok is
// false when they differ.
func (r Row) n() (n int, ok bool) {
	for _, c := range r.Cells {
		if c.N == 0 {
			continue
		}
		if n != 0 && n != c.N {
			return 0, false
		}
		n = c.N
	}
	return n, n > 0
}

// cells writes the row for a form that has room for one line a cell.
func (r Row) cells() []string {
	_, same := r.n()
	out := make([]string, len(r.Cells))
	for i, c := range r.Cells {
		out[i] = c.main()
		if c.interval() != "" {
			out[i] += " [" + c.interval() + "]"
		}
		if n := c.N; n > 0 && !same {
			out[i] += fmt.Sprintf(" n=%d", n)
		}
	}
	return out
}

// name is the row's name, with the number of questions that it shares.
func (r Row) name() string {
	if n, same := r.n(); same {
		return fmt.Sprintf("%s (n=%d)", r.Name, n)
	}
	return r.Name
}
