package kb

import (
	"strings"

	"owl/engine"
	"owl/engine/store"
	"owl/engine/text"
)

// document is a chunk as the text index sees it. The date is among the
// identifiers, so that a question with a date finds the records of that day.
func document(p store.Passage) text.Doc {
	rec, c := p.Record, p.Chunk
	title := []string{string(rec.Title), section(rec, c), string(rec.System)}
	ids := []string{rec.FileID, rec.DocID}
	if rec.ParentID != rec.FileID {
		ids = append(ids, rec.ParentID)
	}
	if !rec.Created.IsZero() {
		ids = append(ids, rec.Created.Format("2006-01-02"))
	}
	return text.Doc{
		Key: c.Key, Title: strings.Join(title, "\n"), Body: string(c.Text), IDs: strings.Join(ids, "\n"),
		Collection: rec.Collection, System: string(rec.System), Created: rec.Created,
	}
}

// section returns the headings of a chunk without the one that is the record's
// title: it must not count twice.
func section(rec engine.Record, c engine.Chunk) string {
	path := string(c.Section)
	if path == string(rec.Title) {
		return ""
	}
	return strings.TrimPrefix(path, string(rec.Title)+" > ")
}

// Embedded is the text that the vector of a chunk is made from: what it is about
// stands before what it says.
func Embedded(rec engine.Record, c engine.Chunk) string {
	head := string(rec.Title)
	if s := section(rec, c); s != "" {
		head += " > " + s
	}
	return head + "\n" + string(c.Text)
}
