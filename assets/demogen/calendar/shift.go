package calendar

import "time"

// Shift is one of the three shifts of a day. It is dated by the day on which it
// starts: the owl shift of 14 October ends on the morning of the 15th.
type Shift struct {
	Day  time.Time // midnight at which the day begins
	Name string    // owl, day or swing
}

// ShiftAt returns the shift that t lies in.
func (c *Calendar) ShiftAt(t time.Time) Shift {
	t = t.In(c.Zone)
	day := time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, c.Zone)
	switch hour := t.Hour(); {
	case hour < 7:
		return Shift{Day: time.Date(t.Year(), t.Month(), t.Day()-1, 0, 0, 0, 0, c.Zone), Name: "owl"}
	case hour < 15:
		return Shift{Day: day, Name: "day"}
	case hour < 23:
		return Shift{Day: day, Name: "swing"}
	default:
		return Shift{Day: day, Name: "owl"}
	}
}

// Bounds returns when the shift starts and ends. In the two nights of the year in
// which the clock changes an owl shift has seven or nine hours.
func (s Shift) Bounds() (start, end time.Time) {
	hours := map[string][2]int{"owl": {23, 31}, "day": {7, 15}, "swing": {15, 23}}[s.Name]
	at := func(hour int) time.Time {
		return time.Date(s.Day.Year(), s.Day.Month(), s.Day.Day(), hour, 0, 0, 0, s.Day.Location())
	}
	return at(hours[0]), at(hours[1])
}

// String reads "2026-10-14 owl".
func (s Shift) String() string { return s.Day.Format(time.DateOnly) + " " + s.Name }
