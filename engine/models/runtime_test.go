//go:build cgo

package models

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"owl/engine"
	"owl/engine/nativedir"
)

// native is the folder that the build made.
func native(t testing.TB) nativedir.Dir {
	t.Helper()
	dir := os.Getenv(nativedir.Env)
	if dir == "" {
		dir = filepath.Join("..", "..", ".native")
	}
	if _, err := os.Stat(dir); err != nil {
		t.Fatalf("no native parts (make test fetches them): %v", err)
	}
	return nativedir.Dir(dir)
}

func TestRuntimeOpensEveryBuiltinModel(t *testing.T) {
	for name, depth := range map[string]Depth{"open": Open, "full": Full} {
		status, err := Runtime(context.Background(), native(t), depth)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasSuffix(status.Library, status.Version) {
			t.Errorf("%s: %s says it is version %q", name, status.Library, status.Version)
		}
		if len(status.Models) != 2 {
			t.Errorf("%s: %d models, want 2", name, len(status.Models))
		}
		for _, m := range status.Models {
			if m.Err != nil {
				t.Errorf("%s: %v", name, m.Err)
			}
		}
	}
}

// damaged is a copy of the native parts with one file replaced; the others are
// links.
func damaged(t *testing.T, replace, text string) nativedir.Dir {
	t.Helper()
	from, to := native(t), nativedir.Dir(t.TempDir())
	names := []string{library}
	for _, m := range Builtin() {
		for _, f := range m.Files {
			names = append(names, f.Name)
		}
	}
	for _, name := range names {
		if err := os.MkdirAll(filepath.Dir(to.Path(name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if name == replace {
			if err := os.WriteFile(to.Path(name), []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		target, err := filepath.Abs(from.Path(name))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(target, to.Path(name)); err != nil {
			t.Fatal(err)
		}
	}
	return to
}

func TestRuntimeNamesTheBadModelAndKeepsTheOther(t *testing.T) {
	for _, c := range []struct {
		name, file string
		depth      Depth
		want       error
	}{
		{"a network that is none", "models/reranker/model.onnx", Open, nil},
		{"a vocabulary that was changed", "models/reranker/vocab.txt", Full, engine.ErrDamaged},
	} {
		t.Run(c.name, func(t *testing.T) {
			status, err := Runtime(context.Background(), damaged(t, c.file, "not this"), c.depth)
			if err != nil {
				t.Fatal(err)
			}
			good, bad := status.Models[0], status.Models[1]
			if good.Err != nil {
				t.Errorf("the embedder is whole: %v", good.Err)
			}
			if bad.Err == nil || !strings.Contains(bad.Err.Error(), c.file) || strings.Contains(bad.Err.Error(), "\n") {
				t.Errorf("error %q, want one line with %s", bad.Err, c.file)
			}
			if c.want != nil && !errors.Is(bad.Err, c.want) {
				t.Errorf("error %v, want %v", bad.Err, c.want)
			}
		})
	}
}

func TestRuntimeSaysInOneLineThatTheLibraryIsMissing(t *testing.T) {
	_, err := Runtime(context.Background(), nativedir.Dir(t.TempDir()), Open)
	if !errors.Is(err, engine.ErrNotFound) || strings.Contains(err.Error(), "\n") || !strings.Contains(err.Error(), library) {
		t.Errorf("error %v", err)
	}
}

func TestNetworkOfAnotherKindIsRefused(t *testing.T) {
	dir := native(t)
	if _, err := Runtime(context.Background(), dir, Open); err != nil {
		t.Fatal(err)
	}
	err := tryOpen(dir.Path("models/embedder/model.onnx"), "logits")
	if err == nil || !strings.Contains(err.Error(), `no output "logits"`) {
		t.Errorf("error %v", err)
	}
}
