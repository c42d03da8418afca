// Package export reads the export files of a site's systems: folders of JSON
// lists, CSV tables and documents with front matter.
//
// A connector is a Shape: which files it wants, and a function that turns one
// exported item into records. This package does what all shapes share: it walks
// the folder, decodes the files, finds the items and their lines, refuses
// duplicates and invalid records, and goes on after a bad item.
//
// It is as lenient as real exports demand. Values may be missing or null; a
// number may stand for a text; keys that a shape does not name are ignored,
// because a newer version of the exporting system may add some at any time and
// losing its records over that would help nobody. (A corpus_v2 file is Owl's
// own format, there an unknown key is a mistake.) What a record cannot do
// without - an id, a title, content, dates that can be read - is insisted upon.
package export
