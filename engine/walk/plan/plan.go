package plan

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"owl/engine"
	"owl/engine/graph"
	"owl/engine/verify"
	"owl/engine/walk"
)

// Source is what a plan is made from.
type Source struct {
	Graph   *graph.Graph
	Records engine.Records
	Now     time.Time // age counts from here

	Describe func(pv string) string // what a channel list says of a PV; nil without one
}

// Limits of a plan.
const (
	maxFaults = 14 // whose chains are read
	maxCauses = 7
	maxLooks  = 3 // checks by what was seen, a cause
	maxDeeds  = 2 // a cause
	maxPeople = 4
)

// Make plans the walkthrough of a symptom from the records that were found for it,
// best first. The error is engine.ErrNotFound when they say nothing of a cause.
func (s Source) Make(ctx context.Context, symptom engine.Untrusted, found []engine.Passage) (walk.Plan, error) {
	m := &maker{Source: s, symptom: wordsOf(string(symptom)), records: map[string]engine.Record{}, plan: walk.Plan{Symptom: symptom}}
	for _, e := range s.Graph.Entities(string(symptom), 8, graph.Component) {
		m.named = append(m.named, e.ID)
	}
	faults, err := m.relevant(ctx, found)
	if err != nil {
		return walk.Plan{}, err
	}
	if err := m.load(ctx, found, faults); err != nil {
		return walk.Plan{}, err
	}
	for _, f := range faults {
		m.addChain(f)
	}
	m.addTables(found)
	m.settle()
	if len(m.plan.Causes) == 0 {
		return walk.Plan{}, fmt.Errorf("plan a walkthrough: no record says what causes %q: %w", symptom, engine.ErrNotFound)
	}
	return m.plan, m.addContacts(ctx, faults)
}

// maker collects a plan.
type maker struct {
	Source
	symptom words
	named   []graph.ID // components that the symptom names
	records map[string]engine.Record
	tables  []table
	drafts  []*draft
	plan    walk.Plan
}

// load reads the records that are quoted.
func (m *maker) load(ctx context.Context, found []engine.Passage, faults []fault) error {
	for _, p := range found {
		m.records[p.Record.DocID] = p.Record
	}
	var ids []string
	for _, f := range faults {
		ids = append(ids, f.documents()...)
	}
	return m.read(ctx, ids)
}

// read fetches records that are not there yet.
func (m *maker) read(ctx context.Context, ids []string) error {
	if err := engine.Fetch(ctx, m.Records, m.records, ids); err != nil {
		return fmt.Errorf("read the records of the faults: %w", err)
	}
	return nil
}

// cite returns the number of a citation; 0 when the place is not in its record.
func (m *maker) cite(docID string, at graph.Span) int {
	r, ok := m.records[docID]
	if !ok {
		return 0
	}
	return verify.CiteIn(&m.plan.Citations, r, at.Start, at.End)
}

// settle keeps the likeliest causes and makes the checks.
func (m *maker) settle() {
	slices.SortStableFunc(m.drafts, func(a, b *draft) int { return cmp.Compare(b.weight, a.weight) })
	m.drafts = m.drafts[:min(len(m.drafts), maxCauses)]
	total := 0.0
	for _, d := range m.drafts {
		total += d.weight
	}
	for i, d := range m.drafts {
		m.plan.Causes = append(m.plan.Causes, m.cause(d, d.weight/total*(1-walk.Unknown)))
		m.addChecks(i, d)
	}
}

// addContacts adds the people of the likeliest faults.
func (m *maker) addContacts(ctx context.Context, faults []fault) error {
	var topics []graph.ID
	for _, f := range faults[:min(len(faults), maxPeople)] {
		topics = append(topics, f.chain.Fault.ID)
	}
	experts, err := m.Graph.Experts(ctx, topics, maxPeople)
	if err != nil {
		return fmt.Errorf("look for contacts: %w", err)
	}
	var ids []string
	for _, x := range experts {
		ids = append(ids, x.Proof[0].Evidence.DocID)
	}
	if err := m.read(ctx, ids); err != nil {
		return err
	}
	for _, x := range experts {
		e := x.Proof[0].Evidence
		cite := m.cite(e.DocID, graph.Span{Start: e.Start, End: e.End})
		m.plan.Contacts = append(m.plan.Contacts, walk.Contact{Name: x.Person.Name, Last: engine.RFC3339(x.Last), Cite: cite})
	}
	return nil
}
