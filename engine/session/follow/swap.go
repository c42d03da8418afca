package follow

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"

	"owl/engine/query"
	"owl/engine/query/names"
	"owl/engine/query/when"
)

// otherDay reads "the 12th" as that day of the month that was last spoken of, or
// as the last such day.
func otherDay(before []Turn, text string, c query.Context) Reading {
	day, _ := strconv.Atoi(dayOnly.FindStringSubmatch(text)[1]) // at most two digits
	near, known := c.Now, false
	for i := len(before) - 1; i >= 0 && !known; i-- {
		if times := when.Find(before[i].Question, calendar(c)).Ranges; len(times) > 0 && !times[0].From.IsZero() {
			near, known = times[0].From, true
		}
	}
	date := time.Date(near.Year(), near.Month(), day, 0, 0, 0, 0, c.Now.Location())
	if !known && date.After(c.Now) {
		date = time.Date(near.Year(), near.Month()-1, day, 0, 0, 0, 0, c.Now.Location())
	}
	if date.Day() != day {
		return Reading{Text: text}
	}
	return otherTime(before[len(before)-1], date.Format(time.DateOnly), c)
}

// otherTime puts another time into the question before.
func otherTime(last Turn, phrase string, c query.Context) Reading {
	text := trimmed(last.Question)
	times := when.Find(text, calendar(c)).Ranges
	if len(times) == 0 {
		return reading(text+" "+withPreposition("", phrase), last)
	}
	r := times[0]
	before := strings.TrimSpace(text[:r.Start])
	return reading(join(before, withPreposition(before, phrase), text[r.End:]), last)
}

// withPreposition puts "on" before a date that has no such word.
func withPreposition(before, phrase string) string {
	if !startsWithDigit.MatchString(phrase) || preposition.MatchString(before) || preposition.MatchString(phrase+" ") {
		return phrase
	}
	return "on " + phrase
}

var (
	startsWithDigit = regexp.MustCompile(`^\d`)
	preposition     = regexp.MustCompile(`(?i)\b(?:on|in|at|since|until|before|after|during|from|of|by)\s*$`)
)

// otherThing puts another thing in place of its like in the question before: a
// name for a name of the same kind, a system for a system, an acronym for an
// acronym. Without a like it is added.
func otherThing(last Turn, rest string, c query.Context) Reading {
	thing := strings.TrimSpace(article.ReplaceAllString(trimmed(rest), ""))
	text := trimmed(last.Question)
	for _, kind := range kinds(c) {
		if kind(thing) == nil {
			continue
		}
		if at := kind(text); at != nil {
			return reading(join(text[:at[0]], thing, text[at[1]:]), last)
		}
	}
	return reading(text+" "+thing, last)
}

var (
	article = regexp.MustCompile(`(?i)^(?:(?:for|in|on|at|with|of) )?(?:the|a|an) |^(?:for|in|on|at|with|of) `)
	acronym = regexp.MustCompile(`\b[A-Z][A-Z0-9]{1,7}\b`)
)

// kinds finds where a text names a thing, one function a kind of things.
func kinds(c query.Context) []func(string) []int {
	var all []func(string) []int
	for _, kind := range []names.Kind{names.PV, names.Record, names.Device, names.Document, names.Run} {
		all = append(all, func(text string) []int { return named(text, kind) })
	}
	return append(all, func(text string) []int { return system(text, c.Systems) }, acronym.FindStringIndex, machine.FindStringIndex)
}

// machine finds the large parts of a facility, which not every one files its
// records under.
var machine = regexp.MustCompile(`(?i)\b(?:storage ring|booster(?: ring)?|linac|injector|gun|(?:transport|transfer) line|beam ?line|front end|control room)\b`)

func named(text string, kind names.Kind) []int {
	for _, n := range names.Find(text) {
		if n.Kind == kind {
			return []int{n.Start, n.End}
		}
	}
	return nil
}

// system finds the longest name of a system in a text.
func system(text string, systems []string) []int {
	var best []int
	low := strings.ToLower(text)
	for _, s := range systems {
		s = strings.ToLower(strings.TrimSpace(s))
		at := strings.Index(low, s)
		if s == "" || at < 0 || best != nil && len(s) <= best[1]-best[0] || len(low) != len(text) || !wholeWord(low, at, at+len(s)) {
			continue
		}
		best = []int{at, at + len(s)}
	}
	return best
}

func wholeWord(text string, from, to int) bool {
	inner := func(b byte) bool { return b >= 'a' && b <= 'z' || b >= '0' && b <= '9' || b >= 0x80 }
	return (from == 0 || !inner(text[from-1])) && (to == len(text) || !inner(text[to]))
}

func trimmed(text string) string { return strings.TrimRight(strings.TrimSpace(text), " ?!.") }

func join(parts ...string) string {
	return strings.Join(strings.Fields(strings.Join(parts, " ")), " ")
}

func reading(text string, last Turn) Reading {
	return Reading{Text: text + "?", Topic: "", Why: fmt.Sprintf("read as %q, after the question before; ask in full for another", text+"?")}
}
