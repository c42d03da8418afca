package kb

import (
	"context"
	"fmt"
	"sync"

	"owl/engine"
	"owl/engine/graph"
	"owl/engine/graph/extract"
	"owl/engine/graph/resolve"
	"owl/engine/store"
)

// faultGraph is the graph as it was last loaded.
type faultGraph struct {
	extractor func() (*extract.Extractor, error) // made once

	mu       sync.Mutex
	loaded   *graph.Graph
	resolver *resolve.Resolver
	docs     map[int64]string // doc_ids by the Seq of their sheets
	current  map[string]int64 // and the other way round
	last     int64            // the highest Seq that was looked at
}

// readAtOnce is how many records are read for the graph in one transaction.
const readAtOnce = 500

// newFaultGraph makes the graph of a home whose gazetteer is g, which may be
// nil.
func newFaultGraph(g *extract.Gazetteer) *faultGraph {
	return &faultGraph{extractor: sync.OnceValues(func() (*extract.Extractor, error) { return extract.New(g) })}
}

// Graph returns the fault graph of the records, as far as they were read. It is
// loaded when it is first asked for, and again, but for what has not changed,
// when records were written since. A graph that lacks records, or that was read
// by other rules or with another gazetteer, is first brought up to date, if this
// process may write; else Notices say so.
func (b *Base) Graph(ctx context.Context) (*graph.Graph, error) { return b.loadGraph(ctx, true) }

// loadGraph loads the graph. Without mend, one that lacks something is nil.
func (b *Base) loadGraph(ctx context.Context, mend bool) (*graph.Graph, error) {
	g := b.graph
	g.mu.Lock()
	defer g.mu.Unlock()
	x, err := g.extractor()
	if err != nil {
		return nil, err
	}
	state, err := b.store.SheetState(ctx)
	if err != nil {
		return nil, fmt.Errorf("open graph: %w", err)
	}
	if state.Missing > 0 || state.Stamp != x.Stamp() {
		if !mend {
			return nil, nil
		}
		if err := b.mendGraph(ctx, x, state); err != nil {
			return nil, err
		}
	}
	return g.load(ctx, b.store, x.Gazetteer())
}

// WarmGraph loads the graph for the questions to come, with the names by which it
// is asked. One that has yet to be brought up to date is left to them: this takes
// no lock.
func (b *Base) WarmGraph(ctx context.Context) error {
	g, err := b.loadGraph(ctx, false)
	if err == nil && g != nil {
		g.Prepare()
	}
	return err
}

// mendGraph reads what was not read yet, or notes why it could not.
func (b *Base) mendGraph(ctx context.Context, x *extract.Extractor, state store.SheetState) error {
	err := b.home.withWriter(ctx, func(w *store.Writer) error { return readRecords(ctx, w, x) })
	switch {
	case err == nil:
		return nil
	case ctx.Err() != nil:
		return ctx.Err()
	case state.Missing > 0:
		b.note("the graph lacks %d records, and it could not be brought up to date: %v", state.Missing, err)
	default:
		b.note("the graph was made by other rules, and it could not be made anew: %v", err)
	}
	return nil
}

// readRecords reads every record that was not read yet, or all when the rules
// are other ones. The caller holds the lock.
func readRecords(ctx context.Context, w *store.Writer, x *extract.Extractor) error {
	state, err := w.SheetState(ctx)
	if err != nil {
		return err
	}
	if state.Stamp != x.Stamp() {
		if err := w.ResetSheets(ctx, x.Stamp()); err != nil {
			return err
		}
	} else if state.Missing == 0 {
		return nil
	}
	for after := int64(0); ; {
		list, err := w.Unread(ctx, after, readAtOnce)
		if err != nil || len(list) == 0 {
			return err
		}
		bodies, err := readAll(ctx, w, x, list)
		if err != nil {
			return err
		}
		if err := w.PutSheets(ctx, bodies); err != nil {
			return err
		}
		after = list[len(list)-1].Row
	}
}

// readAll makes the sheets of records, with what a model once read in them.
func readAll(ctx context.Context, w *store.Writer, x *extract.Extractor, list []store.Unread) (map[int64][]byte, error) {
	sheets, records := make(map[int64]*graph.Sheet, len(list)), make(map[int64]engine.Record, len(list))
	for _, u := range list {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		sheet := x.Extract(u.Record)
		sheets[u.Row], records[u.Row] = &sheet, u.Record
	}
	if err := withLearned(ctx, w, x, records, sheets); err != nil {
		return nil, err
	}
	bodies := make(map[int64][]byte, len(list))
	for row, sheet := range sheets {
		bodies[row] = sheet.Encode()
	}
	return bodies, nil
}

// load brings the graph in memory in line with the database.
func (g *faultGraph) load(ctx context.Context, s *store.Store, gaz *extract.Gazetteer) (*graph.Graph, error) {
	state, err := s.SheetState(ctx)
	if err != nil {
		return nil, fmt.Errorf("open graph: %w", err)
	}
	if g.loaded != nil && state.Last == g.last && state.Sheets == len(g.docs) {
		return g.loaded, nil
	}
	if g.resolver == nil {
		g.resolver, g.docs, g.current = resolve.New(gaz), make(map[int64]string, state.Sheets), make(map[string]int64, state.Sheets)
	}
	if err := s.EachSheet(ctx, g.last, g.put); err != nil {
		return nil, fmt.Errorf("open graph: %w", err)
	}
	if err := g.dropGone(ctx, s, state); err != nil {
		return nil, fmt.Errorf("open graph: %w", err)
	}
	g.last = max(g.last, state.Last) // the newest sheet may be gone
	g.loaded = g.resolver.Graph()
	return g.loaded, nil
}

// put takes a sheet in place of the one that its record had.
func (g *faultGraph) put(s store.Sheet) error {
	sheet, err := graph.DecodeSheet(s.Body)
	if err != nil {
		return err
	}
	if old, ok := g.current[sheet.DocID]; ok {
		delete(g.docs, old)
	}
	g.docs[s.Seq], g.current[sheet.DocID] = sheet.DocID, s.Seq
	g.resolver.Put(sheet)
	g.last = s.Seq
	return nil
}

// dropGone removes the sheets of records that are gone. Sheets that came while
// the others were loaded wait for the next time.
func (g *faultGraph) dropGone(ctx context.Context, s *store.Store, state store.SheetState) error {
	if len(g.docs) == state.Sheets {
		return nil
	}
	keys, err := s.SheetKeys(ctx)
	if err != nil {
		return err
	}
	for seq, doc := range g.docs {
		if keys[seq] {
			continue
		}
		delete(g.docs, seq)
		if g.current[doc] == seq {
			delete(g.current, doc)
			g.resolver.Drop(doc)
		}
	}
	return nil
}

// readGraph reads the records that were written since the last time for the
// graph.
func (w *Writer) readGraph(ctx context.Context) error {
	x, err := w.graph.extractor()
	if err != nil {
		return err
	}
	if err := readRecords(ctx, w.records, x); err != nil {
		return fmt.Errorf("the records are stored, but the graph is not up to date: %w; the next owl completes it", err)
	}
	return nil
}
