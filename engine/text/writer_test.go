package text

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"owl/engine"
	"owl/engine/disk/disktest"
)

func files(t testing.TB, dir string) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

func TestNothingIsVisibleBeforeCommit(t *testing.T) {
	dir := t.TempDir()
	x := build(t, dir, bodies("beam")...)
	w, err := NewWriter(dir, Options{SegmentDocs: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	for i := range 200 {
		if err := w.Add(Doc{Key: engine.ChunkKey(100 + i), Body: "beam"}); err != nil {
			t.Fatal(err)
		}
	}
	w.Delete(1)
	if changed, err := x.Refresh(); changed || err != nil {
		t.Fatal(changed, err)
	}
	if got := keys(t, x, engine.Query{Text: "beam"}); !slices.Equal(got, []engine.ChunkKey{1}) {
		t.Errorf("found %v", got)
	}
	if err := w.Commit(context.Background(), 299); err != nil {
		t.Fatal(err)
	}
	if x.Through() != 1 {
		t.Errorf("through %d before Refresh", x.Through())
	}
	if changed, err := x.Refresh(); !changed || err != nil {
		t.Fatal(changed, err)
	}
	if s := x.Stats(); s.Chunks != 200 || s.Through != 299 || x.Through() != 299 || s.Generation != 2 {
		t.Errorf("stats %+v", s)
	}
	if changed, err := x.Refresh(); changed || err != nil {
		t.Error(changed, err)
	}
}

func TestReadersKeepTheirGeneration(t *testing.T) {
	dir := t.TempDir()
	old := build(t, dir, bodies("beam", "beam")...)
	publish(t, dir, Options{Rebuild: true}, bodies("dump")...)
	for _, name := range files(t, dir) {
		if strings.HasSuffix(name, segmentExt) && name < "00000002" {
			t.Errorf("%s is still there", name)
		}
	}
	if got := keys(t, old, engine.Query{Text: "beam"}); len(got) != 2 {
		t.Errorf("the old generation finds %v", got)
	}
	if _, err := old.Refresh(); err != nil {
		t.Fatal(err)
	}
	if got := keys(t, old, engine.Query{Text: "beam dump"}); !slices.Equal(got, []engine.ChunkKey{1}) {
		t.Errorf("the new generation finds %v", got)
	}
}

func TestReplacingDeletingAndAddingAgain(t *testing.T) {
	dir := t.TempDir()
	x := build(t, dir, bodies("alpha", "beta")...)
	w, err := NewWriter(dir, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	step := func(want map[string][]engine.ChunkKey, do ...func() error) {
		t.Helper()
		for _, f := range do {
			if err := f(); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Commit(context.Background(), 2); err != nil {
			t.Fatal(err)
		}
		if _, err := x.Refresh(); err != nil {
			t.Fatal(err)
		}
		for word, want := range want {
			if got := keys(t, x, engine.Query{Text: word}); !slices.Equal(got, want) {
				t.Errorf("%s: found %v, want %v", word, got, want)
			}
		}
	}
	add := func(key engine.ChunkKey, body string) func() error {
		return func() error { return w.Add(Doc{Key: key, Body: body}) }
	}
	remove := func(key engine.ChunkKey) func() error {
		return func() error { w.Delete(key); return nil }
	}
	step(map[string][]engine.ChunkKey{"alpha": nil, "gamma": {1}, "beta": {2}}, add(1, "gamma"))
	step(map[string][]engine.ChunkKey{"gamma": nil, "beta": {2}}, remove(1), remove(77))
	step(map[string][]engine.ChunkKey{"delta": {1}}, remove(1), add(1, "delta"))
	step(map[string][]engine.ChunkKey{"delta": {1}, "zeta": nil}, add(9, "zeta"), remove(9))
	step(map[string][]engine.ChunkKey{"eta": nil, "theta": {5}}, add(5, "eta"), add(5, "theta"))
}

func TestASecondWriterIsLockedOut(t *testing.T) {
	dir := t.TempDir()
	w, err := NewWriter(dir, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := NewWriter(dir, Options{}); !errors.Is(err, engine.ErrLocked) {
		t.Errorf("error %v", err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	again, err := NewWriter(dir, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(again.Close(), again.Close()); err != nil {
		t.Error(err)
	}
	if err := again.Add(Doc{Key: 1}); !errors.Is(err, fs.ErrClosed) {
		t.Errorf("adding to a closed writer: %v", err)
	}
	if err := again.Commit(context.Background(), 1); !errors.Is(err, fs.ErrClosed) {
		t.Errorf("committing a closed writer: %v", err)
	}
}

func TestAbortDropsTheTransaction(t *testing.T) {
	dir := t.TempDir()
	x := build(t, dir, bodies("beam")...)
	before := files(t, dir)
	w, err := NewWriter(dir, Options{SegmentDocs: 2})
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	for i := range 500 {
		if err := w.Add(Doc{Key: engine.ChunkKey(i * 10), Body: "dump"}); err != nil {
			t.Fatal(err)
		}
	}
	w.Delete(1)
	if err := w.Abort(); err != nil {
		t.Fatal(err)
	}
	if after := files(t, dir); !slices.Equal(before, after) {
		t.Errorf("left %v, were %v", after, before)
	}
	if err := w.Add(Doc{Key: 2, Body: "trip"}); err != nil {
		t.Fatal(err)
	}
	if err := w.Commit(context.Background(), 2); err != nil {
		t.Fatal(err)
	}
	if _, err := x.Refresh(); err != nil {
		t.Fatal(err)
	}
	if got := keys(t, x, engine.Query{Text: "beam dump trip"}); !slices.Equal(got, []engine.ChunkKey{1, 2}) {
		t.Errorf("found %v", got)
	}
}

func TestCommitWithoutAChangeKeepsTheGeneration(t *testing.T) {
	dir := t.TempDir()
	x := build(t, dir, bodies("beam")...)
	w, err := NewWriter(dir, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	for range 3 {
		if err := w.Commit(context.Background(), 1); err != nil {
			t.Fatal(err)
		}
	}
	if changed, err := x.Refresh(); changed || err != nil {
		t.Error(changed, err)
	}
	if err := w.Commit(context.Background(), 5); err != nil {
		t.Fatal(err)
	}
	if changed, err := x.Refresh(); !changed || err != nil || x.Through() != 5 || w.Through() != 5 {
		t.Error(changed, err, x.Through())
	}
}

func TestACancelledCommitPublishesNothing(t *testing.T) {
	dir := t.TempDir()
	x := build(t, dir, bodies("beam")...)
	w, err := NewWriter(dir, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	if err := w.Add(Doc{Key: 2, Body: "beam"}); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := w.Commit(ctx, 2); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	if err := w.Add(Doc{Key: 3}); err == nil {
		t.Error("the writer goes on after a failed commit")
	}
	if changed, err := x.Refresh(); changed || err != nil {
		t.Error(changed, err)
	}
	if err := Verify(dir); err != nil {
		t.Error(err)
	}
}

func TestRebuildReplacesADamagedIndex(t *testing.T) {
	dir := t.TempDir()
	publish(t, dir, Options{}, bodies("beam", "dump")...)
	if err := os.WriteFile(filepath.Join(dir, manifestName), []byte("broken"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(dir); !errors.Is(err, engine.ErrDamaged) {
		t.Errorf("open: %v", err)
	}
	if _, err := NewWriter(dir, Options{}); !errors.Is(err, engine.ErrDamaged) {
		t.Errorf("write: %v", err)
	}
	publish(t, dir, Options{Rebuild: true}, bodies("trip")...)
	x, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	if got := keys(t, x, engine.Query{Text: "beam dump trip"}); len(got) != 1 || Verify(dir) != nil {
		t.Errorf("found %v", got)
	}
	if n := len(files(t, dir)); n != 3 { // lock, manifest, one segment
		t.Errorf("left %v", files(t, dir))
	}
}

func TestAMissingSegmentIsDamageThatNamesTheFile(t *testing.T) {
	dir := t.TempDir()
	publish(t, dir, Options{}, bodies("beam")...)
	for _, name := range files(t, dir) {
		if strings.HasSuffix(name, segmentExt) {
			if err := os.Remove(filepath.Join(dir, name)); err != nil {
				t.Fatal(err)
			}
			_, err := Open(dir)
			if !errors.Is(err, engine.ErrDamaged) || !strings.Contains(err.Error(), name) {
				t.Errorf("error %v does not name %s", err, name)
			}
		}
	}
}

func TestSmallSegmentsAreMerged(t *testing.T) {
	dir := t.TempDir()
	w, err := newWriter(dir, Options{}, disktest.Fast{})
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	for i := range 300 {
		if err := w.Add(Doc{Key: engine.ChunkKey(i + 1), Body: fmt.Sprintf("beam number %d", i)}); err != nil {
			t.Fatal(err)
		}
		if err := w.Commit(context.Background(), engine.ChunkKey(i+1)); err != nil {
			t.Fatal(err)
		}
	}
	x, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	if s := x.Stats(); s.Chunks != 300 || s.Segments > 16 {
		t.Errorf("stats %+v", s)
	}
	if err := Verify(dir); err != nil {
		t.Error(err)
	}
}

func TestSegmentsThatAreMostlyDeletedAreRewritten(t *testing.T) {
	dir := t.TempDir()
	var docs []Doc
	for i := range 100 {
		docs = append(docs, Doc{Body: fmt.Sprintf("beam %d", i)})
	}
	publish(t, dir, Options{SegmentDocs: 100, Workers: 1}, docs...)
	for _, tt := range []struct {
		delete  engine.ChunkKey // up to this key
		deleted int             // left in the files
	}{{20, 20}, {21, 0}, {100, 0}} {
		w, err := NewWriter(dir, Options{SegmentDocs: 100, Workers: 1})
		if err != nil {
			t.Fatal(err)
		}
		for key := engine.ChunkKey(1); key <= tt.delete; key++ {
			w.Delete(key)
		}
		if err := errors.Join(w.Commit(context.Background(), 100), w.Close(), Verify(dir)); err != nil {
			t.Fatal(err)
		}
		x, err := Open(dir)
		if err != nil {
			t.Fatal(err)
		}
		if s := x.Stats(); s.Deleted != tt.deleted || s.Chunks != 100-int(tt.delete) {
			t.Errorf("after %d: %+v", tt.delete, s)
		}
		if err := x.Close(); err != nil {
			t.Error(err)
		}
	}
}

func TestAReadOnlyFolder(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("root writes everywhere")
	}
	dir := t.TempDir()
	publish(t, dir, Options{}, bodies("beam")...)
	if err := os.Chmod(dir, 0o555); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = os.Chmod(dir, 0o755) }() // so that it can be removed
	if err := os.Remove(filepath.Join(dir, "LOCK")); err == nil {
		t.Fatal("the folder can be written")
	}
	x, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	if _, err := NewWriter(dir+"/sub", Options{}); !errors.Is(err, engine.ErrReadOnly) {
		t.Errorf("error %v", err)
	}
}
