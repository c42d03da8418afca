package resolve

import (
	"cmp"
	"slices"
	"strings"

	"owl/engine"
	"owl/engine/graph"
)

func byDate(a, b *graph.Sheet) int {
	return cmp.Or(a.Created.Compare(b.Created), strings.Compare(a.DocID, b.DocID))
}

// writer puts sheets into a graph.
type writer struct {
	b        *graph.Builder
	records  directory
	episodes *episodes
	names    map[string][]string // aliases by key
}

func evidence(s *graph.Sheet, at graph.Span, rule string, confidence float64) graph.Evidence {
	return graph.Evidence{DocID: s.DocID, Start: at.Start, End: at.End, Extractor: rule, Confidence: confidence, Date: s.Created}
}

// record adds the node of a record. Its place is the opening of its text.
func (w *writer) record(s *graph.Sheet) graph.ID {
	var at graph.Span
	for _, f := range s.Facts {
		if f.From.Key == "this" {
			at = f.From.Span
			break
		}
	}
	name := s.Title
	if s.ParentID != "" {
		name = engine.Untrusted(s.ParentID) + ": " + name
	}
	id := w.b.Node(s.Kind, nodeKey(s), name, evidence(s, at, "record", 1))
	w.b.Record(s.DocID, id)
	w.b.Alias(id, s.FileID)
	return id
}

// facts adds what a sheet says.
func (w *writer) facts(s *graph.Sheet) {
	for _, f := range s.Facts {
		from, ok := w.node(s, f.From, f)
		if !ok {
			continue
		}
		to, ok := w.node(s, f.To, f)
		if !ok || from == to {
			continue
		}
		e := graph.Evidence{DocID: s.DocID, Start: f.Quote.Start, End: f.Quote.End, Extractor: f.Extractor, Confidence: f.Confidence, Date: f.Date}
		w.b.Edge(from, w.relation(f), to, f.Modality, e)
	}
}

// relation of a fact: who names a procedure follows it.
func (w *writer) relation(f graph.Fact) graph.Relation {
	if f.Relation == graph.Mentions && strings.HasPrefix(f.To.Key, "ref:") {
		if key, ok := w.records.find(f.To.Key); ok && w.records.kinds[key] == graph.Procedure {
			return graph.FollowsProcedure
		}
	}
	return f.Relation
}

// node returns the node that a mention stands for, and false when it stands for
// nothing in the graph.
func (w *writer) node(s *graph.Sheet, m graph.Mention, f graph.Fact) (graph.ID, bool) {
	kind, key := m.Kind, m.Key
	local, place, _ := strings.Cut(key, ":")
	switch local {
	case "this":
		key = nodeKey(s)
		kind = w.records.kinds[key]
	case "ref", "rev":
		known, ok := w.records.find(key)
		if !ok {
			return 0, false
		}
		return w.b.Node(w.records.kinds[known], known, m.Name, evidence(s, m.Span, f.Extractor, f.Confidence)), true
	case "fault":
		return w.fault(s)
	case "cause", "action":
		ep := w.episodes.of(s)
		if ep == nil {
			return 0, false
		}
		owner := ep.key[len("fault:"):]
		if local == "action" {
			owner = s.DocID
		}
		key = local + ":" + owner + ":" + place
	}
	id := w.b.Node(kind, key, m.Name, evidence(s, m.Span, f.Extractor, f.Confidence))
	for _, name := range w.names[key] {
		w.b.Alias(id, name)
	}
	if local == "cause" || local == "action" {
		w.b.Alias(id, string(m.Name))
	}
	return id, true
}

// of returns the episode of a sheet, nil when it is no fault.
func (e *episodes) of(s *graph.Sheet) *episode {
	ep := e.bySheet[s]
	if ep == nil || ep.now().key == "" {
		return nil
	}
	return ep.now()
}

// fault returns the node of the fault that a sheet is about.
func (w *writer) fault(s *graph.Sheet) (graph.ID, bool) {
	ep := w.episodes.of(s)
	if ep == nil {
		return 0, false
	}
	head := ep.head()
	id := w.b.Node(graph.Fault, ep.key, head.Fault.Name, evidence(head, head.Fault.Span, "title", 0.9))
	w.b.Alias(id, string(s.Fault.Name))
	return id, true
}

// faults joins the faults to their records, components and systems, and to
// their returns.
func (w *writer) faults() {
	for _, ep := range w.episodes.list {
		if ep.key == "" {
			continue
		}
		for _, s := range ep.sheets {
			w.report(s)
		}
	}
	w.recurrences()
}

// report joins a record to its fault.
func (w *writer) report(s *graph.Sheet) {
	fault, _ := w.fault(s)
	record := w.record(s)
	relation, rule := graph.Mentions, "record"
	switch {
	case s.Kind == graph.Downtime:
		relation, rule = graph.CausedBy, graph.EventRule
	case s.Fault.Event:
		rule = graph.EventRule
	}
	e := evidence(s, s.Fault.Span, rule, 0.9)
	w.b.Edge(record, relation, fault, graph.Asserted, e)
	e.Extractor = "title"
	for _, key := range s.Fault.Components {
		if id, ok := w.known(s, graph.Component, key, "component:"); ok {
			w.b.Edge(id, graph.HasFault, fault, graph.Asserted, e)
		}
	}
	for _, key := range s.Fault.Systems {
		if id, ok := w.known(s, graph.System, key, "system:"); ok {
			w.b.Edge(fault, graph.AboutSystem, id, graph.Asserted, e)
		}
	}
}

// known returns the node of a component or system that a title names; it is
// made when no text names it.
func (w *writer) known(s *graph.Sheet, kind graph.Kind, key, prefix string) (graph.ID, bool) {
	name := strings.ToUpper(strings.TrimPrefix(key, prefix))
	if kind == graph.System {
		return w.b.Lookup(key)
	}
	id := w.b.Node(kind, key, engine.Untrusted(name), evidence(s, s.Fault.Span, "title", 0.9))
	for _, alias := range w.names[key] {
		w.b.Alias(id, alias)
	}
	return id, true
}

// recurrences joins each fault to the next one of the same component that
// shares a telling word.
func (w *writer) recurrences() {
	e := w.episodes
	for _, component := range sorted(e.byComponent) {
		if e.areas[component] {
			continue
		}
		var list []*episode
		for _, ep := range e.byComponent[component] {
			if now := ep.now(); now.key != "" && !slices.Contains(list, now) {
				list = append(list, now)
			}
		}
		slices.SortStableFunc(list, func(a, b *episode) int { return a.from.Compare(b.from) })
		for i, later := range list {
			for j := i - 1; j >= max(0, i-5); j-- {
				if e.sharesEpisode(list[j], later) {
					w.recurred(list[j], later)
					break
				}
			}
		}
	}
}

func sorted(m map[string][]*episode) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

func (e *episodes) sharesEpisode(a, b *episode) bool {
	return slices.ContainsFunc(b.sheets, func(s *graph.Sheet) bool { return e.sharesWord(a, s) })
}

func (w *writer) recurred(earlier, later *episode) {
	from, _ := w.fault(earlier.sheets[0])
	to, _ := w.fault(later.sheets[0])
	head := later.head()
	w.b.Edge(from, graph.RecurredAs, to, graph.Asserted, evidence(head, head.Fault.Span, "time order", 0.7))
}
