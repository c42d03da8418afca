package runner

import (
	"crypto/sha256"
	"encoding/binary"

	"owl/engine"
	"owl/engine/store"
	"owl/ingest/chunk"
)

// hashOf identifies a record by everything that is stored of it, and by the
// way it is split: a change of any of them makes the record new.
func hashOf(r engine.Record) store.Hash {
	b := make([]byte, 0, 512+len(r.Content))
	text := func(s string) {
		b = binary.AppendUvarint(b, uint64(len(s)))
		b = append(b, s...)
	}
	number := func(n int64) { b = binary.AppendVarint(b, n) }

	number(chunk.Version)
	for _, s := range []string{
		r.DocID, string(r.Content), string(r.Title), string(r.Author), string(r.Collection), string(r.System), r.FileID,
		r.ParentID, r.ChunkType, r.URL, string(r.Format),
	} {
		text(s)
	}
	number(int64(r.ChunkIndex))
	_, zone := r.Created.Zone()
	number(r.Created.Unix())
	number(int64(r.Created.Nanosecond()))
	number(int64(zone))
	number(int64(len(r.Attachments)))
	for _, a := range r.Attachments {
		text(string(a.Name))
		text(string(a.Caption))
		text(a.URL)
	}
	return sha256.Sum256(b)
}
