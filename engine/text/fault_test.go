package text

import (
	"context"
	"errors"
	"io"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"

	"owl/engine"
	"owl/engine/disk/disktest"
)

// TestEachStepOfACommitMayFail makes every step fail in turn: readers see the old
// or the new generation, whole, and nothing is left behind.
func TestEachStepOfACommitMayFail(t *testing.T) {
	for k := int64(0); ; k++ {
		dir := t.TempDir()
		publish(t, dir, Options{SegmentDocs: 4}, bodies("beam", "beam", "dump", "dump", "dump")...)
		before := files(t, dir)
		failed := changeWithFaults(t, dir, k)
		x, err := Open(dir)
		if err != nil {
			t.Fatal(err)
		}
		beam, dump := keys(t, x, engine.Query{Text: "beam"}), keys(t, x, engine.Query{Text: "dump"})
		oldSeen := slices.Equal(beam, []engine.ChunkKey{1, 2}) && slices.Equal(dump, []engine.ChunkKey{3, 4, 5}) && x.Through() == 5
		newSeen := slices.Equal(beam, []engine.ChunkKey{2, 6, 7, 8, 9, 10}) && slices.Equal(dump, []engine.ChunkKey{3, 4, 5}) && x.Through() == 10
		if !oldSeen && !newSeen || !failed && !newSeen {
			t.Fatalf("step %d (failed: %v): beam %v, dump %v, through %d", k, failed, beam, dump, x.Through())
		}
		if err := errors.Join(x.Close(), Verify(dir)); err != nil {
			t.Fatalf("step %d: %v", k, err)
		}
		if after := files(t, dir); oldSeen && !slices.Equal(before, after) {
			t.Fatalf("step %d left %v, were %v", k, after, before)
		}
		publish(t, dir, Options{}, Doc{Key: 99, Body: "after"}) // the folder is free again
		if !failed {
			if k < 10 {
				t.Fatalf("only %d steps", k)
			}
			return
		}
	}
}

// changeWithFaults changes the index; the k-th step fails.
func changeWithFaults(t *testing.T, dir string, k int64) (failed bool) {
	t.Helper()
	left := new(atomic.Int64)
	left.Store(k)
	w, err := newWriter(dir, Options{SegmentDocs: 4}, disktest.Failing{Left: left})
	if err != nil {
		t.Fatal(err)
	}
	err = nil
	for key := engine.ChunkKey(6); key <= 10 && err == nil; key++ {
		err = w.Add(Doc{Key: key, Body: "beam " + strings.Repeat("filler ", int(key))})
	}
	w.Delete(1)
	err = errors.Join(err, w.Commit(context.Background(), 10))
	if err != nil && !errors.Is(err, syscall.ENOSPC) {
		t.Fatalf("step %d: error %v hides the cause", k, err)
	}
	if err := w.Close(); err != nil {
		t.Fatalf("step %d: close: %v", k, err)
	}
	return err != nil
}

func TestAFailingWorkerStopsAdd(t *testing.T) {
	left := new(atomic.Int64)
	left.Store(3)
	w, err := newWriter(t.TempDir(), Options{SegmentDocs: 10}, disktest.Failing{Left: left})
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	for key := engine.ChunkKey(1); key < 1_000_000; key++ {
		if err := w.Add(Doc{Key: key, Body: "beam"}); err != nil {
			if !errors.Is(err, syscall.ENOSPC) {
				t.Errorf("error %v", err)
			}
			if err := w.Commit(context.Background(), key); !errors.Is(err, syscall.ENOSPC) {
				t.Errorf("commit after it: %v", err)
			}
			return
		}
	}
	t.Error("a million documents were taken by a full disk")
}

func TestAPanicWhileBuildingIsAnError(t *testing.T) {
	if err := guarded(func() error { panic("bug") }); err == nil || !strings.Contains(err.Error(), "bug") {
		t.Errorf("error %v", err)
	}
	if err := guarded(func() error { return io.EOF }); !errors.Is(err, io.EOF) {
		t.Errorf("error %v", err)
	}
}

// TestAKilledWriterLeavesTheOldGeneration: what is on the disk when a writer dies
// before it publishes is removed by the next one.
func TestAKilledWriterLeavesTheOldGeneration(t *testing.T) {
	dir := t.TempDir()
	publish(t, dir, Options{}, bodies("beam")...)
	before := files(t, dir)
	w, err := NewWriter(dir, Options{SegmentDocs: 1, Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	for key := engine.ChunkKey(2); key < 200; key++ {
		if err := w.Add(Doc{Key: key, Body: "dump"}); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.stop(); err != nil {
		t.Fatal(err)
	}
	if err := w.lock.Close(); err != nil { // as the kernel does for a dead process
		t.Fatal(err)
	}
	if len(files(t, dir)) <= len(before) {
		t.Fatal("the writer left nothing")
	}
	x, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	if got := keys(t, x, engine.Query{Text: "beam dump"}); !slices.Equal(got, []engine.ChunkKey{1}) {
		t.Errorf("found %v", got)
	}
	next, err := NewWriter(dir, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer next.Close()
	if after := files(t, dir); !slices.Equal(before, after) {
		t.Errorf("left %v, were %v", after, before)
	}
}
