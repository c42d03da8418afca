package export

import (
	"io/fs"
	"time"

	"owl/engine"
	"owl/ingest"
	"owl/ingest/source"
)

// File is one export file while it is read.
type File struct {
	Path       string // inside the source, with forward slashes
	fsys       fs.FS
	collection engine.Collection
	zone       *time.Location // of dates without one
	shown      *time.Location // of times in UTC; nil leaves them in UTC
	run        *run
}

// Bad reports a bad item at a line of the file; line 0 means the whole file.
func (f *File) Bad(line int, err error) error {
	return f.run.bad(&ingest.ItemError{File: f.Path, Line: line, Err: err})
}

// Emit yields the records of one item, or the first thing that is wrong with
// them. An item whose doc_id was read before is refused as a whole.
func (f *File) Emit(fields *Fields, records ...engine.Record) error {
	item := fields.item
	for _, rec := range records {
		if err := rec.Validate(); err != nil && item.fault == nil {
			return f.Bad(item.line, err)
		}
	}
	if item.fault != nil {
		return f.Bad(item.fault.line, item.fieldError())
	}
	if first, taken := f.run.claimed[item.docID]; taken {
		fields.Fail(item.idKey, "this id was already read from "+first.String())
		return f.Bad(item.fault.line, item.fieldError())
	}
	f.run.claimed[item.docID] = place{f.Path, item.line}
	for _, rec := range records {
		if err := f.run.give(ingest.Item{Record: rec}); err != nil {
			return err
		}
	}
	return nil
}

// Document reads the whole file as one item. build gets fields without values,
// to name the record and to refuse it.
func (f *File) Document(build func(fields *Fields, text string) engine.Record) error {
	text, err := source.ReadText(f.fsys, f.Path)
	if err != nil {
		return f.Bad(0, err)
	}
	fields := f.Values(nil)
	return f.Emit(fields, build(fields, text))
}

// FrontMatter reads the whole file as one item whose fields stand in a front
// matter block before the body.
func (f *File) FrontMatter(build func(fields *Fields, body string) engine.Record) error {
	text, err := source.ReadText(f.fsys, f.Path)
	if err != nil {
		return f.Bad(0, err)
	}
	matter, body, bad := splitFrontMatter(text)
	if bad != nil {
		return f.Bad(bad.line, bad)
	}
	fields := f.Values(matter.values)
	fields.lineOf = matter.lines
	return f.Emit(fields, build(fields, body))
}

// Page reads the whole file as a web page; its meta elements are the fields.
func (f *File) Page(build func(fields *Fields, page source.Page) engine.Record) error {
	data, err := source.ReadFile(f.fsys, f.Path)
	if err != nil {
		return f.Bad(0, err)
	}
	text, err := source.DecodeHTML(data)
	if err != nil {
		return f.Bad(0, err)
	}
	page, err := source.ParsePage(text)
	if err != nil {
		return f.Bad(0, err)
	}
	fields := f.Values(page.Meta)
	return f.Emit(fields, build(fields, page))
}
