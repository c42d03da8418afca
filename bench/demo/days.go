package demo

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

var (
	monthDay = regexp.MustCompile(`\b(\d{2})-(\d{2})\b`)
	slashDay = regexp.MustCompile(`\b(\d{1,2})/(\d{1,2})\b`)
	dayMonth = regexp.MustCompile(`(?i)\b(\d{1,2})(?:st|nd|rd|th)?(?: of)? (` + months + `)[a-z]*\b`)
	namedDay = regexp.MustCompile(`(?i)\b(` + months + `)[a-z]* (\d{1,2})\b`)
)

const months = "jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec"

// daysOf finds days that are written without a year: 08-18, 8/18, 18 August,
// Aug 18. They come as "day08-18".
func daysOf(text string) []string {
	var days []string
	add := func(month, day int) {
		if month >= 1 && month <= 12 && day >= 1 && day <= 31 {
			days = append(days, fmt.Sprintf("day%02d-%02d", month, day))
		}
	}
	for _, m := range append(monthDay.FindAllStringSubmatch(text, -1), slashDay.FindAllStringSubmatch(text, -1)...) {
		add(atoi(m[1]), atoi(m[2]))
	}
	for _, m := range dayMonth.FindAllStringSubmatch(text, -1) {
		add(month(m[2]), atoi(m[1]))
	}
	for _, m := range namedDay.FindAllStringSubmatch(text, -1) {
		add(month(m[1]), atoi(m[2]))
	}
	return days
}

func month(name string) int {
	return strings.Index(months, strings.ToLower(name[:3]))/len("jan|") + 1
}

// atoi reads what a pattern has found to be a few digits.
func atoi(digits string) int {
	n, _ := strconv.Atoi(digits)
	return n
}

// atof reads what figure has written.
func atof(plain string) float64 {
	v, _ := strconv.ParseFloat(plain, 64)
	return v
}

// numeral is the number that a token stands for, written in digits; empty when
// it is none. Tokens are stems.
func numeral(token string) string {
	switch token {
	case "half":
		return "0.5"
	case "one", "onc", "first":
		return "1"
	case "two", "twice", "second":
		return "2"
	case "three", "third":
		return "3"
	}
	for i, stem := range [...]string{"zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelv"} {
		if token == stem {
			return strconv.Itoa(i)
		}
	}
	for i, stem := range [...]string{"twenti", "thirti", "forti", "fifti", "sixti", "seventi", "eighti", "nineti"} {
		if token == stem {
			return strconv.Itoa(20 + 10*i)
		}
	}
	return ""
}
