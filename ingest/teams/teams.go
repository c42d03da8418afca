// Package teams reads the export files of an operations chat: JSON lists of
// threads. One thread is one record, its messages in their order.
package teams

import (
	"cmp"
	"io/fs"
	"strings"

	"owl/engine"
	"owl/ingest/source/export"
)

// titleLength is how many characters of its first message name a thread that
// has no subject.
const titleLength = 80

// New returns a connector for the .json files below fsys.
func New(fsys fs.FS, opt export.Options) *export.Connector {
	return export.New(fsys, opt, export.Shape{
		Collection: engine.Chat,
		Exts:       []string{".json"},
		Read:       func(f *export.File) error { return f.Elements("", thread) },
	})
}

func thread(o *export.Object) []engine.Record {
	rec := o.Record("thread_id")
	rec.URL = export.Link(o.Text("url"))
	rec.Created = o.Time("created")
	messages := o.Objects("messages")
	if len(messages) > 0 {
		rec.Author = engine.Untrusted(messages[0].Line("author"))
	}
	if len(messages) > 0 && rec.Created.IsZero() {
		rec.Created = messages[0].Time("time")
	}
	var blocks []string
	var opening string // what the first message with text says
	for _, message := range messages {
		attachments := attached(message)
		rec.Attachments = append(rec.Attachments, attachments...)
		text := cmp.Or(message.Text("text"), names(attachments))
		if text == "" {
			continue
		}
		opening = cmp.Or(opening, text)
		blocks = append(blocks, message.Message("time", text))
	}
	if len(blocks) == 0 {
		o.Fail("messages", "hold no text")
	}
	rec.Title = engine.Untrusted(cmp.Or(o.Line("subject"), export.Shorten(opening, titleLength)))
	channel := export.Lines(export.Label{Name: "Channel", Value: o.Line("channel")})
	rec.Content = engine.Untrusted(export.Blocks(append([]string{channel}, blocks...)...))
	return []engine.Record{rec}
}

func attached(message *export.Object) []engine.Attachment {
	var list []engine.Attachment
	for _, o := range message.Objects("attachments") {
		a := export.Attached(o.Text("url"))
		if name := o.Line("name"); name != "" {
			a.Name = engine.Untrusted(name)
		}
		if a.Name != "" {
			list = append(list, a)
		}
	}
	return list
}

// names stands for the text of a message that holds only files.
func names(attachments []engine.Attachment) string {
	var list []string
	for _, a := range attachments {
		list = append(list, string(a.Name))
	}
	return strings.Join(list, ", ")
}
