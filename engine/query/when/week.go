package when

import "time"

// dayName reads the name of a weekday; short tells an abbreviation.
func dayName(low string) (day time.Weekday, ok, short bool) {
	switch low {
	case "sun", "sunday":
		day = time.Sunday
	case "mon", "monday":
		day = time.Monday
	case "tue", "tues", "tuesday":
		day = time.Tuesday
	case "wed", "wednesday":
		day = time.Wednesday
	case "thu", "thur", "thurs", "thursday":
		day = time.Thursday
	case "fri", "friday":
		day = time.Friday
	case "sat", "saturday":
		day = time.Saturday
	default:
		return 0, false, false
	}
	return day, true, len(low) < 6
}

// weekday reads "Tuesday", "last Tuesday", "Tuesday night". Sat and Sun in small
// letters are words.
func (r *reader) weekday(i int) (span, int) {
	j := r.skip(r.skip(i, "the"), "last", "this", "next", "past", "previous")
	day, ok, short := dayName(r.low(j))
	if !ok || short && r.words[j].raw == r.low(j) && !bound(r.low(j-1)) {
		return span{}, 0
	}
	if s, n := r.inMonth(i, j); n > 0 {
		return s, n
	}
	if r.is(j+1, "of") || r.is(j-1, "one", "a", "an", "every", "each", "some", "any", "maintenance") {
		return span{}, 0 // any such day
	}
	s := r.weekdayBefore(day, r.today())
	switch {
	case r.is(j-1, "next"):
		s = r.days(r.day(s.from, 7), 1, Day)
		if s.from.Equal(r.today()) {
			s = r.days(r.day(s.from, 7), 1, Day)
		}
		s.ahead = true
	case j == i && day == r.cal.Now.Weekday():
		other := s
		s = r.days(r.today(), 1, Day)
		s.other = &other
	case r.is(j-1, "last") && !s.from.Before(r.monday(r.cal.Now)):
		other := r.days(r.day(s.from, -7), 1, Day)
		s.other, s.why = &other, "the last one that has been; that of last week is the other reading"
	}
	s.relative = true
	s.before = func(t time.Time) span { return r.weekdayBefore(day, t) }
	return r.partOf(s, i, j+1)
}

// weekdayBefore is the last such day before that of t.
func (r *reader) weekdayBefore(day time.Weekday, t time.Time) span {
	back := (int(t.Weekday()) - int(day) + 7) % 7
	if back == 0 {
		back = 7
	}
	return r.days(r.day(t, -back), 1, Day)
}

// inMonth reads "first Sunday of November 2024": the ordinal stands before the
// weekday at j.
func (r *reader) inMonth(i, j int) (span, int) {
	day, ok, _ := dayName(r.low(j))
	if !ok || !r.is(j+1, "of", "in") {
		return span{}, 0
	}
	nth, counted := ordinal(r.low(j - 1))
	if last := r.is(j-1, "last"); !counted && !last {
		return span{}, 0
	}
	m, n := r.monthly(r.skip(j+2, "the"))
	if n == 0 {
		return span{}, 0
	}
	first := m.from
	first = r.day(first, (int(day)-int(first.Weekday())+7)%7)
	if !counted { // the last one
		for nth = 1; r.day(first, 7*nth).Before(m.until); nth++ {
			continue
		}
	}
	s := r.days(r.day(first, 7*(nth-1)), 1, Day)
	if !s.from.Before(m.until) {
		return span{}, 0
	}
	return s, r.skip(j+2, "the") + n - i
}

// nthWeekday reads "the first Sunday of November 2024".
func (r *reader) nthWeekday(i int) (span, int) {
	j := r.skip(i, "the")
	if _, ok := ordinal(r.low(j)); !ok {
		return span{}, 0
	}
	return r.inMonth(i, j+1)
}

// relativeDay reads "yesterday", "last night", "this morning", "tonight".
func (r *reader) relativeDay(i int) (span, int) {
	s, n := r.days(r.today(), 1, Day), 1
	switch {
	case r.is(i, "today"):
	case r.is(i, "yesterday"):
		s = r.days(r.day(r.cal.Now, -1), 1, Day)
	case r.is(i, "tomorrow"):
		s = r.days(r.day(r.cal.Now, 1), 1, Day)
		s.ahead = true
	case r.is(i, "tonight"):
		s = r.dayPart(s, "night")
		s.ahead = true
	case r.is(i, "day") && r.is(i+1, "before") && r.is(i+2, "yesterday"):
		s, n = r.days(r.day(r.cal.Now, -2), 1, Day), 3
	case r.is(i, "last") && r.is(i+1, "night"):
		s, n = r.dayPart(r.days(r.day(r.cal.Now, -1), 1, Day), "night"), 2
	case r.is(i, "this") && r.is(i+1, "morning", "afternoon", "evening"):
		s, n = r.dayPart(s, r.low(i+1)), 2
	default:
		return span{}, 0
	}
	s.relative = true
	return r.partOf(s, i, i+n)
}

// partOf reads the part of the day at k: "Tuesday night", "yesterday evening".
func (r *reader) partOf(s span, i, k int) (span, int) {
	if s.grain == Day && r.is(k, "morning", "afternoon", "evening", "night") && !r.ends(k-1) && !r.is(k+1, "shift") {
		part := r.dayPart(s, r.low(k))
		part.relative, part.ahead = s.relative, s.ahead
		if s.other != nil {
			other := r.dayPart(*s.other, r.low(k))
			part.other, part.why = &other, s.why
		}
		return part, k + 1 - i
	}
	return s, k - i
}

// dayPart is a part of a day: its night is the one that it ends with.
func (r *reader) dayPart(day span, name string) span {
	hours := [2]int{0, 12}
	switch name {
	case "afternoon":
		hours = [2]int{12, 18}
	case "evening":
		hours = [2]int{18, 24}
	case "night":
		hours = [2]int{18, 31} // to 07:00
	}
	d := day.from
	return span{
		from: r.at(d.Year(), d.Month(), d.Day(), 60*hours[0]), until: r.at(d.Year(), d.Month(), d.Day(), 60*hours[1]), grain: Part,
	}
}

// weekOf reads "the week of 6 October" and "week 41 of 2025" (ISO 8601).
func (r *reader) weekOf(i int) (span, int) {
	j := r.skip(i, "the")
	if !r.is(j, "week") {
		return span{}, 0
	}
	if r.is(j+1, "of") {
		day, n := r.dayMonth(j + 2)
		if n == 0 {
			day, n = r.written(j + 2)
		}
		if n == 0 || day.grain != Day || !day.ok() {
			return span{}, 0
		}
		return r.whole(day.from, weekUnit), j + 2 + n - i
	}
	week, ok := number(r.low(j + 1))
	if !ok || week < 1 || week > 53 {
		return span{}, 0
	}
	y, ok := r.year(r.skip(j+2, "of", "in"))
	if !ok {
		return span{}, 0
	}
	fourth := r.date(y, time.January, 4) // always in week 1
	return r.days(r.day(r.monday(fourth), 7*(week-1)), 7, Week), r.skip(j+2, "of", "in") + 1 - i
}
