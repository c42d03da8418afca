package history

import (
	"math"
	"slices"
	"strings"
	"time"

	"owl/assets/demogen/channel"
)

// baseline is what a numeric channel reads at t without a story and without
// noise.
func (a *Archive) baseline(c *channel.Channel, t time.Time) float64 {
	current := a.current(t)
	switch c.Name {
	case "SR:DI:DCCT1:I", "SR:DI:DCCT2:I":
		return current
	case "SR:DI:DCCT1:TAU":
		if current > 1 {
			return lifetime(a.cal.Fill(t))
		}
	case "TI:BKT:NEXT":
		return float64(t.Unix() / 60 * 48 % 1152)
	}
	if !a.open(c.Gate, t) {
		return 0
	}
	if current < 1 && !math.IsNaN(c.Idle) {
		return c.Idle
	}
	return c.NormalAt(t)
}

// open tells whether the condition of a gate, "PV=State", holds at t.
func (a *Archive) open(gate string, t time.Time) bool {
	name, want, found := strings.Cut(gate, "=")
	if !found {
		return true
	}
	list := a.gates[name]
	next, _ := slices.BinarySearchFunc(list, t.Add(1), func(c change, t time.Time) int { return c.at.Compare(t) })
	return next == 0 || list[next-1].state == want
}

// number is the value of a numeric channel at t, sample k of its stream.
func (a *Archive) number(s *source, t time.Time, k int64) float64 {
	c := s.channel
	value, noise := math.NaN(), c.Noise
	for i := range s.courses {
		course := &s.courses[i]
		if !covers(course.at, t) {
			continue
		}
		if course.noise != nil {
			noise = *course.noise
		}
		told := course.value(t, c.Log)
		if course.add {
			told += a.baseline(c, t)
		}
		value = told
	}
	if math.IsNaN(value) {
		value = a.baseline(c, t)
	}
	if value == 0 {
		return 0 // what is off does not flicker
	}
	if c.Log {
		return c.Round(value * (1 + noise*s.noise.normal(k)))
	}
	return c.Round(value + noise*s.noise.normal(k))
}
