package when

import (
	"fmt"
	"time"
)

// unit is what times are counted in.
type unit int

const (
	noUnit unit = iota
	minuteUnit
	hourUnit
	shiftUnit
	dayUnit
	weekendUnit
	weekUnit
	monthUnit
	quarterUnit
	yearUnit
)

func unitName(s string) unit {
	switch s {
	case "minute", "minutes", "min":
		return minuteUnit
	case "hour", "hours", "hrs", "hr", "h":
		return hourUnit
	case "shift", "shifts":
		return shiftUnit
	case "day", "days", "d":
		return dayUnit
	case "weekend", "weekends":
		return weekendUnit
	case "week", "weeks":
		return weekUnit
	case "month", "months":
		return monthUnit
	case "quarter", "quarters":
		return quarterUnit
	case "year", "years":
		return yearUnit
	}
	return noUnit
}

// count reads a number of units at i: "3 days", "36h", "a week", "a couple of
// months", "half an hour" (in halves of the unit).
func (r *reader) count(i int) (halves int, u unit, words int) {
	if n, rest := leadingDigits(r.low(i)); n > 0 && rest != "" && unitName(rest) != noUnit {
		return 2 * n, unitName(rest), 1
	}
	var j int
	switch {
	case r.is(i, "half") && r.is(i+1, "a", "an"):
		halves, j = 1, i+2
	case r.is(i, "a") && r.is(i+1, "couple", "few"):
		halves, j = 4, r.skip(i+2, "of")
		if r.is(i+1, "few") {
			halves = 6
		}
	case r.is(i, "couple", "few", "several"):
		halves, j = 4, r.skip(i+1, "of")
		if !r.is(i, "couple") {
			halves = 6
		}
	case r.is(i, "a", "an", "one"):
		halves, j = 2, i+1
	default:
		n, ok := number(r.low(i))
		if !ok || n == 0 {
			return 0, noUnit, 0
		}
		halves, j = 2*n, i+1
	}
	u = unitName(r.low(j))
	if u == noUnit {
		return 0, noUnit, 0
	}
	return halves, u, j + 1 - i
}

func leadingDigits(s string) (n int, rest string) {
	i := 0
	for i < len(s) && i < 5 && s[i] >= '0' && s[i] <= '9' {
		n = 10*n + int(s[i]-'0')
		i++
	}
	return n, s[i:]
}

// back is the time that lies so many halves of a unit before now.
func (r *reader) back(halves int, u unit) time.Time {
	now := r.cal.Now
	switch u {
	case minuteUnit:
		return now.Add(-time.Duration(halves) * time.Minute / 2)
	case hourUnit:
		return now.Add(-time.Duration(halves) * time.Hour / 2)
	case dayUnit:
		return r.sameClock(0, -halves/2)
	case weekUnit, weekendUnit:
		return r.sameClock(0, -7*halves/2)
	case monthUnit:
		return r.sameClock(-halves/2, -15*(halves%2))
	case quarterUnit:
		return r.sameClock(-3*halves/2, 0)
	}
	return r.sameClock(-12*halves/2, 0)
}

// sameClock is the same time of day some months and days on; of a month that is
// too short, its last day.
func (r *reader) sameClock(months, days int) time.Time {
	now := r.cal.Now
	day := now.Day()
	if last := time.Date(now.Year(), now.Month()+time.Month(months)+1, 0, 0, 0, 0, 0, time.UTC).Day(); months != 0 && day > last {
		day = last
	}
	return r.at(now.Year(), now.Month()+time.Month(months), day+days, 60*now.Hour()+now.Minute())
}

// lastN reads "the last 36 hours", "past 3 weeks", "last few days".
func (r *reader) lastN(i int) (span, int) {
	j := r.skip(i, "the", "these")
	if !r.is(j, "last", "past", "previous") {
		return span{}, 0
	}
	halves, u, n := r.count(j + 1)
	single := n == 0 && r.is(j, "past") && unitName(r.low(j+1)) != noUnit
	if single { // the past week
		halves, u, n = 2, unitName(r.low(j+1)), 1
	}
	if n == 0 || halves > 2*maxCount {
		return span{}, 0
	}
	s := span{until: r.cal.Now, grain: grainOf(u), relative: true}
	if u == shiftUnit {
		s.from, s.grain = r.shiftsBack(halves/2), Part
		return s, j + 1 + n - i
	}
	s.from = r.back(halves, u)
	return s, j + 1 + n - i
}

const maxCount = 10_000

func grainOf(u unit) Grain {
	switch u {
	case minuteUnit, hourUnit, shiftUnit:
		return Part
	case dayUnit, weekendUnit:
		return Day
	case weekUnit:
		return Week
	case monthUnit:
		return Month
	case quarterUnit:
		return Quarter
	}
	return Year
}

// ago reads "two weeks ago" as the week, "3 days ago" as the day, "an hour ago"
// as about that time.
func (r *reader) ago(i int) (span, int) {
	halves, u, n := r.count(i)
	if n == 0 || !r.is(i+n, "ago") || u == shiftUnit || halves > 2*maxCount {
		return span{}, 0
	}
	t := r.back(halves, u)
	var s span
	switch u {
	case minuteUnit, hourUnit:
		s = r.around(t, 30, Clock)
	case dayUnit:
		s = r.days(t, 1, Day)
	default:
		s = r.whole(t, u)
		s.why = fmt.Sprintf("the calendar %s that %s lies in", unitWord(u), t.Format("2006-01-02"))
	}
	s.relative = true
	return s, n + 1
}

func unitWord(u unit) string {
	return [...]string{"", "minute", "hour", "shift", "day", "weekend", "week", "month", "quarter", "year"}[u]
}

// whole is the calendar unit that a time lies in.
func (r *reader) whole(t time.Time, u unit) span {
	switch u {
	case dayUnit:
		return r.days(t, 1, Day)
	case weekendUnit:
		return r.days(r.day(r.monday(t), 5), 2, Day)
	case weekUnit:
		return r.days(r.monday(t), 7, Week)
	case monthUnit:
		return r.months(t.Year(), t.Month(), 1, Month)
	case quarterUnit:
		return r.quarter(t.Year(), (int(t.Month())+2)/3)
	}
	return r.months(t.Year(), time.January, 12, Year)
}

// thisUnit reads "last week", "this month", "next quarter".
func (r *reader) thisUnit(i int) (span, int) {
	j := r.skip(i, "the")
	u := unitName(r.low(j + 1))
	if u <= dayUnit || !r.is(j, "last", "this", "previous", "current", "next", "coming") {
		return span{}, 0
	}
	t, ahead := r.cal.Now, false
	switch {
	case r.is(j, "last", "previous"):
		t = r.whole(t, u).from.Add(-time.Hour)
		if u == weekendUnit {
			t = r.day(r.monday(r.cal.Now), -1)
		}
	case r.is(j, "next", "coming"):
		t, ahead = r.whole(t, u).until, true
	}
	s := r.whole(t, u)
	if s.from.After(r.cal.Now) && !ahead { // "this weekend", on a Wednesday
		coming := s
		s = r.whole(r.day(s.from, -7), u)
		s.other = &coming
	}
	s.relative, s.ahead = true, ahead
	return s, j + 2 - i
}
