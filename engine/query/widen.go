package query

import (
	"fmt"
	"time"

	"owl/engine/query/when"
)

// Widen returns a range that is wider by some steps, from 1: a day either way,
// a week, a month, a quarter, and at last any time. Steps that add little to a
// long range are left out. The words say what is searched instead. ok is false
// when there is no wider range.
func Widen(r DateRange, step int) (wider DateRange, words string, ok bool) {
	if step < 1 || r.IsZero() {
		return r, "", false
	}
	ladder := steps(r)
	if step > len(ladder)+1 {
		return r, "", false
	}
	wider = r
	wider.Other, wider.Why, wider.Hard = nil, "", r.Hard
	if step == len(ladder)+1 {
		wider.From, wider.Until, wider.Hard = time.Time{}, time.Time{}, false
		return wider, fmt.Sprintf("records of any time, %q or not", r.Phrase), true
	}
	s := ladder[step-1]
	if !r.From.IsZero() {
		wider.From = r.From.AddDate(0, -s.months, -s.days)
	}
	if !r.Until.IsZero() {
		wider.Until = r.Until.AddDate(0, s.months, s.days)
		if !r.Latest.IsZero() && wider.Until.After(r.Latest) {
			wider.Until = later(r.Latest, r.Until)
		}
	}
	wider.Grain = max(r.Grain, s.grain)
	return wider, fmt.Sprintf("%s either way of %q: %s", s.words, r.Phrase, wider), true
}

// pad is what one step adds to either side.
type pad struct {
	months, days int
	grain        when.Grain
	words        string
}

// steps are the pads that matter for a range: none under a tenth of its length.
func steps(r DateRange) []pad {
	all := []pad{
		{0, 1, when.Day, "a day"},
		{0, 7, when.Week, "a week"},
		{1, 0, when.Month, "a month"},
		{3, 0, when.Quarter, "a quarter"},
	}
	if r.From.IsZero() || r.Until.IsZero() {
		return all[1:]
	}
	length := r.Until.Sub(r.From)
	for len(all) > 1 && 10*(time.Duration(30*all[0].months+all[0].days)*24*time.Hour) < length {
		all = all[1:]
	}
	return all
}

func later(a, b time.Time) time.Time {
	if a.Before(b) {
		return b
	}
	return a
}
