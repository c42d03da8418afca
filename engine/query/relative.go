package query

import (
	"regexp"
	"strconv"
	"strings"
	"time"
)

// relativeTime finds the ways of naming a recent time that have one reading.
var relativeTime = regexp.MustCompile(`(?i)\b(last night|yesterday|today|this morning|(?:(?:in|over|during) )?the (?:last|past) (\d{1,4}) (hours?|days?|weeks?))\b`)

// relative takes the first such phrase out of a text. Since is when the time
// meant begins. It has no end: what was written down later about that time
// belongs to it.
func relative(text string, now time.Time) (rest, phrase string, since time.Time) {
	at := relativeTime.FindStringSubmatchIndex(text)
	if at == nil {
		return text, "", time.Time{}
	}
	phrase = text[at[0]:at[1]]
	rest = strings.Join(strings.Fields(text[:at[0]]+" "+text[at[1]:]), " ")
	if at[4] >= 0 {
		n, _ := strconv.Atoi(text[at[4]:at[5]]) // the pattern lets only digits through
		return rest, phrase, back(n, strings.ToLower(text[at[6]:at[7]]), now)
	}
	clock := func(daysAgo, hour int) time.Time { // by the clock, also on the day it changes
		return time.Date(now.Year(), now.Month(), now.Day()-daysAgo, hour, 0, 0, 0, now.Location())
	}
	switch strings.ToLower(phrase) {
	case "last night":
		return rest, phrase, clock(1, 18)
	case "yesterday":
		return rest, phrase, clock(1, 0)
	}
	return rest, phrase, clock(0, 0)
}

func back(n int, unit string, now time.Time) time.Time {
	switch strings.TrimSuffix(unit, "s") {
	case "hour":
		return now.Add(-time.Duration(n) * time.Hour)
	case "week":
		n *= 7
	}
	return now.AddDate(0, 0, -n)
}
