package nativedir

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"owl/engine"
)

// layout makes files below a new folder and returns the folder.
func layout(t *testing.T, files map[string]string) string {
	t.Helper()
	root := t.TempDir()
	for name, text := range files {
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

func TestFind(t *testing.T) {
	release := layout(t, map[string]string{"MANIFEST": "", "bin/owl": "", ".native/MANIFEST": ""})
	clone := layout(t, map[string]string{".native/MANIFEST": "", "bin/owl": ""})
	bare := layout(t, map[string]string{"bin/owl": "", "lib/other.so": ""})
	prepared := t.TempDir()
	for _, c := range []struct{ name, override, root, want string }{
		{"a release uses its own folder", "", release, release},
		{"a clone uses .native", "", clone, filepath.Join(clone, ".native")},
		{"the override wins", prepared, clone, prepared},
		{"an override that is not there is not passed over", filepath.Join(prepared, "gone"), clone, ""},
		{"a lib folder of something else is not taken", "", bare, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := Find(c.override, filepath.Join(c.root, "bin", "owl"))
			if string(got) != c.want {
				t.Errorf("found %q, want %q", got, c.want)
			}
			if (c.want == "") != errors.Is(err, engine.ErrNotFound) {
				t.Errorf("error %v", err)
			}
		})
	}
}

const (
	abc      = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad" // sha256 of "abc", FIPS 180-2
	twoFiles = abc + "  lib/a.so\n" + abc + "  models/a b.onnx\n"
)

func TestVerify(t *testing.T) {
	for _, c := range []struct {
		name  string
		files map[string]string
		count int
		want  error
	}{
		{"whole", map[string]string{"MANIFEST": twoFiles, "lib/a.so": "abc", "models/a b.onnx": "abc"}, 2, nil},
		{"a changed byte", map[string]string{"MANIFEST": twoFiles, "lib/a.so": "abc", "models/a b.onnx": "abd"}, 1, engine.ErrDamaged},
		{"a missing file", map[string]string{"MANIFEST": twoFiles, "lib/a.so": "abc"}, 1, engine.ErrNotFound},
		{"no manifest", map[string]string{"lib/a.so": "abc"}, 0, os.ErrNotExist},
		{"a manifest that is not one", map[string]string{"MANIFEST": "hello\n"}, 0, engine.ErrDamaged},
	} {
		t.Run(c.name, func(t *testing.T) {
			n, err := Dir(layout(t, c.files)).Verify(context.Background())
			if n != c.count || !errors.Is(err, c.want) {
				t.Errorf("%d files, %v; want %d, %v", n, err, c.count, c.want)
			}
		})
	}
}

func TestVerifyStopsWhenCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	dir := Dir(layout(t, map[string]string{"MANIFEST": twoFiles, "lib/a.so": "abc"}))
	if _, err := dir.Verify(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want context.Canceled", err)
	}
}
