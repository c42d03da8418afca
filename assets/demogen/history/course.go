package history

import (
	"errors"
	"fmt"
	"math"
	"sort"
	"time"
)

// course is a track of numbers with its times worked out. It holds from its
// first point to its last.
type course struct {
	at     []time.Time
	points []point
	add    bool
	noise  *float64
}

// course works out the path of a track; it has no points when there is no path.
func (tr track) course(clk *clock) (course, error) {
	c := course{points: tr.Path, add: tr.Add, noise: tr.Noise}
	for _, corner := range tr.Path {
		if err := clk.next(corner.at, &c.at); err != nil {
			return course{}, err
		}
	}
	if len(c.at) == 1 {
		return course{}, errors.New("a path of one point")
	}
	return c, nil
}

// next reads a time that must come after those before it.
func (c *clock) next(text string, list *[]time.Time) error {
	at, err := c.read(text)
	if err != nil {
		return err
	}
	if n := len(*list); n > 0 && !at.After((*list)[n-1]) {
		return fmt.Errorf("%q does not come after the time before", text)
	}
	*list = append(*list, at)
	return nil
}

// last is the index of the last time that is not after t, -1 when there is none.
func last(times []time.Time, t time.Time) int {
	return sort.Search(len(times), func(i int) bool { return times[i].After(t) }) - 1
}

func covers(times []time.Time, t time.Time) bool {
	i := last(times, t)
	return i >= 0 && i < len(times)-1
}

// value is the path's value at a time that it covers. On a logarithmic scale the
// lines between positive values are straight in the logarithm.
func (c *course) value(t time.Time, log bool) float64 {
	i := last(c.at, t)
	from, to := c.points[i], c.points[i+1]
	x := float64(t.Sub(c.at[i])) / float64(c.at[i+1].Sub(c.at[i]))
	switch to.shape {
	case "step":
		return from.value
	case "exp":
		x = (1 - math.Exp(-3*x)) / (1 - math.Exp(-3))
	}
	if log && from.value > 0 && to.value > 0 {
		return from.value * math.Pow(to.value/from.value, x)
	}
	return from.value + x*(to.value-from.value)
}
