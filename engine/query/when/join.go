package when

import (
	"time"

	"owl/engine/text/token"
)

// phrase reads the longest phrase at i with the words that bind it.
func (r *reader) phrase(i int) (s span, words int, bound bool) {
	for _, read := range []func(int) (span, int){r.between, r.open} {
		if s, words := read(i); words > 0 {
			return s, words, true
		}
	}
	if r.is(i, "in", "on", "during", "throughout", "within", "over", "at", "around", "about", "near", "of", "for", "from") {
		if r.words[i].comma || r.is(i+1, "today", "yesterday", "tomorrow", "last") && r.is(i, "on", "of", "for", "about") {
			return span{}, 0, false // "an eye on today"
		}
		s, n := r.point(i + 1)
		if n == 0 {
			s, n = r.timed(i)
			return s, n, true
		}
		if r.is(i, "around", "about", "near") {
			s = r.near(s)
		}
		return s, n + 1, !r.is(i, "of", "for", "about")
	}
	if s, n := r.dashed(i); n > 0 {
		return s, n, false
	}
	s, n := r.point(i)
	return s, n, false
}

// near widens what is said with "around".
func (r *reader) near(s span) span {
	switch {
	case !s.ok() || s.grain == Clock:
		return s
	case s.grain <= Day:
		s.from, s.until = r.sameTime(s.from, -1), r.sameTime(s.until, 1)
	default:
		s.from, s.until = r.day(s.from, -7), r.day(s.until, 7)
	}
	s.in, s.before = nil, nil
	return s
}

// sameTime is the same time of day some days on.
func (r *reader) sameTime(t time.Time, days int) time.Time {
	return r.at(t.Year(), t.Month(), t.Day()+days, 60*t.Hour()+t.Minute())
}

// open reads "since A", "after A", "before A", "until A".
func (r *reader) open(i int) (span, int) {
	if !r.is(i, "since", "after", "before", "until", "till", "by") {
		return span{}, 0
	}
	j := r.skip(i+1, "about", "around")
	s, n := r.point(j)
	if n == 0 {
		return span{}, 0
	}
	if !s.ok() || r.words[j+n-1].possessive && !r.is(i, "since") {
		return s, j + n - i // "after last night's dump" is about the night
	}
	if r.is(i, "after", "before") && r.is(j, "the") && !s.closed && r.attribute(j+n) {
		s.from, s.until = s.until, s.from // "after the July repair": sometime in July
	}
	out := s
	out.in, out.before, out.other = nil, nil, nil
	r.halfOpen(&out, i, s)
	if s.other != nil && s.other.ok() {
		other := *s.other
		r.halfOpen(&other, i, *s.other)
		out.other = &other
	}
	return out, j + n - i
}

// attribute reports whether word i is a thing that the time before it tells from
// others: "the July repair".
func (r *reader) attribute(i int) bool {
	return i < len(r.words) && !r.ends(i-1) && !r.words[i-1].comma && !bound(r.low(i)) && !token.IsStop(r.low(i))
}

// halfOpen cuts a span at the word i.
func (r *reader) halfOpen(out *span, i int, s span) {
	switch {
	case r.is(i, "since") && !s.closed:
		out.from, out.until = s.from, time.Time{}
	case r.is(i, "since", "after"):
		out.from, out.until = s.until, time.Time{}
	case r.is(i, "before"):
		out.from, out.until = time.Time{}, s.from
	default:
		out.from, out.until = time.Time{}, s.until
	}
}

// between reads "between A and B" and "from A to B".
func (r *reader) between(i int) (span, int) {
	if !r.is(i, "between", "from") {
		return span{}, 0
	}
	to := []string{"and", "to"}
	if r.is(i, "from") {
		to = []string{"to", "until", "till", "through", "-", "and"}
	}
	s, n := r.pair(i+1, to)
	if n == 0 {
		return r.clockPair(i, to)
	}
	return s, n + 1
}

// clockPair reads "between 02:00 and 04:00 last night".
func (r *reader) clockPair(i int, to []string) (span, int) {
	a, n := r.clock(i + 1)
	if n == 0 || !r.is(i+1+n, to...) {
		return span{}, 0
	}
	j := i + 2 + n
	b, m := r.clock(j)
	if m == 0 {
		return span{}, 0
	}
	j = r.skip(j+m, "on", "of")
	d, k := r.dayLike(j)
	if k == 0 {
		return span{}, 0
	}
	from, until := r.clocked(d, a[:1], false), r.clocked(d, b[:1], false)
	if !from.ok() || !until.ok() {
		return span{why: "no such time in it"}, j + k - i
	}
	const pad = 30 * time.Minute // what clocked adds
	return span{from: from.from.Add(pad), until: until.until.Add(-pad), grain: Clock, relative: d.relative}, j + k - i
}

// dashed reads "March to May 2025", "8-12 October", "Mon-Fri".
func (r *reader) dashed(i int) (span, int) {
	return r.pair(i, []string{"to", "-", "until", "through"})
}

// pair reads two times with one of the words between them. What the first
// leaves out, it takes from the second.
func (r *reader) pair(i int, to []string) (span, int) {
	if s, n := r.dayPair(i, to); n > 0 {
		return s, n
	}
	a, n := r.point(i)
	for skipped := 0; n > 0 && skipped < 2 && r.is(i, "the") && !r.is(i+n, to...) && r.attribute(i+n); skipped++ {
		n++ // "the October 2024 trouble"
	}
	if n == 0 || !a.ok() || !r.is(i+n, to...) || r.ends(i+n-1) {
		return span{}, 0
	}
	j := i + n + 1
	b, m := r.point(j)
	for skipped := 0; m == 0 && skipped < 3 && !r.ends(j); skipped++ { // "the stop of 7 October"
		if j++; r.is(j-1, "of") || r.is(j-1, "the") {
			b, m = r.point(j)
		}
	}
	if m == 0 || !b.ok() {
		return span{}, 0
	}
	return r.joined(a, b), j + m - i
}

// dayPair reads "8 to 12 October 2025": the first is only a number.
func (r *reader) dayPair(i int, to []string) (span, int) {
	day, ok := dayNumber(r.low(i))
	if !ok || !r.is(i+1, to...) {
		return span{}, 0
	}
	s, n := r.dayMonth(i + 2)
	if n == 0 || !s.ok() || s.grain != Day {
		return span{}, 0
	}
	return r.joined(r.dayOf(s.from.Year(), int(s.from.Month()), day), s), n + 2
}

// joined is the span from the first to the second. What lacks a year or a week
// is the last one that fits; the first comes before the second.
func (r *reader) joined(a, b span) span {
	switch {
	case a.in != nil && b.in == nil && b.before == nil: // March to May 2025
		in := a.in
		a = in(b.from.Year())
		if a.from.After(b.from) { // November to May 2025
			a = in(b.from.Year() - 1)
		}
	case b.in != nil && a.in == nil && a.before == nil: // from March 2025 to May
		in := b.in
		if b = in(a.from.Year()); b.until.Before(a.from) {
			b = in(a.from.Year() + 1)
		}
	case a.in != nil && b.in != nil && a.from.After(b.from):
		a = a.in(a.from.Year() - 1)
	case a.before != nil && !a.from.Before(b.from):
		a = a.before(b.from)
	}
	out := span{from: a.from, until: b.until, grain: max(a.grain, b.grain), relative: a.relative && b.relative, ahead: a.ahead || b.ahead}
	if !out.ok() {
		out.why = "it ends before it begins"
	}
	return out
}
