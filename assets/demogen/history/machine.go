package history

import (
	"slices"
	"time"

	"owl/assets/demogen/calendar"
)

// phase is a time in which the stored beam does one thing. It holds until the
// next one begins.
type phase struct {
	from     time.Time
	mode     string  // SR:OPS:MODE
	topup    string  // SR:OPS:TOPUP
	start    float64 // mA; ignored in top-up, which follows the calendar
	end      float64
	tripped  string // what dumped the beam, while the protection is latched
	stations string // RF stations that are off: "A", "B", "AB" or none
}

const (
	studiesCurrent = 100.0 // mA
	refill         = 14 * time.Minute
)

// phases lays out the machine's life: the calendar, cut by the losses of beam.
// They are sorted and have no holes.
func phases(cal *calendar.Calendar, losses []loss) []phase {
	var list []phase
	for _, run := range cal.Runs {
		list = append(list, phase{from: run.Startup, mode: "Startup", topup: "Off", start: studiesCurrent, end: studiesCurrent})
		list = append(list, filling(run.Start.Add(-refill), studiesCurrent, cal), running(run.Start))
		for day := run.Start.AddDate(0, 0, 7); day.Before(run.End); day = day.AddDate(0, 0, 7) {
			list = append(list, tuesday(cal, day)...)
		}
		list = append(list, phase{from: run.End, mode: "Shutdown", topup: "Off", stations: "AB"})
	}
	for _, l := range losses {
		list = cut(list, l, cal)
	}
	return list
}

func running(from time.Time) phase { return phase{from: from, mode: "User", topup: "Running"} }

func filling(from time.Time, start float64, cal *calendar.Calendar) phase {
	return phase{from: from, mode: "Injection", topup: "Off", start: start, end: cal.Current(from)}
}

// tuesday is what a Tuesday of a run does to the beam, until user beam is back.
func tuesday(cal *calendar.Calendar, day time.Time) []phase {
	switch cal.Tuesday(day) {
	case calendar.Studies:
		back := day.AddDate(0, 0, 1)
		return []phase{
			{from: day, mode: "Studies", topup: "Off", start: studiesCurrent, end: studiesCurrent},
			filling(back.Add(-refill), studiesCurrent, cal), running(back),
		}
	case calendar.Intervention:
		back := day.Add(8 * time.Hour)
		return []phase{{from: day, mode: "Down", topup: "Off"}, filling(back.Add(-refill), 0, cal), running(back)}
	}
	return nil
}

// cut puts a loss of beam into the phases: those that begin in it are dropped,
// the last of them goes on after it.
func cut(list []phase, l loss, cal *calendar.Calendar) []phase {
	first, _ := slices.BinarySearchFunc(list, l.at, func(p phase, t time.Time) int { return p.from.Compare(t) })
	next, _ := slices.BinarySearchFunc(list, l.full.Add(1), func(p phase, t time.Time) int { return p.from.Compare(t) })
	if next == 0 {
		return list
	}
	after := list[next-1]
	after.from = l.full
	return slices.Replace(list, first, next, append(l.phases(after, cal), after)...)
}

// at returns the phase at t, and whether there is one.
func phaseAt(list []phase, t time.Time) (int, bool) {
	i, found := slices.BinarySearchFunc(list, t, func(p phase, t time.Time) int { return p.from.Compare(t) })
	if !found {
		i--
	}
	return i, i >= 0
}

// current is the stored current at t, in mA.
func (a *Archive) current(t time.Time) float64 {
	i, ok := phaseAt(a.phases, t)
	if !ok {
		return 0
	}
	p := a.phases[i]
	if p.topup == "Running" {
		return a.toppedUp(t)
	}
	if p.start == p.end || i+1 == len(a.phases) {
		return p.end
	}
	x := float64(t.Sub(p.from)) / float64(a.phases[i+1].from.Sub(p.from))
	return p.start + x*(p.end-p.start)
}

// toppedUp is the saw-tooth of top-up: the beam decays with the lifetime of its
// fill and is filled up every 120 s, in H24 every 60 s.
func (a *Archive) toppedUp(t time.Time) float64 {
	every := 120 * time.Second
	fill := a.cal.Fill(t)
	if fill == "H24" {
		every = 60 * time.Second
	}
	level := a.cal.Current(t)
	lost := level * every.Hours() / lifetime(fill)
	since := float64(t.UnixNano()%int64(every)) / float64(every)
	return level + lost*(0.5-since)
}

// lifetime is that of the beam at full current, in hours.
func lifetime(fill string) float64 {
	switch fill {
	case "H24":
		return 5.5
	case "HY1":
		return 7.5
	}
	return 9.5
}
