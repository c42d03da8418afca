package wire

import (
	"context"
	"errors"
	"fmt"
	"image"
	"io/fs"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"strings"

	"owl/engine"
	"owl/engine/picture"
)

// pictures are the attachments of records, as far as their files lie in the folder
// that the records came from. Nothing is read from anywhere else.
type pictures struct{ owl *Owl }

func (p pictures) Picture(ctx context.Context, rec engine.Record, n int) (image.Image, error) {
	if n < 0 || n >= len(rec.Attachments) {
		return nil, fmt.Errorf("read attachment %d: %w", n, engine.ErrNotFound)
	}
	all, err := p.owl.Sources.Sources(ctx)
	if err != nil {
		return nil, err
	}
	for _, s := range all {
		if !holds(s, rec) {
			continue
		}
		img, err := p.from(s, rec, rec.Attachments[n])
		if !errors.Is(err, engine.ErrNotFound) {
			return img, err
		}
	}
	return nil, fmt.Errorf("read attachment %d: %w", n, engine.ErrNotFound)
}

// holds reports whether a record may be of a source.
func holds(s engine.SourceStatus, rec engine.Record) bool {
	return s.Kind == string(rec.Collection) || s.Kind == "files" && strings.HasPrefix(rec.DocID, s.Name+"/")
}

// from reads an attachment in the folder of its source.
func (p pictures) from(s engine.SourceStatus, rec engine.Record, a engine.Attachment) (image.Image, error) {
	folder, done, err := p.folder(s.Where)
	if err != nil {
		return nil, err
	}
	defer done()
	for _, name := range candidates(rec, a) {
		file, err := folder.Open(name)
		if err != nil {
			continue // not there, or outside: the next place
		}
		img, err := decodeFile(file)
		return img, errors.Join(err, file.Close())
	}
	return nil, engine.ErrNotFound
}

func decodeFile(file fs.File) (image.Image, error) {
	info, err := file.Stat()
	if err != nil {
		return nil, fmt.Errorf("read the picture: %w", err)
	}
	if !info.Mode().IsRegular() { // a pipe would keep the reader waiting
		return nil, engine.ErrNotFound
	}
	return picture.Decode(file)
}

// folder opens the folder of a source, out of which no name leads.
func (p pictures) folder(where string) (fs.FS, func(), error) {
	if demo, ok := strings.CutPrefix(where, "demo/"); ok && p.owl.demoFiles != nil {
		sub, err := fs.Sub(p.owl.demoFiles, demo)
		return sub, func() {}, err
	}
	if info, err := os.Stat(where); err == nil && !info.IsDir() {
		where = filepath.Dir(where)
	}
	if !filepath.IsAbs(where) {
		return nil, nil, engine.ErrNotFound
	}
	root, err := os.OpenRoot(where)
	if err != nil {
		return nil, nil, fmt.Errorf("%w: %w", engine.ErrNotFound, err)
	}
	return root.FS(), func() { _ = root.Close() }, nil
}

// candidates are where the file of an attachment may lie: at its relative address,
// beside its record, and in a folder for files, by its name.
func candidates(rec engine.Record, a engine.Attachment) []string {
	var names []string
	add := func(parts ...string) {
		if name := path.Join(parts...); fs.ValidPath(name) && picture.Named(name) {
			names = append(names, name)
		}
	}
	beside := path.Dir(strings.TrimPrefix(rec.DocID, firstPart(rec.DocID)))
	if u, err := url.Parse(a.URL); err == nil && u.Host == "" && u.Scheme == "" && u.Path != "" {
		add(strings.TrimPrefix(beside, "/"), u.Path)
		add(strings.TrimPrefix(u.Path, "/"))
	}
	name := path.Base(strings.ReplaceAll(string(a.Name), `\`, "/"))
	add("files", name)
	add("attachments", name)
	add(strings.TrimPrefix(beside, "/"), name)
	add(name)
	return names
}

// firstPart is the source of a doc_id that is a path: "docs/" of "docs/rf/a.html".
func firstPart(docID string) string {
	source, _, _ := strings.Cut(docID, "/")
	return source
}
