package demogen

import (
	"strings"
	"time"
)

// thread writes a chat about a scene, begun at t. The lines of a dialogue name
// the role of who speaks: op and mate are the crew, lead is the run coordinator, G
// and G2 two of the scene's group, P:RFG somebody of that group.
func (w *writer) thread(st *stage, t time.Time, op *person) {
	channel := st.scene.text("channel", channelOf(st.scene.text("system", "")))
	th := thread{channel: channel, subject: op.speak(st.chatSubject(), st.dice, &w.words)}
	dialogue := one(st.dice, st.scene.parts["chat"])
	at := t.Truncate(time.Minute)
	for _, text := range strings.Split(dialogue, "\n") {
		who, says := w.speaker(st, text, op)
		st.voice = who
		says = who.speak(st.expand(says), st.dice, &w.words)
		if who.stop && st.dice.chance(0.6) {
			says = strings.TrimSuffix(says, ".")
		}
		th.messages = append(th.messages, message{by: who.name, at: at, text: says})
		at = at.Add(time.Duration(st.dice.between(1, 14)) * time.Minute)
	}
	if st.dice.chance(0.35) {
		last := th.messages[len(th.messages)-1].by
		if asked := th.messages[0].by; asked != last {
			th.messages = append(th.messages, message{by: asked, at: at, text: st.expand("{thanks}")})
		}
	}
	if st.dice.chance(0.2) {
		th.messages[0].files = []string{figure(th.subject, t)}
	}
	w.keepThread(th)
}

func (w *writer) keepThread(th thread) {
	text := th.subject
	for _, m := range th.messages {
		text += "\n" + m.text
	}
	first, last := th.messages[0].at, th.messages[len(th.messages)-1].at
	if last.After(w.now()) || !w.allowed(first, text) {
		return
	}
	var ok bool
	if th.id, ok = w.ids.thread(first); ok {
		w.out.threads = append(w.out.threads, th)
	}
}

func (st *stage) chatSubject() string {
	for _, part := range []string{"chat.subject", "subject", "topic"} {
		if st.scene.has(part) {
			return st.plain(part, neutral())
		}
	}
	return ""
}

// speaker splits a line of a dialogue into the person and what they say.
func (w *writer) speaker(st *stage, line string, op *person) (*person, string) {
	role, says, _ := strings.Cut(line, ": ")
	lead, second := w.crew(w.cal.ShiftAt(st.at))
	group := st.vars["group"]
	switch role {
	case "op":
		return op, says
	case "mate":
		if op == lead {
			return second, says
		}
		return lead, says
	case "lead":
		return w.person("Karl Ubbink"), says
	case "G":
		return w.person(st.someone("p", group)), says
	case "G2":
		key := "second of " + group
		if _, ok := st.vars[key]; !ok {
			st.vars[key] = st.someoneElse(group, st.someone("p", group))
		}
		return w.person(st.vars[key]), says
	}
	if asked, ok := strings.CutPrefix(role, "P:"); ok {
		return w.person(st.someone("p", asked)), says
	}
	st.fail("%s: role %q", st.scene.name, role)
	return op, says
}

// channelOf is where a system is talked about.
func channelOf(system string) string {
	switch system {
	case "RF":
		return "rf"
	case "Vacuum":
		return "vacuum"
	case "Linac", "Injector", "Booster", "Accumulator Ring":
		return "injector"
	case "Controls", "Timing":
		return "controls"
	case "Beamlines", "Insertion Devices":
		return "beamlines"
	case "Cryogenics":
		return "cryo"
	}
	return "ops-floor"
}
