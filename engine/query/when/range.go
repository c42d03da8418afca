package when

import (
	"fmt"
	"time"
)

// Grain is how finely a phrase names a time.
type Grain int

// The grains, finest first.
const (
	Clock Grain = iota // a time of day
	Part               // a shift, a night, a few hours
	Day
	Week
	Month
	Quarter
	Year
)

// Range is a time that a question names. From is before Until when both are
// set; a zero one is open.
type Range struct {
	Phrase     string    // as typed
	Start, End int       // its bytes in the text
	From       time.Time // inclusive
	Until      time.Time // exclusive
	Grain      Grain
	Why        string    // what had to be decided to read it so; may be empty
	Other      *Range    // the other reading of an ambiguous phrase
	Relative   bool      // counts from now, as "last week" does
	Yearless   bool      // no year is written; the last such time was taken
	Bound      bool      // said with a word such as in, since or between
	Latest     time.Time // no wider reading ends later; zero when the phrase is about the future
	Hard       bool      // restricts which records may be found; set by the caller
}

const layout = "2006-01-02 15:04 -07:00"

// String reads "2026-10-05 00:00 -05:00 to 2026-10-12 00:00 -05:00".
func (r Range) String() string {
	switch {
	case r.From.IsZero() && r.Until.IsZero():
		return "any time"
	case r.From.IsZero():
		return "before " + r.Until.Format(layout)
	case r.Until.IsZero():
		return "from " + r.From.Format(layout) + " on"
	}
	return fmt.Sprintf("%s to %s", r.From.Format(layout), r.Until.Format(layout))
}

// IsZero reports whether the range names no time.
func (r Range) IsZero() bool { return r.From.IsZero() && r.Until.IsZero() }

// Contains reports whether a time lies in the range.
func (r Range) Contains(t time.Time) bool {
	return !t.Before(r.From) && (r.Until.IsZero() || t.Before(r.Until))
}

// Period is a named span of a site's calendar, such as a run or a shutdown.
type Period struct {
	Name     string // "2026-2"
	From, To time.Time
}

// Shift is a part of the day with its own crew. It belongs to the day on which
// it begins; one that ends at or before the hour at which it begins ends on the
// next day.
type Shift struct {
	Names    []string // the first is shown; all in small letters
	From, To int      // minutes after midnight on the site's clock
}

// DefaultShifts are three shifts of eight hours: owl from 23:00, day from 07:00,
// evening (swing) from 15:00.
func DefaultShifts() []Shift {
	return []Shift{
		{Names: []string{"owl", "night", "midnight", "graveyard"}, From: 23 * 60, To: 7 * 60},
		{Names: []string{"day", "morning"}, From: 7 * 60, To: 15 * 60},
		{Names: []string{"evening", "swing", "afternoon"}, From: 15 * 60, To: 23 * 60},
	}
}

// Calendar is what phrases are read by.
type Calendar struct {
	Now       time.Time // in the site's zone
	DayFirst  bool      // 10/8/24 is 10 August
	Runs      []Period
	Shutdowns []Period
	Shifts    []Shift // none means DefaultShifts
}

// Miss is a phrase that looks like a time and could not be read.
type Miss struct {
	Phrase string
	Why    string
}
