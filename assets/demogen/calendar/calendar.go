// Package calendar knows when the demo machine ran: runs, shutdowns, studies and
// intervention days, fill patterns and shifts. All times are on the site's clock.
//
// The calendar is a table beside the code, runs.txt.
package calendar

import (
	_ "embed"
	"time"
	_ "time/tzdata" // the site zone must load on machines without a zone database
)

// Site is the time zone of the demo facility.
const Site = "America/Chicago"

//go:embed runs.txt
var table string

// Run is one run of user beam.
type Run struct {
	Name    string    // "2025-1"
	Startup time.Time // start-up studies begin, 08:00
	Start   time.Time // user beam begins, 08:00
	End     time.Time // user beam ends, 08:00
	Faults  int       // in the user beam time of the finished run; 0 for the run that goes on
	Lost    float64   // hours
}

// Calendar is the demo machine's.
type Calendar struct {
	Zone *time.Location
	Runs []Run // in order

	fills    []window
	currents []window
	tuesdays map[string]Kind
}

// window is a time in which something is not as usual.
type window struct {
	from, to time.Time
	fill     string
	current  float64
}

// Kind is what the machine is scheduled for.
type Kind string

// The kinds of machine time.
const (
	Shutdown     Kind = "shutdown"
	Startup      Kind = "startup"
	User         Kind = "user"
	Studies      Kind = "studies"      // Tuesday 08:00 to Wednesday 08:00
	Intervention Kind = "intervention" // Tuesday 08:00 to 16:00, no beam
)

// Kind returns what the machine is scheduled for at t.
func (c *Calendar) Kind(t time.Time) Kind {
	run, ok := c.Run(t)
	switch {
	case !ok || t.Before(run.Startup) || !t.Before(run.End):
		return Shutdown
	case t.Before(run.Start):
		return Startup
	}
	tuesday := c.tuesdayOf(t)
	kind := c.Tuesday(tuesday)
	since := t.Sub(tuesday)
	if kind == Studies && since < 24*time.Hour || kind == Intervention && since < 8*time.Hour {
		return kind
	}
	return User
}

// Run returns the run whose start-up, beam or following shutdown t lies in.
func (c *Calendar) Run(t time.Time) (Run, bool) {
	for i := len(c.Runs) - 1; i >= 0; i-- {
		if !t.Before(c.Runs[i].Startup) {
			return c.Runs[i], true
		}
	}
	return Run{}, false
}

// tuesdayOf is the last Tuesday, 08:00, at or before t.
func (c *Calendar) tuesdayOf(t time.Time) time.Time {
	t = t.In(c.Zone)
	back := (int(t.Weekday()) - int(time.Tuesday) + 7) % 7
	at := time.Date(t.Year(), t.Month(), t.Day()-back, 8, 0, 0, 0, c.Zone)
	if at.After(t) {
		at = time.Date(t.Year(), t.Month(), t.Day()-back-7, 8, 0, 0, 0, c.Zone)
	}
	return at
}

// Tuesday tells what the Tuesday of day is for: Studies or Intervention in a
// run, User when a run starts on it, else Shutdown or Startup.
func (c *Calendar) Tuesday(day time.Time) Kind {
	day = c.tuesdayOf(day)
	run, ok := c.Run(day)
	switch {
	case !ok || !day.Before(run.End):
		return Shutdown
	case day.Before(run.Start):
		return Startup
	case day.Equal(run.Start):
		return User
	}
	if kind, ok := c.tuesdays[day.Format(time.DateOnly)]; ok {
		return kind
	}
	weeks := int(day.Sub(run.Start).Hours()+12) / (7 * 24)
	if weeks%2 == 1 {
		return Studies
	}
	return Intervention
}

// Fill is the fill pattern of user beam at t: F864, H24 or HY1.
func (c *Calendar) Fill(t time.Time) string {
	for _, w := range c.fills {
		if !t.Before(w.from) && t.Before(w.to) {
			return w.fill
		}
	}
	return "F864"
}

// Current is the stored current that top-up holds at t, in mA.
func (c *Calendar) Current(t time.Time) float64 {
	for _, w := range c.currents {
		if !t.Before(w.from) && t.Before(w.to) {
			return w.current
		}
	}
	return 250
}
