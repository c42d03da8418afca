package kb

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"owl/engine"
	"owl/engine/store"
)

func openWriter(t *testing.T, dir string) *Writer {
	t.Helper()
	w, err := OpenWriter(t.Context(), dir, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := w.AddSource(t.Context(), store.Source{Name: "ops", Kind: "test", Where: "/"}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = w.Close(context.WithoutCancel(t.Context())) })
	return w
}

func open(t *testing.T, dir string) *Base {
	t.Helper()
	b, err := Open(t.Context(), dir, Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = b.Close() })
	return b
}

func upsert(id, content string) store.Upsert {
	return store.Upsert{
		Record: engine.Record{
			DocID: id, Content: engine.Untrusted(content), Title: "Entry", Collection: engine.Logbook, System: "Vacuum",
			Created: time.Date(2024, 10, 8, 3, 0, 0, 0, time.UTC), FileID: "BELY_" + id, Format: engine.Plain,
		},
		Hash:   sha256.Sum256([]byte(content)),
		Chunks: []engine.Chunk{{DocID: id, End: len(content), Text: engine.Untrusted(content)}},
	}
}

// put stores records without making them searchable.
func put(t *testing.T, w *Writer, ups ...store.Upsert) {
	t.Helper()
	if _, err := w.Apply(t.Context(), "ops", store.Batch{Upserts: ups}); err != nil {
		t.Fatal(err)
	}
}

func flush(t *testing.T, w *Writer) {
	t.Helper()
	if err := w.Flush(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// found returns the doc_ids that a text finds, best first.
func found(t *testing.T, b *Base, text string) string {
	t.Helper()
	hits, err := b.Lexical().Search(t.Context(), engine.Query{Text: text}, 10, false)
	if err != nil {
		return err.Error()
	}
	var keys []engine.ChunkKey
	for _, hit := range hits {
		keys = append(keys, hit.Chunk)
	}
	chunks, err := b.Records().Chunks(t.Context(), keys)
	if err != nil {
		t.Fatal(err)
	}
	var ids []string
	for _, c := range chunks {
		ids = append(ids, c.DocID)
	}
	return strings.Join(ids, " ")
}

// filled is a home with two records, closed.
func filled(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "home")
	w := openWriter(t, dir)
	put(t, w, upsert("a", "The kicker tripped."), upsert("b", "The vacuum pump failed."))
	flush(t, w)
	if err := w.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	return dir
}

func textDir(t *testing.T, dir string) string {
	t.Helper()
	list, err := filepath.Glob(filepath.Join(dir, "text", "*"))
	if err != nil || len(list) != 1 {
		t.Fatalf("text indexes %v, %v", list, err)
	}
	return list[0]
}

func TestWhatIsFlushedIsFound(t *testing.T) {
	b := open(t, filled(t))
	for text, want := range map[string]string{
		"kicker": "a", "BELY_b": "b", "2024-10-08 pump": "b a", "nothing of this": "",
	} {
		if got := found(t, b, text); got != want {
			t.Errorf("%s: found %q, want %q", text, got, want)
		}
	}
	if notices := b.Notices(); len(notices) > 0 {
		t.Errorf("notices %q", notices)
	}
	sources, err := b.Sources().Sources(t.Context())
	if err != nil || len(sources) != 1 || sources[0].Records != 2 {
		t.Errorf("sources %v, %v", sources, err)
	}
}

func TestAnOpenReaderSeesWhatIsFlushedLater(t *testing.T) {
	dir := filled(t)
	b := open(t, dir)
	w := openWriter(t, dir)
	if _, err := w.Apply(t.Context(), "ops", store.Batch{Upserts: []store.Upsert{upsert("c", "The magnet is cold.")}, Deletes: []string{"a"}}); err != nil {
		t.Fatal(err)
	}
	if got := found(t, b, "magnet"); got != "" {
		t.Errorf("found %q before the flush", got)
	}
	if got := found(t, b, "kicker"); got != "" { // the index has it, the store no longer
		t.Errorf("found %q after its deletion", got)
	}
	flush(t, w)
	if got := found(t, b, "magnet kicker"); got != "c" {
		t.Errorf("found %q after the flush", got)
	}
}

func TestOpenOfNothing(t *testing.T) {
	dir := t.TempDir()
	if _, err := Open(t.Context(), dir, Options{}); !errors.Is(err, engine.ErrNotFound) {
		t.Errorf("empty folder: %v", err)
	}
	if entries, _ := os.ReadDir(dir); len(entries) > 0 {
		t.Errorf("reading made %v", entries)
	}
	if _, err := OpenWriter(t.Context(), filepath.Join(os.Args[0], "x"), Options{}); err == nil {
		t.Error("opened a folder inside a file")
	}
}

func TestASecondWriterIsToldWhoWrites(t *testing.T) {
	dir := t.TempDir()
	w := openWriter(t, dir)
	_, err := OpenWriter(t.Context(), dir, Options{})
	want := fmt.Sprintf("another owl (pid %d) is writing to %s", os.Getpid(), dir)
	if !errors.Is(err, engine.ErrLocked) || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	var locked *LockedError
	if !errors.As(err, &locked) || time.Since(locked.Since) > time.Minute {
		t.Errorf("got %+v", locked)
	}
	if err := w.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	openWriter(t, dir)
}

// TestTheTextIndexIsMended breaks the index of a home in every way, and reads.
func TestTheTextIndexIsMended(t *testing.T) {
	cases := []struct {
		name, says string
		breakIt    func(t *testing.T, dir string)
	}{
		{"missing", "lacks the newest 2 chunks", func(t *testing.T, dir string) { remove(t, filepath.Join(dir, "text")) }},
		{"of another format", "must be rebuilt", func(t *testing.T, dir string) { spoil(t, dir, "MANIFEST", 12) }},
		{"cut off", "must be rebuilt", func(t *testing.T, dir string) { truncate(t, dir, "*.seg") }},
		{"without a segment", "must be rebuilt", func(t *testing.T, dir string) { remove(t, match(t, dir, "*.seg")) }},
		{"behind", "lacks the newest 1 chunks", func(t *testing.T, dir string) {
			w := openWriter(t, dir)
			put(t, w, upsert("c", "The magnet is cold."))
			_ = w.Close(t.Context())
		}},
		{"not told of a deletion", "still holds 1 records that are gone", func(t *testing.T, dir string) {
			w := openWriter(t, dir)
			if _, err := w.Apply(t.Context(), "ops", store.Batch{Deletes: []string{"b"}}); err != nil {
				t.Fatal(err)
			}
			_ = w.Close(t.Context())
		}},
		{"ahead, as after a restored database", "another state of the database", func(t *testing.T, dir string) {
			copyFile(t, filepath.Join(dir, "owl.db"), filepath.Join(dir, "copy"))
			w := openWriter(t, dir)
			put(t, w, upsert("c", "The magnet is cold."))
			flush(t, w)
			_ = w.Close(t.Context())
			remove(t, filepath.Join(dir, "owl.db-wal"))
			remove(t, filepath.Join(dir, "owl.db-shm"))
			copyFile(t, filepath.Join(dir, "copy"), filepath.Join(dir, "owl.db"))
		}},
	}
	for _, c := range cases {
		for _, who := range []string{"reader", "writer"} {
			t.Run(c.name+", "+who, func(t *testing.T) {
				dir := filled(t)
				c.breakIt(t, dir)
				var b *Base
				if who == "reader" {
					b = open(t, dir)
				} else {
					b = openWriter(t, dir).Base
				}
				if got := strings.Join(b.Notices(), "\n"); !strings.Contains(got, c.says) || !strings.Contains(got, "it was brought up to date") || strings.Contains(got, "\n") {
					t.Errorf("notices %q, want %q", got, c.says)
				}
				want := map[string]string{"kicker": "a", "pump": "b", "magnet": ""}
				switch {
				case strings.HasPrefix(c.name, "behind"):
					want["magnet"] = "c"
				case strings.HasPrefix(c.name, "not told"):
					want["pump"] = ""
				}
				for text, ids := range want {
					if got := found(t, b, text); got != ids {
						t.Errorf("%s: found %q, want %q", text, got, ids)
					}
				}
			})
		}
	}
}

func match(t *testing.T, dir, pattern string) string {
	t.Helper()
	list, err := filepath.Glob(filepath.Join(textDir(t, dir), pattern))
	if err != nil || len(list) == 0 {
		t.Fatalf("no %s: %v", pattern, err)
	}
	return list[0]
}

func remove(t *testing.T, path string) {
	t.Helper()
	if err := os.RemoveAll(path); err != nil {
		t.Fatal(err)
	}
}

// spoil turns a byte of a file of the text index over.
func spoil(t *testing.T, dir, pattern string, at int) {
	t.Helper()
	path := match(t, dir, pattern)
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	data[at] ^= 0xff
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
}

func truncate(t *testing.T, dir, pattern string) {
	t.Helper()
	if err := os.Truncate(match(t, dir, pattern), 100); err != nil {
		t.Fatal(err)
	}
}

func copyFile(t *testing.T, from, to string) {
	t.Helper()
	data, err := os.ReadFile(from)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(to, data, 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestAReaderWithoutTheLockUsesWhatThereIs(t *testing.T) {
	dir := filled(t)
	w := openWriter(t, dir)
	put(t, w, upsert("c", "The magnet is cold."), upsert("d", "The magnet is warm."))
	b := open(t, dir)
	want := fmt.Sprintf("the text index lacks the newest 2 chunks, and it could not be brought up to date: another owl (pid %d) is writing to %s", os.Getpid(), dir)
	if got := strings.Join(b.Notices(), "\n"); got != want {
		t.Errorf("notices\n%s\nwant\n%s", got, want)
	}
	if got := found(t, b, "kicker magnet"); got != "a" {
		t.Errorf("found %q", got)
	}
	if rec, err := b.Records().Record(t.Context(), "c"); err != nil || rec.DocID != "c" {
		t.Errorf("record %v, %v", rec, err)
	}
}

func TestAnotherDatabaseDoesNotInheritTheIndex(t *testing.T) {
	dir := filled(t)
	old := textDir(t, dir)
	for _, name := range []string{"owl.db", "owl.db-wal", "owl.db-shm"} {
		remove(t, filepath.Join(dir, name))
	}
	w := openWriter(t, dir)
	put(t, w, upsert("x", "One."), upsert("y", "Two."))
	flush(t, w)
	if got := found(t, w.Base, "kicker"); got != "" {
		t.Errorf("found %q of the database before", got)
	}
	if now := textDir(t, dir); now == old {
		t.Errorf("the old index is still there")
	}
}

func TestDamageFoundWhileSearchingIsMended(t *testing.T) {
	dir := filled(t)
	b := open(t, dir)
	if got := found(t, b, "kicker"); got != "a" {
		t.Fatalf("found %q", got)
	}
	if err := b.text.close(); err != nil { // as when it could not be opened
		t.Fatal(err)
	}
	spoil(t, dir, "MANIFEST", 12)
	if got := found(t, b, "kicker"); got != "a" {
		t.Errorf("found %q", got)
	}
	if got := strings.Join(b.Notices(), "\n"); !strings.Contains(got, "the text index was rebuilt") {
		t.Errorf("notices %q", got)
	}
}

// TestSearchesShareOneRebuild also finds damage that opening does not.
func TestSearchesShareOneRebuild(t *testing.T) {
	dir := filled(t)
	path := match(t, dir, "*.seg")
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	b := open(t, dir)
	if err := b.text.close(); err != nil {
		t.Fatal(err)
	}
	for at := range int(info.Size()) {
		if at%3 == 0 {
			spoil(t, dir, "*.seg", at)
		}
	}
	var group errgroup.Group
	for range 8 {
		group.Go(func() error {
			hits, err := b.Lexical().Search(t.Context(), engine.Query{Text: "kicker"}, 10, false)
			if err == nil && len(hits) != 1 {
				err = fmt.Errorf("%d hits", len(hits))
			}
			return err
		})
	}
	if err := group.Wait(); err != nil {
		t.Error(err)
	}
	if notices := b.Notices(); len(notices) != 1 {
		t.Errorf("notices %q", notices)
	}
}

func TestAReaderGoesOnWithTheOldIndexWhenTheNewOneIsDamaged(t *testing.T) {
	dir := filled(t)
	b := open(t, dir)
	spoil(t, dir, "MANIFEST", 12)
	if got := found(t, b, "kicker"); got != "a" {
		t.Errorf("found %q", got)
	}
	if got := strings.Join(b.Notices(), "\n"); !strings.Contains(got, "is not the newest one") {
		t.Errorf("notices %q", got)
	}
}

func TestADamagedDatabaseIsNamedAndKept(t *testing.T) {
	dir := filled(t)
	path := filepath.Join(dir, "owl.db")
	if err := os.WriteFile(path, []byte(strings.Repeat("no database ", 5000)), 0o644); err != nil {
		t.Fatal(err)
	}
	_, readErr := Open(t.Context(), dir, Options{})
	_, writeErr := OpenWriter(t.Context(), dir, Options{})
	for _, err := range []error{readErr, writeErr} {
		if !errors.Is(err, engine.ErrDamaged) || !strings.Contains(err.Error(), path) || strings.Contains(err.Error(), "\n") {
			t.Errorf("got %v", err)
		}
	}
	if data, _ := os.ReadFile(path); !strings.HasPrefix(string(data), "no database") {
		t.Error("the file was changed")
	}
}

func TestProgressOfMending(t *testing.T) {
	dir := filled(t)
	remove(t, filepath.Join(dir, "text"))
	var seen []Progress
	b, err := Open(t.Context(), dir, Options{Progress: func(p Progress) { seen = append(seen, p) }})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	if len(seen) == 0 || seen[0] != (Progress{0, 2}) || seen[len(seen)-1] != (Progress{2, 2}) {
		t.Errorf("progress %v", seen)
	}
}

func TestMendingStopsWithTheContext(t *testing.T) {
	dir := filled(t)
	remove(t, filepath.Join(dir, "text"))
	ctx, cancel := context.WithCancel(t.Context())
	_, err := Open(ctx, dir, Options{Progress: func(Progress) { cancel() }})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	if got := found(t, open(t, dir), "kicker"); got != "a" {
		t.Errorf("found %q", got)
	}
}
