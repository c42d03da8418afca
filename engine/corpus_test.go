package engine

import (
	"errors"
	"strings"
	"testing"
	"time"
)

const good = `{"doc_id":"ops__chunk_3","content":"Beam lost at 02:14.","title":"Night shift","author":"","collection":"bely","system":"","creation_datetime":"2024-10-08T02:20:00-05:00","file_id":"BELY_7"}`

func TestParseRecordKeepsEveryField(t *testing.T) {
	rec, err := ParseRecord([]byte(strings.Replace(good, `"file_id":"BELY_7"`, `"file_id":"WRQ_9","parent_id":"WRQ_9","chunk_index":2,"chunk_type":"comments"`, 1)))
	if err != nil {
		t.Fatal(err)
	}
	want := Record{
		DocID: "ops__chunk_3", Content: "Beam lost at 02:14.", Title: "Night shift", Collection: Logbook,
		Created: rec.Created, FileID: "WRQ_9", ParentID: "WRQ_9", ChunkIndex: 2, ChunkType: "comments", Format: Plain,
	}
	if len(rec.Attachments) != 0 || rec.DocID != want.DocID || rec.Content != want.Content || rec.Title != want.Title ||
		rec.FileID != want.FileID || rec.ParentID != want.ParentID || rec.ChunkIndex != 2 || rec.ChunkType != "comments" {
		t.Errorf("got %+v", rec)
	}
	if rec.Created.Format(time.RFC3339) != "2024-10-08T02:20:00-05:00" {
		t.Errorf("created = %s, want its own offset kept", rec.Created.Format(time.RFC3339))
	}
}

func TestParseRecordNamesRecordAndField(t *testing.T) {
	replace := func(old, new string) string { return strings.Replace(good, old, new, 1) }
	for name, c := range map[string]struct{ in, field string }{
		"missing field":       {replace(`"title":"Night shift",`, ``), "title"},
		"null field":          {replace(`"Night shift"`, `null`), "title"},
		"unknown field":       {replace(`"author":""`, `"author":"","severity":3`), "severity"},
		"field in other case": {replace(`"title"`, `"Title"`), "Title"},
		"empty content":       {replace(`Beam lost at 02:14.`, ``), "content"},
		"blank content":       {replace(`Beam lost at 02:14.`, ` \n `), "content"},
		"wrong type":          {replace(`"Night shift"`, `12`), "title"},
		"bad time":            {replace(`2024-10-08T02:20:00-05:00`, `8.10.2024`), "creation_datetime"},
		"bad collection":      {replace(`"bely"`, `"be ly/../x"`), "collection"},
		"negative index":      {replace(`"file_id"`, `"chunk_index":-1,"file_id"`), "chunk_index"},
	} {
		_, err := ParseRecord([]byte(c.in))
		var fe *FieldError
		if !errors.As(err, &fe) || fe.Field != c.field || fe.DocID != "ops__chunk_3" {
			t.Errorf("%s: got %v, want field %q of ops__chunk_3", name, err, c.field)
		}
	}
}

func TestParseRecordRefusesBrokenJSON(t *testing.T) {
	for _, in := range []string{"", "{", "[]", `"x"`, good + "x"} {
		if _, err := ParseRecord([]byte(in)); err == nil {
			t.Errorf("%q was accepted", in)
		}
	}
}

func TestFilterAdmits(t *testing.T) {
	day := func(d int) time.Time { return time.Date(2024, 10, d, 0, 0, 0, 0, time.UTC) }
	f := Filter{Collections: []Collection{"wiki", "bely"}, Systems: []string{"RF"}, Since: day(8), Until: day(9)}
	for name, c := range map[string]struct {
		collection Collection
		system     string
		created    time.Time
		want       bool
	}{
		"all match, other case": {"BELY", "rf", day(8), true},
		"last instant":          {"wiki", "RF", day(9).Add(-1), true},
		"end is exclusive":      {"wiki", "RF", day(9), false},
		"too early":             {"wiki", "RF", day(8).Add(-1), false},
		"no date":               {"wiki", "RF", time.Time{}, false},
		"other collection":      {"icms", "RF", day(8), false},
		"other system":          {"wiki", "Vacuum", day(8), false},
	} {
		if got := f.Admits(c.collection, c.system, c.created); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
	if !(Filter{}).Admits("x", "", time.Time{}) {
		t.Error("the zero filter must let all through")
	}
}

func FuzzParseRecord(f *testing.F) {
	f.Add([]byte(good))
	f.Fuzz(func(t *testing.T, data []byte) {
		if rec, err := ParseRecord(data); err == nil && rec.Validate() != nil {
			t.Errorf("accepted an invalid record: %+v", rec)
		}
	})
}
