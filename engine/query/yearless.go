package query

import (
	"regexp"
	"strconv"
	"strings"
	"time"
)

// yearless finds a day without a year: "Oct 15", "15th of October".
var yearless = regexp.MustCompile(`(?i)\b(?:(` + months + `)\.? (\d{1,2})(?:st|nd|rd|th)?|(\d{1,2})(?:st|nd|rd|th)? (?:of )?(` + months + `))\b`)

const months = `jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t(?:ember)?)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?`

// yearFollows finds what makes such a day a full date.
var yearFollows = regexp.MustCompile(`^,? ?(?:19|20)\d\d\b`)

// dated writes each day without a year as the last such date that is not after
// now, in the form that records are indexed by. It returns what it read as what. A small "may"
// is the verb.
func dated(text string, now time.Time) (rewritten string, read [][2]string) {
	var out strings.Builder
	end := 0
	for _, at := range yearless.FindAllStringSubmatchIndex(text, -1) {
		group := func(i int) string {
			if at[2*i] < 0 {
				return ""
			}
			return text[at[2*i]:at[2*i+1]]
		}
		month := group(1) + group(4)
		date, ok := lastDate(month, group(2)+group(3), now)
		if !ok || month == "may" || yearFollows.MatchString(text[at[1]:]) {
			continue
		}
		out.WriteString(text[end:at[0]] + date)
		read = append(read, [2]string{text[at[0]:at[1]], date})
		end = at[1]
	}
	return out.String() + text[end:], read
}

func lastDate(month, day string, now time.Time) (string, bool) {
	m, err := time.Parse("Jan", strings.ToUpper(month[:1])+strings.ToLower(month[1:3]))
	if err != nil {
		return "", false
	}
	d, _ := strconv.Atoi(day) // the pattern lets only digits through
	for year := now.Year(); year > now.Year()-8; year-- {
		t := time.Date(year, m.Month(), d, 0, 0, 0, 0, now.Location())
		if t.Day() == d && d > 0 && !t.After(now) { // 29 February is not in every year
			return t.Format("2006-01-02"), true
		}
	}
	return "", false
}
