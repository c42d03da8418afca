// Package exporttest helps to test the connectors of exported files. Only
// tests import it.
package exporttest

import (
	"io/fs"
	"os"
	"strings"
	"testing"
	"testing/fstest"
	"time"
	"unicode"

	"owl/engine"
	"owl/ingest"
	"owl/ingest/conformance"
	"owl/ingest/source/export"
)

// New is the constructor of a connector.
type New func(fs.FS, export.Options) *export.Connector

// Read reads files, given by their path and text, and returns the records and
// the reports of bad items.
func Read(t *testing.T, open New, files map[string]string) ([]engine.Record, []string) {
	t.Helper()
	return ReadIn(t, open, nil, files)
}

// ReadIn is Read at a site in the given zone; nil is the default one.
func ReadIn(t *testing.T, open New, zone *time.Location, files map[string]string) ([]engine.Record, []string) {
	t.Helper()
	folder := fstest.MapFS{}
	for name, text := range files {
		folder[name] = &fstest.MapFile{Data: []byte(text)}
	}
	items, err := conformance.Collect(t.Context(), open(folder, export.Options{Zone: zone}))
	if err != nil {
		t.Fatalf("read: %v", err)
	}
	var records []engine.Record
	var reports []string
	for _, item := range items {
		if item.Err != nil {
			reports = append(reports, item.Err.Error())
		} else {
			records = append(records, item.Record)
		}
	}
	return records, reports
}

// One reads a single file that must hold a single good record.
func One(t *testing.T, open New, name, text string) engine.Record {
	t.Helper()
	records, reports := Read(t, open, map[string]string{name: text})
	if len(records) != 1 || len(reports) > 0 {
		t.Fatalf("got %d records and the reports %q, want one record\n%s", len(records), reports, text)
	}
	return records[0]
}

// Refused reads a single file that must hold no good record, and returns the
// reports.
func Refused(t *testing.T, open New, name, text string) string {
	t.Helper()
	records, reports := Read(t, open, map[string]string{name: text})
	if len(records) > 0 {
		t.Fatalf("got the record %+v, want none\n%s", records[0], text)
	}
	return strings.Join(reports, "\n")
}

// Conformance runs the suite of all connectors on the folder testdata/export.
func Conformance(t *testing.T, open New, docIDs, bad []string) {
	connector := func(dir string) func(*testing.T) ingest.Connector {
		return func(*testing.T) ingest.Connector { return open(os.DirFS(dir), export.Options{}) }
	}
	conformance.Run(t, conformance.Subject{
		New: connector("testdata/export"), DocIDs: docIDs, Bad: bad, Broken: connector("testdata/no such folder"),
	})
}

// Fuzz feeds a connector one file of any bytes. Whatever is in it, the read
// ends without an error, and gives valid records and reports of one line.
func Fuzz(f *testing.F, open New, name string, seeds ...string) {
	_ = fs.WalkDir(os.DirFS("testdata/export"), ".", func(path string, entry fs.DirEntry, err error) error {
		if data, err := os.ReadFile("testdata/export/" + path); err == nil {
			f.Add(data)
		}
		return nil
	})
	for _, seed := range seeds {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		connector := open(fstest.MapFS{name: &fstest.MapFile{Data: data}}, export.Options{})
		items, err := conformance.Collect(t.Context(), connector)
		if err != nil {
			t.Fatalf("read: %v", err)
		}
		seen := map[string]bool{}
		for _, item := range items {
			if item.Err != nil {
				checkReport(t, item.Err, name)
				continue
			}
			checkRecord(t, item.Record)
			if seen[item.Record.DocID] {
				t.Errorf("doc_id %q read twice", item.Record.DocID)
			}
			seen[item.Record.DocID] = true
		}
	})
}

func checkReport(t *testing.T, e *ingest.ItemError, name string) {
	t.Helper()
	if e.File != name || e.Line < 0 || strings.ContainsFunc(e.Error(), unicode.IsControl) {
		t.Errorf("report %q is not one clean line about %s", e.Error(), name)
	}
}

func checkRecord(t *testing.T, rec engine.Record) {
	t.Helper()
	if err := rec.Validate(); err != nil {
		t.Errorf("invalid record: %v", err)
	}
	if !strings.HasPrefix(rec.DocID, string(rec.Collection)+"/"+rec.FileID) {
		t.Errorf("doc_id %q of the file_id %q in %s", rec.DocID, rec.FileID, rec.Collection)
	}
	trusted := []string{rec.DocID, rec.FileID, rec.ParentID, rec.ChunkType, rec.URL}
	for _, a := range rec.Attachments {
		trusted = append(trusted, a.URL)
	}
	for _, text := range trusted {
		if strings.ContainsFunc(text, unicode.IsControl) {
			t.Errorf("record %q: %q holds a control character", rec.DocID, text)
		}
	}
}
