// Package corpus reads corpus_v2 records from files: JSON lines (.jsonl) or
// JSON (.json: a list of records, or records one after the other).
//
// Files are streamed, so their size does not matter; one record may have at
// most MaxRecord bytes. Broken JSON ends the reading of a .json file, where
// nothing says where the next record begins, but not of a .jsonl file.
package corpus

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"owl/engine"
	"owl/ingest"
	"owl/ingest/source"
)

// MaxRecord is the size in bytes above which a record is refused.
const MaxRecord = 64 << 20

// Connector reads one file or all files of a folder.
type Connector struct {
	FS   fs.FS
	File string // the only file to read; empty for all

	limit int // of a record in bytes; MaxRecord when 0
}

var _ ingest.Connector = Connector{}

// Open returns the connector of a file or folder on disk.
func Open(name string) (Connector, error) {
	info, err := os.Stat(name)
	if err != nil {
		return Connector{}, fmt.Errorf("open corpus: %w", err)
	}
	if info.IsDir() {
		return Connector{FS: os.DirFS(name)}, nil
	}
	return Connector{FS: os.DirFS(filepath.Dir(name)), File: filepath.Base(name)}, nil
}

// Read yields the records in the order of files and lines.
func (c Connector) Read(ctx context.Context, yield func(ingest.Item) error) error {
	out := func(item ingest.Item) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		return yield(item)
	}
	if c.File == "" {
		return source.Walk(ctx, c.FS, source.Visitor{
			Want: source.HasExt(".json", ".jsonl"),
			File: func(name string, _ fs.FileInfo) error { return c.readFile(name, out, badFile(out)) },
			Bad:  badFile(out),
		})
	}
	return c.readFile(c.File, out, func(e *ingest.ItemError) error {
		return fmt.Errorf("read corpus: %w", e) // there is nothing but this file
	})
}

func badFile(out func(ingest.Item) error) func(*ingest.ItemError) error {
	return func(e *ingest.ItemError) error { return out(ingest.Item{Err: e}) }
}

// readFile reads one file; closed takes the error of one that cannot be read at
// all.
func (c Connector) readFile(name string, out func(ingest.Item) error, closed func(*ingest.ItemError) error) error {
	file, err := c.FS.Open(name)
	if err != nil {
		return closed(&ingest.ItemError{File: name, Err: source.Reason(err)})
	}
	defer file.Close()
	in, err := newInput(file, cmp.Or(c.limit, MaxRecord))
	if err != nil {
		return closed(&ingest.ItemError{File: name, Err: source.Reason(err)})
	}
	read := in.values
	if strings.EqualFold(path.Ext(name), ".jsonl") && in.first != '[' {
		read = in.lines
	}
	return read(func(data []byte, line int, err error) error {
		item := ingest.Item{}
		if err == nil {
			item.Record, err = parse(data)
		}
		if err != nil {
			item = ingest.Item{Err: &ingest.ItemError{File: name, Line: line, Err: source.Reason(err)}}
		}
		return out(item)
	})
}

// parse reads a record. encoding/json would replace invalid UTF-8 silently.
func parse(data []byte) (engine.Record, error) {
	if !utf8.Valid(data) {
		return engine.Record{}, errors.New("is not valid UTF-8")
	}
	return engine.ParseRecord(data)
}

// found takes a record's bytes and the line it begins at, or what is wrong
// there. The bytes are valid until it returns.
type found func(data []byte, line int, err error) error

// lines gives every line that is not empty.
func (in *input) lines(give found) error {
	for number := 1; ; number++ {
		line, err := in.line()
		data := bytes.TrimSpace(line)
		switch {
		case errors.Is(err, errTooLong):
			err = give(nil, number, err)
		case err != nil && !errors.Is(err, io.EOF):
			return give(nil, number, fmt.Errorf("the rest of the file was not read: %w", err))
		case len(data) > 0:
			if giveErr := give(data, number, nil); giveErr != nil {
				return giveErr
			}
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// values gives every element of a list, or every value of a sequence.
func (in *input) values(give found) error {
	dec := in.decoder()
	isList := in.first == '['
	if isList {
		if _, err := dec.Token(); err != nil {
			return give(nil, 1, err)
		}
	}
	for {
		data, err := dec.next(isList)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return give(nil, dec.brokenLine(), fmt.Errorf("the rest of the file was not read: %w", err))
		}
		line := dec.line(dec.InputOffset() - int64(len(data)))
		if len(data) > in.limit {
			data, err = nil, in.tooLong()
		}
		if err := give(data, line, err); err != nil {
			return err
		}
	}
}
