package beir

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"owl/ingest"
	"owl/ingest/conformance"
)

const rows = `{"_id":"1","title":"Slipstream","text":"A wing.","metadata":{"url":"x"}}

{"_id":"2","title":"","text":""}
{"_id":"3","title":"","text":"No title."}
{"title":"x","text":"y"}
{"_id":"4","title":"Only a title"}
`

func TestConformance(t *testing.T) {
	conformance.Run(t, conformance.Subject{
		New: func(*testing.T) ingest.Connector {
			return Connector{FS: fstest.MapFS{"corpus.jsonl": {Data: []byte(rows)}}, File: "corpus.jsonl"}
		},
		DocIDs: []string{"1", "3", "4"},
		Bad:    []string{"corpus.jsonl:3", "corpus.jsonl:5"},
		Broken: func(t *testing.T) ingest.Connector { return Open(filepath.Join(t.TempDir(), "gone")) },
	})
}

func TestARecordAlwaysHasATitleAndContent(t *testing.T) {
	items, err := conformance.Collect(t.Context(), Connector{FS: fstest.MapFS{"c": {Data: []byte(rows)}}, File: "c"})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, item := range items {
		if item.Err != nil {
			got = append(got, item.Err.Error())
			continue
		}
		got = append(got, item.Record.DocID+": "+string(item.Record.Title)+": "+string(item.Record.Content))
	}
	want := []string{
		"1: Slipstream: A wing.", `c:3: record "2": field "text": empty, and so is the title`, "3: 3: No title.",
		`c:5: record without doc_id: field "_id": missing`, "4: Only a title: Only a title",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s", strings.Join(got, "\n"))
	}
}

func TestIsLooksAtTheFirstRow(t *testing.T) {
	for text, want := range map[string]bool{
		"\n" + `{"_id":"1"}`: true, `{"doc_id":"1"}`: false, `[{"_id":"1"}]`: false, "": false, "{": false,
	} {
		name := filepath.Join(t.TempDir(), "c.jsonl")
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if got, err := Is(name); got != want || err != nil {
			t.Errorf("%q: %v, %v", text, got, err)
		}
	}
	if _, err := Is(filepath.Join(t.TempDir(), "gone")); err == nil {
		t.Error("a file that is not there")
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(rows))
	f.Fuzz(func(t *testing.T, data []byte) {
		items, err := conformance.Collect(t.Context(), Connector{FS: fstest.MapFS{"c": {Data: data}}, File: "c"})
		if err != nil {
			t.Skip() // a line that is too long
		}
		for _, item := range items {
			if item.Err == nil && item.Record.Validate() != nil {
				t.Errorf("invalid record %+v", item.Record)
			}
			if item.Err != nil && strings.Contains(item.Err.Error(), "\n") {
				t.Errorf("report of several lines: %q", item.Err)
			}
		}
	})
}
