package kb

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"owl/engine"
	"owl/engine/porttest/guest"
	"owl/engine/store"
)

// TestMain lets the test binary run again as another user.
func TestMain(m *testing.M) {
	if dir := os.Getenv(guest.Variable); dir != "" {
		fmt.Println(asGuest(context.Background(), dir))
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// asGuest searches a home that it cannot write to, tries to write, and says how
// it went.
func asGuest(ctx context.Context, dir string) string {
	b, err := Open(ctx, dir, Options{})
	if err != nil {
		return fmt.Sprint("open: ", err)
	}
	defer b.Close()
	hits, err := b.Lexical().Search(ctx, engine.Query{Text: "kicker"}, 10, false)
	if err != nil {
		return fmt.Sprint("search: ", err)
	}
	if _, err := OpenWriter(ctx, dir, Options{}); !errors.Is(err, engine.ErrReadOnly) || !strings.Contains(err.Error(), dir) {
		return fmt.Sprint("write: ", err)
	}
	return fmt.Sprintf("%d hits, notices %q", len(hits), b.Notices())
}

func TestAReadOnlyHomeIsSearched(t *testing.T) {
	dir := filled(t)
	if got := guest.Run(t, dir); got != "1 hits, notices []" {
		t.Error(got)
	}
}

func TestAReadOnlyHomeSaysWhatItsIndexLacks(t *testing.T) {
	dir := filled(t)
	w := openWriter(t, dir)
	put(t, w, upsert("c", "The kicker again."))
	_ = w.Close(t.Context())
	got := guest.Run(t, dir)
	if !strings.Contains(got, "1 hits") || !strings.Contains(got, "lacks the newest 1 chunks") || !strings.Contains(got, dir+" cannot be written") {
		t.Error(got)
	}
}

func TestADiskThatIsFullIsSaid(t *testing.T) {
	dir := t.TempDir()
	if err := unix.Mount("tmpfs", dir, "tmpfs", 0, "size=3m"); err != nil {
		t.Skipf("no small file system to fill: mount: %v", err)
	}
	t.Cleanup(func() { _ = unix.Unmount(dir, unix.MNT_DETACH) })
	w := openWriter(t, dir)
	put(t, w, upsert("kept", "The kicker tripped."))
	flush(t, w)
	var err error
	for i := 0; i < 100 && err == nil; i++ {
		_, err = w.Apply(t.Context(), "ops", store.Batch{Upserts: []store.Upsert{upsert(fmt.Sprint("r", i), strings.Repeat("word ", 40_000))}})
		if err == nil {
			err = w.Flush(t.Context())
		}
	}
	if !errors.Is(err, syscall.ENOSPC) || !strings.Contains(err.Error(), dir) {
		t.Fatalf("got %v", err)
	}
	_ = w.Close(t.Context())
	b := open(t, dir)
	if got := found(t, b, "kicker"); got != "kept" {
		t.Errorf("found %q; notices %q", got, b.Notices())
	}
	if got := lines(t, dir, true); !strings.Contains(got, "database: ok") {
		t.Error(got)
	}
}
