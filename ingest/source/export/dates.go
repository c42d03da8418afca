package export

import (
	"fmt"
	"strings"
	"time"
)

// ParseTime reads an ISO 8601 date as exports write it: a date alone or with a
// time, T or a space between them, seconds and their fraction or none, an
// offset as Z, UTC, +01:00, +0100 or +01, or none. A date without an offset is
// read in zone. Named zones other than UTC are refused: CST has two meanings.
func ParseTime(text string, zone *time.Location) (time.Time, error) {
	s := strings.ToUpper(strings.TrimSpace(text))
	if len(s) > 10 && s[10] == ' ' {
		s = s[:10] + "T" + s[11:]
	}
	s = strings.ReplaceAll(s, " ", "")
	if len(s) > 10 && strings.HasSuffix(s, "UTC") {
		s = strings.TrimSuffix(s, "UTC") + "Z"
	}
	for _, layout := range [...]string{
		"2006-01-02T15:04:05Z07:00", "2006-01-02T15:04:05Z0700", "2006-01-02T15:04:05Z07", "2006-01-02T15:04:05",
		"2006-01-02T15:04Z07:00", "2006-01-02T15:04Z0700", "2006-01-02T15:04Z07", "2006-01-02T15:04",
		"2006-01-02",
	} {
		if t, err := time.ParseInLocation(layout, s, zone); err == nil {
			return t, nil
		}
	}
	return time.Time{}, fmt.Errorf("%q is not a date such as 2006-01-02T15:04:05-06:00", Shorten(text, 40))
}

// Message writes one message of a conversation, headed "Name, 2006-01-02
// 15:04: " on the clock of its own UTC offset. A message time in UTC is shown
// in the site zone when one was set; one that is no date is shown as it is.
func (f *Fields) Message(timeKey, text string) string {
	heading := joinFilled(", ", []string{f.Line("author"), f.clock(timeKey)})
	if heading == "" {
		return text
	}
	return heading + ": " + text
}

func (f *Fields) clock(key string) string {
	text := f.Line(key)
	t, err := ParseTime(text, f.item.file.zone)
	if err != nil {
		return text
	}
	if _, offset := t.Zone(); offset == 0 && f.item.file.shown != nil {
		t = t.In(f.item.file.shown)
	}
	return t.Format("2006-01-02 15:04")
}
