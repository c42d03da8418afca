package export

import (
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"owl/engine"
)

// Fields are the named values of one exported item. They keep the first thing
// that is wrong with the item; Emit then reports it in place of the records,
// so that a build function need not stop at a bad value.
type Fields struct {
	item   *item
	prefix string // of the field names in errors, such as "comments[2]."
	// value gives a field's text, empty when missing, and why it is no text.
	value  func(key string) (text, why string)
	lineOf map[string]int // lines of fields that have their own
}

// item is what the fields of one item, nested ones included, share.
type item struct {
	file  *File
	line  int
	docID string
	idKey string
	fault *fault
}

// fault is the first thing wrong with an item.
type fault struct {
	field, why string
	line       int
}

func (i *item) fieldError() error {
	return &engine.FieldError{DocID: i.docID, Field: i.fault.field, Why: i.fault.why}
}

// Values returns the fields of an item that is the whole file.
func (f *File) Values(values map[string]string) *Fields {
	return f.fields(0, func(key string) (string, string) { return values[key], "" })
}

func (f *File) fields(line int, value func(key string) (string, string)) *Fields {
	return &Fields{item: &item{file: f, line: line}, value: value}
}

// Fail refuses the item because of a field; the first call counts.
func (f *Fields) Fail(key, why string) {
	if f.item.fault != nil {
		return
	}
	line := f.item.line
	if own, ok := f.lineOf[key]; ok {
		line = own
	}
	f.item.fault = &fault{field: f.prefix + key, why: why, line: line}
}

// Text returns the first of the named fields that is not empty: HTML entities
// decoded, LF line ends, without white space around it.
func (f *Fields) Text(keys ...string) string { return f.first(keys, Plain) }

// Markdown is Text for a field that is marked up as Markdown.
func (f *Fields) Markdown(keys ...string) string { return f.first(keys, Markdown) }

// Line is Text on one line, for titles and names.
func (f *Fields) Line(keys ...string) string { return OneLine(f.Text(keys...)) }

func (f *Fields) first(keys []string, clean func(string) string) string {
	for _, key := range keys {
		text, why := f.value(key)
		if why != "" {
			f.Fail(key, why)
		}
		if text = clean(text); text != "" {
			return text
		}
	}
	return ""
}

// Time returns a date field, zero when it is empty.
func (f *Fields) Time(key string) time.Time { return f.Date(key, f.Text(key)) }

// Date is Time for a text that comes from elsewhere: what names it in errors.
func (f *Fields) Date(what, text string) time.Time {
	if strings.TrimSpace(text) == "" {
		return time.Time{}
	}
	t, err := ParseTime(text, f.item.file.zone)
	if err != nil {
		f.Fail(what, err.Error())
	}
	return t
}

// Record returns a record that is named by the field key, which must hold an
// id.
func (f *Fields) Record(key string) engine.Record { return f.Named(key, f.Text(key)) }

// Named is Record with an id that comes from elsewhere: what names it in
// errors.
func (f *Fields) Named(what, id string) engine.Record {
	f.item.idKey = what
	return engine.Record{
		DocID: f.Rename(what, id), FileID: id, Collection: f.item.file.collection, Format: engine.Plain,
	}
}

// Rename sets the part of the item's doc_id after the collection, because of
// the field key, and returns the doc_id. No two items of a source share it.
func (f *Fields) Rename(key, id string) string {
	if why := refuseID(id); why != "" {
		f.Fail(key, why)
	}
	if id != "" {
		f.item.docID = string(f.item.file.collection) + "/" + id
	}
	return f.item.docID
}

const maxID = 512 // bytes; an id longer than that is not one

func refuseID(id string) string {
	switch {
	case id == "":
		return "missing"
	case len(id) > maxID:
		return fmt.Sprintf("is longer than %d bytes", maxID)
	case !utf8.ValidString(id):
		return "is not valid UTF-8"
	case strings.ContainsFunc(id, func(r rune) bool { return !unicode.IsPrint(r) }):
		return fmt.Sprintf("%q holds a character that cannot be printed", id)
	}
	return ""
}
