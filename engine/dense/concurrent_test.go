package dense

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"testing"

	"golang.org/x/sync/errgroup"

	"owl/engine"
)

// TestSearchWhileGenerationsChange searches from several goroutines while
// another publishes and refreshes; each search sees one generation whole: five
// chunks of one direction.
func TestSearchWhileGenerationsChange(t *testing.T) {
	const dim = 40
	dir := t.TempDir()
	w := newTestWriter(t, dir, dim, Options{SegmentRows: 2})
	defer w.Close()
	directions := spreadVectors(9, dim)
	generation := func() {
		v := directions.next()
		for key := range engine.ChunkKey(5) {
			add(t, w, Entry{Key: 1 + key*300, Vector: v})
		}
		commit(t, w)
	}
	generation()
	x := open(t, dir, dim)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var group errgroup.Group
	for n := range 4 {
		group.Go(func() error {
			q := spreadVectors(uint64(n), dim).next()
			for ctx.Err() == nil {
				hits, err := x.Search(t.Context(), q, engine.Filter{}, 20)
				if err != nil {
					return err
				}
				if len(hits) != 5 || hits[0].Score != hits[4].Score {
					return fmt.Errorf("hits %v of a generation with five equal ones", hits)
				}
				if v, err := x.Vectors([]engine.ChunkKey{1, 301}); err != nil || len(v[1]) != dim {
					return fmt.Errorf("vectors %v, %w", v, err)
				}
			}
			return nil
		})
	}
	for range 30 {
		generation()
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
	x := build(t, t.TempDir(), 2, one(1))
	held, err := x.acquire()
	if err != nil {
		t.Fatal(err)
	}
	if err := x.Close(); err != nil {
		t.Fatal(err)
	}
	if held.parts[0].Segment.Rows() != 1 {
		t.Error("the files are gone while a search uses them")
	}
	if err := held.leave(); err != nil {
		t.Error(err)
	}
	if held.parts[0].Segment.Rows() != 0 {
		t.Error("the files are still mapped")
	}
	_, err1 := x.Search(t.Context(), []float32{1, 1}, engine.Filter{}, 1)
	_, err2 := x.Refresh()
	_, err3 := x.Missing(nil)
	_, err4 := x.Vectors(nil)
	for i, err := range []error{err1, err2, err3, err4} {
		if !errors.Is(err, fs.ErrClosed) {
			t.Errorf("call %d: %v", i, err)
		}
	}
	if x.Len() != 0 || x.Last() != 0 {
		t.Error("a closed index has chunks")
	}
}

// TestARefreshKeepsWhatStays: segments that did not change stay mapped, also when
// something of them was deleted, so that their blocks are not checked again.
func TestARefreshKeepsWhatStays(t *testing.T) {
	dir := t.TempDir()
	x := build(t, dir, 2, one(1), one(2), one(3), one(4), one(5), one(6))
	before := x.now.parts[0].Segment
	w := newTestWriter(t, dir, 2, Options{})
	defer w.Close()
	w.Delete(2)
	add(t, w, one(7))
	commit(t, w)
	if _, err := x.Refresh(); err != nil {
		t.Fatal(err)
	}
	if len(x.now.parts) != 2 || x.now.parts[0].Segment != before || x.Len() != 6 {
		t.Errorf("%d chunks, %+v", x.Len(), x.now.manifest)
	}
}
