package text

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"testing"

	"golang.org/x/sync/errgroup"

	"owl/engine"
	"owl/engine/disk/disktest"
)

// TestSearchWhileGenerationsChange searches from several goroutines while
// another publishes and refreshes; each search sees one generation whole.
func TestSearchWhileGenerationsChange(t *testing.T) {
	dir := t.TempDir()
	x := build(t, dir, bodies(strings.Fields("g0 g0 g0 g0 g0")...)...)
	w, err := newWriter(dir, Options{SegmentDocs: 2}, disktest.Fast{})
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	var group errgroup.Group
	for n := range 4 {
		group.Go(func() error {
			for ctx.Err() == nil {
				hits, err := x.Search(context.Background(), engine.Query{Text: "beam", Phrases: []string{"common text"}[:n%2]}, 20, n == 0)
				if err != nil {
					return err
				}
				if len(hits) != 0 && len(hits) != 5 {
					return fmt.Errorf("%d hits of a generation that has 5", len(hits))
				}
			}
			return nil
		})
	}
	for generation := range 30 {
		for key := range engine.ChunkKey(5) {
			if err := w.Add(Doc{Key: 1 + key*300, Body: fmt.Sprintf("beam generation %d common text", generation)}); err != nil {
				t.Fatal(err)
			}
		}
		w.Delete(2, 3, 4, 5)
		if err := w.Commit(ctx, 1); err != nil {
			t.Fatal(err)
		}
		if _, err := x.Refresh(); err != nil {
			t.Fatal(err)
		}
	}
	cancel()
	if err := group.Wait(); err != nil {
		t.Error(err)
	}
}

func TestAClosedIndexRefuses(t *testing.T) {
	x := build(t, t.TempDir(), bodies("beam")...)
	held, err := x.acquire()
	if err != nil {
		t.Fatal(err)
	}
	if err := x.Close(); err != nil {
		t.Fatal(err)
	}
	if held.segments[0].Segment.Docs() != 1 {
		t.Error("the files are gone while a search uses them")
	}
	if err := held.leave(); err != nil {
		t.Error(err)
	}
	if held.segments[0].Segment.Docs() != 0 {
		t.Error("the files are still mapped")
	}
	if _, err := x.Search(context.Background(), engine.Query{Text: "beam"}, 1, false); !errors.Is(err, fs.ErrClosed) {
		t.Errorf("search: %v", err)
	}
	if _, err := x.Refresh(); !errors.Is(err, fs.ErrClosed) {
		t.Errorf("refresh: %v", err)
	}
	if x.Through() != 0 || x.Stats() != (Stats{}) {
		t.Error("a closed index has statistics")
	}
}
