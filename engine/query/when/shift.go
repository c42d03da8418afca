package when

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

func (r *reader) shifts() []Shift {
	if len(r.cal.Shifts) > 0 {
		return r.cal.Shifts
	}
	return DefaultShifts()
}

// named finds a shift by one of its names.
func (r *reader) named(name string) (Shift, bool) {
	for _, s := range r.shifts() {
		if name != "" && slices.Contains(s.Names, name) {
			return s, true
		}
	}
	return Shift{}, false
}

// on is the shift that begins on the day of d.
func (r *reader) on(s Shift, d span) span {
	until := s.To
	if until <= s.From {
		until += 24 * 60
	}
	y, m, day := d.from.Year(), d.from.Month(), d.from.Day()
	return span{from: r.at(y, m, day, s.From), until: r.at(y, m, day, until), grain: Part, relative: d.relative}
}

// shift reads a shift with its day in either order, the shifts of a day, and
// "last shift".
func (r *reader) shift(i int) (span, int) {
	for _, read := range []func(int) (span, int){r.shiftThenDay, r.dayThenShift, r.lastShift} {
		if s, n := read(i); n > 0 {
			return s, n
		}
	}
	return span{}, 0
}

// shiftThenDay reads "owl shift Tuesday", "the owl of the 14th", "swing shift on
// 10/8/24".
func (r *reader) shiftThenDay(i int) (span, int) {
	j := r.skip(i, "the")
	s, ok := r.named(r.low(j))
	k := r.skip(j+1, "shift")
	if !ok || k == j+1 && !r.is(j, "owl", "graveyard") || r.ends(k-1) {
		return span{}, 0
	}
	k = r.skip(k, "of", "on", "from")
	d, n := r.dayAt(k)
	if n == 0 {
		return span{}, 0
	}
	return r.owned(s, d), k + n - i
}

// dayThenShift reads "Tuesday's owl shift", "the 10/8/24 shift", "yesterday's
// shift".
func (r *reader) dayThenShift(i int) (span, int) {
	d, n := r.dayAt(i)
	if n == 0 || r.ends(i+n-1) {
		return span{}, 0
	}
	j := i + n
	s, ok := r.named(r.low(j))
	switch {
	case ok && (r.is(j+1, "shift") || r.is(j, "owl", "graveyard")):
		return r.owned(s, d), r.skip(j+1, "shift") - i
	case r.is(j, "shift", "shifts"):
		return r.allShifts(d), j + 1 - i
	}
	return span{}, 0
}

// dayAt reads a day that a shift can be named by.
func (r *reader) dayAt(i int) (span, int) {
	if i >= len(r.words) {
		return span{}, 0
	}
	if r.is(i, "last") && r.is(i+1, "night") {
		s := r.days(r.day(r.cal.Now, -1), 1, Day)
		s.relative = true
		return s, 2
	}
	if d, n := r.dayMonth(i); n > 0 && d.grain == Day && d.ok() {
		return d, n // "the 14th" keeps its article
	}
	j := r.skip(i, "the")
	for _, read := range []func(int) (span, int){r.written, r.dayMonth, r.weekday, r.relativeDay} {
		if d, n := read(j); n > 0 && d.grain == Day && d.ok() {
			return d, j + n - i
		}
	}
	if day, ok := ordinal(r.low(j)); ok && j > i && bound(r.low(i-1)) {
		return r.nth(day), j + 1 - i
	}
	return span{}, 0
}

// owned is a shift on its day. One that runs past midnight may also be meant by
// the day on which it ends.
func (r *reader) owned(s Shift, d span) span {
	chosen := r.on(s, d)
	if d.in != nil && chosen.from.After(r.cal.Now) {
		if earlier := d.in(d.from.Year() - 1); earlier.ok() {
			return r.on(s, earlier)
		}
	}
	if d.other != nil && d.other.ok() {
		other := r.on(s, *d.other)
		chosen.other, chosen.why = &other, d.why
		return chosen
	}
	ends := r.on(s, r.days(r.day(d.from, -1), 1, Day))
	switch {
	case s.To > s.From:
		return chosen
	case chosen.from.After(r.cal.Now):
		ends.why = fmt.Sprintf("the %s shift that ends on that day; the one that begins on it is still to come", s.Names[0])
		ends.relative = d.relative
		return ends
	}
	chosen.other = &ends
	chosen.why = fmt.Sprintf("the %s shift that begins on that day", s.Names[0])
	return chosen
}

// allShifts is a day with every shift that begins on it.
func (r *reader) allShifts(d span) span {
	all := d
	all.why = "all shifts of that day"
	for _, s := range r.shifts() {
		if on := r.on(s, d); on.until.After(all.until) {
			all.until = on.until
		}
	}
	if d.why != "" {
		all.why = d.why + "; " + all.why
	}
	if d.other != nil && d.other.ok() {
		other := r.allShifts(*d.other)
		all.other = &other
	}
	return all
}

// lastShift reads "last shift", "this shift", "my previous shift", "last owl
// shift".
func (r *reader) lastShift(i int) (span, int) {
	j := r.skip(i, "the", "my", "our")
	if !r.is(j, "last", "this", "current", "previous") {
		return span{}, 0
	}
	only, named := r.named(r.low(j + 1))
	k := j + 1
	if named {
		k++
	}
	if !r.is(k, "shift") && (!named || !r.is(j+1, "owl", "graveyard")) {
		return span{}, 0
	}
	past := r.recent(8)
	now := r.is(j, "this", "current")
	for _, s := range past {
		running := s.until.After(r.cal.Now)
		if named && !s.named(only) || running != now && (!named || !now) {
			continue
		}
		s.relative = true
		if r.is(i, "my", "our") {
			s.why = "the last shift that has ended; who worked it is not known"
		}
		return s.span, r.skip(k, "shift") - i
	}
	return span{}, 0
}

// worked is a shift that has begun.
type worked struct {
	span
	shift Shift
}

func (w worked) named(s Shift) bool {
	return strings.Join(w.shift.Names, " ") == strings.Join(s.Names, " ")
}

// recent lists the last shifts that have begun, newest first.
func (r *reader) recent(n int) []worked {
	var all []worked
	for back := 0; len(all) < n+len(r.shifts()) && back < n+2; back++ {
		for _, s := range r.shifts() {
			if on := r.on(s, r.days(r.day(r.cal.Now, -back), 1, Day)); on.ok() && !on.from.After(r.cal.Now) {
				all = append(all, worked{on, s})
			}
		}
	}
	slices.SortStableFunc(all, func(a, b worked) int { return b.from.Compare(a.from) })
	return all[:min(n, len(all))]
}

// shiftsBack is when the n-th last shift that has begun did so.
func (r *reader) shiftsBack(n int) time.Time {
	past := r.recent(min(n, 100))
	if len(past) == 0 {
		return r.today()
	}
	return past[len(past)-1].from
}
