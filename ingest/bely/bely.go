// Package bely reads the export files of the BELY scientific logbook: JSON
// files with a list of entries, each with its sub-entries. One entry is one
// record, its sub-entries in their order.
package bely

import (
	"io/fs"
	"strings"

	"owl/engine"
	"owl/ingest/source/export"
)

// New returns a connector for the .json files below fsys.
func New(fsys fs.FS, opt export.Options) *export.Connector {
	return export.New(fsys, opt, export.Shape{
		Collection: engine.Logbook,
		Exts:       []string{".json"},
		Read:       func(f *export.File) error { return f.Elements("entries", entry) },
	})
}

func entry(o *export.Object) []engine.Record {
	rec := o.Record("BELY_ID")
	rec.Title = engine.Untrusted(o.Line("topic", "bely_filename"))
	if rec.Title == "" {
		o.Fail("topic", "missing, and so is bely_filename")
	}
	rec.Author = engine.Untrusted(o.Line("created_by"))
	rec.System = engine.Untrusted(o.Line("machine/system", "machine", "system"))
	rec.Created = o.Time("bely_creation_datetime")
	rec.Format = engine.Markdown
	text, attachments := subEntries(o)
	plan, summary := o.Markdown("studies_plan"), o.Markdown("studies_summary")
	if text+plan+summary == "" && len(attachments) == 0 {
		o.Fail("bely_sub_entries", "holds no text and no attachment")
	}
	rec.Content = engine.Untrusted(export.Blocks(
		export.Lines(export.Label{Name: "Plan", Value: plan}, export.Label{Name: "Summary", Value: summary}),
		text,
		export.Lines( // last: who was there is looked up, what was written is read
			export.Label{Name: "Logbook", Value: o.Text("logbook")},
			export.Label{Name: "Personnel", Value: strings.Join(o.List("personnel_involved"), ", ")},
			export.Label{Name: "Keywords", Value: strings.Join(o.List("keywords"), ", ")},
		),
	))
	rec.Attachments = attachments
	return []engine.Record{rec}
}

func subEntries(o *export.Object) (text string, attachments []engine.Attachment) {
	var blocks []string
	for _, sub := range o.Objects("bely_sub_entries") {
		blocks = append(blocks, sub.Markdown("entry_text"))
		for _, address := range sub.List("attachment_urls") {
			attachments = append(attachments, export.Attached(address))
		}
	}
	return export.Blocks(blocks...), attachments
}
