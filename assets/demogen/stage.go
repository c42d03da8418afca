package demogen

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"owl/assets/demogen/calendar"
	"owl/assets/demogen/channel"
)

// world is what all events share.
type world struct {
	seed    uint64
	cal     *calendar.Calendar
	table   *channel.Table
	grammar *grammar
	people  []person
	hand    hand
	banned  []ban
	words   lexicon
}

// stage is one event: a scene at a time, with its values.
type stage struct {
	*world
	scene *scene
	at    time.Time
	end   time.Time // when the beam was back, of a fault
	dice  dice
	voice *person // who speaks
	vars  map[string]string
	along [2]int // the chosen way of a part, and how many it has: see pick
	err   error  // the first thing that the grammar does not know
}

// stage sets a scene up: it draws the values that all its texts share.
func (w *world) stage(s *scene, at time.Time, d dice) *stage {
	st := &stage{world: w, scene: s, at: at, dice: d, vars: map[string]string{}, voice: neutral()}
	st.vars["group"] = s.text("group", "OPS")
	st.vars["fill"] = w.cal.Fill(at)
	st.vars["mA"] = fmt.Sprintf("%.0f", w.cal.Current(at))
	for _, l := range s.lets {
		st.vars[l.name] = st.draw(l.how)
	}
	return st
}

// say tells a part of the scene in the words of a person; empty when the scene
// has no such part.
func (st *stage) say(part string, who *person) string {
	if !st.scene.has(part) {
		return ""
	}
	return who.speak(st.plain(part, who), st.dice, &st.words)
}

// plain is say in the words of the grammar, for titles and tables.
func (st *stage) plain(part string, who *person) string {
	if !st.scene.has(part) {
		return ""
	}
	st.voice = who
	if ways := st.scene.parts[part]; len(ways) == st.along[1] {
		return st.expand(ways[st.along[0]])
	}
	return st.expand(one(st.dice, st.scene.parts[part]))
}

// pick chooses a way to tell a part. From then on parts with as many ways are
// told in the one of the same number: they belong together.
func (st *stage) pick(part string) {
	if n := len(st.scene.parts[part]); n > 1 {
		st.along = [2]int{st.dice.IntN(n), n}
	}
}

// expand puts values into a text.
func (st *stage) expand(text string) string {
	var out strings.Builder
	for text != "" {
		i := strings.IndexAny(text, "{<")
		if i < 0 {
			break
		}
		out.WriteString(text[:i])
		end := closing(text[i:])
		if end < 0 || text[i] == '<' && !strings.Contains(text[i:i+end], "|") {
			out.WriteByte(text[i]) // a plain sign, as in "p < 2e-9"
			text = text[i+1:]
			continue
		}
		inside := text[i+1 : i+end]
		if text[i] == '{' {
			out.WriteString(st.slot(inside))
		} else {
			out.WriteString(st.expand(one(st.dice, choices(inside))))
		}
		text = text[i+end+1:]
	}
	out.WriteString(text)
	return out.String()
}

// closing is the index of the bracket that closes the one at the start of text,
// -1 when there is none.
func closing(text string) int {
	depth := 0
	for i := range len(text) {
		switch text[i] {
		case '{', '<':
			depth++
		case '}', '>':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}

// choices splits at those bars that do not stand in brackets.
func choices(text string) []string {
	var list []string
	depth, start := 0, 0
	for i := range len(text) {
		switch text[i] {
		case '{', '<':
			depth++
		case '}', '>':
			depth--
		case '|':
			if depth == 0 {
				list = append(list, text[start:i])
				start = i + 1
			}
		}
	}
	return append(list, text[start:])
}

// slot is the value of a name in braces.
func (st *stage) slot(name string) string {
	if v, ok := st.vars[name]; ok {
		return v
	}
	if list := st.scene.parts[name]; len(list) > 0 {
		return st.expand(one(st.dice, list))
	}
	if list := st.grammar.common[name]; len(list) > 0 {
		return st.expand(one(st.dice, list))
	}
	if text, ok := st.moment(name); ok {
		return text
	}
	what, rest, _ := strings.Cut(name, ":")
	switch what {
	case "v":
		return st.reading(st.expand(rest))
	case "n":
		return st.pvName(st.expand(rest))
	case "p", "f", "ext", "pager":
		return st.someone(what, st.expand(rest))
	case "let":
		return st.draw(rest)
	}
	st.fail("%s: nothing is known of {%s}", st.scene.name, name)
	return ""
}

func (st *stage) fail(format string, args ...any) {
	if st.err == nil {
		st.err = fmt.Errorf(format, args...)
	}
}

// someone is a person of a group, the same one throughout the event: p the full
// name, f the first name, ext the telephone, pager the group's pager.
func (st *stage) someone(what, group string) string {
	key := "person " + group
	if _, ok := st.vars[key]; !ok {
		var list []string
		for _, p := range st.people {
			if p.group == group && p.here(st.at) {
				list = append(list, p.name)
			}
		}
		if len(list) == 0 {
			st.fail("%s: nobody is of group %q", st.scene.name, group)
			return ""
		}
		st.vars[key] = one(st.dice, list)
	}
	p := st.person(st.vars[key])
	switch what {
	case "f":
		return p.first()
	case "ext":
		return p.ext
	case "pager":
		return pagers()[group]
	}
	return p.name
}

// person finds somebody by name.
func (w *world) person(name string) *person {
	i := slices.IndexFunc(w.people, func(p person) bool { return p.name == name })
	if i < 0 {
		p := neutral()
		p.name = name
		return p
	}
	return &w.people[i]
}

// pagers are the groups' pagers.
func pagers() map[string]string {
	return map[string]string{"RFG": "7-2204", "MEC": "7-5202", "VAC": "7-4403", "CRY": "7-4903", "SAF": "7-5003", "TIM": "7-4612", "XBL": "7-5302", "CTL": "7-4602"}
}
