package engine

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"
)

// corpusRecord is the wire shape of a corpus_v2 record.
type corpusRecord struct {
	DocID      *string `json:"doc_id"`
	Content    *string `json:"content"`
	Title      *string `json:"title"`
	Author     *string `json:"author"`
	Collection *string `json:"collection"`
	System     *string `json:"system"`
	Created    *string `json:"creation_datetime"`
	FileID     *string `json:"file_id"`
	ParentID   *string `json:"parent_id,omitempty"`
	ChunkIndex *int    `json:"chunk_index,omitempty"`
	ChunkType  *string `json:"chunk_type,omitempty"`
}

// FieldError names the field and the record that a record check refused.
type FieldError struct {
	DocID string // empty when the record has no usable doc_id
	Field string
	Why   string
}

// Error reads `record "x__chunk_3": field "title": missing`.
func (e *FieldError) Error() string {
	id := "record without doc_id"
	if e.DocID != "" {
		id = fmt.Sprintf("record %q", e.DocID)
	}
	return fmt.Sprintf("%s: field %q: %s", id, e.Field, e.Why)
}

// ParseRecord reads one corpus_v2 record. It refuses a missing, unknown,
// repeated-in-another-case or malformed field with a *FieldError, and broken
// JSON with the decoder's own error.
func ParseRecord(data []byte) (Record, error) {
	var keys map[string]json.RawMessage
	if err := json.Unmarshal(data, &keys); err != nil {
		return Record{}, fmt.Errorf("read record: %w", err)
	}
	id := docIDOf(keys)
	// encoding/json matches keys case-insensitively; the record shape does not.
	for key := range keys {
		if !isCorpusField(key) {
			return Record{}, &FieldError{DocID: id, Field: key, Why: "unknown field"}
		}
	}
	var wire corpusRecord
	if err := json.NewDecoder(bytes.NewReader(data)).Decode(&wire); err != nil {
		var mismatch *json.UnmarshalTypeError
		if errors.As(err, &mismatch) {
			return Record{}, &FieldError{DocID: id, Field: mismatch.Field, Why: "is a " + mismatch.Value + ", want " + mismatch.Type.String()}
		}
		return Record{}, fmt.Errorf("read record: %w", err)
	}
	return wire.record(id)
}

func docIDOf(keys map[string]json.RawMessage) string {
	var id string
	_ = json.Unmarshal(keys["doc_id"], &id) // a wrong type is reported with its field later
	return id
}

func isCorpusField(key string) bool {
	switch key {
	case "doc_id", "content", "title", "author", "collection", "system",
		"creation_datetime", "file_id", "parent_id", "chunk_index", "chunk_type":
		return true
	}
	return false
}

// record turns the wire shape into a Record; required fields must be present.
func (w corpusRecord) record(id string) (Record, error) {
	required := []struct {
		name  string
		value *string
	}{
		{"doc_id", w.DocID},
		{"content", w.Content},
		{"title", w.Title},
		{"author", w.Author},
		{"collection", w.Collection},
		{"system", w.System},
		{"creation_datetime", w.Created},
		{"file_id", w.FileID},
	}
	for _, f := range required {
		if f.value == nil {
			return Record{}, &FieldError{DocID: id, Field: f.name, Why: "missing"}
		}
	}
	created, err := parseCreated(*w.Created)
	if err != nil {
		return Record{}, &FieldError{DocID: id, Field: "creation_datetime", Why: err.Error()}
	}
	rec := Record{
		DocID: *w.DocID, Content: Untrusted(*w.Content), Title: Untrusted(*w.Title), Author: Untrusted(*w.Author),
		Collection: Collection(*w.Collection), System: Untrusted(*w.System), Created: created, FileID: *w.FileID,
		ParentID: deref(w.ParentID), ChunkIndex: deref(w.ChunkIndex), ChunkType: deref(w.ChunkType), Format: Plain,
	}
	return rec, rec.Validate()
}

func parseCreated(s string) (time.Time, error) {
	if s == "" {
		return time.Time{}, nil
	}
	t, err := time.Parse(time.RFC3339Nano, s)
	if err != nil {
		return time.Time{}, fmt.Errorf("%q is not RFC 3339", s)
	}
	return t, nil
}

func deref[T any](p *T) T {
	if p == nil {
		var zero T
		return zero
	}
	return *p
}

// Validate checks what every stored record must hold, whichever connector made
// it. The error is a *FieldError.
func (r Record) Validate() error {
	for _, check := range []struct {
		field, value string
		required     bool
	}{
		{"doc_id", r.DocID, true},
		{"content", string(r.Content), true},
		{"title", string(r.Title), true},
		{"author", string(r.Author), false},
		{"system", string(r.System), false},
		{"file_id", r.FileID, true},
	} {
		if check.required && strings.TrimSpace(check.value) == "" {
			return &FieldError{DocID: r.DocID, Field: check.field, Why: "empty"}
		}
		if !utf8.ValidString(check.value) {
			return &FieldError{DocID: r.DocID, Field: check.field, Why: "is not valid UTF-8"}
		}
	}
	if !validCollection(r.Collection) {
		return &FieldError{DocID: r.DocID, Field: "collection", Why: fmt.Sprintf("%q is not a collection name (letters, digits, - and _)", string(r.Collection))}
	}
	if r.ChunkIndex < 0 {
		return &FieldError{DocID: r.DocID, Field: "chunk_index", Why: "is negative"}
	}
	return nil
}

func validCollection(c Collection) bool {
	if c == "" || len(c) > 64 {
		return false
	}
	for _, r := range string(c) {
		letter := r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9'
		if !letter && r != '-' && r != '_' {
			return false
		}
	}
	return true
}
