package demogen

import (
	"strings"
	"time"

	"owl/assets/demogen/calendar"
)

// rate is how many records of a kind are written in a week, with beam and
// without. The part behind the comma is a chance.
type rate struct {
	kind          string
	beam, without float64
}

func rates() []rate {
	return []rate{{"note", 1.9, 0.2}, {"request", 0.8, 0}, {"access", 0.6, 0.7}, {"tech", 0.95, 1.1}, {"work", 1.5, 0.9}, {"chat", 0.95, 0.35}}
}

// week writes the routine of the week that begins at monday.
func (w *writer) week(monday time.Time) error {
	beam := w.cal.Kind(monday.Add(100*time.Hour)) != calendar.Shutdown
	for _, r := range rates() {
		d := throw(w.seed, "week", r.kind, monday.Format(time.DateOnly))
		n := r.without
		if beam {
			n = r.beam
		}
		for n > 0 && d.chance(n) {
			n--
			if err := w.happen(r.kind, monday, d); err != nil {
				return err
			}
		}
	}
	return w.tuesday(monday.AddDate(0, 0, 1))
}

// happen finds a scene of the kind that may be played in the week, and writes it.
func (w *writer) happen(kind string, monday time.Time, d dice) error {
	scenes := w.grammar.kind(kind)
	weights := make([]float64, len(scenes))
	for i, s := range scenes {
		weights[i] = s.number("weight", 1)
	}
	for range 25 {
		s := scenes[d.weighted(weights)]
		at, ok := w.moment(s, monday, d)
		if !ok || !s.inSeason(at) || at.After(w.now().Add(-2*time.Hour)) || at.Before(w.cal.Runs[0].Startup) {
			continue
		}
		st := w.stage(s, at, throw(w.seed, "routine", s.name, at.Format(time.RFC3339)))
		if w.allowed(at, st.everything()) {
			w.write(kind, st)
			return st.err
		}
	}
	return nil
}

// moment is a time of the week at which the scene makes sense.
func (w *writer) moment(s *scene, monday time.Time, d dice) (time.Time, bool) {
	at := monday.Add(time.Duration(d.IntN(7*24*60)) * time.Minute)
	when := s.text("when", map[string]string{"work": "any", "tech": "any", "chat": "user"}[s.keys["kind"]])
	kind := w.cal.Kind(at)
	hour := at.In(w.cal.Zone).Hour()
	switch when {
	case "intervention":
		day := monday.AddDate(0, 0, 1)
		at = time.Date(day.Year(), day.Month(), day.Day(), d.between(9, 15), d.IntN(60), 0, 0, w.cal.Zone)
		return at, w.cal.Tuesday(at) == calendar.Intervention
	case "shutdown":
		return at, kind == calendar.Shutdown && hour >= 9 && hour < 18
	case "any":
		return at, hour >= 8 && hour < 18 && at.Weekday() != time.Sunday
	case "user":
		return at, kind == calendar.User && (s.keys["kind"] != "chat" || hour >= 7 && hour < 23)
	case "userday":
		return at, kind == calendar.User && hour >= 9 && hour < 18
	}
	return at, kind == calendar.User || kind == calendar.Startup && d.chance(0.5)
}

// write makes the records of a scene.
func (w *writer) write(kind string, st *stage) {
	lead, second := w.crew(w.cal.ShiftAt(st.at))
	by := one(st.dice, []*person{lead, second, second})
	switch kind {
	case "work":
		w.request(st, st.at, "title", "desc", "safety")
	case "chat":
		w.thread(st, st.at, by)
	case "tech":
		w.routineEntry(st, w.person(st.someone("p", st.vars["group"])))
	default:
		w.told = append(w.told, line{st.at, w.routineEntry(st, by), 0})
	}
}

// routineEntry is an entry of one or two sub-entries; it returns the topic. A way
// to tell it may bring a topic of its own: "topic :: text".
func (w *writer) routineEntry(st *stage, by *person) (topic string) {
	text := st.plain("log", by)
	topic, text, titled := strings.Cut(text, " :: ")
	if !titled {
		topic, text = st.plain("topic", by), topic
	}
	topic = by.speak(topic, st.dice, &w.words)
	logbook := st.scene.text("logbook", "Operations")
	subs := []sub{{text: by.signed(by.speak(text, st.dice, &w.words), st.dice)}}
	if st.dice.chance(0.5) {
		if more := st.say("more", by); more != "" {
			subs = append(subs, sub{text: by.signed(more, st.dice)})
		}
	}
	if st.dice.chance(0.1) {
		subs[0].files = []string{figure(topic, st.at)}
	}
	file := w.shiftFile(st.at)
	if by.crew == 0 {
		file = topic
	}
	w.add(entry{
		at: st.at.Add(time.Duration(st.dice.between(2, 20)) * time.Minute), logbook: logbook, system: st.scene.text("system", "Operations"),
		file: file, topic: topic, by: by.name, people: w.present(st, by), words: keywords(st.scene.text("system", "Operations"), st.vars["sub"]), subs: subs,
	})
	return topic
}

// tuesday writes what belongs to the Tuesday of a week: the studies, the
// intervention, the start-up or the shutdown.
func (w *writer) tuesday(day time.Time) error {
	d := throw(w.seed, "tuesday", day.Format(time.DateOnly))
	morning := time.Date(day.Year(), day.Month(), day.Day(), 8, 5, 0, 0, w.cal.Zone)
	if morning.After(w.now()) || morning.Before(w.cal.Runs[0].Startup) {
		return nil
	}
	switch w.cal.Tuesday(morning) {
	case calendar.Intervention:
		return firstError(w.play("open", morning.Add(minutes(d, 3, 25)), d, 0.55), w.play("close", morning.Add(minutes(d, 475, 520)), d, 0.65))
	case calendar.Studies:
		return firstError(w.play("studies", morning.Add(minutes(d, 1, 20)), d, 0.5), w.study(morning, d))
	case calendar.Startup:
		return firstError(w.play("startup", morning.Add(minutes(d, 200, 5000)), d, 1), w.study(morning, d))
	case calendar.Shutdown:
		return w.play("shutdown", morning.Add(minutes(d, 60, 7000)), d, 0.6)
	}
	return nil
}

func firstError(list ...error) error {
	for _, err := range list {
		if err != nil {
			return err
		}
	}
	return nil
}

func minutes(d dice, low, high int) time.Duration {
	return time.Duration(d.between(low, high)) * time.Minute
}

// play writes a part of a Tuesday with a chance.
func (w *writer) play(part string, at time.Time, d dice, chance float64) error {
	if !d.chance(chance) {
		return nil
	}
	for _, s := range w.grammar.kind("mip") {
		if s.keys["part"] != part {
			continue
		}
		st := w.stage(s, at, throw(w.seed, "tuesday", part, at.Format(time.RFC3339)))
		lead, second := w.crew(w.cal.ShiftAt(at))
		by := one(st.dice, []*person{lead, second, w.person("Karl Ubbink")})
		w.routineEntry(st, by)
		return st.err
	}
	return nil
}

// study writes a block of studies.
func (w *writer) study(morning time.Time, d dice) error {
	scenes := w.grammar.kind("study")
	for range 20 {
		s := one(d, scenes)
		at := morning.Add(minutes(d, 560, 1800))
		st := w.stage(s, at, throw(w.seed, "study", s.name, at.Format(time.RFC3339)))
		if !w.allowed(at, st.everything()) || at.After(w.now()) {
			continue
		}
		by := w.person(st.someone("p", st.vars["group"]))
		topic := st.plain("topic", by)
		e := entry{
			at: at, logbook: "Studies", system: s.text("system", "Accelerator Physics"), file: topic, topic: topic, by: by.name,
			people: keywords(by.name, st.someoneElse(st.vars["group"], by.name)), words: keywords("studies", s.text("system", "")),
			plan: st.plain("plan", by), summary: st.plain("summary", by),
		}
		for _, way := range st.scene.parts["log"] {
			e.subs = append(e.subs, sub{text: st.expand(way)})
		}
		if d.chance(0.4) {
			e.subs[0].files = []string{figure(topic, at)}
		}
		w.add(e)
		return st.err
	}
	return nil
}
