package bely

import (
	"strings"
	"testing"

	"owl/engine"
	"owl/ingest/source/export/exporttest"
)

func TestConformance(t *testing.T) {
	exporttest.Conformance(t, New,
		[]string{"bely/BELY_20017", "bely/BELY_20019", "bely/BELY_20031", "bely/BELY_20033"},
		[]string{"operations.json:25", "operations.json:31", "operations.json:35", "studies/run2.json:4"})
}

// file wraps entries as an export file.
func file(entries string) string { return `{"subfolder_name": "x", "entries": [` + entries + `]}` }

func TestEntryBecomesOneRecord(t *testing.T) {
	rec := exporttest.One(t, New, "ops.json", file(`{"BELY_ID": "BELY_7", "version": 1, "logbook": "Operations", "machine/system": "Storage Ring",
		"bely_filename": "f", "bely_creation_datetime": "2025-03-11T02:14:00-05:00", "created_by": "Mira Ostrand", "topic": "Dump",
		"personnel_involved": ["Mira Ostrand", "Tomas Brandl"], "keywords": ["dump", "S7"],
		"bely_sub_entries": [
			{"entry_text": "First  *note*.\n\n    caput S7:RESET 1\n", "attachment_urls": ["https://bely.example/a/orbit%20plot.png"]},
			{"entry_text": "", "attachment_urls": ["/Downloads/trace.csv"]},
			{"entry_text": "Second."}]}`))
	want := "First  *note*.\n\n    caput S7:RESET 1\n\nSecond.\n\n" +
		"Logbook: Operations\nPersonnel: Mira Ostrand, Tomas Brandl\nKeywords: dump, S7"
	if string(rec.Content) != want {
		t.Errorf("content:\n%s\nwant:\n%s", rec.Content, want)
	}
	if rec.DocID != "bely/BELY_7" || rec.FileID != "BELY_7" || rec.Title != "Dump" || rec.Author != "Mira Ostrand" ||
		rec.System != "Storage Ring" || rec.Collection != engine.Logbook || rec.Format != engine.Markdown {
		t.Errorf("record %+v", rec)
	}
	if got := rec.Created.Format("2006-01-02T15:04:05Z07:00"); got != "2025-03-11T02:14:00-05:00" {
		t.Errorf("created %s", got)
	}
	files := []engine.Attachment{
		{Name: "orbit plot.png", URL: "https://bely.example/a/orbit%20plot.png"}, {Name: "trace.csv", URL: "/Downloads/trace.csv"},
	}
	if len(rec.Attachments) != 2 || rec.Attachments[0] != files[0] || rec.Attachments[1] != files[1] {
		t.Errorf("attachments %+v", rec.Attachments)
	}
}

func TestStudiesKeepPlanAndSummary(t *testing.T) {
	rec := exporttest.One(t, New, "s.json", file(`{"BELY_ID": "BELY_8", "topic": "Scan", "studies_plan": "Scan S1.\nThen S2.", "studies_summary": "Best at 97 A."}`))
	if want := "Plan: Scan S1.\nThen S2.\nSummary: Best at 97 A."; string(rec.Content) != want {
		t.Errorf("content %q, want %q", rec.Content, want)
	}
}

func TestSystemKeyHasThreeSpellings(t *testing.T) {
	for _, key := range []string{"machine/system", "machine", "system"} {
		rec := exporttest.One(t, New, "s.json", file(`{"BELY_ID": "B1", "topic": "t", "`+key+`": "Linac", "bely_sub_entries": [{"entry_text": "x"}]}`))
		if rec.System != "Linac" {
			t.Errorf("key %q: system %q, want Linac", key, rec.System)
		}
	}
}

func TestExportsOfRealSitesAreRead(t *testing.T) {
	cases := []struct{ name, text, id, content string }{
		{"an id that is a number", file(`{"BELY_ID": 10423, "topic": "t", "bely_sub_entries": [{"entry_text": "x"}]}`), "10423", "x"},
		{"null for what is optional", file(`{"BELY_ID": "B1", "topic": "t", "created_by": null, "keywords": null, "studies_plan": null,
			"bely_sub_entries": [null, {"entry_text": null}, {"entry_text": "x", "attachment_urls": null}]}`), "B1", "x"},
		{"keys nobody knows", file(`{"BELY_ID": "B1", "topic": "t", "mood": {"a": [1]}, "bely_sub_entries": [{"entry_text": "x", "y": 1}]}`), "B1", "x"},
		{"one keyword that is no list", file(`{"BELY_ID": "B1", "topic": "t", "keywords": "dump", "bely_sub_entries": [{"entry_text": "x"}]}`), "B1", "x\n\nKeywords: dump"},
		{"the file name for a topic", file(`{"BELY_ID": "B1", "topic": "", "bely_filename": "t", "bely_sub_entries": [{"entry_text": "x"}]}`), "B1", "x"},
		{"Windows line ends in the file", strings.ReplaceAll(file("{\n\"BELY_ID\": \"B1\",\n \"topic\": \"t\", \"bely_sub_entries\": [{\"entry_text\": \"x\"}]}"), "\n", "\r\n"), "B1", "x"},
		{"Windows line ends in a text", file(`{"BELY_ID": "B1", "topic": "t", "bely_sub_entries": [{"entry_text": "x\r\ny"}]}`), "B1", "x\ny"},
		{"a byte order mark", "\uFEFF" + file(`{"BELY_ID": "B1", "topic": "t", "bely_sub_entries": [{"entry_text": "x"}]}`), "B1", "x"},
		{"Latin-1", file("{\"BELY_ID\": \"B1\", \"topic\": \"t\", \"bely_sub_entries\": [{\"entry_text\": \"5 \xB5m\"}]}"), "B1", "5 µm"},
		{"HTML entities", file(`{"BELY_ID": "B1", "topic": "t", "bely_sub_entries": [{"entry_text": "RF &amp; LLRF: p &lt; 5&nbsp;nTorr, see &lt;b&gt;, id=1&section=2"}]}`), "B1", "RF & LLRF: p < 5 nTorr, see &lt;b>, id=1&section=2"},
		{"entries without the object around them", `[{"BELY_ID": "B1", "topic": "t", "bely_sub_entries": [{"entry_text": "x"}]}]`, "B1", "x"},
		{"a figure without text", file(`{"BELY_ID": "B1", "topic": "t", "logbook": "Operations", "bely_sub_entries": [{"attachment_urls": ["https://bely.example/p.png"]}]}`), "B1", "Logbook: Operations"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			rec := exporttest.One(t, New, "ops.json", c.text)
			if rec.FileID != c.id || rec.Title != "t" || string(rec.Content) != c.content {
				t.Errorf("got %q, title %q, content %q; want %q, %q", rec.FileID, rec.Title, rec.Content, c.id, c.content)
			}
		})
	}
}

func TestBadEntriesNameFileLineRecordAndField(t *testing.T) {
	const text = `"bely_sub_entries": [{"entry_text": "x"}]`
	cases := []struct{ name, text, want string }{
		{"no id", file("\n{\"topic\": \"t\", " + text + "}"), `ops.json:2: record without doc_id: field "BELY_ID": missing`},
		{"an id that breaks the line", file(`{"BELY_ID": "B\n1", "topic": "t", ` + text + `}`), `ops.json:1: record "bely/B\n1": field "BELY_ID": "B\n1" holds a character that cannot be printed`},
		{"an id that is an object", file(`{"BELY_ID": {"n": 1}, "topic": "t", ` + text + `}`), `ops.json:1: record without doc_id: field "BELY_ID": is an object, want text`},
		{"no title", file(`{"BELY_ID": "B1", ` + text + `}`), `ops.json:1: record "bely/B1": field "topic": missing, and so is bely_filename`},
		{"no content", file(`{"BELY_ID": "B1", "topic": "t", "logbook": "Operations", "bely_sub_entries": []}`), `ops.json:1: record "bely/B1": field "bely_sub_entries": holds no text and no attachment`},
		{"a date that is none", file(`{"BELY_ID": "B1", "topic": "t", "bely_creation_datetime": "soon", ` + text + `}`), `ops.json:1: record "bely/B1": field "bely_creation_datetime": "soon" is not a date such as 2006-01-02T15:04:05-06:00`},
		{"a sub-entry that is a number", file(`{"BELY_ID": "B1", "topic": "t", "bely_sub_entries": [{}, 5]}`), `ops.json:1: record "bely/B1": field "bely_sub_entries[1]": is a number, want an object`},
		{"a text that is an object", file(`{"BELY_ID": "B1", "topic": "t", "bely_sub_entries": [{"entry_text": {}}]}`), `ops.json:1: record "bely/B1": field "bely_sub_entries[0].entry_text": is an object, want text`},
		{"no entries", `{"subfolder_name": "x"}`, `ops.json:1: no "entries" list`},
		{"entries that are no list", `{"entries": 5}`, `ops.json:1: "entries" is not a list`},
		{"an empty file", "", `ops.json: is empty`},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if got := exporttest.Refused(t, New, "ops.json", c.text); got != c.want {
				t.Errorf("reported:\n%s\nwant:\n%s", got, c.want)
			}
		})
	}
}

func TestSecondEntryOfAnIDNamesTheFirst(t *testing.T) {
	entry := "{\"BELY_ID\": \"B1\", \"topic\": \"t\", \"bely_sub_entries\": [{\"entry_text\": \"x\"}]}"
	records, reports := exporttest.Read(t, New, map[string]string{"a.json": file("\n\n" + entry), "sub/b.json": file("\n" + entry)})
	want := `sub/b.json:2: record "bely/B1": field "BELY_ID": this id was already read from a.json:3`
	if len(records) != 1 || len(reports) != 1 || reports[0] != want {
		t.Errorf("%d records, reports %q; want %q", len(records), reports, want)
	}
}

func FuzzRead(f *testing.F) {
	exporttest.Fuzz(f, New, "export.json", `{"entries":[{"BELY_ID":1,"topic":[],"keywords":[[1]]}`, "\xFF\xFE[\x00")
}
