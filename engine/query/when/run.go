package when

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// run reads "run 2026-2", "2026-2", "the second run of 2025", "this run" and
// "the last run" by the calendar.
func (r *reader) run(i int) (span, int) {
	j := r.skip(i, "the")
	if n := r.runName(j); n > 0 {
		return r.namedRun(r.low(j+n-1), j+n-i)
	}
	if r.is(j, "this", "current", "last", "previous") && r.is(j+1, "run") && !r.is(j+2, "of") {
		return r.nearRun(r.is(j, "this", "current")), j + 2 - i
	}
	nth, ok := ordinal(r.low(j))
	k := j + 2
	if !ok && r.is(j, "run") { // run 2 of 2025
		nth, ok = number(r.low(j + 1))
	} else if !r.is(j+1, "run") {
		return span{}, 0
	}
	y, dated := r.year(r.skip(k, "of", "in"))
	if !ok || !dated {
		return span{}, 0
	}
	return r.nthRun(y, nth), r.skip(k, "of", "in") + 1 - i
}

// runName returns how many words name a run: its name with or without "run"
// before it, or a name of the same form that the calendar does not have.
func (r *reader) runName(i int) int {
	n := 1
	if r.is(i, "run") {
		n = 2
	}
	low := r.low(i + n - 1)
	if r.runNamed(low) {
		return n
	}
	y, nth, found := strings.Cut(low, "-")
	if _, err := strconv.Atoi(nth); found && err == nil && len(y) == 4 && len(nth) == 1 && dayDigits(y) {
		return n
	}
	return 0
}

func (r *reader) runNamed(low string) bool {
	return slices.ContainsFunc(r.cal.Runs, func(p Period) bool { return low != "" && strings.EqualFold(p.Name, low) })
}

func (r *reader) namedRun(name string, words int) (span, int) {
	for _, p := range r.cal.Runs {
		if strings.EqualFold(p.Name, name) {
			return period(p), words
		}
	}
	return span{why: fmt.Sprintf("the calendar of runs has no %s", name)}, words
}

func period(p Period) span { return span{from: p.From, until: p.To, grain: Quarter} }

// nearRun is the run that is on, or the last one that has ended.
func (r *reader) nearRun(current bool) span {
	found := span{why: "the calendar of runs has none"}
	for _, p := range r.cal.Runs {
		on := !p.From.After(r.cal.Now) && p.To.After(r.cal.Now)
		ended := !p.To.After(r.cal.Now)
		if current && on || !current && ended && p.To.After(found.until) {
			found = period(p)
			found.relative = true
		}
	}
	return found
}

func (r *reader) nthRun(year, nth int) span {
	n := 0
	var last time.Time
	for range r.cal.Runs { // by date, whatever the order of the calendar
		var next *Period
		for k, p := range r.cal.Runs {
			if p.From.Year() == year && p.From.After(last) && (next == nil || p.From.Before(next.From)) {
				next = &r.cal.Runs[k]
			}
		}
		if next == nil {
			break
		}
		if n, last = n+1, next.From; n == nth {
			return period(*next)
		}
	}
	return span{why: fmt.Sprintf("the calendar has no run %d of %d", nth, year)}
}

// shutdown reads "the June shutdown", "the August 2026 maintenance", "the last
// shutdown", "the shutdown of May 2026".
func (r *reader) shutdown(i int) (span, int) {
	j := r.skip(i, "the")
	if r.is(j, "last", "this", "previous") && r.closed(j+1) {
		return r.lastShutdown(), j + 2 - i
	}
	if s, n := r.spell(j); n > 0 && r.closed(j+n) {
		return r.inShutdown(s), j + n + 1 - i
	}
	if !r.closed(j) || j == i && !bound(r.low(i-1)) {
		return span{}, 0
	}
	if s, n := r.spell(j + 2); r.is(j+1, "of", "in") && n > 0 {
		return r.inShutdown(s), j + 2 + n - i
	}
	if j > i && bound(r.low(i-1)) && !r.is(i-1, "for", "of", "to") {
		return r.lastShutdown(), j + 1 - i
	}
	return span{}, 0
}

func (r *reader) closed(i int) bool {
	return r.is(i, "shutdown", "maintenance", "shut-down") && !r.is(i+1, "work", "request", "mode", "list", "plan", "procedure")
}

// spell reads the month, season or year that a shutdown is named by.
func (r *reader) spell(i int) (span, int) {
	for _, read := range []func(int) (span, int){r.monthly, r.dayMonth} {
		if s, n := read(i); n > 0 && s.ok() {
			return s, n
		}
	}
	if first, ok := season(r.low(i)); ok {
		return r.yearly(i, i+1, func(year int) span { return r.months(year, first, 3, Quarter) })
	}
	return r.bare(i)
}

// inShutdown is the shutdown of the calendar that shares days with the span, the
// span itself when there is none.
func (r *reader) inShutdown(s span) span {
	for back := 0; back < 5; back++ {
		try := s
		if back > 0 && s.in == nil {
			break
		} else if back > 0 {
			try = s.in(s.from.Year() - back)
		}
		for _, p := range r.cal.Shutdowns {
			if p.From.Before(try.until) && try.from.Before(p.To) && !p.From.After(r.cal.Now) {
				found := period(p)
				found.closed, found.why = true, "the shutdown of the calendar"
				return found
			}
		}
	}
	s.why = "the calendar has no such shutdown; read as the time that it is named by"
	return s
}

func (r *reader) lastShutdown() span {
	found := span{why: "the calendar of shutdowns has none"}
	for _, p := range r.cal.Shutdowns {
		if !p.From.After(r.cal.Now) && p.From.After(found.from) {
			found = period(p)
			found.closed, found.relative, found.why = true, true, p.Name
		}
	}
	return found
}
