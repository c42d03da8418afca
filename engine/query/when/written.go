package when

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// written reads a day or time that is written in figures: 2024-10-08,
// 2024-10-08T14:30, 2025-11, 10/8/24, 8.10.2024.
func (r *reader) written(i int) (span, int) {
	low := r.low(i)
	if low == "" || low[0] < '0' || low[0] > '9' || len(low) > 35 {
		return span{}, 0
	}
	if t, ok := r.stamp(r.words[i].raw); ok {
		return r.around(t, 30, Clock), 1
	}
	if day, clock, found := strings.Cut(low, "t"); found && len(day) == 10 {
		if minutes, ok := digits(clock, ""); ok {
			s, _ := r.figures(day)
			return r.clocked(s, []int{minutes}, false), 1
		}
	}
	s, ok := r.figures(low)
	if !ok {
		return span{}, 0
	}
	return s, 1
}

func (r *reader) stamp(raw string) (time.Time, bool) {
	t, err := time.Parse(time.RFC3339Nano, raw)
	return t.In(r.cal.Now.Location()), err == nil
}

// figures reads a day, or a month, in figures. ok is true for everything that
// can only be meant as one; the span is empty when there is no such day.
func (r *reader) figures(low string) (s span, ok bool) {
	at := strings.IndexAny(low, "-/.")
	if at < 0 {
		return span{}, false
	}
	pieces := strings.Split(low, low[at:at+1])
	n, ok := numbers(pieces)
	if !ok {
		return span{}, false
	}
	first, sep := len(pieces[0]), low[at]
	switch {
	case len(n) == 2 && sep == '-':
		return r.monthOf(n[0], n[1]), first == 4 && len(pieces[1]) == 2 && year(n[0])
	case len(n) == 2 && sep == '/':
		return r.monthOf(n[1], n[0]), first <= 2 && len(pieces[1]) == 4 && year(n[1])
	case len(n) != 3:
		return span{}, false
	case first == 4:
		return r.dayOf(n[0], n[1], n[2]), year(n[0]) && sep != '.'
	case first > 2 || len(pieces[2]) != 4 && (len(pieces[2]) != 2 || sep == '.'):
		return span{}, false
	}
	return r.shortDay(n, len(pieces[2]) == 2, sep == '.'), true
}

// numbers reads what a date in figures can be made of.
func numbers(pieces []string) ([]int, bool) {
	n := make([]int, len(pieces))
	for i, p := range pieces {
		v, err := strconv.Atoi(p)
		if err != nil || len(p) > 4 || len(p) == 3 {
			return nil, false
		}
		n[i] = v
	}
	return n, true
}

func year(n int) bool { return n >= 1900 && n < 2100 }

func (r *reader) monthOf(year, month int) span {
	if month < 1 || month > 12 {
		return span{}
	}
	return r.months(year, time.Month(month), 1, Month)
}

// dayOf is a day, or nothing when there is no such day.
func (r *reader) dayOf(year, month, day int) span {
	if t := time.Date(year, time.Month(month), day, 0, 0, 0, 0, time.UTC); month < 1 || month > 12 || t.Day() != day || int(t.Month()) != month {
		return span{}
	}
	from := r.date(year, time.Month(month), day)
	return span{from: from, until: r.date(year, time.Month(month), day+1), grain: Day}
}

// shortDay reads month, day and year in the site's order. The other order is
// the other reading, and the one that counts when the first does not exist or
// lies in the future.
func (r *reader) shortDay(n []int, short, dayFirst bool) span {
	year := n[2]
	if short {
		year += 1900
		if year < 1970 {
			year += 100
		}
	}
	if !dayFirst {
		dayFirst = r.cal.DayFirst
	} else if n[1] <= 12 {
		return r.dayOf(year, n[1], n[0]) // with points the day comes first
	}
	monthFirst, dayFirstSpan := r.dayOf(year, n[0], n[1]), r.dayOf(year, n[1], n[0])
	chosen, other, order := monthFirst, dayFirstSpan, "month/day/year"
	if dayFirst {
		chosen, other, order = dayFirstSpan, monthFirst, "day/month/year"
	}
	switch {
	case !chosen.ok():
		return other
	case !other.ok() || other.from.Equal(chosen.from):
		return chosen
	case chosen.from.After(r.cal.Now) && !other.from.After(r.cal.Now):
		other.why = "the other order of day and month lies in the future"
		return other
	}
	chosen.why = fmt.Sprintf("read as %s", order)
	chosen.other = &other
	return chosen
}

// dayMonth reads "15 October 2026", "the 15th of October", "Oct 15th, 2026" and
// "the 15th".
func (r *reader) dayMonth(i int) (span, int) {
	j := r.skip(i, "the")
	if day, ok := dayNumber(r.low(j)); ok {
		k := r.skip(j+1, "of")
		if month, ok := r.month(k, true); ok {
			return r.yearAfter(i, k+1, month, day)
		}
		if j > i && bound(r.low(i-1)) && r.alone(j) {
			return r.nth(day), j + 1 - i
		}
		return span{}, 0
	}
	month, ok := r.month(j, true)
	if !ok || r.ends(j) {
		return span{}, 0
	}
	day, ok := dayNumber(r.low(r.skip(j+1, "the")))
	if !ok {
		return span{}, 0
	}
	return r.yearAfter(i, r.skip(j+1, "the")+1, month, day)
}

// alone reports whether word j is an ordinal that nothing is counted by.
func (r *reader) alone(j int) bool {
	_, ok := ordinal(r.low(j))
	return ok && (r.ends(j) || j+1 == len(r.words) || bound(r.low(j+1)) || r.is(j+1, "did", "was", "were", "when", "why", "what", "how", "about"))
}

func dayNumber(s string) (int, bool) {
	if n, err := strconv.Atoi(s); err == nil {
		return n, n > 0 && n < 40 && len(s) < 3
	}
	if len(s) > 4 {
		return 0, false
	}
	return ordinal(s)
}

// yearAfter reads the year at k of a day whose words began at i.
func (r *reader) yearAfter(i, k int, month time.Month, day int) (span, int) {
	if y, ok := r.year(r.skip(k, "of", "in")); ok && !r.ends(k-1) {
		return r.dayOf(y, int(month), day), r.skip(k, "of", "in") + 1 - i
	}
	return r.lastYear(func(year int) span { return r.dayOf(year, int(month), day) }), k - i
}

// nth is the last day of a month with this number.
func (r *reader) nth(day int) span {
	for back := 0; back < 3; back++ {
		first := r.date(r.cal.Now.Year(), r.cal.Now.Month()-time.Month(back), 1)
		if s := r.dayOf(first.Year(), int(first.Month()), day); s.ok() && !s.from.After(r.cal.Now) {
			return s
		}
	}
	return span{}
}
