package engine

// ChunkKey identifies a chunk in one store. Keys rise with time and are never
// used twice.
type ChunkKey int64

// Chunk is one searched piece of a record. Text is record.Content[Start:End];
// Start and End are byte offsets, so a quote found in a chunk has a place in
// its parent.
type Chunk struct {
	Key     ChunkKey
	DocID   string
	Index   int       // position in the record, from 0
	Start   int       // byte offset in the record's Content
	End     int       // exclusive
	Section Untrusted // headings that lead to the chunk, joined by " > "
	Text    Untrusted
}

// Header is the line that stands before a chunk wherever it is read without
// its record: native id, title, section and date.
func Header(r Record, c Chunk) Untrusted {
	h := Untrusted(r.FileID) + " | " + r.Title
	if c.Section != "" && c.Section != r.Title {
		h += " | " + c.Section
	}
	if !r.Created.IsZero() {
		h += " | " + Untrusted(r.Created.Format("2006-01-02"))
	}
	return h
}
