package when

import (
	"strconv"
	"time"
)

// monthName reads the name of a month, long or short.
func monthName(low string) (m time.Month, ok, long bool) {
	switch low {
	case "jan", "january":
		m = time.January
	case "feb", "february":
		m = time.February
	case "mar", "march":
		m = time.March
	case "apr", "april":
		m = time.April
	case "may":
		return time.May, true, true
	case "jun", "june":
		m = time.June
	case "jul", "july":
		m = time.July
	case "aug", "august":
		m = time.August
	case "sep", "sept", "september":
		m = time.September
	case "oct", "october":
		m = time.October
	case "nov", "november":
		m = time.November
	case "dec", "december":
		m = time.December
	}
	return m, m > 0, len(low) > 3 && low != "sept"
}

// month reads a month at i. A small "may" is the verb and a small "march" may be
// one, unless a day or year stands beside it; a short name needs one, too.
func (r *reader) month(i int, beside bool) (time.Month, bool) {
	if i >= len(r.words) {
		return 0, false
	}
	m, ok, long := monthName(r.low(i))
	if !ok {
		return 0, false
	}
	if _, dated := r.year(i + 1); dated {
		return m, true
	}
	switch r.words[i].raw {
	case "may":
		return m, bound(r.low(i-1)) || ordinalBeside(r, i)
	case "May":
		return m, i > 0 && !r.ends(i-1) || r.ends(i) || beside
	case "march":
		return m, beside || bound(r.low(i-1))
	}
	return m, long || beside
}

func ordinalBeside(r *reader, i int) bool {
	_, before := ordinal(r.low(i - 1))
	_, after := ordinal(r.low(i + 1))
	return before || after || r.is(i-1, "of") && func() bool { _, ok := ordinal(r.low(i - 2)); return ok }()
}

// bound reports the words that bind a time to what is asked.
func bound(s string) bool {
	switch s {
	case "in", "on", "during", "since", "before", "after", "until", "till", "from", "by", "between", "last", "this", "of",
		"throughout", "within", "over", "for", "early", "late", "mid", "around", "at", "to", "and":
		return true
	}
	return false
}

// year reads a year in figures.
func (r *reader) year(i int) (int, bool) {
	low := r.low(i)
	n, err := strconv.Atoi(low)
	return n, err == nil && len(low) == 4 && n >= 1970 && n < 2100
}

// monthly reads "March", "March 2025", "March of last year".
func (r *reader) monthly(i int) (span, int) {
	month, ok := r.month(i, false)
	if !ok {
		return span{}, 0
	}
	in := func(year int) span { return r.months(year, month, 1, Month) }
	return r.yearly(i, i+1, in)
}

// yearly reads the year at k of a name whose words began at i, or picks one.
func (r *reader) yearly(i, k int, in func(year int) span) (span, int) {
	if r.ends(k - 1) {
		return r.lastYear(in), k - i
	}
	j := r.skip(k, "of", "in")
	if y, ok := r.year(j); ok {
		return in(y), j + 1 - i
	}
	this := r.cal.Now.Year()
	if r.is(j, "last", "this") && r.is(j+1, "year") {
		if r.is(j, "last") {
			this--
		}
		return in(this), j + 2 - i
	}
	return r.lastYear(in), k - i
}

// seasonal reads "autumn 2024", "in spring", "last winter". A winter belongs to
// the year of its January.
func (r *reader) seasonal(i int) (span, int) {
	j := r.skip(i, "the", "last", "this", "past")
	first, ok := season(r.low(j))
	if !ok || r.is(j+1, "time") {
		return span{}, 0
	}
	_, dated := r.year(r.skip(j+1, "of"))
	if !dated && !r.is(i, "last", "this", "past") && !bound(r.low(i-1)) || r.is(i-1, "of") && !dated {
		return span{}, 0 // a spring is a part, a fall an event
	}
	in := func(year int) span { return r.months(year, first, 3, Quarter) }
	s, n := r.yearly(i, j+1, in)
	if !dated && r.is(i, "last", "past") && s.until.After(r.cal.Now) && s.other != nil {
		return *s.other, n
	}
	return s, n
}

func season(s string) (first time.Month, ok bool) {
	switch s {
	case "winter":
		return time.December - 12, true // of the year before
	case "spring":
		return time.March, true
	case "summer":
		return time.June, true
	case "autumn", "fall":
		return time.September, true
	}
	return 0, false
}

// quarterly reads "Q3 2025", "2025 Q3" and "the third quarter of 2025". Q3 alone
// is a magnet.
func (r *reader) quarterly(i int) (span, int) {
	j := r.skip(i, "the")
	if y, ok := r.year(j); ok {
		if q, ok := quarter(r.low(j + 1)); ok {
			return r.quarter(y, q), j + 2 - i
		}
		return span{}, 0
	}
	q, short := quarter(r.low(j))
	k := j + 1
	if !short {
		nth, ok := ordinal(r.low(j))
		if !ok || nth > 4 || !r.is(j+1, "quarter") {
			return span{}, 0
		}
		q, k = nth, j+2
	}
	_, dated := r.year(r.skip(k, "of"))
	if short && !dated && !r.is(i-1, "in", "during", "since") {
		return span{}, 0
	}
	return r.yearly(i, k, func(year int) span { return r.quarter(year, q) })
}

func quarter(s string) (int, bool) {
	if len(s) == 2 && s[0] == 'q' && s[1] >= '1' && s[1] <= '4' {
		return int(s[1] - '0'), true
	}
	return 0, false
}

func (r *reader) quarter(year, q int) span {
	return r.months(year, time.Month(3*q-2), 3, Quarter)
}

// bare reads a year by itself. Four figures are a year when a word binds them,
// or nothing that they could count follows.
func (r *reader) bare(i int) (span, int) {
	j := r.skip(r.skip(i, "the"), "year")
	y, ok := r.year(j)
	if !ok || y > r.cal.Now.Year()+1 || y < 1980 {
		return span{}, 0
	}
	if j == i && !bound(r.low(i-1)) && !r.ends(j) && j+1 < len(r.words) && !r.is(j+1, "and", "or", "versus", "vs", "to", "-") {
		return span{}, 0
	}
	return r.months(y, time.January, 12, Year), j + 1 - i
}
