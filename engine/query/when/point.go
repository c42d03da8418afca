package when

import "time"

// point reads the longest single time at i.
func (r *reader) point(i int) (span, int) {
	if i >= len(r.words) || !r.begins(r.low(i)) {
		return span{}, 0
	}
	p := &r.points[i]
	if !p.read {
		p.span, p.words = r.pointAt(i)
		p.read = true
	}
	return p.span, p.words
}

func (r *reader) pointAt(i int) (span, int) {
	s, n := r.longest(i,
		r.partly, r.timed, r.shift, r.run, r.shutdown, r.weekOf, r.nthWeekday, r.written, r.dayMonth, r.lastN, r.ago, r.thisUnit, r.name, r.weekday, r.relativeDay)
	if r.is(i, "the") {
		if inner, m := r.point(i + 1); m >= n && m > 0 {
			return inner, m + 1
		}
	}
	return s, n
}

// begins reports whether a time can begin with this word. It only spares work:
// most words of a question are no such word.
func (r *reader) begins(low string) bool {
	switch low {
	case "the", "last", "this", "past", "previous", "current", "next", "coming", "these", "my", "our", "half", "quarter", "noon", "midday", "midnight",
		"around", "about", "at", "near", "early", "mid", "late", "beginning", "start", "middle", "end", "in", "a", "an", "couple", "few", "several", "just", "shortly",
		"today", "yesterday", "tomorrow", "tonight", "day", "week", "run", "year", "shutdown", "maintenance", "shut-down", "winter", "spring", "summer", "autumn", "fall":
		return true
	}
	if low[0] >= '0' && low[0] <= '9' || low[0] == 'q' && len(low) == 2 || calendarName(low) || r.runNamed(low) {
		return true
	}
	_, counted := number(low)
	_, ordered := ordinal(low)
	_, named := r.named(low)
	return counted || ordered || named
}

// longest is what takes the most words; of equals, the first.
func (r *reader) longest(i int, readers ...func(int) (span, int)) (best span, words int) {
	if i >= len(r.words) {
		return span{}, 0
	}
	for _, read := range readers {
		if s, n := read(i); n > words {
			best, words = s, n
		}
	}
	return best, words
}

// name reads the times that have names: quarters, seasons, months, years.
func (r *reader) name(i int) (span, int) {
	return r.longest(i, r.quarterly, r.seasonal, r.nearMonth, r.bare)
}

// nearMonth reads "March 2025", "last March", "this March".
func (r *reader) nearMonth(i int) (span, int) {
	j := r.skip(i, "last", "this", "next", "past")
	s, n := r.monthly(j)
	if n == 0 || j == i {
		return s, n
	}
	switch {
	case s.in == nil: // has a year
	case r.is(i, "next"):
		if s = s.in(s.from.Year() + 1); !s.until.After(r.cal.Now) {
			return span{}, 0
		}
		s.ahead = true
	case r.is(i, "last", "past") && s.until.After(r.cal.Now) && s.other != nil:
		s = *s.other
	}
	return s, n + 1
}

// partly reads "early 2025", "mid March", "late January 2025", "the end of May
// 2024": the first, middle or last third.
func (r *reader) partly(i int) (span, int) {
	j := r.skip(i, "the", "in")
	third := map[string]int{"early": 1, "beginning": 1, "start": 1, "mid": 2, "middle": 2, "late": 3, "end": 3}[r.low(j)]
	if third == 0 {
		return span{}, 0
	}
	k := j + 1
	if !r.is(j, "early", "mid", "late") {
		if !r.is(k, "of") {
			return span{}, 0
		}
		k++
	}
	k = r.skip(k, "in")
	s, n := r.name(k)
	if n == 0 {
		s, n = r.run(k)
	}
	if n == 0 || !s.ok() {
		return span{}, 0
	}
	return r.third(s, third), k + n - i
}

func (r *reader) third(s span, n int) span {
	days := int(s.until.Sub(s.from).Hours()/24 + 0.5)
	cut := func(k int) time.Time { return r.day(s.from, days*k/3) }
	from, until := s.from, s.until
	if n > 1 {
		from = cut(n - 1)
	}
	if n < 3 {
		until = cut(n)
	}
	part := span{from: from, until: until, grain: max(Week, s.grain-1), relative: s.relative, why: s.why}
	if s.in != nil {
		in := s.in
		part = r.lastYear(func(year int) span { y := in(year); y.in = nil; return r.third(y, n) })
	}
	return part
}
