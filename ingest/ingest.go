// Package ingest brings records into a knowledge base.
//
// A Connector reads one source; there is one package a source kind below this
// one. Package chunk splits records, package runner brings a store up to date
// with what a connector reads.
package ingest

import (
	"context"
	"fmt"

	"owl/engine"
)

// Connector reads all records of one source, as they stand now.
type Connector interface {
	// Read calls yield once for each record, in a stable order, and once for
	// each item that could not be read (with an *ItemError). It goes on after a
	// bad item. It returns early with yield's error, the context's error, or
	// an error that makes the whole source unreadable.
	Read(ctx context.Context, yield func(Item) error) error
}

// Item is one thing found in a source: a valid record, or what is wrong with
// it.
type Item struct {
	Record engine.Record
	Err    *ItemError // nil when Record is usable
}

// ItemError says in one line which item of a source is bad and why.
type ItemError struct {
	File string // path inside the source
	Line int    // from 1; 0 when the file as a whole is meant
	Err  error  // often an *engine.FieldError, which names record and field
}

// Error reads `ops.jsonl:12: record "x": field "title": missing`.
func (e *ItemError) Error() string {
	if e.Line > 0 {
		return fmt.Sprintf("%s:%d: %v", e.File, e.Line, e.Err)
	}
	return fmt.Sprintf("%s: %v", e.File, e.Err)
}

// Unwrap returns the cause.
func (e *ItemError) Unwrap() error { return e.Err }
