package dense

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"owl/engine"
)

// TestEveryFlippedBitIsReported flips a bit of each byte of each file: Open or
// Verify says so and names the file, and a search that meets it gives that error
// and no result.
func TestEveryFlippedBitIsReported(t *testing.T) {
	dir := t.TempDir()
	w := newTestWriter(t, dir, 2, Options{})
	add(t, w, one(1), one(2), one(3), Entry{Key: 4, Collection: "bely", System: "rf", Vector: []float32{1, 1}}, one(5))
	commit(t, w)
	w.Delete(2) // so that there are deletes
	commit(t, w)
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	damaged := 0
	for _, name := range files(t, dir) {
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
		if name != manifestName { // without it there is no index
			if err := os.Remove(path); err != nil {
				t.Fatal(err)
			}
			checkDamage(t, dir, name, -1)
		}
		replace(t, path, whole)
	}
	if err := Verify(t.Context(), dir, model(2)); err != nil || damaged < 1000 {
		t.Errorf("after %d damages: %v", damaged, err)
	}
}

// replace writes a new file, as old ones may be mapped.
func replace(t *testing.T, path string, data []byte) {
	t.Helper()
	if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
}

func checkDamage(t *testing.T, dir, name string, at int) {
	t.Helper()
	if err := Verify(t.Context(), dir, model(2)); !errors.Is(err, engine.ErrDamaged) || !strings.Contains(err.Error(), name) {
		t.Fatalf("%s, byte %d: Verify says %v", name, at, err)
	}
	x, err := Open(dir, model(2))
	if err != nil {
		if !errors.Is(err, engine.ErrDamaged) || !strings.Contains(err.Error(), name) {
			t.Fatalf("%s, byte %d: Open says %v", name, at, err)
		}
		return
	}
	defer x.Close()
	hits, err := x.Search(t.Context(), []float32{1, 0}, engine.Filter{}, 5)
	if err != nil && (!errors.Is(err, engine.ErrDamaged) || !strings.Contains(err.Error(), name) || hits != nil) {
		t.Fatalf("%s, byte %d: Search says %v and %v", name, at, hits, err)
	}
	if err == nil && len(hits) != 4 {
		t.Fatalf("%s, byte %d: Search finds %v", name, at, hits)
	}
}

func FuzzManifest(f *testing.F) {
	m := noManifest(model(3))
	m.Segments = []entry{{File: segmentName(1)}}
	good, err := m.encode()
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
	for _, name := range []string{"../1.vec", "/etc/passwd", "a/b.vec"} {
		m := noManifest(model(3))
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

func TestASegmentOfAnotherDimensionIsDamage(t *testing.T) {
	dir := t.TempDir()
	publish(t, dir, 2, one(1))
	path := filepath.Join(dir, manifestName)
	m, err := readManifest(dir, model(2))
	if err != nil {
		t.Fatal(err)
	}
	m.Model.Dim = 3
	data, err := m.encode()
	if err != nil {
		t.Fatal(err)
	}
	replace(t, path, data)
	if _, err := Open(dir, model(3)); !errors.Is(err, engine.ErrDamaged) {
		t.Errorf("error %v", err)
	}
}
