// Package wrq reads the export files of a work request system: JSON lists of
// requests. Each part of a request that holds text is a record of its own:
// what was asked for, what was done, and the comments.
package wrq

import (
	"io/fs"

	"owl/engine"
	"owl/ingest/source/export"
)

// New returns a connector for the .json files below fsys.
func New(fsys fs.FS, opt export.Options) *export.Connector {
	return export.New(fsys, opt, export.Shape{
		Collection: engine.WorkOrder,
		Exts:       []string{".json"},
		Read:       func(f *export.File) error { return f.Elements("", request) },
	})
}

// part is a piece of a work request: its chunk type, text and author.
type part struct{ name, text, author string }

func request(o *export.Object) []engine.Record {
	common := o.Record("work_request_id")
	common.ParentID = common.FileID
	if common.Title = engine.Untrusted(o.Line("title")); common.Title == "" {
		o.Fail("title", "missing")
	}
	common.System = engine.Untrusted(o.Line("system"))
	common.Created = o.Time("created")
	common.URL = export.Link(o.Text("url"))
	var records []engine.Record
	for _, p := range parts(o) {
		if p.text == "" {
			continue
		}
		rec := common
		rec.DocID += "/" + p.name
		rec.ChunkType, rec.ChunkIndex = p.name, len(records)
		rec.Content, rec.Author = engine.Untrusted(p.text), engine.Untrusted(p.author)
		records = append(records, rec)
	}
	if len(records) == 0 {
		o.Fail("description", "empty, and so are safety_notes, work_performed and comments")
	}
	return records
}

func parts(o *export.Object) []part {
	comments, commentAuthor := comments(o)
	return []part{
		{"description", description(o), o.Line("requested_by")},
		{"work_performed", performed(o), o.Line("assigned_to", "requested_by")},
		{"comments", comments, commentAuthor},
	}
}

// description is empty when the request says nothing beyond its form fields.
func description(o *export.Object) string {
	text, safety := o.Text("description"), o.Text("safety_notes")
	if text+safety == "" {
		return ""
	}
	return export.Blocks(export.Lines(
		export.Label{Name: "Work request", Value: o.Text("work_request_id")},
		export.Label{Name: "Status", Value: o.Text("status")},
		export.Label{Name: "Priority", Value: o.Text("priority")},
		export.Label{Name: "Requested by", Value: o.Text("requested_by")},
		export.Label{Name: "Assigned to", Value: o.Text("assigned_to")},
		export.Label{Name: "Group", Value: o.Text("group")},
		export.Label{Name: "System", Value: o.Text("system")},
		export.Label{Name: "Location", Value: o.Text("location")},
		export.Label{Name: "Created", Value: o.Text("created")},
		export.Label{Name: "Scheduled", Value: o.Text("scheduled")},
		export.Label{Name: "Completed", Value: o.Text("completed")},
	), text, export.Lines(export.Label{Name: "Safety notes", Value: safety}))
}

// performed is headed by the day on which the work was done: the record's own
// date is that of the request.
func performed(o *export.Object) string {
	text := o.Text("work_performed")
	if text == "" {
		return ""
	}
	return export.Blocks(export.Lines(export.Label{Name: "Completed", Value: o.Text("completed")}), text)
}

// comments returns one block a comment, and the author of the first.
func comments(o *export.Object) (text, author string) {
	var blocks []string
	for _, comment := range o.Objects("comments") {
		text := comment.Text("text")
		if text == "" {
			continue
		}
		if len(blocks) == 0 {
			author = comment.Line("author")
		}
		blocks = append(blocks, comment.Message("date", text))
	}
	return export.Blocks(blocks...), author
}
