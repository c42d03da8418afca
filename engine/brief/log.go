package brief

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"unicode/utf8"

	"owl/engine"
	"owl/engine/graph"
	"owl/engine/prose"
)

// mostLog is how many entries of the log are shown.
const mostLog = 25

// log lists the entries and threads in the order of their time. When there are too
// many, those that say something of a fault stay.
func (m *maker) log(context.Context) error {
	s := Section{Title: "Log"}
	for _, r := range m.list {
		if !event(r) {
			continue
		}
		if parts := m.first(r, mostFirst); len(parts) > 0 {
			s.Items = append(s.Items, Item{At: r.Created, Head: r.Title, DocID: r.DocID, Parts: parts})
		}
	}
	if s.More = max(0, len(s.Items)-mostLog); s.More > 0 {
		slices.SortStableFunc(s.Items, func(a, b Item) int { return cmp.Compare(m.weight(b.DocID), m.weight(a.DocID)) })
		s.Items = s.Items[:mostLog]
		slices.SortStableFunc(s.Items, func(a, b Item) int { return a.At.Compare(b.At) })
	}
	m.add(s, mostLog)
	return nil
}

// event reports whether a record tells of its time, as an entry of a log does and
// a document does not.
func event(r engine.Record) bool {
	switch r.Collection {
	case engine.Documents, engine.WorkOrder, engine.Wiki, engine.Downtime, engine.Toolkit, engine.Apps, engine.Docs:
		return false
	}
	return true
}

// weight is how much a record says of faults.
func (m *maker) weight(docID string) int {
	if m.Graph == nil {
		return 0
	}
	id, ok := m.Graph.OfRecord(docID)
	if !ok {
		return 0
	}
	return m.Graph.Degree(id)
}

// The bytes that the beginning of a record may take, and a sentence that ends it.
const (
	mostFirst = 160
	longFirst = 320
)

// first quotes how a record begins: its first sentence, and those behind it up to so
// many bytes.
func (m *maker) first(r engine.Record, most int) []Part {
	all := prose.Sentences(string(r.Content))
	if len(all) == 0 {
		return nil
	}
	at := all[0]
	for _, next := range all[1:] {
		if next.End-at.Start > most || strings.Contains(string(r.Content[at.End:next.Start]), "\n") {
			break
		}
		at.End = next.End
	}
	at.End = cut(string(r.Content), at)
	p, ok := m.part("", r.DocID, at)
	if !ok {
		return nil
	}
	return []Part{p}
}

// cut ends a stretch that is too long behind a word.
func cut(text string, at graph.Span) int {
	if at.Len() <= longFirst {
		return at.End
	}
	end := at.Start + longFirst
	for end > at.Start+mostFirst && text[end] != ' ' {
		end--
	}
	for end < at.End && !utf8.RuneStart(text[end]) { // never within a letter
		end++
	}
	return end
}
