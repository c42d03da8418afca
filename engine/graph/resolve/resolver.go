package resolve

import (
	"cmp"
	"slices"
	"strings"

	"owl/engine/graph"
	"owl/engine/graph/extract"
)

// Resolver holds the sheets of records. It is not safe for concurrent use; the
// graphs that it makes are.
type Resolver struct {
	gaz    *extract.Gazetteer
	sheets map[string]*graph.Sheet // by doc_id
}

// New makes a resolver that knows the names of a gazetteer, which may be nil.
func New(g *extract.Gazetteer) *Resolver {
	return &Resolver{gaz: g, sheets: map[string]*graph.Sheet{}}
}

// Put adds the sheet of a record, in place of the one that it had.
func (r *Resolver) Put(s graph.Sheet) { r.sheets[s.DocID] = &s }

// Drop removes the sheet of a record that is gone.
func (r *Resolver) Drop(docID string) { delete(r.sheets, docID) }

// Len is the number of sheets.
func (r *Resolver) Len() int { return len(r.sheets) }

// Graph joins the sheets.
func (r *Resolver) Graph() *graph.Graph {
	ordered := make([]*graph.Sheet, 0, len(r.sheets))
	facts := 0
	for _, s := range r.sheets {
		ordered = append(ordered, s)
		facts += len(s.Facts)
	}
	slices.SortFunc(ordered, func(a, b *graph.Sheet) int {
		return cmp.Or(a.Created.Compare(b.Created), strings.Compare(a.DocID, b.DocID))
	})
	w := &writer{
		b: graph.NewBuilder(len(ordered)+facts, facts+len(ordered)), records: newDirectory(ordered), nodes: map[*episode]graph.ID{},
		episodes: newEpisodes(ordered, r.isArea), names: r.gaz.Names,
	}
	for _, s := range ordered {
		w.write(s)
	}
	w.recurrences()
	return w.b.Build()
}

func (r *Resolver) isArea(key string) bool {
	e, ok := r.gaz.Entity(key)
	return ok && e.Area
}

// directory finds records by what other records call them.
type directory struct {
	byID  map[string]string // node key by native id, "" when several records have it
	byRev map[string]string // node key by native id and revision
	kinds map[string]graph.Kind
}

// nodeKey is the key of a record's node; the parts of a work request share one.
func nodeKey(s *graph.Sheet) string {
	if s.ParentID != "" {
		return "doc:" + s.ParentID
	}
	return "doc:" + s.DocID
}

func newDirectory(sheets []*graph.Sheet) directory {
	n := len(sheets)
	d := directory{byID: make(map[string]string, n), byRev: map[string]string{}, kinds: make(map[string]graph.Kind, n)}
	newest := map[string]int{}
	for _, s := range sheets {
		key := nodeKey(s)
		if _, ok := d.kinds[key]; !ok {
			d.kinds[key] = s.Kind
		}
		if s.Revision > 0 {
			d.byRev[s.FileID+"#"+revision(s.Revision)] = key
			if s.Revision >= newest[s.FileID] { // a reference means the newest revision
				newest[s.FileID], d.byID[s.FileID] = s.Revision, key
			}
			continue
		}
		d.add(s.FileID, key)
		if s.ParentID != "" && s.ParentID != s.FileID {
			d.add(s.ParentID, key)
		}
	}
	return d
}

func (d directory) add(id, key string) {
	if known, ok := d.byID[id]; ok && known != key {
		key = "" // ambiguous
	}
	d.byID[id] = key
}

// find returns the node key of a reference, "ref:ID" or "rev:ID#N".
func (d directory) find(reference string) (string, bool) {
	list := d.byID
	id, isRef := strings.CutPrefix(reference, "ref:")
	if !isRef {
		list, id = d.byRev, strings.TrimPrefix(reference, "rev:")
	}
	key := list[id]
	return key, key != ""
}
