// Package wiki reads crawled wiki pages: HTML files, reduced to Markdown
// without the site's navigation. One page is one record.
package wiki

import (
	"cmp"
	"io/fs"
	"net/url"
	"path"
	"strings"

	"owl/engine"
	"owl/ingest/source"
	"owl/ingest/source/export"
)

// New returns a connector for the .html and .htm files below fsys.
func New(fsys fs.FS, opt export.Options) *export.Connector {
	return export.New(fsys, opt, export.Shape{
		Collection: engine.Wiki,
		Exts:       []string{".html", ".htm"},
		Read: func(f *export.File) error {
			return f.Page(func(fields *export.Fields, p source.Page) engine.Record {
				return page(fields, f.Path, p)
			})
		},
	})
}

func page(fields *export.Fields, file string, p source.Page) engine.Record {
	rec := fields.Named("canonical", cmp.Or(urlPath(p.Canonical), strings.TrimSuffix(file, path.Ext(file))))
	rec.Title = engine.Untrusted(cmp.Or(export.OneLine(p.Title), rec.FileID))
	rec.Author = engine.Untrusted(fields.Line("author"))
	rec.System = engine.Untrusted(fields.Line("system"))
	rec.Created = fields.Time("last-modified")
	rec.URL = export.Link(p.Canonical)
	rec.Format = engine.Markdown
	// The converter leaves &lt; in the text, and &nbsp; as a character that would
	// glue "5" to "mA".
	rec.Content = engine.Untrusted(export.Markdown(strings.ReplaceAll(p.Markdown, "\u00a0", " ")))
	for _, a := range p.Files {
		a.URL = export.Link(a.URL)
		rec.Attachments = append(rec.Attachments, a)
	}
	return rec
}

// urlPath is the path of an address, with its query: some wikis serve all
// their pages under one path.
func urlPath(canonical string) string {
	u, err := url.Parse(canonical)
	if err != nil {
		return ""
	}
	id := strings.Trim(u.EscapedPath(), "/")
	if u.RawQuery != "" {
		id += "?" + u.RawQuery
	}
	return id
}
