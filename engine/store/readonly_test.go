package store

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"owl/engine"
	"owl/engine/porttest/guest"
)

// TestMain lets the test binary run again as another user.
func TestMain(m *testing.M) {
	if path := os.Getenv(guest.Variable); path != "" {
		fmt.Println(asGuest(context.Background(), path))
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// asGuest does what a user without rights to write can do, and says how it went.
func asGuest(ctx context.Context, path string) string {
	if err := readBack(ctx, path); err != nil {
		return fmt.Sprint("read: ", err)
	}
	w, err := OpenWriter(ctx, path)
	if err == nil {
		err = w.AddSource(ctx, Source{Name: "x"})
	}
	if !errors.Is(err, engine.ErrReadOnly) || !strings.Contains(err.Error(), filepath.Dir(path)) {
		return fmt.Sprint("write: ", err)
	}
	return "ok"
}

// publicHome is a folder that everybody can read and only its owner can write.
func publicHome(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for _, d := range []string{filepath.Dir(dir), dir} {
		if err := os.Chmod(d, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return filepath.Join(dir, "owl.db")
}

func TestAReadOnlyHomeIsReadAfterACleanClose(t *testing.T) {
	path := publicHome(t)
	filled(t, path)
	if got := guest.Run(t, path); got != "ok" {
		t.Error(got)
	}
}

func TestAReadOnlyHomeIsReadWhileItsOwnerWrites(t *testing.T) {
	path := publicHome(t)
	w := openWriter(t, path)
	addSource(t, w, "ops")
	apply(t, w, "ops", Batch{Upserts: []Upsert{upsert("a", "One.")}})
	if got := guest.Run(t, path); got != "ok" {
		t.Error(got)
	}
}

// TestAReadOnlyHomeIsReadAfterAKill leaves the log as a killed writer does.
func TestAReadOnlyHomeIsReadAfterAKill(t *testing.T) {
	w := newWriter(t)
	addSource(t, w, "ops")
	apply(t, w, "ops", Batch{Upserts: []Upsert{upsert("a", "One.")}})
	path := publicHome(t)
	for _, suffix := range []string{"", "-wal", "-shm"} {
		data, err := os.ReadFile(w.path + suffix)
		if err != nil {
			t.Fatal(err)
		}
		write(t, path+suffix, string(data))
	}
	if got := guest.Run(t, path); got != "ok" {
		t.Error(got)
	}
}

// TestAReadOnlyCopyIsReadWithoutItsLog is a home on a read-only medium to which
// only the database file was copied.
func TestAReadOnlyCopyIsReadWithoutItsLog(t *testing.T) {
	path := publicHome(t)
	filled(t, path)
	for _, suffix := range []string{"-wal", "-shm"} {
		if err := os.Remove(path + suffix); err != nil {
			t.Fatal(err)
		}
	}
	if got := guest.Run(t, path); got != "ok" {
		t.Error(got)
	}
}

func TestAReadOnlyCopyWithoutItsSharedMemorySaysWhatToDo(t *testing.T) {
	w := newWriter(t)
	addSource(t, w, "ops")
	path := publicHome(t)
	for _, suffix := range []string{"", "-wal"} {
		data, err := os.ReadFile(w.path + suffix)
		if err != nil {
			t.Fatal(err)
		}
		write(t, path+suffix, string(data))
	}
	if got := guest.Run(t, path); !strings.Contains(got, "copy all three files") {
		t.Error(got)
	}
}

func TestAFrozenStoreNoticesAWriter(t *testing.T) {
	path := filepath.Join(t.TempDir(), "owl.db")
	filled(t, path)
	s, err := file{path: path}.open(t.Context(), "mode=ro&immutable=1", readers)
	if err != nil {
		t.Fatal(err)
	}
	s.frozen = true
	defer s.Close()
	if _, err := s.Record(t.Context(), "a"); err != nil {
		t.Fatal(err)
	}
	w := openWriter(t, path)
	apply(t, w, "ops", Batch{Upserts: []Upsert{upsert("b", "Two.")}})
	if _, err := s.Record(t.Context(), "a"); err == nil || !strings.Contains(err.Error(), "open it again") {
		t.Errorf("got %v", err)
	}
}
