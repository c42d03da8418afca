package extract

import (
	"fmt"
	"strings"

	"owl/engine"
	"owl/engine/graph"
)

// Version rises with every change that reads other facts from some record.
const Version = 2

// Extractor reads records. It is safe for concurrent use.
type Extractor struct {
	gaz     *Gazetteer
	grammar *grammar
}

// New makes an extractor that knows the names of a gazetteer, which may be nil.
func New(g *Gazetteer) (*Extractor, error) {
	if g == nil {
		g = NewGazetteer(nil, nil)
	}
	l, err := newGrammar()
	if err != nil {
		return nil, fmt.Errorf("make extractor: %w", err)
	}
	return &Extractor{gaz: g, grammar: l}, nil
}

// Stamp changes when the same record may give another sheet.
func (x *Extractor) Stamp() string { return fmt.Sprintf("%d-%s", Version, x.gaz.Hash()) }

// Gazetteer returns what the extractor knows by name.
func (x *Extractor) Gazetteer() *Gazetteer { return x.gaz }

// kindOf says what node stands for a record.
func kindOf(rec engine.Record) graph.Kind {
	switch rec.Collection {
	case engine.Logbook, engine.Chat:
		return graph.LogEntry
	case engine.WorkOrder:
		return graph.WorkRequest
	case engine.Downtime:
		return graph.Downtime
	case engine.Documents:
		if isProcedure(string(rec.Title) + "\n" + string(rec.Content)) {
			return graph.Procedure
		}
	}
	return graph.Document
}

// isProcedure reports whether a controlled document says what to do: one of its
// headings or its title does.
func isProcedure(text string) bool {
	for line := range strings.Lines(text) {
		line = strings.ToLower(strings.TrimLeft(line, "# 0123456789.\t"))
		for _, word := range []string{"procedure", "steps", "check list", "checklist", "recovery", "what to do", "actions", "method"} {
			if strings.HasPrefix(line, word) {
				return true
			}
		}
	}
	return false
}

// reader is one record while it is read.
type reader struct {
	x        *Extractor
	rec      engine.Record
	layout   *layout
	system   string // key of what the record is filed under
	title    []word
	names    []named // in the title, with places in the title
	units    []prose
	findings []finding
	days     []string // that the text names
	sheet    graph.Sheet
}

// prose is a unit with its words and what they name.
type prose struct {
	unit
	words []word
	names []named
}

// Extract reads a record. The same record always gives the same sheet.
func (x *Extractor) Extract(rec engine.Record) graph.Sheet {
	r := &reader{x: x, rec: rec, layout: newLayout(rec)}
	r.sheet = graph.Sheet{
		DocID: rec.DocID, FileID: rec.FileID, ParentID: rec.ParentID, Kind: kindOf(rec), Title: rec.Title, Created: rec.Created,
	}
	if rec.System != "" {
		r.system = "system:" + strings.ToLower(string(rec.System))
	}
	title := string(rec.Title)
	r.title = x.grammar.split(nil, title, 0, len(title))
	r.names = x.entities(title, r.title, r.system)
	markParts(r.title, r.names)
	for _, u := range r.layout.units {
		p := prose{unit: u, words: x.grammar.split(nil, r.layout.text, u.Start, u.End)}
		p.names = x.entities(r.layout.text, p.words, r.system)
		markParts(p.words, p.names)
		r.units = append(r.units, p)
	}
	r.readFindings()
	r.addRecord()
	r.addTrouble()
	return r.sheet
}

// markParts makes what the gazetteer knows a thing that can break.
func markParts(words []word, names []named) {
	for _, n := range names {
		if n.Kind == graph.Component || n.Kind == graph.PV {
			for i := n.first; i <= n.last; i++ {
				words[i].class |= part
			}
		}
	}
}

// scopeOf says what the prose of a record can tell, and false when it tells
// nothing about what happened: a manual says what to do.
func scopeOf(rec engine.Record) (scope, bool) {
	switch rec.Collection {
	case engine.WorkOrder:
		return scope{actions: rec.ChunkType != "description", report: rec.ChunkType == "work_performed"}, true
	case engine.Logbook, engine.Chat, engine.Downtime:
		return scope{actions: true}, true
	}
	return scope{}, false
}

// maxFindings is the most that is taken from one record: an entry of a log book
// says less, and what says more is a dump.
const maxFindings = 200

// readFindings reads what the record says about its fault.
func (r *reader) readFindings() {
	s, tells := scopeOf(r.rec)
	if !tells {
		return
	}
	if r.rec.Collection == engine.Downtime {
		r.readRow()
	}
	for i, u := range r.units {
		if strings.HasPrefix(r.layout.of(u.Span), "Plan:") {
			continue
		}
		for _, f := range r.x.read(r.layout.text, u.words, r.title, s) {
			f.unit = i
			r.findings = append(r.findings, f)
		}
		if len(r.findings) >= maxFindings {
			r.findings = r.findings[:maxFindings]
			break
		}
	}
	r.findings = dropMinor(r.findings)
	r.applyTitle()
}

// readRow reads the fields of a downtime row.
func (r *reader) readRow() {
	l := r.layout
	if s, ok := l.value("Cause"); ok && !strings.HasPrefix(strings.ToLower(l.of(s)), "access") {
		r.findings = append(r.findings, finding{reading: caused, quote: s, target: s, rule: "field:cause", confidence: 0.95})
	}
	if s, ok := l.value("Description"); ok {
		words := r.x.grammar.split(nil, l.text, s.Start, s.End)
		markParts(words, r.x.entities(l.text, words, r.system))
		r.findings = append(r.findings, r.x.read(l.text, words, r.title, scope{})...)
	}
	if s, ok := l.value("Resolution"); ok {
		f := finding{reading: done, quote: s, target: s, rule: "field:resolution", confidence: 0.9}
		value := strings.ToLower(l.of(s))
		switch {
		case strings.HasPrefix(value, "none") || strings.HasPrefix(value, "nothing"):
			return
		case strings.Contains(value, "suspicion") || strings.Contains(value, "not proven") || strings.Contains(value, "unknown"):
			f.reading, f.confidence = tried, 0.6
		}
		r.findings = append(r.findings, f)
	}
}
