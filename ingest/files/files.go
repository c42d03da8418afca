// Package files reads documents: Markdown, reStructuredText, plain text, LaTeX
// and HTML, from a folder or a single file.
//
// Markdown, reStructuredText and plain text are stored as they stand in the
// file (as UTF-8, with LF line ends), so that a quote of the file is a
// quote of the record. LaTeX and HTML are reduced to Markdown.
package files

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"

	"owl/engine"
	"owl/ingest"
	"owl/ingest/source"
)

// Connector reads one file or all documents of a folder.
type Connector struct {
	FS     fs.FS
	Source string // name of the source: the first part of every doc_id
	Root   string // absolute path of FS on disk, for the URLs; may be empty
	File   string // the only file to read; empty for all
}

var _ ingest.Connector = Connector{}

// Open returns the connector of a file or folder on disk.
func Open(name, sourceName string) (Connector, error) {
	info, err := os.Stat(name)
	if err != nil {
		return Connector{}, fmt.Errorf("open documents: %w", err)
	}
	root, err := filepath.Abs(name)
	if err != nil {
		return Connector{}, fmt.Errorf("open documents: %w", err)
	}
	c := Connector{Source: sourceName, Root: root}
	if !info.IsDir() {
		c.Root, c.File = filepath.Dir(root), filepath.Base(root)
	}
	c.FS = os.DirFS(c.Root)
	return c, nil
}

// Read yields the documents in path order.
func (c Connector) Read(ctx context.Context, yield func(ingest.Item) error) error {
	bad := func(e *ingest.ItemError) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		return yield(ingest.Item{Err: e})
	}
	file := func(name string, info fs.FileInfo) error {
		rec, err := c.record(name, info)
		if err != nil {
			return bad(&ingest.ItemError{File: name, Err: err})
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		return yield(ingest.Item{Record: rec})
	}
	if c.File == "" {
		return source.Walk(ctx, c.FS, source.Visitor{Want: isDocument, File: file, Bad: bad})
	}
	info, err := fs.Stat(c.FS, c.File)
	if err != nil {
		return fmt.Errorf("read %s: %w", c.File, source.Reason(err))
	}
	return file(c.File, info)
}

// Hides reports whether an item that could not be read may stand for the record
// with this doc_id: it is the same file, or a folder above it.
func (c Connector) Hides(bad *ingest.ItemError, docID string) bool {
	hidden := c.Source + "/" + bad.File
	return docID == hidden || strings.HasPrefix(docID, hidden+"/")
}

func (c Connector) record(name string, info fs.FileInfo) (engine.Record, error) {
	if info.Size() > source.MaxFile {
		return engine.Record{}, source.TooLarge(info.Size())
	}
	data, err := source.ReadFile(c.FS, name)
	if err != nil {
		return engine.Record{}, err
	}
	doc, err := readDocument(name, data)
	if err != nil {
		return engine.Record{}, err
	}
	if strings.TrimSpace(doc.content) == "" {
		return engine.Record{}, errors.New("is empty")
	}
	rec := engine.Record{
		DocID: c.Source + "/" + name, FileID: name, Collection: engine.Docs, URL: c.url(name),
		Content: engine.Untrusted(doc.content), Title: engine.Untrusted(doc.title), Author: engine.Untrusted(doc.author),
		Created: info.ModTime().UTC().Truncate(time.Second), Format: doc.format, Attachments: doc.files,
	}
	if doc.title == "" {
		rec.Title = engine.Untrusted(path.Base(name))
	}
	return rec, rec.Validate()
}

func (c Connector) url(name string) string {
	if c.Root == "" {
		return ""
	}
	u := url.URL{Scheme: "file", Path: path.Join(filepath.ToSlash(c.Root), name)}
	return u.String()
}
