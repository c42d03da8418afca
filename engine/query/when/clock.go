package when

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// clock reads a time of day: "02:47", "3 am", "half past one", "quarter to
// three", "noon". The minutes are after midnight; there are two when morning and
// afternoon are not told apart.
func (r *reader) clock(i int) (minutes []int, words int) {
	low := r.low(i)
	switch low {
	case "noon", "midday":
		return []int{12 * 60}, 1
	case "midnight":
		return []int{0}, 1
	}
	if m, half, ok := figuresOfClock(low, r.low(i+1)); ok {
		if half { // the word behind it was read, too
			return []int{m}, 2
		}
		return []int{m}, 1
	}
	return r.spoken(i)
}

// figuresOfClock reads "02:47", "2:47:12", "3am", and "3" before "am".
func figuresOfClock(low, next string) (minutes int, both, ok bool) {
	body, half := low, ""
	for _, s := range []string{"am", "pm", "a.m", "p.m"} {
		if b, found := strings.CutSuffix(low, s); found {
			body, half = b, s[:1]
		}
	}
	if half == "" && (next == "am" || next == "pm" || next == "a.m" || next == "p.m") {
		half, both = next[:1], true
	}
	m, ok := digits(body, half)
	return m, both, ok
}

// digits reads hours and minutes; without minutes there must be a half of the
// day.
func digits(s, half string) (int, bool) {
	h, rest, colon := strings.Cut(s, ":")
	m, _, _ := strings.Cut(rest, ":")
	hour, err := strconv.Atoi(h)
	if err != nil || len(h) > 2 || hour > 23 || !colon && half == "" || hour < 0 {
		return 0, false
	}
	minute := 0
	if colon {
		if minute, err = strconv.Atoi(m); err != nil || len(m) != 2 || minute > 59 || minute < 0 || len(rest) > 8 {
			return 0, false
		}
	}
	if half != "" {
		if hour == 0 || hour > 12 {
			return 0, false
		}
		hour %= 12
		if half == "p" {
			hour += 12
		}
	}
	return 60*hour + minute, true
}

// spoken reads "half past one", "quarter to three", "five past two", "three at
// night".
func (r *reader) spoken(i int) ([]int, int) {
	j := r.skip(i, "a", "shortly", "just")
	past, ok := map[string]int{"half": 30, "quarter": 15}[r.low(j)]
	if !ok {
		past, ok = number(r.low(j))
	}
	if !ok || past > 30 || !r.is(j+1, "past", "to", "before") || r.low(j) != "half" && r.low(j) != "quarter" && past > 0 && !r.is(j+1, "past", "to") {
		return nil, 0
	}
	hour, ok := number(r.low(j + 2))
	if !ok || hour < 1 || hour > 12 || r.is(j+1, "to") && len(r.low(j+2)) < 3 {
		return nil, 0 // "30 to 60" is no time
	}
	m := 60*(hour%12) + past
	if !r.is(j+1, "past") {
		m = 60*(hour%12) - past
	}
	m = (m + 720) % 720
	return []int{m, m + 720}, j + 3 - i
}

// clocked is the time of day within a day or a part of it, half an hour either
// way.
func (r *reader) clocked(d span, minutes []int, after bool) span {
	found := r.timesIn(d, minutes)
	if len(found) > 0 && d.relative && !d.ahead && found[0].from.After(r.cal.Now) { // not yet: the night before
		d.from, d.until, d.other = r.sameTime(d.from, -1), r.sameTime(d.until, -1), nil
		found = r.timesIn(d, minutes)
	}
	if len(found) == 0 {
		return span{why: "no such time in it"}
	}
	s := found[0]
	s.relative, s.ahead = d.relative, d.ahead
	if d.why != "" {
		s.why = strings.TrimSuffix(d.why+"; "+s.why, "; ")
	}
	switch {
	case len(found) > 1:
		s.other = &found[1]
	case d.other != nil && d.other.ok() && !after:
		if other := r.clocked(*d.other, minutes, true); other.ok() {
			s.other = &other
		}
	}
	return s
}

// timesIn lists when the clocks show a time of day within a span.
func (r *reader) timesIn(d span, minutes []int) []span {
	var found []span
	for plus := 0; plus < 2; plus++ {
		day := r.day(d.from, plus)
		for _, m := range minutes {
			t := r.at(day.Year(), day.Month(), day.Day(), m)
			if !t.Before(d.from) && t.Before(d.until) {
				found = append(found, r.around(t, 30, Clock))
			}
		}
	}
	return found
}

// around is so many minutes either way of a time. An hour that the clocks show
// twice counts twice.
func (r *reader) around(t time.Time, minutes int, grain Grain) span {
	pad := time.Duration(minutes) * time.Minute
	s := span{from: t.Add(-pad), until: t.Add(pad), grain: grain}
	for _, again := range []time.Duration{-time.Hour, time.Hour, -30 * time.Minute, 30 * time.Minute} {
		twin := t.Add(again)
		if !asUTC(twin).Equal(asUTC(t)) {
			continue
		}
		s.why = fmt.Sprintf("the clocks show %s twice on that day; both count", t.Format("15:04"))
		if again < 0 {
			s.from = twin.Add(-pad)
		} else {
			s.until = twin.Add(pad)
		}
	}
	return s
}

// timed reads a day or part of one with a time of day in either order: "last
// night around quarter to three", "at 02:47 on 15 October 2026".
func (r *reader) timed(i int) (span, int) {
	if m, n := r.clock(r.skip(i, "around", "about", "at", "near")); n > 0 {
		j := r.skip(i, "around", "about", "at", "near") + n
		j = r.skip(j, "on", "in", "of")
		if d, k := r.dayLike(j); k > 0 {
			return r.clocked(d, m, false), j + k - i
		}
		return span{}, 0
	}
	d, n := r.dayLike(i)
	if n == 0 {
		return span{}, 0
	}
	j := i + n
	for r.is(j, "around", "about", "at", "near", "shortly", "just", "after", "before") && j < i+n+3 {
		j++
	}
	m, k := r.clock(j)
	if k == 0 || r.words[i+n-1].ends {
		return span{}, 0
	}
	return r.clocked(d, m, false), j + k - i
}

// dayLike reads a day or a part of one.
func (r *reader) dayLike(i int) (span, int) {
	if i >= len(r.words) {
		return span{}, 0
	}
	var best span
	most := 0
	for _, read := range []func(int) (span, int){r.written, r.dayMonth, r.nthWeekday, r.weekday, r.relativeDay, r.shift} {
		s, n := read(i)
		if n > most && s.ok() && (s.grain == Day || s.grain == Part) {
			best, most = s, n
		}
	}
	return best, most
}
