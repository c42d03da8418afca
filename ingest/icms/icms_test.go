package icms

import (
	"testing"

	"owl/engine"
	"owl/ingest/source/export/exporttest"
)

func TestConformance(t *testing.T) {
	exporttest.Conformance(t, New,
		[]string{"icms/ICMS_1234_r2", "icms/ICMS_1234_r3", "icms/HLS-TN-2024-018"},
		[]string{"procedures/ICMS_1234_r3_copy.md:2", "procedures/ICMS_1300.md"})
}

func TestDocumentBecomesOneRecord(t *testing.T) {
	rec := exporttest.One(t, New, "a/x.md", "---\ndocument_id: ICMS_1234\ntitle: Restart of S7\nrevision: 3\nstatus: released\n"+
		"effective_date: 2025-02-11\nsupersedes: 2\nsuperseded_by:\ndocument_type: procedure\nsystem: Vacuum\nauthor: Mira Ostrand\n"+
		"url: https://icms.example/ICMS_1234\n---\n\n# Restart\n\n    caput S7:IP2:ENABLE 1\n\nDone &amp; logged.\n")
	want := "Document ICMS_1234, revision 3, released, effective 2025-02-11, supersedes revision 2.\n\n" +
		"# Restart\n\n    caput S7:IP2:ENABLE 1\n\nDone &amp; logged."
	if string(rec.Content) != want {
		t.Errorf("content:\n%s\nwant:\n%s", rec.Content, want)
	}
	if rec.DocID != "icms/ICMS_1234_r3" || rec.FileID != "ICMS_1234" || rec.Title != "Restart of S7 (revision 3)" || rec.Author != "Mira Ostrand" ||
		rec.System != "Vacuum" || rec.URL != "https://icms.example/ICMS_1234" || rec.Format != engine.Markdown {
		t.Errorf("record %+v", rec)
	}
	if got := rec.Created.Format("2006-01-02 15:04 -0700"); got != "2025-02-11 00:00 -0600" {
		t.Errorf("created %s", got)
	}
}

func TestFirstLineHoldsWhatIsKnown(t *testing.T) {
	cases := []struct{ name, matter, id, line string }{
		{"the number only", "", "icms/D1", "Document D1."},
		{"superseded", "revision: 2\nstatus: superseded\nsuperseded_by: 3", "icms/D1_r2", "Document D1, revision 2, superseded, superseded by revision 3."},
		{"another document", "supersedes: ICMS_99", "icms/D1", "Document D1, supersedes ICMS_99."},
		{"a revision in words", "revision: Rev. 4\nsupersedes: r3", "icms/D1_r4", "Document D1, revision 4, supersedes revision 3."},
		{"a revision letter", "revision: C\nsupersedes: B", "icms/D1_rC", "Document D1, revision C, supersedes revision B."},
		{"a draft", "revision: 1.1\nstatus: draft", "icms/D1_r1.1", "Document D1, revision 1.1, draft."},
		{"an empty revision", "revision: null\nstatus: draft", "icms/D1", "Document D1, draft."},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			rec := exporttest.One(t, New, "x.md", "---\ndocument_id: D1\ntitle: t\n"+c.matter+"\n---\nbody")
			if want := c.line + "\n\nbody"; string(rec.Content) != want || rec.DocID != c.id {
				t.Errorf("%s: content %q, want %s: %q", rec.DocID, rec.Content, c.id, want)
			}
		})
	}
}

func TestExportsOfRealSitesAreRead(t *testing.T) {
	cases := []struct{ name, text, title string }{
		{"Windows line ends and byte order mark", "\uFEFF---\r\ndocument_id: D1\r\ntitle: t\r\n---\r\nbody\r\n", "t"},
		{"keys in other spellings", "---\nDocument-ID: D1\nTitle : t\n---\nbody", "t"},
		{"quotes around a value", "---\ndocument_id: 'D1'\ntitle: \"t: u\"\n---\nbody", "t: u"},
		{"lists, comments, blank lines and unknown keys", "\n---\n# exported\n\ndocument_id: D1\ntags:\n  - a\n- b\ntitle: t\nzone: 7\n---\nbody", "t"},
		{"the heading for a title", "---\ndocument_id: D1\n---\n# Of the text\nbody", "Of the text"},
		{"the number for a title", "---\ndocument_id: D1\n---\nbody", "D1"},
		{"a number for a number", "---\ndocument_id: 1234\ntitle: t\n---\nbody", "t"},
		{"Latin-1", "---\ndocument_id: D1\ntitle: K\xFChlung\n---\nbody", "Kühlung"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if rec := exporttest.One(t, New, "x.md", c.text); string(rec.Title) != c.title {
				t.Errorf("title %q, want %q", rec.Title, c.title)
			}
		})
	}
}

func TestBadDocumentsNameFileLineRecordAndField(t *testing.T) {
	cases := []struct{ name, text, want string }{
		{"no front matter", "# Title\nbody", `x.md: record without doc_id: field "document_id": missing`},
		{"no number", "---\ntitle: t\n---\nbody", `x.md: record without doc_id: field "document_id": missing`},
		{"an empty number", "---\ntitle: t\ndocument_id:\n---\nbody", `x.md:3: record without doc_id: field "document_id": missing`},
		{"a revision that breaks the terminal", "---\ndocument_id: D1\nrevision: \x1b[2J\n---\nbody", `x.md:3: record "icms/D1_r\x1b[2J": field "revision": "D1_r\x1b[2J" holds a character that cannot be printed`},
		{"no text", "---\ndocument_id: D1\nrevision: 2\n---\n\n", `x.md: record "icms/D1_r2": field "content": empty: nothing stands after the front matter`},
		{"a date that is none", "---\ndocument_id: D1\neffective_date: spring\n---\nbody", `x.md:3: record "icms/D1": field "effective_date": "spring" is not a date such as 2006-01-02T15:04:05-06:00`},
		{"a block that does not end", "\n---\ndocument_id: D1\n\nbody: x", `x.md:2: front matter: no --- line ends the block`},
		{"a line without a colon", "---\ndocument_id: D1\nstatus released\n---\nbody", `x.md:3: front matter: want key: value, got "status released"`},
		{"a key twice", "---\ndocument_id: D1\nDocument ID: D2\n---\nbody", `x.md:3: front matter: "document_id" stands in line 2 already`},
		{"a binary file", "---\ndocument_id: D1\n---\n\x00\x01", `x.md: is a binary file, not text`},
		{"an empty file", "", `x.md: record without doc_id: field "document_id": missing`},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if got := exporttest.Refused(t, New, "x.md", c.text); got != c.want {
				t.Errorf("reported:\n%s\nwant:\n%s", got, c.want)
			}
		})
	}
}

func TestSameRevisionInTwoFilesIsRefused(t *testing.T) {
	records, reports := exporttest.Read(t, New, map[string]string{
		"a.md": "---\ndocument_id: D1\nrevision: 3\n---\nbody", "b.md": "---\nrevision: r3\ndocument_id: D1\n---\nbody",
	})
	want := `b.md:3: record "icms/D1_r3": field "document_id": this id was already read from a.md`
	if len(records) != 1 || len(reports) != 1 || reports[0] != want {
		t.Errorf("%d records, reports %q, want %q", len(records), reports, want)
	}
}

func FuzzRead(f *testing.F) { exporttest.Fuzz(f, New, "export.md", "---\ndocument_id: 1\n...\n\x1b") }
