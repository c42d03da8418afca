package dense

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"owl/engine"
	"owl/engine/disk/disktest"
)

func segmentName(number uint64) string { return fmt.Sprintf("%08x%s", number, segmentExt) }

// files lists the files of an index but its lock.
func files(t testing.TB, dir string) (names []string) {
	t.Helper()
	list, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range list {
		if f.Name() != "LOCK" {
			names = append(names, f.Name())
		}
	}
	return names
}

// keys returns the keys of the chunks of an index.
func keys(t fataler, x *Index, dim int) (list []engine.ChunkKey) {
	v := make([]float32, dim)
	v[0] = 1
	for _, h := range search(t, x, v, engine.Filter{}, 1<<30) {
		list = append(list, h.Chunk)
	}
	slices.Sort(list)
	return list
}

func TestNothingIsSeenBeforeCommitAndRefresh(t *testing.T) {
	dir := t.TempDir()
	x := build(t, dir, 1, Entry{Key: 1, Vector: []float32{1}})
	w := newTestWriter(t, dir, 1, Options{SegmentRows: 1}) // writes files at once
	defer w.Close()
	add(t, w, Entry{Key: 2, Vector: []float32{1}}, Entry{Key: 3, Vector: []float32{1}})
	w.Delete(1)
	if changed, err := x.Refresh(); changed || err != nil {
		t.Errorf("before Commit: %v, %v", changed, err)
	}
	commit(t, w)
	if got := keys(t, x, 1); !slices.Equal(got, []engine.ChunkKey{1}) {
		t.Errorf("before Refresh: %v", got)
	}
	if changed, err := x.Refresh(); !changed || err != nil {
		t.Errorf("after Commit: %v, %v", changed, err)
	}
	if got := keys(t, x, 1); !slices.Equal(got, []engine.ChunkKey{2, 3}) {
		t.Errorf("after Refresh: %v", got)
	}
}

func TestAKeyAddedAgainReplaces(t *testing.T) {
	dir := t.TempDir()
	x := build(t, dir, 2, Entry{Key: 1, Vector: []float32{1, 0}}, Entry{Key: 2, Vector: []float32{1, 0}}, Entry{Key: 3, Vector: []float32{1, 0}})
	w := newTestWriter(t, dir, 2, Options{})
	defer w.Close()
	w.Delete(1, 3)
	add(t, w, Entry{Key: 1, Vector: []float32{9, 9}}, Entry{Key: 2, Vector: []float32{5, 5}}, Entry{Key: 1, Vector: []float32{0, 1}})
	commit(t, w)
	if _, err := x.Refresh(); err != nil {
		t.Fatal(err)
	}
	got, err := x.Vectors([]engine.ChunkKey{1, 2, 3})
	if err != nil || fmt.Sprintf("%.2f", got) != "[[0.00 1.00] [0.71 0.71] []]" || x.Len() != 2 {
		t.Errorf("%d chunks, %.2f, %v", x.Len(), got, err)
	}
}

func TestACommitWithoutAChangePublishesNothing(t *testing.T) {
	dir := t.TempDir()
	w := newTestWriter(t, dir, 1, Options{})
	defer w.Close()
	commit(t, w) // the first says whose the index is
	x := open(t, dir, 1)
	commit(t, w)
	w.Delete(5)
	commit(t, w)
	if changed, err := x.Refresh(); changed || err != nil || x.Stats().Generation != 1 {
		t.Errorf("%v, %v, %+v", changed, err, x.Stats())
	}
	if _, err := Open(dir, model(2)); err == nil {
		t.Error("an empty index takes another model")
	}
}

func TestAnotherModelIsToldApart(t *testing.T) {
	dir := t.TempDir()
	publish(t, dir, 2, Entry{Key: 7, Vector: []float32{1, 1}})
	for name, change := range map[string]func(*engine.ModelID){
		"name": func(m *engine.ModelID) { m.Name = "other" }, "hash": func(m *engine.ModelID) { m.Hash = "ff" },
		"dim": func(m *engine.ModelID) { m.Dim = 3 }, "pooling": func(m *engine.ModelID) { m.Pooling = "mean" },
		"query prefix": func(m *engine.ModelID) { m.QueryPrefix = "" }, "passage prefix": func(m *engine.ModelID) { m.PassagePrefix = "p: " },
	} {
		want := model(2)
		change(&want)
		_, err1 := Open(dir, want)
		_, err2 := newWriter(dir, want, Options{}, disktest.Fast{})
		for _, err := range []error{err1, err2, Verify(t.Context(), dir, want)} {
			var other *ModelError
			if !errors.As(err, &other) || other.Index != model(2) || other.Want != want || other.Dir != dir {
				t.Errorf("another %s: %v", name, err)
			} else if !strings.Contains(err.Error(), "made-up") || !strings.Contains(err.Error(), want.Name) {
				t.Errorf("another %s is told as %q", name, err)
			}
		}
	}
	if _, err := Open(dir, model(2)); err != nil {
		t.Errorf("the same model: %v", err)
	}
}

func TestAModelWithoutVectorsIsWrongUsage(t *testing.T) {
	for _, dim := range []int{-1, 0, 1 << 20} {
		if _, err := Open(t.TempDir(), model(dim)); !errors.Is(err, engine.ErrUsage) {
			t.Errorf("Open with %d elements: %v", dim, err)
		}
		if _, err := NewWriter(t.TempDir(), model(dim), Options{}); !errors.Is(err, engine.ErrUsage) {
			t.Errorf("NewWriter with %d elements: %v", dim, err)
		}
	}
}

// TestRebuildReplacesAnotherModel: the old index answers until the first commit
// of the new one, and then says that it is gone.
func TestRebuildReplacesAnotherModel(t *testing.T) {
	dir := t.TempDir()
	old := build(t, dir, 2, Entry{Key: 7, Vector: []float32{1, 1}})
	w := newTestWriter(t, dir, 3, Options{Rebuild: true})
	if w.Last() != 0 {
		t.Errorf("a rebuild goes on after %d", w.Last())
	}
	add(t, w, Entry{Key: 4, Vector: []float32{1, 1, 1}})
	if x := open(t, dir, 2); x.Len() != 1 {
		t.Errorf("%d chunks before the commit", x.Len())
	}
	commit(t, w)
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	var other *ModelError
	if _, err := old.Refresh(); !errors.As(err, &other) || other.Index != model(3) {
		t.Errorf("refresh: %v", err)
	}
	if got := keys(t, old, 2); !slices.Equal(got, []engine.ChunkKey{7}) {
		t.Errorf("the old index has %v", got)
	}
	x := open(t, dir, 3)
	if got := keys(t, x, 3); !slices.Equal(got, []engine.ChunkKey{4}) || x.Last() != 4 {
		t.Errorf("the new index has %v, last %d", got, x.Last())
	}
	if list := files(t, dir); len(list) != 2 {
		t.Errorf("files %v", list)
	}
}

func TestRebuildTakesADamagedIndex(t *testing.T) {
	dir := t.TempDir()
	publish(t, dir, 1, Entry{Key: 7, Vector: []float32{1}})
	if err := os.WriteFile(filepath.Join(dir, manifestName), []byte("nonsense"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := newWriter(dir, model(1), Options{}, disktest.Fast{}); !errors.Is(err, engine.ErrDamaged) {
		t.Errorf("without Rebuild: %v", err)
	}
	w := newTestWriter(t, dir, 1, Options{Rebuild: true})
	commit(t, w) // also when nothing was added
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if x := open(t, dir, 1); x.Len() != 0 {
		t.Errorf("%d chunks", x.Len())
	}
}

func TestOneWriterAtATime(t *testing.T) {
	dir := t.TempDir()
	w := newTestWriter(t, dir, 1, Options{})
	if _, err := NewWriter(dir, model(1), Options{}); !errors.Is(err, engine.ErrLocked) {
		t.Errorf("a second writer: %v", err)
	}
	if err := errors.Join(w.Close(), w.Close()); err != nil {
		t.Fatal(err)
	}
	if err := w.Commit(t.Context()); !errors.Is(err, os.ErrClosed) {
		t.Errorf("commit after Close: %v", err)
	}
	if err := w.Add(t.Context(), Entry{}); !errors.Is(err, os.ErrClosed) {
		t.Errorf("add after Close: %v", err)
	}
	next := newTestWriter(t, dir, 1, Options{})
	if err := next.Close(); err != nil {
		t.Error(err)
	}
}

func TestABadVectorDoesNotEndAWriter(t *testing.T) {
	w := newTestWriter(t, t.TempDir(), 2, Options{})
	defer w.Close()
	if err := w.Add(t.Context(), Entry{Key: 5, Vector: []float32{0, 0}}); err == nil || !strings.Contains(err.Error(), "5") {
		t.Errorf("error %v", err)
	}
	add(t, w, Entry{Key: 6, Vector: []float32{0, 1}})
	commit(t, w)
	if w.Last() != 6 {
		t.Errorf("last key %d", w.Last())
	}
}
