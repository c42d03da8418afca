package demogen

import (
	"time"
)

// request writes a work request of a scene, created at t. title, desc and safety
// are the names of the scene's parts.
func (w *writer) request(st *stage, created time.Time, title, desc, safety string) {
	scheduled := w.intervention(created.Add(18*time.Hour), st.dice)
	to := w.person(st.someone("p", st.vars["group"]))
	by := w.requester(st, to)
	st.pick(desc)
	r := request{
		title: st.plain(title, by), by: by.name, to: to.name, group: st.vars["group"], system: st.scene.text("system", ""),
		location: st.place(), priority: one(st.dice, []string{"normal", "normal", "normal", "high", "low"}),
		created: created, scheduled: scheduled, status: "completed", description: st.plain(desc, by),
	}
	if st.dice.chance(0.6) {
		r.safety = st.plain(safety, by)
	}
	w.progress(&r, st, to)
	if created.After(w.now()) || !w.allowed(created, r.title+r.description+r.safety+r.work) || !w.allowed(scheduled, r.work) {
		return
	}
	var ok bool
	if r.id, ok = w.ids.request(created); ok {
		w.out.requests = append(w.out.requests, r)
	}
}

// progress says how far a request has come by now.
func (w *writer) progress(r *request, st *stage, to *person) {
	done := r.scheduled.Add(time.Duration(st.dice.between(90, 440)) * time.Minute)
	switch {
	case done.After(w.now()):
		r.status = one(st.dice, []string{"scheduled", "scheduled", "open"})
		if r.status == "open" {
			r.scheduled = time.Time{}
		}
	case st.dice.chance(0.04):
		r.status = "cancelled"
		r.comments = append(r.comments, message{by: to.name, at: r.scheduled, text: "Not needed any more, done with another job."})
	default:
		r.completed, r.work = done, st.say("work", to)
	}
	if r.completed.IsZero() || !st.dice.chance(0.55) {
		return
	}
	who := to
	if st.dice.chance(0.3) {
		who = w.person(st.someoneElse(r.group, to.name))
	}
	if text := st.say("note", who); text != "" {
		at := r.completed.Add(time.Duration(st.dice.between(10, 3000)) * time.Minute)
		if at.Before(w.now()) {
			r.comments = append(r.comments, message{by: who.name, at: at, text: text})
		}
	}
}

// requester is mostly an operator of the shift, else somebody of the group.
func (w *writer) requester(st *stage, to *person) *person {
	lead, second := w.crew(w.cal.ShiftAt(st.at))
	switch {
	case st.dice.chance(0.35):
		return lead
	case st.dice.chance(0.5):
		return second
	}
	return w.person(st.someoneElse(st.vars["group"], to.name))
}

// someoneElse is another person of a group, if there is one.
func (st *stage) someoneElse(group, not string) string {
	var list []string
	for _, p := range st.people {
		if p.group == group && p.name != not && p.here(st.at) {
			list = append(list, p.name)
		}
	}
	if len(list) == 0 {
		return not
	}
	return one(st.dice, list)
}

// place is where the work is: what the scene says, else the device.
func (st *stage) place() string {
	if loc, ok := st.vars["loc"]; ok {
		return loc
	}
	return st.vars["sub"]
}
