// Package icms reads the export of a controlled document system: Markdown
// files whose front matter holds the document's number, revision and status.
// One revision of a document is one record.
package icms

import (
	"cmp"
	"io/fs"
	"regexp"
	"strings"

	"owl/engine"
	"owl/ingest/source/export"
)

// New returns a connector for the .md files below fsys.
func New(fsys fs.FS, opt export.Options) *export.Connector {
	return export.New(fsys, opt, export.Shape{
		Collection: engine.Documents,
		Exts:       []string{".md"},
		Read:       func(f *export.File) error { return f.FrontMatter(document) },
	})
}

func document(fields *export.Fields, body string) engine.Record {
	rec := fields.Record("document_id")
	if rev := fields.Line("revision"); rev != "" {
		rec.DocID = fields.Rename("revision", rec.FileID+"_r"+revision(rev))
	}
	rec.Title = engine.Untrusted(cmp.Or(fields.Line("title"), export.FirstHeading(body), rec.FileID) + inForce(fields))
	rec.Author = engine.Untrusted(fields.Line("author"))
	rec.System = engine.Untrusted(fields.Line("system"))
	rec.Created = fields.Time("effective_date")
	rec.URL = export.Link(fields.Text("url"))
	rec.Format = engine.Markdown
	if body = export.TrimLines(body); body == "" {
		fields.Fail("content", "empty: nothing stands after the front matter")
	}
	rec.Content = engine.Untrusted(export.Blocks(standing(fields), body))
	return rec
}

// inForce says in a title which revision this is, and when it is not the one to
// work by: two revisions often share all other words.
func inForce(fields *export.Fields) string {
	var parts []string
	if rev := revision(fields.Line("revision")); rev != "" {
		parts = append(parts, "revision "+rev)
	}
	if status := fields.Line("status"); status != "" && status != "released" {
		parts = append(parts, status)
	}
	if len(parts) == 0 {
		return ""
	}
	return " (" + strings.Join(parts, ", ") + ")"
}

// standing says in one line which document this is and whether it is in force.
func standing(fields *export.Fields) string {
	parts := []string{"Document " + fields.Line("document_id")}
	for _, p := range []struct{ before, value string }{
		{"revision ", revision(fields.Line("revision"))},
		{"", fields.Line("status")},
		{"effective ", fields.Line("effective_date")},
		{"supersedes ", reference(fields.Line("supersedes"))},
		{"superseded by ", reference(fields.Line("superseded_by"))},
	} {
		if p.value != "" {
			parts = append(parts, p.before+p.value)
		}
	}
	return strings.Join(parts, ", ") + "."
}

// numbered is a revision as people write it: 3, r3, Rev. 3, 2.1, B.
var numbered = regexp.MustCompile(`^(?i:revision|rev\.?|r)?\s*(\d+(?:\.\d+)*|[A-Z])$`)

// revision returns the number or letter alone.
func revision(text string) string {
	if m := numbered.FindStringSubmatch(text); m != nil {
		return m[1]
	}
	return text
}

// reference names a revision of the same document, or another document.
func reference(text string) string {
	if m := numbered.FindStringSubmatch(text); m != nil {
		return "revision " + m[1]
	}
	return text
}
