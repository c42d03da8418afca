package conformance

import (
	"context"
	"errors"
	"testing"

	"owl/engine"
	"owl/ingest"
)

// list is the smallest connector: it gives its items.
type list struct {
	items []ingest.Item
	err   error
}

func (l list) Read(ctx context.Context, yield func(ingest.Item) error) error {
	for _, item := range l.items {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := yield(item); err != nil {
			return err
		}
	}
	return l.err
}

func record(id string) ingest.Item {
	return ingest.Item{Record: engine.Record{
		DocID: id, Content: "text", Title: "title", Collection: engine.Docs, FileID: id, Format: engine.Plain,
	}}
}

func TestSuiteAcceptsAnObedientConnector(t *testing.T) {
	bad := ingest.Item{Err: &ingest.ItemError{File: "a.txt", Line: 3, Err: errors.New("no title")}}
	Run(t, Subject{
		New:    func(*testing.T) ingest.Connector { return list{items: []ingest.Item{record("a"), bad, record("b")}} },
		DocIDs: []string{"a", "b"},
		Bad:    []string{"a.txt:3"},
		Broken: func(*testing.T) ingest.Connector { return list{err: errors.New("no such folder")} },
	})
}
