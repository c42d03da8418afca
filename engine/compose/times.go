package compose

import (
	"strconv"
	"strings"
	"time"

	"owl/engine/query/when"
	"owl/engine/text/token"
)

// What is written a little before or after a time belongs to it.
const (
	daysBefore = 1
	daysAfter  = 3
)

// includes reports that something was written in a time or close to it.
func includes(r when.Range, t time.Time) bool {
	return !t.IsZero() && !t.Before(r.From.AddDate(0, 0, -daysBefore)) && (r.Until.IsZero() || t.Before(r.Until.AddDate(0, 0, daysAfter)))
}

// closed lists the times with a beginning and an end that the question names and
// that do not count from now, the first ones when there are many.
func closed(dates []when.Range) []when.Range {
	var out []when.Range
	for _, d := range dates {
		if !d.Relative && !d.From.IsZero() && !d.Until.IsZero() && len(out) < 8 {
			out = append(out, d)
		}
	}
	return out
}

// offTime reports a record that was written outside of every time that the
// question names.
func (a *asked) offTime(created time.Time) bool {
	return !created.IsZero() && len(a.closed) > 0 && a.timesOf(created) == 0
}

// timesOf is the set of closed times that hold t.
func (a *asked) timesOf(t time.Time) (set uint8) {
	for i, d := range a.closed {
		if includes(d, t) {
			set |= 1 << i
		}
	}
	return set
}

// timesIn is the set of closed times that a token of a text names: a day, or the
// year of a time of months.
func (a *asked) timesIn(t token.Token) (set uint8) {
	if len(a.closed) == 0 {
		return 0
	}
	if t.Kind == token.Date {
		day, err := time.Parse("d:2006-01-02", t.Text)
		if err != nil {
			return 0
		}
		return a.timesOf(day)
	}
	year, err := strconv.Atoi(t.Text)
	if t.Kind != token.Number || len(t.Text) != 4 || err != nil {
		return 0
	}
	for i, d := range a.closed {
		if d.From.Year() == year && d.Until.Sub(d.From) > aboutTwoMonths {
			set |= 1 << i
		}
	}
	return set
}

const aboutTwoMonths = 62 * 24 * time.Hour

// monthsIn is the set of closed times whose first month a text names with its
// year.
func (a *asked) monthsIn(text string) (set uint8) {
	for i, d := range a.closed {
		for _, layout := range []string{"January 2006", "Jan 2006", "2006-01"} {
			if strings.Contains(text, d.From.Format(layout)) {
				set |= 1 << i
			}
		}
	}
	return set
}
