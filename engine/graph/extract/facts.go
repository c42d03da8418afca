package extract

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"owl/engine"
	"owl/engine/graph"
)

// this is the record's own node.
func (r *reader) this() graph.Mention {
	return graph.Mention{Kind: r.sheet.Kind, Key: "this", Name: r.rec.Title, Span: r.opening()}
}

func (r *reader) fault() graph.Mention {
	return graph.Mention{Kind: graph.Fault, Key: "fault", Name: r.rec.Title, Span: r.opening()}
}

func (r *reader) mention(e Entity, s graph.Span) graph.Mention {
	return graph.Mention{Kind: e.Kind, Key: e.Key, Name: engine.Untrusted(e.Name), Span: s}
}

// add adds a fact of the date of the record, or of the unit it stands in.
func (r *reader) add(rel graph.Relation, from, to graph.Mention, quote graph.Span, rule string, confidence float64) *graph.Fact {
	r.sheet.Facts = append(r.sheet.Facts, graph.Fact{
		Relation: rel, From: from, To: to, Quote: quote, Modality: graph.Asserted, Extractor: rule, Confidence: confidence, Date: r.rec.Created,
	})
	return &r.sheet.Facts[len(r.sheet.Facts)-1]
}

// dateOf is when a unit was written.
func (r *reader) dateOf(unit int) time.Time {
	if unit < len(r.units) && !r.units[unit].at.IsZero() {
		return r.units[unit].at
	}
	return r.rec.Created
}

// addFindings turns the findings into facts of the fault.
func (r *reader) addFindings() {
	for _, f := range r.findings {
		relation, modality, kind := f.reading.meaning()
		if relation == 0 {
			continue
		}
		from, to := r.fault(), r.target(f, kind)
		if relation == graph.FailedToResolve {
			from, to = to, from
		}
		fact := r.add(relation, from, to, f.quote, f.rule, f.confidence)
		fact.Modality, fact.Date = modality, r.dateOf(f.unit)
		if kind == graph.Fault {
			r.addPartsOf(to, f)
		}
	}
}

// meaning is the statement that a reading makes, 0 for none.
func (rd reading) meaning() (graph.Relation, graph.Modality, graph.Kind) {
	switch rd {
	case caused:
		return graph.CausedBy, graph.Asserted, graph.Fault
	case suspected:
		return graph.CausedBy, graph.Suspected, graph.Fault
	case cleared:
		return graph.CausedBy, graph.RuledOut, graph.Fault
	case done:
		return graph.ResolvedBy, graph.Asserted, graph.Action
	case tried:
		return graph.ResolvedBy, graph.Suspected, graph.Action
	case failed:
		return graph.FailedToResolve, graph.Asserted, graph.Action
	}
	return 0, 0, 0
}

// target is the node of a cause or an action. Causes that name the same thing
// are one, so that a suspicion meets what clears it; an action is told apart by
// its place.
func (r *reader) target(f finding, kind graph.Kind) graph.Mention {
	name := engine.Untrusted(r.layout.of(f.target))
	if kind == graph.Action {
		return graph.Mention{Kind: kind, Key: fmt.Sprintf("action:%d", f.quote.Start), Name: name, Span: f.quote}
	}
	return graph.Mention{Kind: kind, Key: "cause:" + r.topic(f.target), Name: name, Span: f.quote}
}

// topic is what a cause is about: the device that it names, else the things,
// else its place.
func (r *reader) topic(s graph.Span) string {
	for _, n := range r.namesIn(s) {
		if n.Kind == graph.Component && !n.Area {
			return strings.TrimPrefix(n.Key, "component:")
		}
	}
	var things []string
	for _, w := range r.x.grammar.split(nil, r.layout.text, s.Start, s.End) {
		if w.class&part != 0 && !slices.Contains(things, singular(w.text)) {
			things = append(things, singular(w.text))
		}
	}
	if len(things) == 0 {
		return fmt.Sprint(s.Start)
	}
	slices.Sort(things)
	return strings.Join(things, "+")
}

func singular(w string) string {
	if len(w) > 3 && strings.HasSuffix(w, "s") && !strings.HasSuffix(w, "ss") {
		return w[:len(w)-1]
	}
	return w
}

// namesIn returns what is named in a part of the text.
func (r *reader) namesIn(s graph.Span) []named {
	for _, p := range r.units {
		if p.Start <= s.Start && s.End <= p.End {
			return within(p.names, s)
		}
	}
	words := r.x.grammar.split(nil, r.layout.text, s.Start, s.End)
	return r.x.entities(r.layout.text, words, r.system)
}

// addPartsOf says which components a cause lies in. One that is only referred
// to by a pronoun is the last that was named before.
func (r *reader) addPartsOf(cause graph.Mention, f finding) {
	if f.reading != caused {
		return
	}
	list := r.namesIn(f.target)
	confidence := f.confidence
	if len(list) == 0 {
		if n, ok := r.antecedent(f); ok {
			list, confidence = []named{n}, confidence*0.7
		}
	}
	for _, n := range list {
		if n.Kind == graph.Component && !n.Area {
			r.add(graph.HasFault, r.mention(n.Entity, n.Span), cause, f.quote, f.rule, confidence)
			return
		}
	}
}

// antecedent is what the pronoun of a finding stands for: the last component
// that was named before it in its unit.
func (r *reader) antecedent(f finding) (named, bool) {
	if f.unit >= len(r.units) {
		return named{}, false
	}
	p := r.units[f.unit]
	refers := false
	at, _ := slices.BinarySearchFunc(p.words, f.quote.Start, func(w word, start int) int { return w.start - start })
	for _, w := range p.words[at:] {
		if w.end > f.quote.End {
			break
		}
		refers = refers || w.text == "it" || w.text == "its" || w.text == "it's"
	}
	for i := len(p.names) - 1; refers && i >= 0; i-- {
		if n := p.names[i]; n.End <= f.quote.Start && n.Kind == graph.Component && !n.Area {
			return n, true
		}
	}
	return named{}, false
}

// maxSymptoms is how many symptoms a record gives, and where they are looked for:
// in the first words of its first paragraphs.
const (
	maxSymptoms  = 3
	symptomUnits = 4
	symptomWords = 400
)

// addSymptoms adds the clauses that say how the fault showed: they hold a word
// of trouble, and nothing else was read from them.
func (r *reader) addSymptoms() {
	if s, ok := r.layout.value("Description"); ok && r.rec.Collection == engine.Downtime {
		r.addSymptom(s, r.x.grammar.split(nil, r.layout.text, s.Start, s.End), 0)
		return
	}
	n := 0
	for i, p := range r.units[:min(symptomUnits, len(r.units))] {
		for _, c := range r.x.clauses(r.layout.text, p.words[:min(symptomWords, len(p.words))]) {
			if n == maxSymptoms {
				return
			}
			if c.has&(trouble|hard) == 0 || c.has&(plan|hypo) != 0 || c.tail == '?' || len(c.words) < 2 || r.isRead(c.span()) {
				continue
			}
			r.addSymptom(c.span(), c.words, i)
			n++
		}
	}
}

func (r *reader) isRead(s graph.Span) bool {
	return slices.ContainsFunc(r.findings, func(f finding) bool { return f.quote.Start < s.End && s.Start < f.quote.End })
}

// addSymptom adds a symptom. Symptoms of the same word at the same component
// are one node in all records, so that two faults that look alike meet there. It
// is called what the first record says: "rising", not what brings its forms
// together.
func (r *reader) addSymptom(s graph.Span, words []word, unit int) {
	at := slices.IndexFunc(words, func(w word) bool { return w.class&(trouble|hard) != 0 })
	if at < 0 {
		return
	}
	where, name := r.system, string(r.rec.System)
	if t := r.sheet.Fault; len(t.Components) > 0 {
		where = t.Components[0]
		name = strings.ToUpper(strings.TrimPrefix(where, "component:"))
	}
	said := words[at].text
	word := lemma(said)
	symptom := graph.Mention{
		Kind: graph.Symptom, Key: "symptom:" + word + "@" + where, Name: engine.Untrusted(strings.TrimSpace(name + " " + said)), Span: s,
	}
	r.add(graph.HasSymptom, r.fault(), symptom, s, "symptom:"+word, 0.7).Date = r.dateOf(unit)
}

// lemma brings the forms of a word together.
func lemma(w string) string {
	for _, suffix := range []string{"ping", "ped", "ing", "ed", "es", "s"} {
		if base, ok := strings.CutSuffix(w, suffix); ok && len(base) >= 3 {
			return base
		}
	}
	return w
}
