package brief

import (
	"context"
	"fmt"
	"slices"
	"time"

	"owl/engine"
	"owl/engine/graph"
	"owl/engine/verify"
)

// Brief is what a span of time held. Its JSON form is for programs.
type Brief struct {
	Period
	Records   int               `json:"records"` // that were written in the span
	Sections  []Section         `json:"sections"`
	Citations []engine.Citation `json:"citations"`
	Coverage  []engine.Coverage `json:"coverage"`
	Notes     []string          `json:"notes"` // what is missing, one line each
}

// Period is a span of time and what it is, such as "owl shift".
type Period struct {
	From  time.Time `json:"from"`
	Until time.Time `json:"until"` // the first instant after it
	Name  string    `json:"name,omitempty"`
}

// Section is one kind of item. One without items is not in a brief.
type Section struct {
	Title string `json:"title"`
	Sum   string `json:"sum,omitempty"` // over all of its items
	Items []Item `json:"items"`
	More  int    `json:"more,omitempty"` // items that are not shown
}

// Item is one thing that happened or is to be done.
type Item struct {
	At    time.Time        `json:"at,omitzero"`
	Until time.Time        `json:"until,omitzero"`
	What  string           `json:"what,omitempty"` // in our words: "new", "due"
	Head  engine.Untrusted `json:"head,omitempty"` // the title of a record
	DocID string           `json:"doc_id"`         // that Head is of
	Parts []Part           `json:"parts"`
	PVs   []string         `json:"pvs,omitempty"` // that the parts name
}

// Part is words of a record.
type Part struct {
	What string           `json:"what,omitempty"` // in our words: "cause", "helped"
	Text engine.Untrusted `json:"text"`
	Cite int              `json:"cite"` // the N of a citation

	record engine.Record
	at     graph.Span
}

// Source is what a brief is made from.
type Source struct {
	Lister  engine.Lister
	Records engine.Records
	Sources engine.Sources
	Graph   *graph.Graph // nil leaves the faults out, which is noted
}

// mostRecords is how many records of a span are read.
const mostRecords = 2000

// Make makes the brief of a span.
func (s Source) Make(ctx context.Context, p Period) (*Brief, error) {
	list, all, err := s.Lister.Between(ctx, engine.Filter{Since: p.From, Until: p.Until}, mostRecords)
	if err != nil {
		return nil, fmt.Errorf("list the records of the brief: %w", err)
	}
	m := &maker{Source: s, out: &Brief{Period: p, Records: all, Sections: []Section{}, Citations: []engine.Citation{}, Notes: []string{}}, list: list, records: map[string]engine.Record{}}
	for _, r := range list {
		m.records[r.DocID] = r
	}
	if left := all - len(list); left > 0 {
		m.note("%d older records of this span are left out: choose a shorter one", left)
	}
	for _, add := range []func(context.Context) error{m.losses, m.watch, m.faults, m.work, m.documents, m.log, m.cover} {
		if err := add(ctx); err != nil {
			return nil, err
		}
	}
	return m.out, nil
}

// maker collects a brief.
type maker struct {
	Source
	out     *Brief
	list    []engine.Record // of the span
	records map[string]engine.Record
}

func (m *maker) note(format string, args ...any) {
	m.out.Notes = append(m.out.Notes, fmt.Sprintf(format, args...))
}

// add adds a section, unless nothing is in it, and cites what it shows.
func (m *maker) add(s Section, most int) {
	if len(s.Items) == 0 {
		return
	}
	if len(s.Items) > most {
		s.More += len(s.Items) - most
		s.Items = s.Items[:most]
	}
	for _, item := range s.Items {
		for i := range item.Parts {
			p := &item.Parts[i]
			p.Cite = verify.CiteIn(&m.out.Citations, p.record, p.at.Start, p.at.End)
		}
	}
	m.out.Sections = append(m.out.Sections, s)
}

// part quotes a place of a record; ok is false when the place does not hold.
func (m *maker) part(what, docID string, at graph.Span) (p Part, ok bool) {
	r, ok := m.records[docID]
	if !ok {
		return Part{}, false
	}
	quote, err := verify.Quote(r, at.Start, at.End)
	return Part{What: what, Text: quote, record: r, at: at}, err == nil
}

// cover says how fresh the sources are.
func (m *maker) cover(ctx context.Context) error {
	list, err := m.Sources.Sources(ctx)
	if err != nil {
		return fmt.Errorf("list the sources of the brief: %w", err)
	}
	counts, err := m.Sources.Count(ctx, engine.Filter{Since: m.out.From, Until: m.out.Until})
	if err != nil {
		return fmt.Errorf("count the records of the brief: %w", err)
	}
	for _, source := range list {
		c := engine.Coverage{Source: source.Name, State: engine.Searched, Searched: counts[source.Name], FreshAsOf: engine.RFC3339(source.FreshAsOf)}
		if len(source.Errors) > 0 {
			c.State = engine.Failed
			m.note("source %s: its last run had %d errors, owl sources lists them", source.Name, len(source.Errors))
		}
		m.out.Coverage = append(m.out.Coverage, c)
	}
	return nil
}

// PVs lists the PVs that the brief names, each once.
func (b *Brief) PVs() []string {
	var out []string
	for _, s := range b.Sections {
		for _, i := range s.Items {
			for _, pv := range i.PVs {
				if !slices.Contains(out, pv) {
					out = append(out, pv)
				}
			}
		}
	}
	return out
}
