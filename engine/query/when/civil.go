package when

import (
	"strconv"
	"time"
)

// span is a reading on its way to a Range.
type span struct {
	from, until time.Time
	grain       Grain
	why         string
	relative    bool                 // counts from now
	ahead       bool                 // the words point to the future
	closed      bool                 // "since" counts from its end: a shutdown
	in          func(int) span       // the same in another year, for what has no year
	before      func(time.Time) span // the last such time before another; for weekdays
	other       *span
}

func (s span) ok() bool { return s.from.Before(s.until) }

// day is the civil day of t plus some days.
func (r *reader) day(t time.Time, plus int) time.Time {
	return r.date(t.Year(), t.Month(), t.Day()+plus)
}

// date is the first instant of a day. Where the clocks skip midnight, that is
// the first instant after it.
func (r *reader) date(year int, month time.Month, day int) time.Time {
	return r.at(year, month, day, 0)
}

// at is a time of day in minutes after midnight. A time that the clocks skip
// becomes what they show instead.
func (r *reader) at(year int, month time.Month, day, minutes int) time.Time {
	t := time.Date(year, month, day, 0, minutes, 0, 0, r.cal.Now.Location())
	want := time.Date(year, month, day, 0, minutes, 0, 0, time.UTC)
	return t.Add(max(0, want.Sub(asUTC(t)))) // time.Date may fall before the gap
}

// asUTC is the reading of t's clock, taken as UTC.
func asUTC(t time.Time) time.Time {
	return time.Date(t.Year(), t.Month(), t.Day(), t.Hour(), t.Minute(), t.Second(), t.Nanosecond(), time.UTC)
}

func (r *reader) today() time.Time { return r.day(r.cal.Now, 0) }

// days is the span of n days from that of t on.
func (r *reader) days(t time.Time, n int, grain Grain) span {
	return span{from: r.day(t, 0), until: r.day(t, n), grain: grain}
}

// months is the span of n months.
func (r *reader) months(year int, month time.Month, n int, grain Grain) span {
	return span{from: r.date(year, month, 1), until: r.date(year, month+time.Month(n), 1), grain: grain}
}

// monday is the first day of the week of t.
func (r *reader) monday(t time.Time) time.Time {
	return r.day(t, -(int(t.Weekday())+6)%7)
}

// lastYear picks the year for what has none: the last in which it does not begin
// in the future. 29 February is not in every year.
func (r *reader) lastYear(in func(year int) span) span {
	for year := r.cal.Now.Year(); year > r.cal.Now.Year()-9; year-- {
		s := in(year)
		if !s.ok() || s.from.After(r.cal.Now) {
			continue
		}
		s.in = in
		if s.until.After(r.cal.Now) && s.grain > Day {
			if earlier := in(year - 1); earlier.ok() {
				s.other = &earlier
			}
		}
		return s
	}
	return span{}
}

// number reads digits and the small number words.
func number(s string) (int, bool) {
	if n, err := strconv.Atoi(s); err == nil && len(s) < 6 && s[0] != '-' && s[0] != '+' {
		return n, true
	}
	for i, name := range [...]string{
		"zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
		"thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty",
	} {
		if s == name {
			return i, true
		}
	}
	return 0, false
}

// ordinal reads "third" and "3rd".
func ordinal(s string) (int, bool) {
	for i, name := range [...]string{"first", "second", "third", "fourth", "fifth"} {
		if s == name {
			return i + 1, true
		}
	}
	if len(s) < 3 || len(s) > 4 {
		return 0, false
	}
	switch s[len(s)-2:] {
	case "st", "nd", "rd", "th":
		n, err := strconv.Atoi(s[:len(s)-2])
		return n, err == nil && n > 0 && n <= 31
	}
	return 0, false
}
