package source

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"owl/ingest"
)

// Visitor takes what Walk finds.
type Visitor struct {
	// Want picks files by name; nil takes every file.
	Want func(name string) bool
	// File takes a wanted file: its path inside the source, with forward
	// slashes, and its info. Its error ends the walk.
	File func(name string, info fs.FileInfo) error
	// Bad takes a folder or file that cannot be listed. Its error ends the walk.
	Bad func(*ingest.ItemError) error
}

// Walk visits the files below the root of fsys in path order. Hidden files and
// folders and node_modules are left out. A symbolic link is followed, but each
// folder is entered once, so that a loop of links ends. A root that cannot be
// listed is the error of the whole walk.
func Walk(ctx context.Context, fsys fs.FS, v Visitor) error {
	w := walker{fsys: fsys, visitor: v, entered: map[folderID]bool{}}
	entries, err := fs.ReadDir(fsys, ".")
	if err != nil {
		return fmt.Errorf("list folder: %w", Reason(err))
	}
	if info, err := fs.Stat(fsys, "."); err == nil {
		w.enter(info)
	}
	return w.entries(ctx, ".", entries)
}

type walker struct {
	fsys    fs.FS
	visitor Visitor
	entered map[folderID]bool
}

// maxDepth ends links that loop in a file system without folder identities.
const maxDepth = 64

// enter reports whether a folder is entered for the first time.
func (w *walker) enter(info fs.FileInfo) bool {
	id, ok := idOf(info)
	if !ok {
		return true
	}
	if w.entered[id] {
		return false
	}
	w.entered[id] = true
	return true
}

func (w *walker) entries(ctx context.Context, dir string, entries []fs.DirEntry) error {
	for _, entry := range entries {
		if err := ctx.Err(); err != nil {
			return err
		}
		if skipped(entry.Name()) {
			continue
		}
		if err := w.entry(ctx, path.Join(dir, entry.Name()), entry); err != nil {
			return err
		}
	}
	return nil
}

func skipped(name string) bool {
	return strings.HasPrefix(name, ".") || name == "node_modules"
}

func (w *walker) entry(ctx context.Context, name string, entry fs.DirEntry) error {
	isLink := entry.Type()&fs.ModeSymlink != 0
	if !isLink && !entry.IsDir() && !w.wanted(entry) {
		return nil
	}
	info, err := fs.Stat(w.fsys, name) // follows a link, unlike entry.Info
	switch {
	case err != nil && isLink && !w.wanted(entry):
		return nil // a dangling link to something that is not asked for
	case err != nil:
		return w.visitor.Bad(&ingest.ItemError{File: name, Err: Reason(err)})
	case info.IsDir():
		return w.folder(ctx, name, info)
	case !info.Mode().IsRegular() || !w.wanted(entry):
		return nil
	}
	return w.visitor.File(name, info)
}

func (w *walker) wanted(entry fs.DirEntry) bool {
	return w.visitor.Want == nil || w.visitor.Want(entry.Name())
}

func (w *walker) folder(ctx context.Context, name string, info fs.FileInfo) error {
	if !w.enter(info) || strings.Count(name, "/") > maxDepth {
		return nil
	}
	entries, err := fs.ReadDir(w.fsys, name)
	if err != nil {
		return w.visitor.Bad(&ingest.ItemError{File: name, Err: Reason(err)})
	}
	return w.entries(ctx, name, entries)
}

// Reason drops the operation and the path of a file error: the caller names
// the file already.
func Reason(err error) error {
	var pathErr *fs.PathError
	if errors.As(err, &pathErr) {
		return pathErr.Err
	}
	return err
}

// HasExt returns a Want function that takes names with one of the extensions,
// such as ".md", in any case.
func HasExt(exts ...string) func(name string) bool {
	return func(name string) bool {
		ext := path.Ext(name)
		for _, want := range exts {
			if strings.EqualFold(ext, want) {
				return true
			}
		}
		return false
	}
}
