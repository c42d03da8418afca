package demogen

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"owl/assets/demogen/calendar"
)

// writer turns what happens into records.
type writer struct {
	*world
	ids  *ids
	out  records
	told []line // what operators wrote, for the summaries of their shifts
}

// line is what a shift summary says of an event.
type line struct {
	at   time.Time
	text string
	lost time.Duration // beam time lost
}

// now is when the demo's clock stands; nothing is written later.
func (w *world) now() time.Time { return time.Date(2026, 10, 15, 6, 30, 0, 0, w.cal.Zone) }

// add keeps an entry if its day has room for it and what it says is free.
func (w *writer) add(e entry) bool {
	if e.at.After(w.now()) || !w.allowed(e.at, e.everything()) {
		return false
	}
	var ok bool
	if e.id, ok = w.ids.entry(e.at); ok {
		w.out.entries = append(w.out.entries, e)
	}
	return ok
}

func (e entry) everything() string {
	text := strings.Join([]string{e.topic, e.plan, e.summary, e.file}, "\n")
	for _, s := range e.subs {
		text += "\n" + s.text
	}
	return text
}

// fault writes all records of a fault: the row, the operators' entry, and what
// the group made of it.
func (w *writer) fault(f *fault) error {
	f.end = f.at.Add(time.Duration(f.minutes) * time.Minute)
	f.vars["kept"] = fmt.Sprintf("%.0f", w.cal.Current(f.at)*math.Exp(-f.end.Sub(f.at).Hours()/10)) // without top-up
	lead, second := w.crew(w.cal.ShiftAt(f.at))
	by := lead
	if f.dice.chance(0.5) {
		by = second
	}
	id, ok := w.ids.row(f.at)
	if !ok {
		return fmt.Errorf("no id left for a row of %s", f.at.Format(time.DateOnly))
	}
	run, _ := w.cal.Run(f.at)
	f.row = row{
		id: id, run: run.Name, system: f.scene.text("system", ""), subsystem: f.vars["sub"], cause: f.plain("cause", neutral()),
		description: f.plain("row", neutral()), resolution: f.plain("fix", neutral()), by: by.name, start: f.at, end: f.end,
	}
	w.out.rows = append(w.out.rows, f.row)
	w.out.beam = append(w.out.beam, beamNote(f))
	topic := f.say("topic", by)
	w.told = append(w.told, line{f.at, f.row.description, f.end.Sub(f.at)})
	if !w.faultEntry(f, by, topic) {
		return fmt.Errorf("nothing may be told of the fault %s at %s", f.scene.name, f.at)
	}
	if f.dice.chance(f.scene.number("tech", 0)) {
		w.technician(f)
	}
	if f.scene.has("wr.title") && f.dice.chance(f.scene.number("wr", 0)) {
		w.request(f.stage, w.when(f.at, f.dice), "wr.title", "wr", "")
	}
	if f.scene.has("chat") && f.dice.chance(f.scene.number("thread", 0)) {
		w.thread(f.stage, f.at.Add(time.Duration(f.dice.between(3, 9))*time.Minute), by)
	}
	return f.err
}

// beamNote tells the archive what dumped the beam, or how far it decayed.
func beamNote(f *fault) pair {
	if first := f.vars["first"]; first == "" {
		return pair{f.row.id, object{{"kept", json.Number(f.vars["kept"])}}}
	} else if first == "empty" {
		return pair{f.row.id, object{{"planned", true}}}
	} else {
		return pair{f.row.id, object{{"first", first}}}
	}
}

// faultEntry is the operators' entry of a fault. It is told again when the first
// telling speaks of what is reserved: a row has an entry.
func (w *writer) faultEntry(f *fault, by *person, topic string) bool {
	at := f.at.Add(time.Duration(f.dice.between(6, min(24, f.minutes))) * time.Minute)
	for range 12 {
		subs := []sub{{text: by.signed(f.say("log", by), f.dice)}, {text: by.signed(f.say("more", by), f.dice)}}
		if float64(f.minutes) > 1.8*f.scene.number("max", 60) {
			subs = append(subs, sub{text: by.speak(f.expand("{long}"), f.dice, &w.words)})
		}
		if f.dice.chance(0.3) {
			subs[0].files = []string{figure(f.vars["sub"], f.at)}
		}
		if w.add(entry{
			at: at, logbook: "Operations", system: f.row.system, file: w.shiftFile(f.at), topic: topic, by: by.name,
			people: w.present(f.stage, by), words: keywords(f.row.system, f.row.subsystem, f.row.cause), subs: subs,
		}) {
			return true
		}
	}
	return false
}

// technician is what somebody of the group writes when they have looked at it.
func (w *writer) technician(f *fault) {
	who := w.person(f.someone("p", f.vars["group"]))
	at := w.morning(f.end, f.dice)
	w.add(entry{
		at: at, logbook: f.scene.text("logbook", "Operations"), system: f.row.system, file: f.row.subsystem + " " + f.at.Format(time.DateOnly),
		topic: f.plain("tech.topic", who), by: who.name, people: []string{who.name}, words: keywords(f.row.subsystem, f.row.cause), subs: []sub{{text: f.say("tech", who)}},
	})
}

// morning is a moment of the working day after t.
func (w *writer) morning(t time.Time, d dice) time.Time {
	t = t.In(w.cal.Zone)
	next := time.Date(t.Year(), t.Month(), t.Day(), d.between(9, 17), d.IntN(60), 0, 0, w.cal.Zone)
	if !next.After(t.Add(time.Hour)) {
		next = next.AddDate(0, 0, 1)
	}
	return next
}

// when is some minutes after t.
func (w *writer) when(t time.Time, d dice) time.Time {
	return t.Add(time.Duration(d.between(25, 400)) * time.Minute)
}

// present lists who was there: the author, the mate, and those who were called.
func (w *writer) present(st *stage, by *person) []string {
	lead, second := w.crew(w.cal.ShiftAt(st.at))
	list := []string{by.name}
	for _, p := range []*person{lead, second} {
		if p.name != "" && !slices.Contains(list, p.name) && st.dice.chance(0.7) {
			list = append(list, p.name)
		}
	}
	if called, ok := st.vars["person "+st.vars["group"]]; ok && !slices.Contains(list, called) {
		list = append(list, called)
	}
	return list
}

// signed puts the initials of those who use them below a text, mostly.
func (p *person) signed(text string, d dice) string {
	if p.sign == "" || !d.chance(0.6) {
		return text
	}
	return strings.TrimSuffix(text, ".") + p.sign
}

// shiftFile is the name of an operators' file: "2025-06-18_day_ops".
func (w *world) shiftFile(t time.Time) string {
	s := w.cal.ShiftAt(t)
	return s.Day.Format(time.DateOnly) + "_" + s.Name + "_ops"
}

// figure is the name of a picture that says what it shows.
func figure(what string, t time.Time) string {
	return strings.NewReplacer(" ", "_", ":", "_", "/", "_").Replace(what) + "_" + t.Format("2006-01-02") + ".png"
}

func keywords(list ...string) []string {
	var out []string
	for _, k := range list {
		if k != "" && !slices.Contains(out, k) {
			out = append(out, k)
		}
	}
	return out
}

// intervention is the day on which a request of t is worked on: the first
// intervention of the run, in a shutdown one of the next days.
func (w *world) intervention(t time.Time, d dice) time.Time {
	run, _ := w.cal.Run(t)
	for day := run.Start; day.Before(run.End); day = day.AddDate(0, 0, 7) {
		if !day.Before(t) && w.cal.Tuesday(day) == calendar.Intervention {
			return day
		}
	}
	if t.Before(run.End) {
		t = run.End
	}
	return time.Date(t.Year(), t.Month(), t.Day()+d.between(1, 6), 8, 0, 0, 0, w.cal.Zone)
}
