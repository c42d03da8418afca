// Package conformance is the suite that every connector must pass. A
// connector's own tests call Run with a source that holds good and bad items.
package conformance

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"owl/engine"
	"owl/ingest"
)

// Subject is a connector under test and what it must find.
type Subject struct {
	// New opens the connector on a source that has at least two records and at
	// least one bad item that is followed by a record. Every call gives the
	// same source.
	New func(t *testing.T) ingest.Connector
	// DocIDs are the records that must be read, in this order.
	DocIDs []string
	// Bad names the items that must be refused, in this order: "file", or
	// "file:line" where the format has lines.
	Bad []string
	// Broken opens the connector on a source that cannot be read as a whole,
	// such as a folder that does not exist.
	Broken func(t *testing.T) ingest.Connector
}

// Run checks the contract of ingest.Connector.
func Run(t *testing.T, s Subject) {
	t.Run("reads every record in order", func(t *testing.T) { s.checkRecords(t) })
	t.Run("reports bad items and goes on", func(t *testing.T) { s.checkBad(t) })
	t.Run("gives valid records with unique doc_ids", func(t *testing.T) { s.checkValid(t) })
	t.Run("reads the same again", func(t *testing.T) { s.checkSecondRead(t) })
	t.Run("stops with the error of yield", func(t *testing.T) { s.checkStop(t) })
	t.Run("stops when the context ends", func(t *testing.T) { s.checkCancel(t) })
	t.Run("reports a source that cannot be read", func(t *testing.T) { s.checkBroken(t) })
}

// Collect reads a connector to its end and returns its items.
func Collect(ctx context.Context, c ingest.Connector) ([]ingest.Item, error) {
	var items []ingest.Item
	err := c.Read(ctx, func(item ingest.Item) error {
		items = append(items, item)
		return nil
	})
	return items, err
}

func (s Subject) items(t *testing.T) []ingest.Item {
	t.Helper()
	items, err := Collect(t.Context(), s.New(t))
	if err != nil {
		t.Fatalf("read: %v", err)
	}
	return items
}

func (s Subject) checkRecords(t *testing.T) {
	var got []string
	for _, item := range s.items(t) {
		if item.Err == nil {
			got = append(got, item.Record.DocID)
		}
	}
	if !slices.Equal(got, s.DocIDs) {
		t.Errorf("records read:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(s.DocIDs, "\n"))
	}
}

func (s Subject) checkBad(t *testing.T) {
	var got []string
	wentOn := false
	for _, item := range s.items(t) {
		if item.Err == nil {
			wentOn = wentOn || len(got) > 0
			continue
		}
		got = append(got, place(item.Err))
		checkLine(t, item)
	}
	if !slices.Equal(got, s.Bad) {
		t.Errorf("bad items: %q, want %q", got, s.Bad)
	}
	if len(s.Bad) == 0 || !wentOn {
		t.Errorf("the source must hold a bad item with a record after it")
	}
}

func place(e *ingest.ItemError) string {
	if e.Line > 0 {
		return fmt.Sprintf("%s:%d", e.File, e.Line)
	}
	return e.File
}

// checkLine makes sure that the report of a bad item fits on one line and that
// the item carries nothing else.
func checkLine(t *testing.T, item ingest.Item) {
	t.Helper()
	if item.Err.Err == nil || strings.TrimSpace(item.Err.Err.Error()) == "" {
		t.Errorf("bad item of %s without a reason", item.Err.File)
		return
	}
	if line := item.Err.Error(); strings.ContainsAny(line, "\n\r\x1b") {
		t.Errorf("report %q is not one clean line", line)
	}
	if !reflect.DeepEqual(item.Record, engine.Record{}) {
		t.Errorf("bad item %v carries a record as well", item.Err)
	}
}

func (s Subject) checkValid(t *testing.T) {
	seen := map[string]bool{}
	for _, item := range s.items(t) {
		rec := item.Record
		if item.Err != nil {
			continue
		}
		if err := rec.Validate(); err != nil {
			t.Errorf("invalid record: %v", err)
		}
		if seen[rec.DocID] {
			t.Errorf("doc_id %q read twice", rec.DocID)
		}
		seen[rec.DocID] = true
		if !slices.Contains([]engine.Format{engine.Plain, engine.Markdown, engine.RST}, rec.Format) {
			t.Errorf("record %q: unknown format %q", rec.DocID, rec.Format)
		}
	}
}

func (s Subject) checkSecondRead(t *testing.T) {
	connector := s.New(t)
	first, err := Collect(t.Context(), connector)
	if err != nil {
		t.Fatalf("first read: %v", err)
	}
	second, err := Collect(t.Context(), connector)
	if err != nil {
		t.Fatalf("second read: %v", err)
	}
	if len(first) != len(second) {
		t.Fatalf("second read gives %d items, the first gave %d", len(second), len(first))
	}
	for i := range first {
		if fmt.Sprint(first[i].Err) != fmt.Sprint(second[i].Err) || !sameRecord(first[i].Record, second[i].Record) {
			t.Errorf("item %d differs in the second read:\n%+v\n%+v", i, first[i], second[i])
		}
	}
}

// sameRecord compares records; two times are the same when instant and UTC
// offset are.
func sameRecord(a, b engine.Record) bool {
	_, offsetA := a.Created.Zone()
	_, offsetB := b.Created.Zone()
	if !a.Created.Equal(b.Created) || offsetA != offsetB {
		return false
	}
	a.Created = b.Created
	return reflect.DeepEqual(a, b)
}

var errStop = errors.New("enough")

func (s Subject) checkStop(t *testing.T) {
	calls := 0
	err := s.New(t).Read(t.Context(), func(ingest.Item) error {
		calls++
		return errStop
	})
	if !errors.Is(err, errStop) || calls != 1 {
		t.Errorf("after yield's error: %d calls and error %v, want 1 call and yield's error", calls, err)
	}
}

func (s Subject) checkCancel(t *testing.T) {
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if items, err := Collect(ended, s.New(t)); !errors.Is(err, context.Canceled) || len(items) > 0 {
		t.Errorf("ended context: %d items and error %v, want none and context.Canceled", len(items), err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	calls := 0
	err := s.New(t).Read(ctx, func(ingest.Item) error {
		calls++
		cancel()
		return nil
	})
	if !errors.Is(err, context.Canceled) || calls != 1 {
		t.Errorf("context ended in the first yield: %d calls and error %v, want 1 call and context.Canceled", calls, err)
	}
}

func (s Subject) checkBroken(t *testing.T) {
	if s.Broken == nil {
		t.Fatal("no broken source given")
	}
	items, err := Collect(t.Context(), s.Broken(t))
	if err == nil {
		t.Errorf("a source that cannot be read gave %d items and no error", len(items))
	}
}
