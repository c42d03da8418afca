package extract

import (
	"strconv"
	"strings"
	"time"

	"owl/engine"
	"owl/engine/graph"
)

// addRecord adds what the record says about itself: its system, its people,
// what it names, its revision.
func (r *reader) addRecord() {
	if r.system != "" {
		system := Entity{Kind: graph.System, Key: r.system, Name: string(r.rec.System)}
		at := r.fieldOr("System")
		r.add(graph.AboutSystem, r.this(), r.mention(system, at), at, "field:system", 1)
	}
	r.addPeople()
	r.addNames()
	r.addDocument()
	if s, ok := r.layout.value("Location"); ok {
		place := Entity{Kind: graph.Location, Key: "location:" + fold(r.layout.of(s)), Name: r.layout.of(s)}
		r.add(graph.Mentions, r.this(), r.mention(place, s), s, "field:location", 1)
	}
	if s, ok := r.layout.value("Completed"); ok {
		r.sheet.Until, _ = time.Parse(time.RFC3339, r.layout.of(s)) // zero when it is written otherwise
	}
}

// fieldOr is the place of a field, or the opening when the record's text has
// none: what a connector knows beside the text has no place in it.
func (r *reader) fieldOr(name string) graph.Span {
	if s, ok := r.layout.value(name); ok {
		return s
	}
	return r.opening()
}

// addPeople adds the author, those that the fields name and those who speak.
func (r *reader) addPeople() {
	seen := map[string]bool{}
	add := func(name string, at graph.Span, rule string, confidence float64) {
		name = strings.TrimSpace(name)
		key := "person:" + strings.ToLower(name)
		if seen[key] || !isName(name) {
			return
		}
		seen[key] = true
		person := Entity{Kind: graph.Person, Key: key, Name: name}
		r.add(graph.ContactPerson, r.this(), r.mention(person, at), at, rule, confidence)
	}
	for _, f := range []struct {
		name       string
		confidence float64
	}{{"Assigned to", 1}, {"Requested by", 0.6}, {"Reported by", 0.5}} {
		if s, ok := r.layout.value(f.name); ok {
			add(r.layout.of(s), s, "field:"+strings.ToLower(f.name), f.confidence)
		}
	}
	add(string(r.rec.Author), r.opening(), "field:author", 0.9)
	for _, u := range r.units {
		if u.speaker != "" {
			add(u.speaker, u.Span, "speaker", 0.6)
		}
	}
	if s, ok := r.layout.value("Personnel"); ok {
		at := s.Start
		for name := range strings.SplitSeq(r.layout.of(s), ",") {
			add(name, trim(r.layout.text, graph.Span{Start: at, End: at + len(name)}), "field:personnel", 0.7)
			at += len(name) + 1
		}
	}
}

// maxNames is how many things a record is joined to by naming them.
const maxNames = 40

// addNames adds the components, process variables, records and days that the
// text names, each once.
func (r *reader) addNames() {
	seen := map[string]bool{}
	for _, p := range r.units {
		for _, n := range p.names {
			if seen[n.Key] || len(seen) == maxNames || n.Kind == graph.System {
				continue
			}
			seen[n.Key] = true
			r.add(graph.Mentions, r.this(), r.mention(n.Entity, n.Span), n.Span, "name", 0.9)
			r.addPlace(n)
		}
		for _, w := range p.words {
			r.addReference(w, seen)
		}
		r.addDays(p, seen)
	}
}

// addPlace says where a thing belongs, as the gazetteer has it.
func (r *reader) addPlace(n named) {
	at := r.mention(n.Entity, n.Span)
	for e := n.Entity; e.Parent != ""; {
		parent, ok := r.x.gaz.Entity(e.Parent)
		if !ok {
			break
		}
		r.add(graph.PartOf, at, r.mention(parent, n.Span), n.Span, "gazetteer", 1)
		at, e = r.mention(parent, n.Span), parent
	}
	if system, ok := r.x.gaz.Entity(n.System); ok {
		r.add(graph.AboutSystem, r.mention(n.Entity, n.Span), r.mention(system, n.Span), n.Span, "gazetteer", 1)
	}
}

// addReference adds another record that is named by its native id.
func (r *reader) addReference(w word, seen map[string]bool) {
	if w.mark || !w.digit || !w.letter {
		return
	}
	raw := r.layout.text[w.start:w.end]
	if !isReference(raw) || raw == r.rec.FileID || raw == r.rec.ParentID || seen["ref:"+raw] {
		return
	}
	seen["ref:"+raw] = true
	s := graph.Span{Start: w.start, End: w.end}
	r.add(graph.Mentions, r.this(), graph.Mention{Kind: graph.Document, Key: "ref:" + raw, Name: engine.Untrusted(raw), Span: s}, s, "reference", 1)
}

// addDocument reads the line that says which revision a document is.
func (r *reader) addDocument() {
	if r.rec.Collection != engine.Documents || len(r.units) == 0 {
		return
	}
	u := r.units[0]
	for i := 1; i < len(u.words); i++ {
		n, err := strconv.Atoi(u.words[i].text)
		if err != nil || u.words[i-1].text != "revision" {
			continue
		}
		switch {
		case i > 1 && u.words[i-2].text == "supersedes":
			s := graph.Span{Start: u.words[i-2].start, End: u.words[i].end}
			older := graph.Mention{Kind: r.sheet.Kind, Key: "rev:" + r.rec.FileID + "#" + strconv.Itoa(n), Name: engine.Untrusted(r.layout.of(s)), Span: s}
			r.add(graph.Supersedes, r.this(), older, s, "field:revision", 1)
		case r.sheet.Revision == 0 && (i < 2 || u.words[i-2].text != "by"):
			r.sheet.Revision = n
		}
	}
}
