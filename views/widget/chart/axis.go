package chart

import (
	"strings"
	"time"
)

// mark is a label of the time axis at a column.
type mark struct {
	column int
	text   string
}

// step is a distance of marks: a duration, or whole days or months when length is
// 0.
type step struct {
	length       time.Duration
	days, months int
	layout       string
}

func steps() []step {
	const clock, minute, day = "15:04:05", "15:04", "01-02"
	var out []step
	for _, d := range []time.Duration{1, 2, 5, 10, 15, 30} {
		out = append(out, step{length: d * time.Second, layout: clock})
	}
	for _, d := range []time.Duration{1, 2, 5, 10, 15, 30, 60, 120, 180, 360, 720} {
		out = append(out, step{length: d * time.Minute, layout: minute})
	}
	for _, n := range []int{1, 2, 5, 10} {
		out = append(out, step{days: n, layout: day})
	}
	for _, n := range []int{1, 2, 3, 6, 12, 24, 60} {
		out = append(out, step{months: n, layout: "2006-01"})
	}
	return out
}

// marks chooses the labels of a time axis: as many as fit into the width, at
// round times of the zone, so that they stay round when the clocks change.
func marks(from, to time.Time, zone *time.Location, width int) []mark {
	for _, s := range steps() {
		if s.count(from, to) > width {
			continue
		}
		list := s.marks(from, to, zone, width)
		if fits(list) {
			return list
		}
	}
	return nil
}

// count is about how many marks a step has in a window.
func (s step) count(from, to time.Time) int {
	length := s.length + time.Duration(s.days)*24*time.Hour + time.Duration(s.months)*30*24*time.Hour
	return int(to.Sub(from) / length)
}

func (s step) marks(from, to time.Time, zone *time.Location, width int) []mark {
	var out []mark
	last := ""
	for t := s.first(from.In(zone)); t.Before(to); t = s.next(t) {
		if t.Before(from) {
			continue
		}
		text := t.Format(s.layout)
		if day := t.Format("01-02"); s.length >= time.Minute && last != "" && day != last {
			text = day // midnight is told by its day
			last = day
		} else if last == "" {
			last = day
		}
		at := place(t.Sub(from), to.Sub(from), width)
		if at+len(text) <= width {
			out = append(out, mark{at, text})
		}
	}
	return out
}

// first is a round time at or before t.
func (s step) first(t time.Time) time.Time {
	switch {
	case s.months > 0:
		months := t.Year()*12 + int(t.Month()) - 1
		months -= months % s.months
		return time.Date(0, time.Month(1+months), 1, 0, 0, 0, 0, t.Location())
	case s.days > 0:
		return time.Date(t.Year(), t.Month(), 1+(t.Day()-1)/s.days*s.days, 0, 0, 0, 0, t.Location())
	}
	return s.align(t)
}

// align rounds a time down on the clock of its zone.
func (s step) align(t time.Time) time.Time {
	_, offset := t.Zone()
	shift := time.Duration(offset) * time.Second
	return t.Add(shift).UTC().Truncate(s.length).Add(-shift).In(t.Location())
}

func (s step) next(t time.Time) time.Time {
	switch {
	case s.months > 0:
		return time.Date(t.Year(), t.Month()+time.Month(s.months), 1, 0, 0, 0, 0, t.Location())
	case s.days > 0:
		next := time.Date(t.Year(), t.Month(), t.Day()+s.days, 0, 0, 0, 0, t.Location())
		if next.Month() != t.Month() || next.Day()+s.days > 31 && s.days > 1 {
			return time.Date(t.Year(), t.Month()+1, 1, 0, 0, 0, 0, t.Location())
		}
		return next
	}
	next := t.Add(s.length)
	if offsetOf(t) == offsetOf(next) {
		return next
	}
	for ; ; next = next.Add(s.length) { // the clocks changed
		if at := s.align(next); at.After(t) && s.align(at).Equal(at) {
			return at
		}
	}
}

func offsetOf(t time.Time) int {
	_, offset := t.Zone()
	return offset
}

// fits tells whether labels stand apart.
func fits(list []mark) bool {
	for i := 1; i < len(list); i++ {
		if list[i].column < list[i-1].column+len(list[i-1].text)+2 {
			return false
		}
	}
	return true
}

// write sets labels on a line.
func write(list []mark, width int) string {
	line := []rune(strings.Repeat(" ", width))
	for _, m := range list {
		copy(line[m.column:], []rune(m.text))
	}
	return string(line)
}

// offset is the UTC offset of a window, both when the clocks change in it.
func offset(from, to time.Time, zone *time.Location) string {
	first, last := from.In(zone).Format("-07:00"), to.In(zone).Format("-07:00")
	if first == last {
		return "UTC" + first
	}
	return "UTC" + first + ">" + last
}
