package build

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"owl/bench/suite"
	"owl/engine"
)

// loss is a row of lost beam.
type loss struct {
	*page
	start time.Time
}

// losses finds the rows of lost beam, in the order of time.
func (c *corpus) losses() []loss {
	var out []loss
	for _, p := range c.pages {
		start, err := time.Parse("2006-01-02 15:04", p.value("Start"))
		if err == nil && p.rec.Collection == engine.Downtime && p.value("Cause") != "" {
			out = append(out, loss{p, start})
		}
	}
	slices.SortStableFunc(out, func(a, b loss) int {
		return cmp.Or(a.start.Compare(b.start), strings.Compare(a.rec.DocID, b.rec.DocID))
	})
	return out
}

// subject is what a loss is filed under, the more telling one.
func (l loss) subject() string { return cmp.Or(l.value("Subsystem"), l.value("System")) }

func (l loss) sample(template, kind string, facts []fact) sample {
	return sample{template: template, kind: kind, collection: string(l.rec.Collection), facts: facts, hops: 1, day: l.start.Format(time.DateOnly), slots: map[string]string{
		"date": longDate(l.start), "time": l.start.Format("15:04"), "month": l.start.Format("January 2006"), "run": l.value("Run"),
		"cause": l.value("Cause"), "subject": l.subject(), "system": l.value("System"),
	}}
}

// longDate writes a day as one says it.
func longDate(t time.Time) string { return t.Format("2 January 2006") }

// fromLosses asks about one row, two rows, and the rows of a run.
func (c *corpus) fromLosses() []sample {
	all := c.losses()
	var out []sample
	for _, l := range all {
		out = append(out, l.alone()...)
	}
	out = append(out, pairs(all)...)
	return append(out, runs(all)...)
}

func (l loss) alone() []sample {
	var out []sample
	add := func(template, kind string, asks ...ask) {
		if facts, ok := l.all(asks...); ok && len(facts) >= minNuggets {
			out = append(out, l.sample(template, kind, facts))
		}
	}
	add("loss-why", "causal", ask{"Cause", suite.Vital, suite.Cause}, ask{"Description", suite.Vital, suite.Effect},
		ask{"Resolution", suite.Vital, suite.Resolution}, ask{"Duration", suite.Okay, suite.NoRole})
	add("loss-who", "factual", ask{"System", suite.Vital, suite.NoRole}, ask{"Subsystem", suite.Vital, suite.NoRole},
		ask{"Reported by", suite.Vital, suite.NoRole}, ask{"Resolution", suite.Okay, suite.Resolution})
	add("loss-when", "temporal", ask{"Start", suite.Vital, suite.NoRole}, ask{"End", suite.Vital, suite.NoRole},
		ask{"Duration", suite.Vital, suite.NoRole}, ask{"Resolution", suite.Okay, suite.Resolution})
	add("loss-look", "troubleshooting", ask{"Description", suite.Vital, suite.Effect}, ask{"Cause", suite.Vital, suite.Cause},
		ask{"Resolution", suite.Vital, suite.Resolution})
	return out
}

// groups puts losses together by what name gives, in the order of the names.
func groups(all []loss, name func(loss) string) [][]loss {
	by := map[string][]loss{}
	for _, l := range all {
		by[name(l)] = append(by[name(l)], l)
	}
	var out [][]loss
	for _, n := range sortedKeys(by) {
		if n != "" {
			out = append(out, by[n])
		}
	}
	return out
}

// pairs compares two losses of one subsystem with different causes, that follow
// on each other.
func pairs(all []loss) []sample {
	var out []sample
	for _, group := range groups(all, loss.subject) {
		for i := 1; i < len(group); i++ {
			a, b := group[i-1], group[i]
			if a.value("Cause") != b.value("Cause") && a.value("Resolution") != b.value("Resolution") && longDate(a.start) != longDate(b.start) {
				out = append(out, pair(a, b)...)
			}
		}
	}
	return out
}

func pair(a, b loss) []sample {
	var facts []fact
	for _, l := range []loss{a, b} {
		more, ok := l.all(ask{"Resolution", suite.Vital, suite.Resolution}, ask{"Duration", suite.Okay, suite.NoRole})
		if !ok {
			return nil
		}
		facts = append(append(facts, l.dated()), more...)
	}
	s := b.sample("loss-two", "comparative", facts)
	s.slots["other"], s.hops, s.day = longDate(a.start), 2, ""
	return []sample{s}
}

// runs asks for all losses of a subsystem in a run, when they can be told.
func runs(all []loss) []sample {
	var out []sample
	for _, group := range groups(all, func(l loss) string { return l.value("Run") + "\n" + l.subject() }) {
		if len(group) < minNuggets || len(group) > maxNuggets-2 || group[0].value("Run") == "" {
			continue
		}
		var facts []fact
		for _, l := range group {
			facts = append(facts, l.dated())
		}
		s := group[0].sample("loss-days", "temporal", facts)
		s.hops, s.day = len(group), ""
		out = append(out, s)
	}
	return out
}

// dated says when a loss was and why. Its quote reaches from one field to the
// other.
func (l loss) dated() fact {
	start, _ := l.field("Start")
	cause, _ := l.field("Cause")
	at := start.line
	at.Start, at.End = min(at.Start, cause.line.Start), max(at.End, cause.line.End)
	return l.from(at, l.start.Format(time.DateOnly)+": "+l.of(cause.value), suite.Vital, suite.Cause)
}
