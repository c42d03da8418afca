package demogen

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"owl/assets/demogen/calendar"
)

// shifts writes what belongs to the shifts of user beam: summaries, take-overs,
// readings, check lists. A shift of which a story tells is left to the story.
func (w *writer) shifts() error {
	for at := w.cal.Runs[0].Start.Add(time.Hour); at.Before(w.now().Add(-10 * time.Hour)); at = at.Add(8 * time.Hour) {
		s := w.cal.ShiftAt(at)
		start, end := s.Bounds()
		if w.cal.Kind(start) != calendar.User || w.cal.Kind(end.Add(-time.Minute)) != calendar.User || w.hand.told[s.String()] {
			continue
		}
		d := throw(w.seed, "shift", s.String())
		if err := firstError(w.summary(s, d), w.shiftPart("start", s, start.Add(minutes(d, 2, 25)), d, 0.045),
			w.readings(s, d), w.shiftPart("check", s, start.Add(minutes(d, 10, 50)), d, 0.03)); err != nil {
			return err
		}
	}
	return nil
}

// shiftStage sets the scene of a kind up with what is known of the shift.
func (w *writer) shiftStage(kind string, s calendar.Shift, at time.Time) *stage {
	st := w.stage(w.grammar.kind(kind)[0], at, throw(w.seed, kind, s.String()))
	start, end := s.Bounds()
	lead, second := w.crew(s)
	other, _ := w.crew(w.cal.ShiftAt(start.Add(-time.Hour)))
	for name, value := range map[string]string{
		"name": s.Name, "lead": lead.first(), "second": second.first(), "other": other.first(), "crew": strconv.Itoa(lead.crew),
		"before": w.cal.ShiftAt(start.Add(-time.Hour)).Name, "nextname": w.cal.ShiftAt(end.Add(time.Hour)).Name, "every": "120 s", "date": s.Day.Format(time.DateOnly),
	} {
		st.vars[name] = value
	}
	if w.cal.Fill(at) == "H24" {
		st.vars["every"] = "60 s"
	}
	return st
}

// author is one of the crew; the date in texts is written as they do.
func (w *writer) author(s calendar.Shift, st *stage) *person {
	lead, second := w.crew(s)
	by := one(st.dice, []*person{lead, second})
	st.vars["date"] = by.date(s.Day)
	return by
}

// shiftPart writes a take-over or a check list with a chance.
func (w *writer) shiftPart(kind string, s calendar.Shift, at time.Time, d dice, chance float64) error {
	if !d.chance(chance) {
		return nil
	}
	st := w.shiftStage(kind, s, at)
	by := w.author(s, st)
	text := st.plain("log", by)
	if kind != "check" { // a list is copied as it is
		text = by.signed(by.speak(text, st.dice, &w.words), st.dice)
	}
	w.add(w.shiftEntry(st, s, by, at, text))
	return st.err
}

func (w *writer) shiftEntry(st *stage, s calendar.Shift, by *person, at time.Time, text string) entry {
	lead, second := w.crew(s)
	return entry{
		at: at, logbook: "Operations", system: "Operations", file: w.shiftFile(st.at), topic: by.speak(st.plain("topic", by), st.dice, &w.words),
		by: by.name, people: []string{lead.name, second.name}, words: keywords("shift", st.vars["fill"]), subs: []sub{{text: text}},
	}
}

// summary writes the summary of a shift, mostly of those in which something
// happened.
func (w *writer) summary(s calendar.Shift, d dice) error {
	start, end := s.Bounds()
	lost := 8 * time.Hour
	var events []line
	for _, l := range w.told {
		if !l.at.Before(start) && l.at.Before(end) {
			events = append(events, l)
		}
		lost -= overlap(l.at, l.at.Add(l.lost), start, end)
	}
	chance := 0.035
	if len(events) > 0 {
		chance = 0.2
	}
	if !d.chance(chance) {
		return nil
	}
	at := end.Add(-minutes(d, 4, 40))
	st := w.shiftStage("summary", s, at)
	by := w.author(s, st)
	faults := 0
	for _, l := range events {
		if l.lost > 0 {
			faults++
		}
	}
	st.vars["delivered"], st.vars["count"] = fmt.Sprintf("%.2f", lost.Hours()), strconv.Itoa(faults)
	st.vars["events"] = eventList(st, by, events)
	text := st.plain("list", by)
	if d.chance(0.5) {
		st.vars["next"] = st.slot("next-job")
		text += "\n" + st.slot("next")
	}
	w.add(w.shiftEntry(st, s, by, at, by.signed(by.speak(text, st.dice, &w.words), st.dice)))
	return st.err
}

// overlap is how much of [a, b) lies in [from, to).
func overlap(a, b, from, to time.Time) time.Duration {
	if a.Before(from) {
		a = from
	}
	if b.After(to) {
		b = to
	}
	return max(0, b.Sub(a))
}

// eventList is what happened, a line each.
func eventList(st *stage, by *person, events []line) string {
	if len(events) == 0 {
		return " " + st.slot("quiet")
	}
	var text strings.Builder
	for _, l := range events {
		fmt.Fprintf(&text, "\n- %s %s", by.clock(l.at), l.text)
		if l.lost > 0 {
			fmt.Fprintf(&text, " (%.2f h)", l.lost.Hours())
		}
	}
	return text.String()
}
