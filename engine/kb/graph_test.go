package kb

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"owl/engine"
	"owl/engine/graph"
	"owl/engine/graph/extract"
	"owl/engine/lexicon"
	"owl/engine/store"
)

// entry is a log entry about a device on a day of 2024.
func entry(id, title, content string, day int) store.Upsert {
	up := upsert(id, content)
	up.Record.Title, up.Record.Created = engine.Untrusted(title), time.Date(2024, 1, 0, 3, 0, 0, 0, time.UTC).AddDate(0, 0, day)
	up.Hash[0] = byte(day) // the day is not in the content
	return up
}

// dump writes a graph without its numbers.
func dump(g *graph.Graph) string {
	var lines []string
	for n := range g.Nodes() {
		lines = append(lines, fmt.Sprint(n.Kind, n.Key, n.Name, n.Evidence, g.Aliases(n.ID)))
	}
	for e := range g.Edges() {
		lines = append(lines, fmt.Sprint(g.Node(e.From).Key, e.Relation, g.Node(e.To).Key, e.Modality, e.Evidence))
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

func graphOf(t *testing.T, b *Base) *graph.Graph {
	t.Helper()
	g, err := b.Graph(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func TestTheGraphHoldsWhatIsFlushed(t *testing.T) {
	dir := t.TempDir()
	w := openWriter(t, dir)
	put(t, w, entry("a", "BV-1 trip, no gas", "0310 BV-1 tripped. Replaced the coil of BV-1, it was corroded.", 10))
	flush(t, w)
	reader := open(t, dir)
	for name, b := range map[string]*Base{"writer": w.Base, "reader": reader} {
		g := graphOf(t, b)
		found := g.Find("BV-1", 1, graph.Component)
		if len(found) != 1 {
			t.Fatalf("%s: no component in %s", name, dump(g))
		}
		chains, err := g.Chains(t.Context(), found[0].ID, 5)
		if err != nil || len(chains) != 1 || len(chains[0].Resolutions) != 1 {
			t.Errorf("%s: chains %+v, %v", name, chains, err)
		}
	}
	before := graphOf(t, reader)
	if graphOf(t, reader) != before {
		t.Error("an unchanged graph was loaded again")
	}
	put(t, w, entry("b", "BV-1 trip again", "0415 BV-1 tripped again.", 12))
	flush(t, w)
	if after := graphOf(t, reader); after == before || !strings.Contains(dump(after), "BV-1 trip again") {
		t.Error("an open reader does not see what was flushed later")
	}
	if notices := reader.Notices(); len(notices) != 0 {
		t.Errorf("notices %q", notices)
	}
}

func TestTheGraphIsMended(t *testing.T) {
	dir := filled(t)
	w, err := store.OpenWriter(t.Context(), dir+"/owl.db")
	if err != nil {
		t.Fatal(err)
	}
	if err := w.ResetSheets(t.Context(), "of other rules"); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	b := open(t, dir)
	if g := graphOf(t, b); len(g.Find("Entry", 5, graph.LogEntry)) != 2 {
		t.Errorf("graph %s", dump(g))
	}
}

func TestAnotherGazetteerReadsTheRecordsAnew(t *testing.T) {
	dir := t.TempDir()
	w := openWriter(t, dir)
	put(t, w, entry("a", "no air", "the widget master tripped", 10))
	flush(t, w)
	if err := w.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	gaz := extract.NewGazetteer([]lexicon.Entry{{Acronym: "WM", Expansion: "Widget Master valve", System: "Vacuum", Synonyms: []string{"widget master"}}}, nil)
	b, err := Open(t.Context(), dir, Options{Gazetteer: gaz})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	if g := graphOf(t, b); len(g.Find("widget master", 1, graph.Component)) != 1 {
		t.Errorf("graph %s", dump(g))
	}
}

func TestAReaderWithoutTheLockUsesTheGraphThereIs(t *testing.T) {
	dir := t.TempDir()
	w := openWriter(t, dir)
	put(t, w, entry("a", "BV-1 trip", "BV-1 tripped.", 10))
	flush(t, w)
	put(t, w, entry("b", "BV-2 trip", "BV-2 tripped.", 11))
	b := open(t, dir)
	g := graphOf(t, b)
	if text := dump(g); !strings.Contains(text, "BV-1") || strings.Contains(text, "BV-2") {
		t.Errorf("graph %s", text)
	}
	if notices := strings.Join(b.Notices(), "\n"); !strings.Contains(notices, "the graph lacks 1 records") {
		t.Errorf("notices %q", notices)
	}
}

func TestLoadingTheGraphEndsWithTheContext(t *testing.T) {
	b := open(t, filled(t))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := b.Graph(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	graphOf(t, b)
}

// TestTheGraphIsAFunctionOfTheRecords applies random batches. A graph that was
// kept up to date is the one that is made anew, and nothing in it rests on a
// record that is gone. Package resolve tries many more.
func TestTheGraphIsAFunctionOfTheRecords(t *testing.T) {
	for seed := range uint64(4) {
		rng := rand.New(rand.NewPCG(seed, 0))
		dir := t.TempDir()
		w := openWriter(t, dir)
		kept := open(t, dir)
		there := map[string]bool{}
		for range 4 {
			if _, err := w.Apply(t.Context(), "ops", randomBatch(rng, there)); err != nil {
				t.Fatal(err)
			}
			flush(t, w)
			if got, want := dump(graphOf(t, kept)), dump(graphOf(t, open(t, dir))); got != want {
				t.Fatalf("seed %d: kept up to date:\n%s\nmade anew:\n%s", seed, got, want)
			}
		}
		restsOn(t, graphOf(t, kept), there)
		if err := w.Close(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
}

// randomBatch makes a batch, and notes in there which records there are after
// it.
func randomBatch(rng *rand.Rand, there map[string]bool) store.Batch {
	titles := []string{"BV-1 trip", "BV-1 trip again", "RFB tripped", "valve replaced", "quiet night"}
	texts := []string{
		"0310 dump, BV-1 tripped. Suspect the coil.", "BV-1: coil broken, replaced the coil. Held.", "RFB off due to a clogged strainer.",
		"Not the coil. See WRQ_10001 and BELY_c.", "nothing to report, BV-1 ok", "Reset BV-1, no effect. Caused by a loose connector.",
	}
	id := func() string { return string(rune('a' + rng.IntN(5))) }
	var batch store.Batch
	for range rng.IntN(5) {
		up := entry(id(), titles[rng.IntN(len(titles))], texts[rng.IntN(len(texts))], 1+rng.IntN(60))
		batch.Upserts = append(batch.Upserts, up)
		there[up.Record.DocID] = true
	}
	for range rng.IntN(3) {
		gone := id()
		batch.Deletes = append(batch.Deletes, gone)
		delete(there, gone)
	}
	return batch
}

// restsOn checks that the evidence of everything is a record that is there.
func restsOn(t *testing.T, g *graph.Graph, there map[string]bool) {
	t.Helper()
	for n := range g.Nodes() {
		if !there[n.Evidence.DocID] {
			t.Fatalf("%s %q rests on %q, which is gone", n.Kind, n.Name, n.Evidence.DocID)
		}
	}
	for e := range g.Edges() {
		if !there[e.Evidence.DocID] {
			t.Fatalf("%s rests on %q, which is gone", e.Relation, e.Evidence.DocID)
		}
	}
}

func TestWarmingLoadsTheGraphAndWritesNothing(t *testing.T) {
	dir := filled(t)
	b := open(t, dir)
	if err := b.WarmGraph(t.Context()); err != nil {
		t.Fatal(err)
	}
	warm := b.graph.loaded
	if warm == nil || graphOf(t, b) != warm {
		t.Error("the graph was loaded again")
	}
	alter(t, dir, func(s *store.Writer) error { return s.ResetSheets(t.Context(), "of other rules") })
	other := open(t, dir)
	if err := other.WarmGraph(t.Context()); err != nil || other.graph.loaded != nil {
		t.Errorf("a graph that must be made anew: loaded %t, %v", other.graph.loaded != nil, err)
	}
	if state, err := other.store.SheetState(t.Context()); err != nil || state.Stamp != "of other rules" {
		t.Errorf("%+v, %v", state, err)
	}
	if g := graphOf(t, other); len(g.Find("Entry", 5, graph.LogEntry)) != 2 {
		t.Errorf("graph %s", dump(g))
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := open(t, dir).WarmGraph(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}
