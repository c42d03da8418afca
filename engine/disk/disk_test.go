package disk_test

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"sync/atomic"
	"testing"

	"owl/engine"
	"owl/engine/disk"
	"owl/engine/disk/disktest"
)

// Whatever step fails, the old file is whole or the new one is, and nothing
// temporary is left.
func TestAFileIsThereWholeOrNotAtAll(t *testing.T) {
	for steps := int64(0); ; steps++ {
		path := filepath.Join(t.TempDir(), "f")
		if err := disk.WriteBytes(disk.Real{}, path, []byte("old")); err != nil {
			t.Fatal(err)
		}
		left := new(atomic.Int64)
		left.Store(steps)
		err := disk.WriteBytes(disktest.Failing{Left: left}, path, []byte("new"))
		data, err2 := os.ReadFile(path)
		if want := map[bool]string{true: "new", false: "old"}[err == nil]; string(data) != want || err2 != nil {
			t.Fatalf("after %d steps (%v) the file holds %q, want %q (%v)", steps, err, data, want, err2)
		}
		if _, err := os.Stat(path + disk.TemporaryExt); err == nil {
			t.Fatalf("after %d steps a temporary file is left", steps)
		}
		if err == nil {
			return
		}
	}
}

func TestOneWriterLocksAFolder(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "made", "here")
	lock, err := disk.Lock(dir)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := disk.Lock(dir); !errors.Is(err, engine.ErrLocked) {
		t.Errorf("a second writer: %v", err)
	}
	if err := lock.Close(); err != nil {
		t.Fatal(err)
	}
	again, err := disk.Lock(dir)
	if err != nil {
		t.Fatalf("after the first let go: %v", err)
	}
	if err := again.Close(); err != nil {
		t.Fatal(err)
	}
}

func TestASealFindsEveryChangedByte(t *testing.T) {
	type value struct{ A, B int }
	data, err := disk.Seal(value{1, 2})
	if err != nil {
		t.Fatal(err)
	}
	var got value
	if err := disk.Unseal(data, &got); err != nil || got != (value{1, 2}) {
		t.Fatalf("got %v, %v", got, err)
	}
	for i := range data {
		changed := slices.Clone(data)
		changed[i] ^= 1
		if err := disk.Unseal(changed, &got); !errors.Is(err, engine.ErrDamaged) {
			t.Errorf("byte %d changed: %v", i, err)
		}
		if err := disk.Unseal(data[:i], &got); !errors.Is(err, engine.ErrDamaged) {
			t.Errorf("cut after %d bytes: %v", i, err)
		}
	}
}

func TestNamesAreReadAsWritten(t *testing.T) {
	var names disk.Names
	for _, n := range []string{"vacuum", "", "RF", "vacuum"} {
		names.ID(n)
	}
	if names.ID("RF") != 2 || !slices.Equal(names.List(), []string{"vacuum", "", "RF"}) {
		t.Fatalf("numbered %q", names.List())
	}
	b := disk.EncodeNames(names.List())
	if got, ok := disk.DecodeNames(b); !ok || !slices.Equal(got, names.List()) {
		t.Errorf("read %q, %v", got, ok)
	}
	for i := range b {
		if _, ok := disk.DecodeNames(b[:i]); ok {
			t.Errorf("cut after %d bytes is read", i)
		}
	}
}

func TestStraysGoAndNumbersAreNotUsedTwice(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"00000007.seg", "0000001f.del", "00000003.seg.tmp", "MANIFEST", "notes.txt"} {
		if err := disk.Write(disk.Real{}, filepath.Join(dir, name), func(io.Writer) error { return nil }); err != nil {
			t.Fatal(err)
		}
	}
	if n, err := disk.NextNumber(dir, 4); n != 0x20 || err != nil {
		t.Errorf("next number %#x, %v", n, err)
	}
	if err := disk.RemoveStrays(disk.Real{}, dir, map[string]bool{"00000007.seg": true}, ".seg", ".del"); err != nil {
		t.Fatal(err)
	}
	files, err := os.ReadDir(dir)
	var left []string
	for _, f := range files {
		left = append(left, f.Name())
	}
	if !slices.Equal(left, []string{"00000007.seg", "MANIFEST", "notes.txt"}) || err != nil {
		t.Errorf("left %q, %v", left, err)
	}
}
