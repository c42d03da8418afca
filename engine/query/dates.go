package query

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"owl/engine/query/facet"
	"owl/engine/query/intent"
	"owl/engine/query/names"
	"owl/engine/query/when"
)

// times reads the times that the question names. Which of them filters is
// decided later, when the kind of question is known.
func (b *builder) times() string {
	c := b.context
	found := when.Find(b.text, when.Calendar{Now: c.Now, DayFirst: c.DayFirst, Runs: c.Runs, Shutdowns: c.Shutdowns, Shifts: c.Shifts})
	b.out.Dates = found.Ranges
	var said []string
	for i := range found.Ranges {
		r := &b.out.Dates[i]
		said = append(said, reading(*r))
		if iso, ok := written(*r); ok {
			b.edits = append(b.edits, edit{r.Start, r.End, iso})
		}
	}
	for _, m := range found.Missed {
		b.say("not understood", "%q as a time: %s; its words are searched", m.Phrase, m.Why)
	}
	b.out.Current = b.current(found)
	if b.out.Current {
		said = append(said, "what holds now is asked for: newer records count more")
	}
	return listed("", said)
}

// reading says how a phrase was read, and how else it could be.
func reading(r DateRange) string {
	text := fmt.Sprintf("%q read as %s", r.Phrase, r)
	if r.Why != "" {
		text += ", " + r.Why
	}
	if r.Yearless {
		text += ", the last one; add a year for another"
	}
	if r.Other != nil {
		text += fmt.Sprintf("; or it is %s: write that day as %s", r.Other, dayOf(*r.Other))
	}
	return text
}

func dayOf(r DateRange) string {
	if r.From.IsZero() {
		return r.Until.Format(time.DateOnly)
	}
	return r.From.Format(time.DateOnly)
}

// written is the day of a phrase without a year in the form that records are
// indexed by.
func written(r DateRange) (string, bool) {
	if !r.Yearless || r.Grain != when.Day || r.From.IsZero() || r.Until.IsZero() || r.Until.Sub(r.From) > 26*time.Hour {
		return "", false
	}
	first, _, more := strings.Cut(r.Phrase, " ")
	if r.Bound && more {
		return first + " " + r.From.Format(time.DateOnly), true
	}
	return r.From.Format(time.DateOnly), true
}

var (
	nowadays = regexp.MustCompile(`\b(?:now|nowadays|these days|at present|at the moment|currently|right now|as of now|current (?:value|limit|setting|version|state)|latest|newest)\b`)
	events   = regexp.MustCompile(`\b(?:did|was|were|happened|tripped|dumped|lost|failed|changed|trips?|dumps?|faults?|went|had|done|found)\b`)
	records  = regexp.MustCompile(`\b(?:list|show|summar\w*|entry|entries|log|logs|logbook|records?|reports?|requests?|messages?|threads?|downtimes?|everything|anything|how many (?:\w+ ){0,2}(?:trips|faults|dumps|alarms|events|losses|requests)|what (?:happened|changed|was done|went wrong|tripped|failed|is new)|who (?:was on|worked))\b`)
	asking   = regexp.MustCompile(`\?|^(?:why|what|which|who|whose|when|where|how|did|does|do|is|are|was|were|has|have|had|can|could|should|may)\b`)
)

// current reports whether the question is about what holds now. "Today" is that
// unless something happened today.
func (b *builder) current(found when.Result) bool {
	if nowadays.MatchString(strings.ToLower(b.text)) {
		return true
	}
	for _, m := range found.Missed {
		if m.Phrase == "recently" || m.Phrase == "lately" {
			return true
		}
	}
	return slices.ContainsFunc(found.Ranges, b.state)
}

func (b *builder) state(r DateRange) bool {
	return strings.EqualFold(strings.TrimSuffix(r.Phrase, "'s"), "today") && !events.MatchString(strings.ToLower(b.text))
}

// filter makes a condition of a time that clearly restricts which records are
// meant; any other only prefers records of that time.
func (b *builder) filter() string {
	u := &b.out
	if len(u.Dates) == 0 {
		return ""
	}
	u.Date = hull(u.Dates)
	why := b.soft()
	if why != "" {
		return "no condition, " + why + "; records of that time count more"
	}
	r := &u.Dates[0]
	r.Hard = true
	u.Date = *r
	since, until := r.From, r.Until
	if r.Grain == when.Clock && !since.IsZero() {
		since = since.Add(-12 * time.Hour) // the entry of a shift is dated by its beginning
	}
	if b.reportedLater(*r) {
		until = time.Time{}
	}
	u.Query.Filter.Since, u.Query.Filter.Until = since, until
	said := "only records: " + DateRange{From: since, Until: until}.String()
	if rest := b.without(*r); facet.Content(rest) == "" {
		u.Browse = true
		said += "; there is nothing else to search for, so that these are asked for"
	} else if rest != b.text {
		b.text = rest
		b.rewrite()
		u.Identifiers, u.Facets = names.Find(rest), facet.Split(rest)
	}
	return said
}

// without is the text without a phrase that counts from now, which stands in no
// record. A time of day does, and stays.
func (b *builder) without(r DateRange) string {
	if !r.Relative {
		return b.text
	}
	kept := ""
	if r.Grain == when.Clock {
		kept = clockTime.FindString(r.Phrase)
	}
	text := strings.Join(strings.Fields(strings.Replace(b.text, r.Phrase, " "+kept+" ", 1)), " ")
	return strings.TrimSpace(stranded.ReplaceAllString(text, "$1 "))
}

var (
	clockTime = regexp.MustCompile(`\b\d{1,2}:\d\d(?::\d\d)?\b`)
	stranded  = regexp.MustCompile(` ([,?!.;])(?:$| )`) // punctuation that lost its word
)

// reportedLater reports whether records after the time belong to it: what went
// wrong is written up when it is known why.
func (b *builder) reportedLater(r DateRange) bool {
	return !r.From.IsZero() && (r.Grain == when.Clock || slices.Contains(b.out.Wants, facet.Cause))
}

// soft says why a time does not filter, empty when it does.
func (b *builder) soft() string {
	u, r := &b.out, b.out.Dates[0]
	switch {
	case !u.Query.Filter.Since.IsZero() || !u.Query.Filter.Until.IsZero():
		return "since: and until: stand"
	case len(u.Dates) > 1:
		return "several times are named"
	case u.Intent == intent.Comparative:
		return "cases are compared"
	case r.Latest.IsZero():
		return "it lies in the future"
	case b.state(r):
		return "it asks for what holds now"
	case r.Relative && strings.HasSuffix(r.Phrase, "'s"):
		return "it tells which one is meant" // last night's dump
	case r.Relative:
		return ""
	case len(u.Facets) == 1 && b.restricts(r):
		return ""
	}
	return "the time belongs to what is asked about"
}

// restricts reports whether a time that does not count from now is a condition:
// records are asked for, or words are searched with a time behind a preposition.
func (b *builder) restricts(r DateRange) bool {
	low := strings.ToLower(b.text)
	return r.Bound && (records.MatchString(low) || !asking.MatchString(low) && !r.Yearless)
}

// hull is what all ranges span.
func hull(all []DateRange) DateRange {
	out := all[0]
	for _, r := range all[1:] {
		out.Phrase += ", " + r.Phrase
		out.Why, out.Other, out.Start, out.End = "", nil, 0, 0
		if r.From.IsZero() || r.From.Before(out.From) {
			out.From = r.From
		}
		if r.Until.IsZero() || !out.Until.IsZero() && r.Until.After(out.Until) {
			out.Until = r.Until
		}
		out.Grain = max(out.Grain, r.Grain)
		if r.Latest.IsZero() {
			out.Latest = r.Latest
		}
	}
	return out
}
