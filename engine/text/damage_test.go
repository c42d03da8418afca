package text

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"owl/engine"
)

// TestEveryFlippedByteIsReported flips each byte of each file: Open or Verify
// says so and names the file, and whatever opens can be searched.
func TestEveryFlippedByteIsReported(t *testing.T) {
	dir := t.TempDir()
	var docs []Doc
	for range 5 {
		docs = append(docs, Doc{Title: "beam dump", Body: "the beam S-DCCT:CurrentM", IDs: "WRQ_1", Collection: "bely", System: "rf"})
	}
	publish(t, dir, Options{}, docs...)
	w, err := NewWriter(dir, Options{})
	if err != nil {
		t.Fatal(err)
	}
	w.Delete(2) // so that there are deletes
	if err := errors.Join(w.Commit(context.Background(), 5), w.Close()); err != nil {
		t.Fatal(err)
	}
	damaged := 0
	for _, name := range files(t, dir) {
		if name == "LOCK" {
			continue
		}
		path := filepath.Join(dir, name)
		whole, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for i := range whole {
			broken := append([]byte(nil), whole...)
			broken[i] ^= 1 << (i % 8)
			replace(t, path, broken)
			checkDamage(t, dir, name, i)
			damaged++
		}
		for _, size := range []int{0, 1, len(whole) / 2, len(whole) - 1} {
			replace(t, path, whole[:size])
			checkDamage(t, dir, name, -size)
		}
		replace(t, path, append(whole[:len(whole):len(whole)], 0))
		checkDamage(t, dir, name, len(whole))
		replace(t, path, whole)
	}
	if err := Verify(dir); err != nil || damaged < 1000 {
		t.Errorf("after %d damages: %v", damaged, err)
	}
}

// replace writes a new file, as old ones may be mapped.
func replace(t *testing.T, path string, data []byte) {
	t.Helper()
	if err := errors.Join(os.Remove(path), os.WriteFile(path, data, 0o644)); err != nil {
		t.Fatal(err)
	}
}

func checkDamage(t *testing.T, dir, name string, at int) {
	t.Helper()
	if err := Verify(dir); !errors.Is(err, engine.ErrDamaged) || !strings.Contains(err.Error(), name) {
		t.Fatalf("%s, byte %d: Verify says %v", name, at, err)
	}
	x, err := Open(dir)
	if err != nil {
		if !errors.Is(err, engine.ErrDamaged) || !strings.Contains(err.Error(), name) {
			t.Fatalf("%s, byte %d: Open says %v", name, at, err)
		}
		return
	}
	defer x.Close()
	q := engine.Query{Text: "beam WRQ_1 S-DCCT:CurrentM", Phrases: []string{"the beam"}, Exclude: []string{"trip dump"}, Filter: engine.Filter{
		Collections: []engine.Collection{"bely"}, Systems: []string{"rf"},
	}}
	for range 2 {
		if _, err := x.Search(context.Background(), q, 5, true); err != nil && !errors.Is(err, engine.ErrDamaged) {
			t.Fatalf("%s, byte %d: Search says %v", name, at, err)
		}
		q.Phrases, q.Filter = nil, engine.Filter{}
	}
}

func FuzzManifest(f *testing.F) {
	good, err := manifest{Format: formatNumber, Rules: 1, Segments: []entry{{File: "1.seg"}}}.encode()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(good)
	f.Add([]byte("{}\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		if _, err := decodeManifest(data); err != nil && !errors.Is(err, engine.ErrDamaged) {
			t.Errorf("error %v", err)
		}
	})
}

func TestAManifestCannotNameFilesElsewhere(t *testing.T) {
	for _, name := range []string{"../1.seg", "/etc/passwd", "a/b.seg"} {
		m := noManifest()
		m.Segments = []entry{{File: name}}
		data, err := m.encode()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := decodeManifest(data); !errors.Is(err, engine.ErrDamaged) {
			t.Errorf("%s: error %v", name, err)
		}
	}
}
