package nuggets

import (
	"math"
	"regexp"
	"strconv"
	"strings"

	"owl/engine/text/token"
)

// figureKind says what a figure measures.
type figureKind int

const (
	number figureKind = iota // with or without a unit
	clock                    // a time of day
	day                      // a day, with or without its year
	month
	year
)

// figure is a number, time or date that a paraphrase must keep.
type figure struct {
	kind  figureKind
	value float64 // of a number; seconds since midnight of a clock; the month or year
	unit  string  // normal form of package token; empty when none is written
	date  string  // of a day: 2006-01-02 or 01-02
	exact bool    // a clock with its seconds
	rough bool    // "about 31": 31.2 is the same
	point bool    // written with a decimal point: 41.0
	thing string  // the word that follows a number without a unit: 33 faults
}

// The weights of a detail, in words: a small whole number stands in any text.
const (
	strong = 2.0
	weak   = 1.0
)

func (f figure) weight() float64 {
	small := math.Abs(f.value) <= 10 || f.unit == "" && math.Abs(f.value) < 100
	if f.kind == number && small && f.value == math.Trunc(f.value) && !f.point {
		return weak
	}
	return strong
}

// states tells whether a figure of a text states the same as f, a figure of a
// nugget. What the text leaves out (a unit, a year, seconds) is no difference.
func (f figure) states(in figure) bool {
	switch f.kind {
	case number:
		return in.kind == number && f.sameNumber(in)
	case clock:
		return f.sameClock(in)
	case day:
		return in.kind == day && sameDay(f.date, in.date)
	case month:
		return in.kind == month && in.value == f.value || in.kind == day && in.monthOf() == f.value
	default:
		return in.kind == year && in.value == f.value || in.kind == day && in.yearOf() == f.value ||
			in.kind == number && in.unit == "" && in.value == f.value
	}
}

func (f figure) sameNumber(in figure) bool {
	if f.unit != "" && in.unit != "" && f.unit != in.unit {
		return false
	}
	a, b := math.Abs(f.value), math.Abs(in.value) // a dash is as often a range as a minus
	if a == b {
		return true
	}
	return f.rough && math.Abs(a-b) <= 0.02*math.Max(a, b)
}

// rivals tells whether a figure of a text says something else of the same kind:
// another number of the same unit or thing, or the same number of another unit.
func (f figure) rivals(in figure) bool {
	switch {
	case in.kind != f.kind:
		return false
	case f.kind != number:
		return true
	case f.value == in.value:
		return f.unit != "" && in.unit != "" && f.unit != in.unit
	}
	return in.unit == f.unit && in.thing == f.thing && f.unit+f.thing != ""
}

// sameClock accepts a time without its seconds, and one written as 0247.
func (f figure) sameClock(in figure) bool {
	if in.kind == number && in.unit == "" && in.value < 2400 {
		hours, minutes := math.Floor(in.value/100), math.Mod(in.value, 100)
		return math.Floor(f.value/60) == 60*hours+minutes
	}
	if in.kind != clock {
		return false
	}
	if f.exact && in.exact {
		return f.value == in.value
	}
	return math.Floor(f.value/60) == math.Floor(in.value/60)
}

// sameDay compares days of which either may lack its year.
func sameDay(a, b string) bool {
	if len(a) == len(b) {
		return a == b
	}
	return strings.HasSuffix(a, b) || strings.HasSuffix(b, a)
}

func (f figure) monthOf() float64 {
	text := f.date[len(f.date)-len("01-02"):]
	return atof(text[:2])
}

func (f figure) yearOf() float64 {
	if len(f.date) != len("2006-01-02") {
		return 0
	}
	return atof(f.date[:4])
}

// atof reads digits that a pattern has found; it gives 0 for anything else.
func atof(digits string) float64 {
	v, err := strconv.ParseFloat(digits, 64)
	if err != nil {
		return 0
	}
	return v
}

const months = "jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec"

var (
	dashDay   = regexp.MustCompile(`\b(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])\b`)
	slashDay  = regexp.MustCompile(`\b(1[0-2]|0?[1-9])/(3[01]|[12]\d|0?[1-9])\b`)
	dayMonth  = regexp.MustCompile(`(?i)\b(\d{1,2})(?:st|nd|rd|th)?(?: of)? (` + months + `)[a-z]*\b`)
	monthDay  = regexp.MustCompile(`(?i)\b(` + months + `)[a-z]*\.? (\d{1,2})(?:st|nd|rd|th)?\b`)
	monthName = regexp.MustCompile(`\b(January|February|March|April|May|June|July|August|September|October|November|December)\b`)
	clockTime = regexp.MustCompile(`\b([01]?\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:\.\d+)?)?\b`)
	aYear     = regexp.MustCompile(`^(?:19|20)\d\d$`)
	quantity  = regexp.MustCompile(`^([+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?)(.*)$`)
	nextWord  = regexp.MustCompile(`^ [A-Za-z]{2,}`)
	about     = regexp.MustCompile(`(?i)(?:\babout|\baround|\bapprox\.?|\bnearly|\broughly|\bca\.?|~)\s*$`)
)

// scan takes dates and times out of a text: their figures, and the text with
// blanks in their place, so that their digits are not read again.
func scan(text string) (figures []figure, rest string) {
	blank := []byte(text)
	take := func(start, end int, f figure) {
		for i := start; i < end; i++ {
			blank[i] = ' '
		}
		figures = append(figures, f)
	}
	for _, t := range token.Tokens(text) {
		if date, ok := strings.CutPrefix(t.Text, "d:"); ok && t.Kind == token.Date {
			take(t.Start, t.End, figure{kind: day, date: date})
		}
	}
	for _, p := range []struct {
		pattern    *regexp.Regexp
		month, day int
	}{{dayMonth, 2, 1}, {monthDay, 1, 2}, {dashDay, 1, 2}, {slashDay, 1, 2}} {
		for _, m := range p.pattern.FindAllSubmatchIndex(blank, -1) {
			group := func(i int) string { return string(blank[m[2*i]:m[2*i+1]]) }
			if date := dayOf(group(p.month), group(p.day)); date != "" {
				take(m[0], m[1], figure{kind: day, date: date})
			}
		}
	}
	for _, m := range monthName.FindAllIndex(blank, -1) {
		take(m[0], m[1], figure{kind: month, value: monthNumber(text[m[0]:m[1]])})
	}
	for _, m := range clockTime.FindAllSubmatchIndex(blank, -1) {
		hours, minutes := atof(text[m[2]:m[3]]), atof(text[m[4]:m[5]])
		f := figure{kind: clock, value: 3600*hours + 60*minutes}
		if m[6] >= 0 {
			f.value, f.exact = f.value+atof(text[m[6]:m[7]]), true
		}
		take(m[0], m[1], f)
	}
	return figures, string(blank)
}

// dayOf writes a month, by name or number, and a day as 01-02.
func dayOf(month, day string) string {
	m, d := monthNumber(month), atof(day)
	if m < 1 || m > 12 || d < 1 || d > 31 {
		return ""
	}
	return pad(m) + "-" + pad(d)
}

func pad(v float64) string {
	s := strconv.Itoa(int(v))
	if len(s) == 1 {
		return "0" + s
	}
	return s
}

func monthNumber(month string) float64 {
	if len(month) < 3 {
		return atof(month)
	}
	at := strings.Index(months, strings.ToLower(month[:3]))
	return float64(at/len("jan|") + 1)
}

// quantityOf reads a number or value token of a text.
func quantityOf(t token.Token, text string) (figure, bool) {
	m := quantity.FindStringSubmatch(t.Text)
	if m == nil {
		return figure{}, false
	}
	f := figure{value: atof(m[1]), unit: unitName(m[2]), point: strings.Contains(m[1], "."), rough: about.MatchString(text[:t.Start])}
	if f.unit == "" {
		f.thing = strings.ToLower(nextWord.FindString(text[t.End:]))
		if aYear.MatchString(m[1]) {
			f.kind = year
		}
	}
	return f, true
}

func unitName(unit string) string {
	switch unit {
	case "c":
		return "degc"
	}
	return unit
}

// numeral is the number that a stem spells, or NaN.
func numeral(stem string) float64 {
	switch stem {
	case "half":
		return 0.5
	case "twice", "doubl":
		return 2
	case "tripl":
		return 3
	}
	for i, s := range [...]string{"zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelv"} {
		if stem == s {
			return float64(i)
		}
	}
	for i, s := range [...]string{"twenti", "thirti", "forti", "fifti", "sixti", "seventi", "eighti", "nineti"} {
		if stem == s {
			return float64(20 + 10*i)
		}
	}
	return math.NaN()
}
