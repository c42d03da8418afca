package oag

import (
	"testing"

	"owl/engine"
	"owl/ingest/source/export/exporttest"
)

func TestConformance(t *testing.T) {
	exporttest.Conformance(t, New, []string{"oag/displays/vacuum", "oag/orbit"}, []string{"displays/empty.md"})
}

func TestDocumentBecomesOneRecord(t *testing.T) {
	rec := exporttest.One(t, New, "apps/orbit.v2.md", "---\ntitle: Orbit display\napp: orbit\nauthor: Ilse Varga\ndate: 2025-01-20T10:00:00-06:00\nsystem: Diagnostics\n---\n\n# Orbit\n\n    orbit &amp; exit\n")
	if string(rec.Content) != "# Orbit\n\n    orbit &amp; exit" {
		t.Errorf("content %q", rec.Content)
	}
	if rec.DocID != "oag/apps/orbit.v2" || rec.FileID != "apps/orbit.v2" || rec.Title != "Orbit display" || rec.Author != "Ilse Varga" ||
		rec.System != "Diagnostics" || rec.Format != engine.Markdown || rec.Created.Format("2006-01-02 15:04 -0700") != "2025-01-20 10:00 -0600" {
		t.Errorf("record %+v", rec)
	}
}

func TestTitleFallsBack(t *testing.T) {
	cases := []struct{ name, text, title string }{
		{"first heading", "text\n\n## The `orbit`  app &amp; co\n\n# Other", "The `orbit` app & co"},
		{"underlined heading", "Orbit\n=====\ntext", "Orbit"},
		{"no heading inside a code block", "```\n# not this\n```\n# This", "This"},
		{"the application", "---\napp: orbit\n---\ntext", "orbit"},
		{"the path", "text", "dir/file"},
		{"a rule at the start is no front matter when it is not alone", "--- \n\n---\n# T", "T"},
		{"Windows line ends", "# T\r\n\r\ntext\r\n", "T"},
		{"byte order mark", "\uFEFF# T\n", "T"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if rec := exporttest.One(t, New, "dir/file.MD", c.text); string(rec.Title) != c.title {
				t.Errorf("title %q, want %q", rec.Title, c.title)
			}
		})
	}
}

func TestBadDocumentsNameFileRecordAndField(t *testing.T) {
	cases := []struct{ name, text, want string }{
		{"empty", " \n", `f.md: record "oag/f": field "content": empty`},
		{"front matter only", "---\ntitle: t\n---\n", `f.md: record "oag/f": field "content": empty`},
		{"a date that is none", "---\ntitle: t\ndate: today\n---\nx", `f.md:3: record "oag/f": field "date": "today" is not a date such as 2006-01-02T15:04:05-06:00`},
		{"binary", "\x7fELF\x00", `f.md: is a binary file, not text`},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if got := exporttest.Refused(t, New, "f.md", c.text); got != c.want {
				t.Errorf("reported:\n%s\nwant:\n%s", got, c.want)
			}
		})
	}
}

func FuzzRead(f *testing.F) { exporttest.Fuzz(f, New, "export.md", "# a\n- # b\n> # c", "---\n---") }
