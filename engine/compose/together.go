package compose

import (
	"regexp"
	"slices"
	"strings"

	"owl/engine/text/token"
)

// A question that asks for one thing, such as the serial number of a device or
// how long something lasted in a certain month, is answered where a record holds
// its device, its time and what is asked for close together. Records that hold
// one here and the other there answer another question.

// place is a few units of a record with what stands over them.
type place struct {
	held
	record held // what the whole record holds
	times  uint8
	text   string // with the title
	cover  float64
	narrow bool // one unit with what stands over it
}

// condition is something that has to stand in the place that answers.
type condition struct {
	said   string // as typed
	device bool   // terms is one device: the record may name it elsewhere when the place names no other of its kind
	terms  uint64 // all have to be held, or half of them by weight when some is set
	some   bool
	phrase *regexp.Regexp // has to match; may be nil
	time   uint8          // one of them has to be named
}

func (a *asked) meets(p place, c condition) bool {
	switch {
	case c.phrase != nil:
		return c.phrase.MatchString(p.text)
	case c.time != 0:
		return p.times&c.time != 0
	case c.device:
		return a.weight(p.held, c.terms) > 0 && (p.narrow || !namesRival(p.text, c.said)) || a.weight(p.record, c.terms) > 0 && !namesRival(p.text, c.said)
	case c.some:
		return a.weight(p.held, c.terms) >= 0.5*a.weight(held{terms: c.terms}, c.terms)
	}
	return a.weight(p.held, c.terms) > 0
}

// apart says how well the best place that meets every condition covers the
// question, as a share of the best place at all, and which conditions no such
// place meets. A question of several parts has no conditions: its answer may
// stand in several places.
func (a *asked) apart(list []*passage) (share float64, unmet []string) {
	places := a.places(list)
	top := a.best(places, nil)
	if top == 0 {
		return 1, nil
	}
	if lacks := a.lacksShape(list, top); lacks != "" {
		return 0, []string{lacks}
	}
	if !a.asksOneFact() {
		return 1, nil
	}
	always, times := a.conditions()
	if lacks := a.lacksKind(list, top); lacks != "" {
		return 0, []string{lacks}
	}
	share = 1
	for _, each := range alternatives(always, times) {
		share = min(share, a.best(places, each)/top)
	}
	if share >= together {
		return share, nil
	}
	return share, a.notMet(places, slices.Concat(always, slices.Concat(times...)), top)
}

// alternatives combines the conditions of which one place need not meet more than
// one, devices and times, with the others.
func alternatives(always []condition, times [][]condition) [][]condition {
	var devices, others []condition
	for _, c := range always {
		if c.device {
			devices = append(devices, c)
		} else {
			others = append(others, c)
		}
	}
	var out [][]condition
	for d := range max(1, len(devices)) {
		for t := range max(1, len(times)) {
			each := slices.Clone(others)
			if len(devices) > 0 {
				each = append(each, devices[d])
			}
			if len(times) > 0 {
				each = append(each, times[t]...)
			}
			out = append(out, each)
		}
	}
	return out
}

// lacksKind says what the question asks for when nothing of the kind stands near
// most of its words: no number where a number is asked for.
func (a *asked) lacksKind(list []*passage, top float64) string {
	best := 0.0
	if a.wants&^name == 0 { // a name may be any word: "Corrector 7" is one
		return ""
	}
	for _, p := range list {
		for i := range p.units {
			if p.marks[i].is&a.wants != 0 {
				best = max(best, a.cover(p.around(i, 1).with(p.header).held))
			}
		}
	}
	if best >= 0.5*top {
		return ""
	}
	return a.wants.String()
}

// asksOneFact reports a question of one part, which is all of it, for a number, a
// time, a person or a name.
func (a *asked) asksOneFact() bool {
	if len(a.Facets) != 1 || len(a.parts) != 1 || a.parts[0].total < 0.85*a.total || a.wants&(cause|step) != 0 {
		return false
	}
	thing, said := a.attribute()
	return thing != 0 && !strings.HasSuffix(said, "s") || a.wants&(number|clock|person|name) != 0
}

// together is the share below which the parts of a question are said to stand
// apart.
const together = 0.8

// notMet names the conditions that keep the answer away by themselves, or all
// when only several of them together do.
func (a *asked) notMet(places []place, all []condition, top float64) []string {
	var some, every []string
	for _, c := range all {
		every = append(every, c.said)
		if a.best(places, []condition{c})/top < together {
			some = append(some, c.said)
		}
	}
	if len(some) > 0 {
		return some
	}
	return every
}

// best is how much the best place that meets the conditions covers.
func (a *asked) best(places []place, all []condition) float64 {
	best := 0.0
next:
	for _, p := range places {
		if p.cover <= best {
			continue
		}
		for _, c := range all {
			if !a.meets(p, c) {
				continue next
			}
		}
		best = p.cover
	}
	return best
}

// placeUnits is how many units either side belong to a place.
const placeUnits = 2

func (a *asked) places(list []*passage) []place {
	var out []place
	for _, p := range list {
		for i := range p.units {
			out = append(out, a.place(p, i, placeUnits), a.place(p, i, 0))
		}
	}
	return out
}

// place is unit i with n units either side and what stands over them.
func (a *asked) place(p *passage, i, n int) place {
	m := p.around(i, n).with(p.header)
	if h := p.heads[i]; h >= 0 {
		m = m.with(p.marks[h])
	}
	from, to := max(0, i-n), min(len(p.units), i+n+1)
	return place{
		held: m.held, record: p.whole.held, times: m.times | a.timesOf(p.rec.Created), cover: a.cover(m.held), narrow: n == 0,
		text: string(p.rec.Title) + "\n" + string(p.rec.Content[p.units[from].start:p.units[to-1].end]),
	}
}

// conditions are what a question for one thing names: devices and versions,
// "sector 14", what of it is asked for; and each time, of which no place has to
// name more than one.
func (a *asked) conditions() (always []condition, times [][]condition) {
	for i, t := range a.terms {
		if slices.Contains(a.Devices, t.Shown) || isVersion.MatchString(t.Shown) {
			always = append(always, condition{said: t.Shown, terms: 1 << i, device: true})
		}
	}
	for _, m := range numbered.FindAllStringSubmatch(a.Text, -1) {
		if !between(m[1]) {
			phrase := regexp.MustCompile(`(?i)\b` + regexp.QuoteMeta(m[1]) + `s? ` + regexp.QuoteMeta(m[2]) + `\b`)
			always = append(always, condition{said: m[1] + " " + m[2], phrase: phrase})
		}
	}
	if set, said := a.attribute(); set != 0 {
		always = append(always, condition{said: said, terms: set, some: true})
	}
	for i, d := range a.closed {
		times = append(times, []condition{{said: d.Phrase, time: 1 << i}})
	}
	return always, times
}

var (
	isVersion = regexp.MustCompile(`^\d+\.\d+$`)
	// numbered finds what is told from its kind by a letter or a number.
	numbered = regexp.MustCompile(`\b([a-z]{4,}) ([A-HJ-Z]|\d{1,3}(?:\.\d+)?)(?:[^\w:.-]|[.-]\W|$)`)
	// noun finds what of a thing is asked for: "which serial number has".
	noun = regexp.MustCompile(`(?i)\b(?:which|what|how (?:many|much))\s+((?:[\w-]+\s+){1,3}?)(?:is|are|was|were|does|do|did|has|have|had|must|can|should|will|of|in|on|at|goes|needs?|holds?|applies|apply|keeps?|gives?|belongs?|comes?|allows?|makes?)\b`)
	// counted finds it in "how many signals lost", where a verb of the past ends it.
	counted = regexp.MustCompile(`(?i)\bhow many\s+((?:[\w-]+\s+){1,4}?)(?:[a-z]{3,}ed|lost|took|went|came|fell|got|broke|stood|ran|gave|read|saw)\b`)
	// owned finds it in "when did IK4's thyratron have to be changed".
	owned = regexp.MustCompile(`[A-Z]+\w*\d\w*'s ((?:[\w-]+\s+){1,3}?)(?:is|are|was|were|have|has|had|got|go|come|fail|break|trip|[a-z]{3,}ed)\b`)
	// nounOf finds it in "what is the offset of".
	nounOf = regexp.MustCompile(`(?i)\bwhat(?:'s| is| was| are| were) the ((?:[\w-]+\s+){1,3}?)(?:of|for|in|on|at|that|when)\b`)
)

// between reports words that stand before a number and do not name what it
// numbers.
func between(word string) bool {
	switch word {
	case "about", "above", "below", "between", "from", "least", "most", "only", "over", "past", "than", "under", "until", "with", "does", "were", "when":
		return true
	}
	return token.IsStop(word) || strings.HasSuffix(word, "ed")
}

// namesRival reports that a text names another device of the same kind: BLW-16-3
// beside BLW-17-3.
func namesRival(text, device string) bool {
	kind := shapeOf(device)
	rival := false
	token.Each(text, func(t token.Token) bool {
		name := text[t.Start:t.End]
		rival = rival || t.Kind == token.Ident && name != device && shapeOf(name) == kind
		return !rival
	})
	return rival
}

// shapeOf is a name without its numbers.
func shapeOf(name string) string { return digits.ReplaceAllString(strings.ToUpper(name), "#") }

var digits = regexp.MustCompile(`\d+`)

// attribute is the terms of what of a thing is asked for.
func (a *asked) attribute() (set uint64, said string) {
	var m []string
	for _, form := range []*regexp.Regexp{nounOf, noun, counted, owned} {
		if m = form.FindStringSubmatch(a.Text); m != nil {
			break
		}
	}
	if m == nil {
		return 0, ""
	}
	for _, t := range token.Stated(m[1]) {
		if i, known := a.at[t.Text]; known && !anything(m[1][t.Start:t.End]) {
			set |= 1 << i
		}
	}
	return set, strings.TrimSpace(m[1])
}

// anything reports words for what is asked that a record does not repeat.
func anything(word string) bool {
	switch strings.ToLower(word) {
	case "value", "values", "bit", "line", "one", "kind", "type", "number", "amount":
		return true
	}
	return isUnit(word) || isQuantity(word)
}

// isQuantity reports what a value is of when its unit says as much.
func isQuantity(word string) bool {
	switch strings.TrimSuffix(strings.ToLower(word), "s") {
	case "current", "duration", "energy", "frequency", "frequencie", "length", "level", "lifetime", "power", "pressure", "resistance", "speed",
		"temperature", "timeout", "torque", "voltage":
		return true
	}
	return false
}

// isUnit reports the words for units, which records write as signs.
func isUnit(word string) bool {
	switch strings.TrimSuffix(strings.ToLower(word), "s") {
	case "second", "sec", "minute", "hour", "day", "week", "month", "year", "ampere", "amp", "volt", "kilovolt", "watt", "kilowatt", "litre", "liter",
		"byte", "degree", "kelvin", "bar", "gauss", "tesla", "newton", "metre", "meter", "millimetre", "micrometre", "micron", "nanosecond",
		"millisecond", "microsecond", "hertz", "kilohertz", "megahertz", "percent", "torr", "milliampere", "turn", "step", "time", "decibel":
		return true
	}
	return false
}
