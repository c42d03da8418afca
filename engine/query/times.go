package query

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// ParseTime reads a point in time in the zone of now: an RFC 3339 time, a date
// ("2024-10-08", "10/8/24"), a date with a time ("2024-10-08 14:30"), "now",
// "today", "yesterday", or how long ago ("90m", "24h", "7d", "2w"). A date means
// its first instant.
func ParseTime(s string, now time.Time) (time.Time, error) {
	start, _, err := parseSpan(s, now)
	return start, err
}

// ParseUntil reads an end like ParseTime does, but a date means the end of that
// day: its last instant still belongs to the span.
func ParseUntil(s string, now time.Time) (time.Time, error) {
	start, day, err := parseSpan(s, now)
	if err == nil && day {
		return start.AddDate(0, 0, 1), nil
	}
	return start, err
}

// parseSpan reports whether s named a whole day.
func parseSpan(s string, now time.Time) (start time.Time, day bool, err error) {
	s = strings.TrimSpace(s)
	midnight := time.Date(now.Year(), now.Month(), now.Day(), 0, 0, 0, 0, now.Location())
	switch strings.ToLower(s) {
	case "now":
		return now, false, nil
	case "today":
		return midnight, true, nil
	case "yesterday":
		return midnight.AddDate(0, 0, -1), true, nil
	}
	if t, ok := ago(s, now); ok {
		return t, false, nil
	}
	if t, err := time.Parse(time.RFC3339Nano, s); err == nil {
		return t, false, nil
	}
	for _, layout := range []string{"2006-01-02T15:04:05", "2006-01-02T15:04", "2006-01-02 15:04:05", "2006-01-02 15:04"} {
		if t, err := time.ParseInLocation(layout, s, now.Location()); err == nil {
			return t, false, nil
		}
	}
	for _, layout := range []string{"2006-01-02", "1/2/06", "1/2/2006"} {
		if t, err := time.ParseInLocation(layout, s, now.Location()); err == nil {
			return t, true, nil
		}
	}
	return time.Time{}, false, fmt.Errorf("%q is no time (try 2024-10-08, \"2024-10-08 14:30\", 24h, 7d or yesterday)", s)
}

// ago reads a count with a unit. Days and weeks are calendar days, so that the
// hour of the day stays the same across a change of the clock.
func ago(s string, now time.Time) (time.Time, bool) {
	if len(s) < 2 {
		return time.Time{}, false
	}
	n, err := strconv.Atoi(s[:len(s)-1])
	if err != nil || n < 0 || n > 100_000 {
		return time.Time{}, false
	}
	switch s[len(s)-1] {
	case 'm':
		return now.Add(-time.Duration(n) * time.Minute), true
	case 'h':
		return now.Add(-time.Duration(n) * time.Hour), true
	case 'd':
		return now.AddDate(0, 0, -n), true
	case 'w':
		return now.AddDate(0, 0, -7*n), true
	}
	return time.Time{}, false
}
