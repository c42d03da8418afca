package wrq

import (
	"testing"

	"owl/engine"
	"owl/ingest/source/export/exporttest"
)

func TestConformance(t *testing.T) {
	exporttest.Conformance(t, New,
		[]string{"wrq/WRQ_50110/description", "wrq/WRQ_50110/work_performed", "wrq/WRQ_50110/comments", "wrq/50112/description"},
		[]string{"2025-q1.json:24", "2025-q1.json:31"})
}

const full = `{"work_request_id": "WRQ_9", "title": "Swap supply", "status": "completed", "priority": "high", "requested_by": "Mira Ostrand",
	"assigned_to": "Tomas Brandl", "group": "Vacuum", "system": "Vacuum", "location": "Sector 7", "created": "2025-03-11T08:05:00-05:00",
	"scheduled": "", "completed": "2025-03-12T09:40:00-05:00", "description": "Reads 0 kV.\r\n  Check  it.", "safety_notes": "LOTO card 12.",
	"work_performed": "Swapped with SN 0044.", "url": "https://wrq.example/9", "comments": [
		{"author": "Tomas Brandl", "date": "2025-03-11T10:12:00-05:00", "text": "Spare is in the cage."}, {"text": ""},
		{"author": "Mira Ostrand", "date": "2025-03-12T10:00:00-05:00", "text": "Pressure back."}]}`

func TestRequestBecomesARecordAPart(t *testing.T) {
	records, reports := exporttest.Read(t, New, map[string]string{"q.json": "[" + full + "]"})
	if len(records) != 3 || len(reports) > 0 {
		t.Fatalf("%d records, reports %q", len(records), reports)
	}
	want := []struct{ id, part, author, content string }{
		{"wrq/WRQ_9/description", "description", "Mira Ostrand", "Work request: WRQ_9\nStatus: completed\nPriority: high\nRequested by: Mira Ostrand\n" +
			"Assigned to: Tomas Brandl\nGroup: Vacuum\nSystem: Vacuum\nLocation: Sector 7\nCreated: 2025-03-11T08:05:00-05:00\n" +
			"Completed: 2025-03-12T09:40:00-05:00\n\nReads 0 kV.\n  Check  it.\n\nSafety notes: LOTO card 12."},
		{"wrq/WRQ_9/work_performed", "work_performed", "Tomas Brandl", "Completed: 2025-03-12T09:40:00-05:00\n\nSwapped with SN 0044."},
		{"wrq/WRQ_9/comments", "comments", "Tomas Brandl", "Tomas Brandl, 2025-03-11 10:12: Spare is in the cage.\n\nMira Ostrand, 2025-03-12 10:00: Pressure back."},
	}
	for i, rec := range records {
		if rec.DocID != want[i].id || rec.ChunkType != want[i].part || rec.ChunkIndex != i || string(rec.Author) != want[i].author || string(rec.Content) != want[i].content {
			t.Errorf("record %d: %+v\nwant %+v", i, rec, want[i])
		}
		if rec.FileID != "WRQ_9" || rec.ParentID != "WRQ_9" || rec.Title != "Swap supply" || rec.System != "Vacuum" ||
			rec.URL != "https://wrq.example/9" || rec.Format != engine.Plain || rec.Created.Format("2006-01-02 15:04 -0700") != "2025-03-11 08:05 -0500" {
			t.Errorf("record %d: %+v", i, rec)
		}
	}
}

func TestCompletionWithoutWorkIsNoRecord(t *testing.T) {
	rec := exporttest.One(t, New, "q.json", `[{"work_request_id": "W", "title": "t", "description": "Swap it.", "completed": "2025-03-12"}]`)
	if rec.ChunkType != "description" {
		t.Errorf("record %+v", rec)
	}
}

func TestPartsAreCountedWithoutTheEmptyOnes(t *testing.T) {
	rec := exporttest.One(t, New, "q.json", `[{"work_request_id": "W", "title": "t", "work_performed": "Done."}]`)
	if rec.DocID != "wrq/W/work_performed" || rec.ChunkIndex != 0 || rec.ChunkType != "work_performed" {
		t.Errorf("record %+v", rec)
	}
}

func TestExportsOfRealSitesAreRead(t *testing.T) {
	cases := []struct{ name, text, content string }{
		{"one request without a list", `{"work_request_id": "W", "title": "t", "work_performed": "x"}`, "x"},
		{"nulls and unknown keys", `[{"work_request_id": "W", "title": "t", "url": null, "scheduled": null, "cost": {"usd": 5}, "work_performed": "x"}]`, "x"},
		{"HTML entities", `[{"work_request_id": "W", "title": "t", "work_performed": "5 &micro;m &lt;b&gt;"}]`, "5 µm <b>"},
		{"a byte order mark and Windows line ends", "\uFEFF[\r\n{\"work_request_id\": \"W\",\r\n\"title\": \"t\", \"work_performed\": \"x\"}\r\n]", "x"},
		{"a comma after the last element", `[{"work_request_id": "W", "title": "t", "work_performed": "x"},]`, "x"},
		{"a script for an address", `[{"work_request_id": "W", "title": "t", "work_performed": "x", "url": "javascript:alert(1)"}]`, "x"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			rec := exporttest.One(t, New, "q.json", c.text)
			if rec.FileID != "W" || string(rec.Content) != c.content || rec.URL != "" {
				t.Errorf("got %+v, want content %q", rec, c.content)
			}
		})
	}
}

func TestBadRequestsNameFileLineRecordAndField(t *testing.T) {
	cases := []struct{ name, text, want string }{
		{"no id", `[{"title": "t", "work_performed": "x"}]`, `q.json:1: record without doc_id: field "work_request_id": missing`},
		{"no title", `[{"work_request_id": "W", "work_performed": "x"}]`, `q.json:1: record "wrq/W": field "title": missing`},
		{
			"no text in any part", `[{"work_request_id": "W", "title": "t", "status": "open", "comments": [{"author": "a"}]}]`,
			`q.json:1: record "wrq/W": field "description": empty, and so are safety_notes, work_performed and comments`,
		},
		{"comments that are a text", `[{"work_request_id": "W", "title": "t", "comments": "none"}]`, `q.json:1: record "wrq/W": field "comments": is a text, want a list`},
		{
			"a date that is none", "[\n{\"work_request_id\": \"W\", \"title\": \"t\", \"work_performed\": \"x\", \"created\": \"03/11/2025\"}]",
			`q.json:2: record "wrq/W": field "created": "03/11/2025" is not a date such as 2006-01-02T15:04:05-06:00`,
		},
		{"an element that is a text", `["W"]`, `q.json:1: the element is a text, want an object`},
		{"a file cut off", "[\n{\"work_request_id\": \"W\",\n\"title\": \"t", `q.json:2: the file ends inside this element`},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if got := exporttest.Refused(t, New, "q.json", c.text); got != c.want {
				t.Errorf("reported:\n%s\nwant:\n%s", got, c.want)
			}
		})
	}
}

func FuzzRead(f *testing.F) { exporttest.Fuzz(f, New, "export.json", "["+full+"]") }
