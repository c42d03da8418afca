package wholefile_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"owl/engine/wholefile"
)

func TestReplaceLeavesOnlyTheFile(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "a")
	for _, text := range []string{"one", "two"} {
		if err := wholefile.Replace(name, []byte(text), 0o640); err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(name); err != nil || string(got) != text {
			t.Errorf("got %q, %v", got, err)
		}
	}
	if info, err := os.Stat(name); err != nil || info.Mode() != 0o640 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
	if err := wholefile.Replace(dir, nil, 0o640); err == nil {
		t.Error("a folder was replaced")
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 1 {
		t.Errorf("left %v, %v", left, err)
	}
}

func TestCreateKeepsWhatIsThere(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a")
	if err := wholefile.Create(name, []byte("one")); err != nil {
		t.Fatal(err)
	}
	if err := wholefile.Create(name, []byte("two")); !errors.Is(err, fs.ErrExist) {
		t.Errorf("a second time: %v", err)
	}
	got, err := os.ReadFile(name)
	info, _ := os.Stat(name)
	if err != nil || string(got) != "one" || info.Mode() != 0o600 {
		t.Errorf("got %q, %v, %v", got, info.Mode(), err)
	}
}
