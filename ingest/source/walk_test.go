package source

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"testing/fstest"

	"owl/ingest"
)

// walked returns the files and the bad items that a walk finds.
func walked(t *testing.T, fsys fs.FS, want func(string) bool) (files, bad []string) {
	t.Helper()
	err := Walk(t.Context(), fsys, Visitor{
		Want: want,
		File: func(name string, _ fs.FileInfo) error { files = append(files, name); return nil },
		Bad:  func(e *ingest.ItemError) error { bad = append(bad, e.Error()); return nil },
	})
	if err != nil {
		t.Fatal(err)
	}
	return files, bad
}

func TestWalkVisitsInPathOrder(t *testing.T) {
	fsys := fstest.MapFS{
		"b.md": {}, "a/z.MD": {}, "a/c.txt": {}, ".git/x.md": {}, "node_modules/y.md": {}, "a/.hidden.md": {}, "c/deep/er/q.md": {},
	}
	files, bad := walked(t, fsys, HasExt(".md"))
	if want := []string{"a/z.MD", "b.md", "c/deep/er/q.md"}; !slices.Equal(files, want) || bad != nil {
		t.Errorf("files %q, bad %q, want %q", files, bad, want)
	}
}

func TestWalkFollowsLinksOnceAndEndsLoops(t *testing.T) {
	dir := t.TempDir()
	for _, d := range []string{"docs/sub", "other"} {
		if err := os.MkdirAll(filepath.Join(dir, d), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for name, target := range map[string]string{
		"docs/sub/loop": "..", "docs/ext": "../other", "docs/twice": "../other", "docs/link.md": "sub/a.md", "docs/dead.md": "gone", "docs/dead": "gone",
	} {
		if err := os.Symlink(target, filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	for _, f := range []string{"docs/sub/a.md", "other/b.md"} {
		if err := os.WriteFile(filepath.Join(dir, f), []byte("x"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	files, bad := walked(t, os.DirFS(filepath.Join(dir, "docs")), HasExt(".md"))
	if want := []string{"ext/b.md", "link.md", "sub/a.md"}; !slices.Equal(files, want) {
		t.Errorf("files %q, want %q", files, want)
	}
	if want := []string{"dead.md: no such file or directory"}; !slices.Equal(bad, want) {
		t.Errorf("bad %q, want %q", bad, want)
	}
}

// closedFolder refuses to list one folder.
type closedFolder struct {
	fs.FS
	name string
}

func (c closedFolder) Open(name string) (fs.File, error) {
	if name == c.name {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrPermission}
	}
	return c.FS.Open(name)
}

func TestWalkReportsAFolderThatCannotBeListed(t *testing.T) {
	fsys := closedFolder{fstest.MapFS{"a/x.md": {}, "b/y.md": {}}, "a"}
	files, bad := walked(t, fsys, nil)
	if !slices.Equal(files, []string{"b/y.md"}) || !slices.Equal(bad, []string{"a: permission denied"}) {
		t.Errorf("files %q, bad %q", files, bad)
	}
	err := Walk(t.Context(), closedFolder{fstest.MapFS{}, "."}, Visitor{})
	if !errors.Is(err, fs.ErrPermission) {
		t.Errorf("closed root: %v", err)
	}
}

func TestWalkEndsWithTheContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	visits := 0
	err := Walk(ctx, fstest.MapFS{"a": {}, "b": {}}, Visitor{File: func(string, fs.FileInfo) error { visits++; cancel(); return nil }})
	if !errors.Is(err, context.Canceled) || visits != 1 {
		t.Errorf("%d visits, error %v", visits, err)
	}
}
