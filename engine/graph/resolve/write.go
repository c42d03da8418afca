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

// page is a sheet with its places in the graph.
type page struct {
	*graph.Sheet
	node  graph.ID // of the record
	fault graph.ID // of its episode, when it is one
	owner string   // the episode's own part of its key, "" when it is no fault
}

// writer puts sheets into a graph.
type writer struct {
	b        *graph.Builder
	records  directory
	episodes *episodes
	names    func(key string) []string // aliases of a key
	nodes    map[*episode]graph.ID
}

func evidence(s *graph.Sheet, at graph.Span, rule string, confidence float64) graph.Evidence {
	return graph.Evidence{DocID: s.DocID, Start: at.Start, End: at.End, Extractor: rule, Confidence: confidence, Date: s.Created}
}

// record adds the node of a record. Its place is the opening of its text.
func (w *writer) record(s *graph.Sheet) graph.ID {
	var at graph.Span
	for i := range s.Facts {
		if s.Facts[i].From.Key == "this" {
			at = s.Facts[i].From.Span
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

// fault adds the node of an episode that is a fault.
func (w *writer) fault(ep *episode) graph.ID {
	if id, ok := w.nodes[ep]; ok {
		return id
	}
	head := ep.head()
	id := w.b.Node(graph.Fault, ep.key, head.Fault.Name, evidence(head, head.Fault.Span, "title", 0.9))
	w.nodes[ep] = id
	return id
}

// write adds a record, what its sheet says, and how it stands to its fault.
func (w *writer) write(s *graph.Sheet) {
	p := page{Sheet: s, node: w.record(s)}
	if ep := w.episodes.of(s); ep != nil {
		p.fault, p.owner = w.fault(ep), ep.key[len("fault:"):]
		w.b.Alias(p.fault, string(s.Fault.Name))
	}
	for i := range s.Facts {
		w.fact(p, &s.Facts[i])
	}
	if p.owner != "" {
		w.report(p)
	}
}

func (w *writer) fact(p page, f *graph.Fact) {
	from, ok := w.node(p, &f.From, f)
	if !ok {
		return
	}
	to, ok := w.node(p, &f.To, f)
	if !ok || from == to {
		return
	}
	e := graph.Evidence{DocID: p.DocID, Start: f.Quote.Start, End: f.Quote.End, Extractor: f.Extractor, Confidence: f.Confidence, Date: f.Date}
	w.b.Edge(from, w.relation(f), to, f.Modality, e)
}

// relation of a fact: who names a procedure follows it.
func (w *writer) relation(f *graph.Fact) graph.Relation {
	if f.Relation == graph.Mentions && strings.HasPrefix(f.To.Key, "ref:") {
		if key, ok := w.records.find(f.To.Key); ok && w.records.kinds[key] == graph.Procedure {
			return graph.FollowsProcedure
		}
	}
	return f.Relation
}

// node returns the node that a mention stands for, and false when it stands for
// nothing in the graph.
func (w *writer) node(p page, m *graph.Mention, f *graph.Fact) (graph.ID, bool) {
	at := evidence(p.Sheet, m.Span, f.Extractor, f.Confidence)
	switch local, place, _ := strings.Cut(m.Key, ":"); local {
	case "this":
		return p.node, true
	case "fault":
		return p.fault, p.owner != ""
	case "ref", "rev":
		known, ok := w.records.find(m.Key)
		if !ok {
			return 0, false
		}
		return w.b.Node(w.records.kinds[known], known, m.Name, at), true
	case "cause", "action":
		if p.owner == "" {
			return 0, false
		}
		owner := p.owner
		if local == "action" {
			owner = p.DocID
		}
		id := w.b.Node(m.Kind, local+":"+owner+":"+place, m.Name, at)
		w.b.Alias(id, string(m.Name))
		return id, true
	}
	return w.entity(m.Kind, m.Key, m.Name, at), true
}

// entity returns the node of a key; a new one gets the names that the gazetteer
// has for it.
func (w *writer) entity(kind graph.Kind, key string, name engine.Untrusted, e graph.Evidence) graph.ID {
	if id, ok := w.b.Lookup(key); ok {
		return id
	}
	id := w.b.Node(kind, key, name, e)
	for _, alias := range w.names(key) {
		w.b.Alias(id, alias)
	}
	return id
}

// of returns the episode of a sheet, nil when it is no fault.
func (e *episodes) of(s *graph.Sheet) *episode {
	ep := e.bySheet[s]
	if ep == nil || ep.now().key == "" {
		return nil
	}
	return ep.now()
}

// report joins a record to its fault, and the fault to what the record's title
// says is broken.
func (w *writer) report(p page) {
	relation, rule := graph.Mentions, "record"
	switch {
	case p.Kind == graph.Downtime:
		relation, rule = graph.CausedBy, graph.EventRule
	case p.Fault.Event:
		rule = graph.EventRule
	}
	e := evidence(p.Sheet, p.Fault.Span, rule, 0.9)
	w.b.Edge(p.node, relation, p.fault, graph.Asserted, e)
	e.Extractor = "title"
	for _, key := range p.Fault.Components {
		name := strings.ToUpper(strings.TrimPrefix(key, "component:"))
		id := w.entity(graph.Component, key, engine.Untrusted(name), e)
		w.b.Edge(id, graph.HasFault, p.fault, graph.Asserted, e)
	}
	for _, key := range p.Fault.Systems {
		if id, ok := w.b.Lookup(key); ok {
			w.b.Edge(p.fault, graph.AboutSystem, id, graph.Asserted, e)
		}
	}
}

// maxBack is how many episodes back a fault is looked for that came again.
const maxBack = 30

// recurrences joins each fault to the earlier ones of the same component that
// show the same signs. That is not passed on from fault to fault: what a first
// shares with a second, and the second with a third, need not be the same.
func (w *writer) recurrences() {
	e := w.episodes
	for _, component := range sorted(e.byComponent) {
		if e.areas[component] || len(e.byComponent[component]) < 2 {
			continue
		}
		list := faultsOf(e.byComponent[component])
		for i, later := range list {
			for _, earlier := range list[max(0, i-maxBack):i] {
				if e.sameSigns(earlier, later) {
					w.recurred(earlier, later)
				}
			}
		}
	}
}

// faultsOf returns the episodes that are faults, by date, each once.
func faultsOf(list []*episode) []*episode {
	var faults []*episode
	seen := map[*episode]bool{}
	for _, ep := range list {
		if now := ep.now(); now.key != "" && !seen[now] {
			seen[now] = true
			faults = append(faults, now)
		}
	}
	slices.SortStableFunc(faults, func(a, b *episode) int { return a.from.Compare(b.from) })
	return faults
}

func sorted(m map[string][]*episode) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// sameSigns reports whether an event of one episode looks like one of the other.
func (e *episodes) sameSigns(a, b *episode) bool {
	for _, x := range a.events() {
		for _, y := range b.events() {
			if e.alikeEvents(signs(x), signs(y)) {
				return true
			}
		}
	}
	return false
}

// signs is the signature of a sheet without the words of the systems that it is
// filed under: all that is filed there would look alike.
func signs(s *graph.Sheet) []string {
	var filed []string
	for _, key := range s.Fault.Systems {
		filed = append(filed, graph.FoldWords(strings.TrimPrefix(key, "system:"))...)
	}
	return slices.DeleteFunc(slices.Clone(s.Fault.Signature), func(word string) bool { return slices.Contains(filed, word) })
}

// alikeEvents reports whether two signatures share half of the smaller one, with
// two telling words among it, or all when one has fewer.
func (e *episodes) alikeEvents(a, b []string) bool {
	telling, common, least := 0, 0, min(len(a), len(b))
	for _, word := range a {
		if slices.Contains(b, word) {
			common++
			if e.rare(word, e.total/40) {
				telling++
			}
		}
	}
	return telling >= max(1, min(2, least)) && 2*common >= least
}

func (w *writer) recurred(earlier, later *episode) {
	head := later.head()
	w.b.Edge(w.fault(earlier), graph.RecurredAs, w.fault(later), graph.Asserted, evidence(head, head.Fault.Span, "time order", 0.7))
}
