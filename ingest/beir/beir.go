// Package beir reads the corpus of a retrieval benchmark in BEIR layout
// (Thakur and others 2021): JSON lines of {_id, title, text}, other fields are
// passed over.
package beir

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"owl/engine"
	"owl/ingest"
	"owl/ingest/source"
)

// maxLine is the longest line that is read, in bytes.
const maxLine = 16 << 20

// Connector reads one file.
type Connector struct {
	FS   fs.FS
	File string
}

var _ ingest.Connector = Connector{}

// Open returns the connector of a file on disk.
func Open(name string) Connector {
	return Connector{FS: os.DirFS(filepath.Dir(name)), File: filepath.Base(name)}
}

// Is reports whether a file on disk begins with a row in BEIR layout.
func Is(name string) (bool, error) {
	file, err := os.Open(name)
	if err != nil {
		return false, fmt.Errorf("open corpus: %w", err)
	}
	defer file.Close()
	lines := newScanner(file)
	for lines.Scan() {
		if line := bytes.TrimSpace(lines.Bytes()); len(line) > 0 {
			var keys map[string]json.RawMessage
			return json.Unmarshal(line, &keys) == nil && keys["_id"] != nil, nil
		}
	}
	return false, source.Reason(lines.Err())
}

func newScanner(file fs.File) *bufio.Scanner {
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, maxLine)
	return lines
}

// Read yields one record a row, in the order of the rows.
func (c Connector) Read(ctx context.Context, yield func(ingest.Item) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	file, err := c.FS.Open(c.File)
	if err != nil {
		return fmt.Errorf("read corpus: %w", &ingest.ItemError{File: c.File, Err: source.Reason(err)})
	}
	defer file.Close()
	lines := newScanner(file)
	number := 1
	for ; lines.Scan(); number++ {
		line := bytes.TrimSpace(lines.Bytes())
		if len(line) == 0 {
			continue
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		item := ingest.Item{}
		if item.Record, err = parse(line); err != nil {
			item = ingest.Item{Err: &ingest.ItemError{File: c.File, Line: number, Err: err}}
		}
		if err := yield(item); err != nil {
			return err
		}
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("read corpus: %w", &ingest.ItemError{File: c.File, Line: number, Err: source.Reason(err)})
	}
	return nil
}

// row is one line. Text or title may be empty, but not both.
type row struct {
	ID    *string `json:"_id"`
	Title string  `json:"title"`
	Text  string  `json:"text"`
}

func parse(line []byte) (engine.Record, error) {
	if !utf8.Valid(line) {
		return engine.Record{}, errors.New("is not valid UTF-8")
	}
	var r row
	if err := json.Unmarshal(line, &r); err != nil {
		return engine.Record{}, fmt.Errorf("read row: %w", err)
	}
	if r.ID == nil || *r.ID == "" {
		return engine.Record{}, &engine.FieldError{Field: "_id", Why: "missing"}
	}
	title, text := strings.TrimSpace(r.Title), strings.TrimSpace(r.Text)
	rec := engine.Record{
		DocID: *r.ID, FileID: *r.ID, Collection: engine.Docs, Format: engine.Plain,
		Title: engine.Untrusted(cmp.Or(title, *r.ID)), Content: engine.Untrusted(cmp.Or(text, title)),
	}
	if rec.Content == "" {
		return engine.Record{}, &engine.FieldError{DocID: *r.ID, Field: "text", Why: "empty, and so is the title"}
	}
	return rec, rec.Validate()
}
