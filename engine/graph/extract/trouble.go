package extract

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"owl/engine"
	"owl/engine/graph"
)

// addTrouble adds the fault that the record is about, and what was found about
// it.
func (r *reader) addTrouble() {
	if len(r.findings) == 0 && !r.titleHas(trouble|defect|hard) {
		return
	}
	if _, tells := scopeOf(r.rec); !tells {
		return
	}
	t := &graph.Trouble{Name: r.rec.Title, Span: r.opening(), Weak: !r.isTrouble()}
	t.Components, t.Systems = r.subjects()
	t.Signature = r.signature()
	t.Event, t.Again, t.Days = r.isEvent(), r.isAgain(), r.days
	r.sheet.Fault = t
	r.addFindings()
	r.addSymptoms()
}

func (r *reader) titleHas(c class) bool {
	return slices.ContainsFunc(r.title, func(w word) bool { return w.class&c != 0 })
}

// isTrouble reports whether the record by itself is about a fault, rather than
// about work that may belong to one.
func (r *reader) isTrouble() bool {
	if r.rec.Collection == engine.Downtime || r.titleHas(trouble|defect|hard) {
		return true
	}
	for _, f := range r.findings {
		if f.reading == failed || f.reading == cleared || f.reading == suspected || f.reading == caused && strings.HasPrefix(f.rule, "cue:") {
			return true
		}
	}
	return len(r.units) > 0 && slices.ContainsFunc(r.units[0].words[:min(firstWords, len(r.units[0].words))], func(w word) bool { return w.class&hard != 0 })
}

// firstWords is within how many words a text comes to the trouble that it is
// about.
const firstWords = 40

// opening is the first line of prose: what a record is quoted by where no
// sentence of it says the thing itself.
func (r *reader) opening() graph.Span {
	s := graph.Span{End: len(r.layout.text)}
	switch {
	case len(r.units) > 0:
		s = r.units[0].Span
	case len(r.layout.fields) > 0:
		s = r.layout.fields[0].value
	}
	return r.shortened(s)
}

// longestOpening is the most bytes that a record is quoted by.
const longestOpening = 160

// shortened cuts a place between two words, or else between two characters.
func (r *reader) shortened(s graph.Span) graph.Span {
	if s.Len() <= longestOpening {
		return s
	}
	text := r.layout.text[s.Start : s.Start+longestOpening]
	if at := strings.LastIndexByte(text, ' '); at > 0 {
		s.End = s.Start + at
		return s
	}
	s.End = s.Start + longestOpening
	for s.End > s.Start+1 && !utf8.RuneStart(r.layout.text[s.End]) {
		s.End--
	}
	return s
}

// subjects returns the keys of what broke, from the title, else from the field
// that names it, else from the beginning of the text; and those of its systems.
func (r *reader) subjects() (components, systems []string) {
	list := r.things(r.names)
	if s, ok := r.layout.value("Subsystem"); ok {
		words := r.x.grammar.split(nil, r.layout.text, s.Start, s.End)
		list = append(list, r.things(r.x.entities(r.layout.text, words, r.system))...)
	}
	if len(list) == 0 && len(r.units) > 0 {
		first := r.things(r.units[0].names)
		list = first[:min(1, len(first))]
	}
	slices.SortStableFunc(list, func(a, b Entity) int { return cmp.Compare(breadth(a), breadth(b)) })
	if r.system != "" {
		systems = append(systems, r.system)
	}
	for _, e := range list {
		if !slices.Contains(components, e.Key) {
			components = append(components, e.Key)
		}
		if e.System != "" && !slices.Contains(systems, e.System) {
			systems = append(systems, e.System)
		}
	}
	return components, systems
}

// breadth orders entities: a device, an area, a process variable's device last.
func breadth(e Entity) int {
	if e.Area {
		return 1
	}
	return 0
}

// things returns the components of a list; for a process variable the device
// that it belongs to.
func (r *reader) things(list []named) []Entity {
	var things []Entity
	for _, n := range list {
		e := n.Entity
		if e.Kind == graph.PV && e.Parent != "" {
			e, _ = r.x.gaz.Entity(e.Parent)
		}
		if e.Kind == graph.Component {
			things = append(things, e)
		}
	}
	return things
}

// maxSigns is how many names of things a signature holds.
const maxSigns = 12

// signature is what tells the fault from others: the words of the title, of the
// cause and of the description that name parts, damage and trouble, and the keys
// of the things that the title and the first paragraphs name.
func (r *reader) signature() []string {
	var list []string
	add := func(sign string) {
		if !slices.Contains(list, sign) {
			list = append(list, sign)
		}
	}
	addWords := func(words []word) {
		for _, w := range words {
			if w.class&(part|defect|trouble) != 0 && !w.digit {
				add(singular(w.text))
			}
		}
	}
	addWords(r.title)
	for _, name := range []string{"Cause", "Description"} {
		if s, ok := r.layout.value(name); ok {
			addWords(r.x.grammar.split(nil, r.layout.text, s.Start, s.End))
		}
	}
	names := r.names
	for _, u := range r.units[:min(2, len(r.units))] {
		names = append(names[:len(names):len(names)], u.names...)
	}
	for _, n := range names[:min(maxSigns, len(names))] {
		if n.Kind == graph.Component && !n.Area || n.Kind == graph.PV {
			add(n.Key)
		}
	}
	slices.Sort(list)
	return list
}

// isEvent reports whether the record reports that a fault happened, soon after
// it did.
func (r *reader) isEvent() bool {
	if r.rec.Collection == engine.Downtime {
		return true
	}
	if r.rec.Collection != engine.Logbook {
		return false
	}
	happened := func(w word) bool {
		switch w.text {
		case "dump", "dumped", "trip", "tripped", "lost", "stuck", "again", "gone", "crashed", "quit", "collapsed", "alarm":
			return true
		}
		return false
	}
	if slices.ContainsFunc(r.title, happened) {
		return true
	}
	return len(r.units) > 0 && slices.ContainsFunc(r.units[0].words[:min(12, len(r.units[0].words))], happened)
}

func (r *reader) isAgain() bool {
	return slices.ContainsFunc(r.title, func(w word) bool {
		switch w.text {
		case "again", "second", "third", "fourth", "repeat", "repeated", "back", "2nd", "3rd", "twice":
			return true
		}
		return false
	})
}
