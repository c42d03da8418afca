package brief

import (
	"time"

	"owl/engine/query/when"
)

// grace is how long after a change of shift the crew that ended it may still hand
// over.
const grace = time.Hour

// Handover is the span that a hand-over at now covers: the shift that is on, or
// the one before when its crew has just ended. Shifts are those of the site in
// the zone of now; without any they are the default ones.
func Handover(shifts []when.Shift, now time.Time) Period {
	if len(shifts) == 0 {
		shifts = when.DefaultShifts()
	}
	p := lastBegun(shifts, now)
	if now.Sub(p.From) < grace {
		p = lastBegun(shifts, p.From.Add(-time.Second))
	}
	p.Until = now
	return p
}

// lastBegun is the shift that began last at a time.
func lastBegun(shifts []when.Shift, at time.Time) Period {
	var last Period
	for back := range 2 {
		y, m, d := at.AddDate(0, 0, -back).Date()
		for _, s := range shifts {
			from := time.Date(y, m, d, 0, s.From, 0, 0, at.Location())
			if !from.After(at) && from.After(last.From) {
				last = Period{From: from, Name: s.Names[0] + " shift"}
			}
		}
	}
	return last
}
