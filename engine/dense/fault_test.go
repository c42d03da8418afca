package dense

import (
	"errors"
	"slices"
	"sync/atomic"
	"syscall"
	"testing"

	"owl/engine"
	"owl/engine/disk/disktest"
)

func one(key engine.ChunkKey) Entry { return Entry{Key: key, Vector: []float32{1, float32(key)}} }

// TestEachStepOfACommitMayFail makes every step fail in turn: readers see the old
// or the new generation, whole, and nothing is left behind.
func TestEachStepOfACommitMayFail(t *testing.T) {
	for k := int64(0); ; k++ {
		dir := t.TempDir()
		publish(t, dir, 2, one(1), one(2), one(3), one(4), one(5))
		before := files(t, dir)
		failed := changeWithFaults(t, dir, k)
		x := open(t, dir, 2)
		got := keys(t, x, 2)
		oldSeen := slices.Equal(got, []engine.ChunkKey{1, 2, 3, 4, 5}) && x.Last() == 5
		newSeen := slices.Equal(got, []engine.ChunkKey{2, 3, 4, 5, 6, 7, 8, 9, 10}) && x.Last() == 10
		if !oldSeen && !newSeen || !failed && !newSeen {
			t.Fatalf("step %d (failed: %v): %v, last %d", k, failed, got, x.Last())
		}
		if err := Verify(t.Context(), dir, model(2)); err != nil {
			t.Fatalf("step %d: %v", k, err)
		}
		if after := files(t, dir); oldSeen && !slices.Equal(before, after) {
			t.Fatalf("step %d left %v, were %v", k, after, before)
		}
		publish(t, dir, 2, one(99)) // the folder is free again
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
	w, err := newWriter(dir, model(2), Options{SegmentRows: 4}, disktest.Failing{Left: left})
	if err != nil {
		t.Fatal(err)
	}
	err = nil
	for key := engine.ChunkKey(6); key <= 10 && err == nil; key++ {
		err = w.Add(t.Context(), one(key))
	}
	w.Delete(1)
	err = errors.Join(err, w.Commit(t.Context()))
	if err != nil && !errors.Is(err, syscall.ENOSPC) {
		t.Fatalf("step %d: error %v hides the cause", k, err)
	}
	if err != nil && w.Commit(t.Context()) == nil {
		t.Fatalf("step %d: a writer that failed goes on", k)
	}
	if err := w.Close(); err != nil {
		t.Fatalf("step %d: close: %v", k, err)
	}
	return err != nil
}

// TestAKilledWriterLeavesTheOldGeneration: what is on the disk when a writer dies
// before it publishes is removed by the next one.
func TestAKilledWriterLeavesTheOldGeneration(t *testing.T) {
	dir := t.TempDir()
	publish(t, dir, 2, one(1))
	before := files(t, dir)
	w := newTestWriter(t, dir, 2, Options{SegmentRows: 1})
	for key := engine.ChunkKey(2); key < 50; key++ {
		add(t, w, one(key))
	}
	if err := w.lock.Close(); err != nil { // as the kernel does for a dead process
		t.Fatal(err)
	}
	if len(files(t, dir)) <= len(before) {
		t.Fatal("the writer left nothing")
	}
	if got := keys(t, open(t, dir, 2), 2); !slices.Equal(got, []engine.ChunkKey{1}) {
		t.Errorf("found %v", got)
	}
	next := newTestWriter(t, dir, 2, Options{})
	defer next.Close()
	if after := files(t, dir); !slices.Equal(before, after) {
		t.Errorf("left %v, were %v", after, before)
	}
}
