// Package oag reads the documentation of operator applications: Markdown
// files, with or without a front matter block. One file is one record.
package oag

import (
	"cmp"
	"io/fs"
	"path"
	"strings"

	"owl/engine"
	"owl/ingest/source/export"
)

// New returns a connector for the .md files below fsys.
func New(fsys fs.FS, opt export.Options) *export.Connector {
	return export.New(fsys, opt, export.Shape{
		Collection: engine.Apps,
		Exts:       []string{".md"},
		Read: func(f *export.File) error {
			return f.FrontMatter(func(fields *export.Fields, body string) engine.Record {
				return document(fields, strings.TrimSuffix(f.Path, path.Ext(f.Path)), body)
			})
		},
	})
}

func document(fields *export.Fields, id, body string) engine.Record {
	rec := fields.Named("file name", id)
	rec.Title = engine.Untrusted(cmp.Or(fields.Line("title"), export.FirstHeading(body), fields.Line("app"), id))
	rec.Author = engine.Untrusted(fields.Line("author"))
	rec.System = engine.Untrusted(fields.Line("system"))
	rec.Created = fields.Time("date")
	rec.URL = export.Link(fields.Text("url"))
	rec.Format = engine.Markdown
	rec.Content = engine.Untrusted(export.TrimLines(body))
	return rec
}
