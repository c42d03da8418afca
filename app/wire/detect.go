package wire

import (
	"context"
	"fmt"
	"io/fs"
	"os"

	"owl/ingest"
	"owl/ingest/source"
)

// found is what a path holds.
type found struct {
	kind  string // "corpus" or "files"
	aside string // a file of records beside documents, which is not read with them
}

// detect decides whether a path holds records or documents. A folder is one of
// records when it holds .json or .jsonl files and no document.
func detect(ctx context.Context, path string) (found, error) {
	info, err := os.Stat(path)
	if err != nil {
		return found{}, fmt.Errorf("%s: %w", path, source.Reason(err))
	}
	records := source.HasExt(".json", ".jsonl")
	if info.IsDir() {
		return detectFolder(ctx, path, records)
	}
	if records(path) {
		return found{kind: "corpus"}, nil
	}
	return found{kind: "files"}, nil
}

func detectFolder(ctx context.Context, path string, records func(string) bool) (found, error) {
	documents := source.HasExt(".md", ".markdown", ".txt", ".rst", ".tex", ".html", ".htm")
	var document, record, closed string
	err := source.Walk(ctx, os.DirFS(path), source.Visitor{
		File: func(name string, _ fs.FileInfo) error {
			switch {
			case document == "" && documents(name):
				document = name
			case record == "" && records(name):
				record = name
			}
			return ctx.Err()
		},
		Bad: func(e *ingest.ItemError) error { closed = e.File; return nil }, // its connector reports it
	})
	switch {
	case err != nil:
		return found{}, fmt.Errorf("%s: %w", path, err)
	case document == "" && record != "":
		return found{kind: "corpus"}, nil
	case document == "" && closed == "":
		return found{}, fmt.Errorf("%s: holds no document (.md .txt .rst .tex .html) and no records (.json .jsonl)", path)
	}
	return found{kind: "files", aside: record}, nil
}
