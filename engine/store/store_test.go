package store

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"owl/engine"
)

// newWriter opens a database in a fresh folder.
func newWriter(t *testing.T) *Writer {
	t.Helper()
	return openWriter(t, filepath.Join(t.TempDir(), "owl.db"))
}

func openWriter(t *testing.T, path string) *Writer {
	t.Helper()
	w, err := OpenWriter(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = w.Close(context.WithoutCancel(t.Context())) })
	return w
}

func addSource(t *testing.T, w *Writer, name string) {
	t.Helper()
	if err := w.AddSource(t.Context(), Source{Name: name, Kind: "test", Where: "/" + name}); err != nil {
		t.Fatal(err)
	}
}

// upsert makes a record of sentences, one chunk each.
func upsert(id string, sentences ...string) Upsert {
	content := strings.Join(sentences, " ")
	rec := engine.Record{
		DocID: id, Content: engine.Untrusted(content), Title: "Title of " + engine.Untrusted(id), Collection: engine.Logbook,
		System: "RF", Created: time.Date(2025, 3, 1, 12, 0, 0, 0, time.UTC), FileID: "native-" + id, Format: engine.Plain,
	}
	up := Upsert{Record: rec, Hash: sha256.Sum256([]byte(content))}
	at := 0
	for i, s := range sentences {
		up.Chunks = append(up.Chunks, engine.Chunk{DocID: id, Index: i, Start: at, End: at + len(s), Text: engine.Untrusted(s)})
		at += len(s) + 1
	}
	return up
}

func apply(t *testing.T, w *Writer, source string, batch Batch) Applied {
	t.Helper()
	done, err := w.Apply(t.Context(), source, batch)
	if err != nil {
		t.Fatal(err)
	}
	checkSound(t, w.Store)
	return done
}

func checkSound(t *testing.T, s *Store) Health {
	t.Helper()
	health, err := s.Check(t.Context(), true)
	if err != nil {
		t.Fatal(err)
	}
	if len(health.Problems) > 0 {
		t.Fatalf("unsound: %q", health.Problems)
	}
	return health
}

// summary writes the numbers of an Applied.
func summary(a Applied) string {
	return fmt.Sprintf("added %d, changed %d, unchanged %d, deleted %d, written %v, removed %v, conflicts %v",
		a.Added, a.Changed, a.Unchanged, a.Deleted, a.Written, a.Removed, a.Conflicts)
}

func TestApplyAddsChangesAndDeletes(t *testing.T) {
	w := newWriter(t)
	addSource(t, w, "ops")
	a, b, c := upsert("a", "One.", "Two."), upsert("b", "Three."), upsert("c", "Four.")
	steps := []struct {
		name  string
		batch Batch
		want  string
	}{
		{"new records", Batch{Upserts: []Upsert{a, b, c}}, "added 3, changed 0, unchanged 0, deleted 0, written [0 1 2], removed [], conflicts []"},
		{"the same again", Batch{Upserts: []Upsert{a, b}}, "added 0, changed 0, unchanged 2, deleted 0, written [], removed [], conflicts []"},
		{
			"one changed, one gone",
			Batch{Upserts: []Upsert{upsert("a", "Five."), b}, Deletes: []string{"c", "never"}},
			"added 0, changed 1, unchanged 1, deleted 1, written [0], removed [{1 2} {4 4}], conflicts []",
		},
		{"rewritten", Batch{Upserts: []Upsert{b}, Rewrite: true}, "added 0, changed 1, unchanged 0, deleted 0, written [0], removed [{3 3}], conflicts []"},
	}
	for _, step := range steps {
		if got := summary(apply(t, w, "ops", step.batch)); got != step.want {
			t.Errorf("%s:\ngot  %s\nwant %s", step.name, got, step.want)
		}
	}
	if last, err := w.LastKey(t.Context()); err != nil || last != 6 {
		t.Errorf("last key %d, %v; want 6", last, err)
	}
}

func TestKeysAreNeverUsedAgain(t *testing.T) {
	path := filepath.Join(t.TempDir(), "owl.db")
	w := openWriter(t, path)
	addSource(t, w, "ops")
	apply(t, w, "ops", Batch{Upserts: []Upsert{upsert("a", "One.", "Two.")}})
	apply(t, w, "ops", Batch{Deletes: []string{"a"}})
	if err := w.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	w = openWriter(t, path)
	batch := Batch{Upserts: []Upsert{upsert("a", "One.")}}
	apply(t, w, "ops", batch)
	if key := batch.Upserts[0].Chunks[0].Key; key != 3 {
		t.Errorf("key %d, want 3", key)
	}
}

func TestTombstonesStayUntilCleared(t *testing.T) {
	w := newWriter(t)
	addSource(t, w, "ops")
	apply(t, w, "ops", Batch{Upserts: []Upsert{upsert("a", "One.", "Two."), upsert("b", "Three.")}})
	removed := apply(t, w, "ops", Batch{Deletes: []string{"a", "b"}}).Removed
	stones, err := w.Tombstones(t.Context())
	if err != nil || fmt.Sprint(stones) != fmt.Sprint(removed) || len(stones) != 2 {
		t.Fatalf("tombstones %v, %v; want %v", stones, err, removed)
	}
	if err := w.ClearTombstones(t.Context(), removed[:1]); err != nil {
		t.Fatal(err)
	}
	if stones, err = w.Tombstones(t.Context()); err != nil || fmt.Sprint(stones) != "[{3 3}]" {
		t.Errorf("tombstones %v, %v", stones, err)
	}
}

func TestApplyLeavesRecordsOfAnotherSourceAlone(t *testing.T) {
	w := newWriter(t)
	addSource(t, w, "ops")
	addSource(t, w, "wiki")
	apply(t, w, "ops", Batch{Upserts: []Upsert{upsert("a", "One.")}})
	done := apply(t, w, "wiki", Batch{Upserts: []Upsert{upsert("a", "Mine."), upsert("b", "Two.")}, Deletes: []string{"a"}})
	if done.Added != 1 || done.Deleted != 0 || len(done.Conflicts) != 1 {
		t.Fatalf("applied %s", summary(done))
	}
	want := `record "a": field "doc_id": source "ops" has a record with this id already`
	if got := done.Conflicts[0].Error(); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if rec, err := w.Record(t.Context(), "a"); err != nil || rec.Content != "One." {
		t.Errorf("record %q, %v", rec.Content, err)
	}
}

func TestApplyKeepsNothingOfAFailedBatch(t *testing.T) {
	w := newWriter(t)
	addSource(t, w, "ops")
	bad := upsert("b", "Two.")
	bad.Record.Attachments = []engine.Attachment{{Name: "x"}}
	if _, err := w.conn.ExecContext(t.Context(), `CREATE TRIGGER refuse BEFORE INSERT ON attachments BEGIN SELECT RAISE(ABORT, 'no'); END`); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Apply(t.Context(), "ops", Batch{Upserts: []Upsert{upsert("a", "One."), bad}}); err == nil {
		t.Fatal("no error")
	}
	if health := checkSound(t, w.Store); health.Records != 0 || health.Chunks != 0 {
		t.Errorf("%d records, %d chunks are left", health.Records, health.Chunks)
	}
	apply(t, w, "ops", Batch{Upserts: []Upsert{upsert("a", "One.")}}) // a facet of the failed batch is made again
}

func TestApplyStopsWhenTheContextEnds(t *testing.T) {
	w := newWriter(t)
	addSource(t, w, "ops")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := w.Apply(ctx, "ops", Batch{Upserts: []Upsert{upsert("a", "One.")}}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	if _, err := w.Apply(t.Context(), "unknown", Batch{}); err == nil || !strings.Contains(err.Error(), `source "unknown"`) {
		t.Errorf("unknown source: %v", err)
	}
}
