package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"strings"

	"owl/engine"
)

var _ engine.Records = (*Store)(nil)

// candidates is how many doc_ids an ambiguous id is answered with.
const candidates = 10

// Record returns the record with this doc_id, or the only one with this native
// id: its file_id, else the parent_id that parts of it share.
func (s *Store) Record(ctx context.Context, id string) (engine.Record, error) {
	var rec engine.Record
	err := s.snapshot(ctx, "read record", func(tx *sql.Tx) error {
		found, err := findRecord(ctx, tx, id)
		if err != nil {
			return err
		}
		rec = found.rec
		rec.Attachments, err = attachmentsOf(ctx, tx, found.row)
		return err
	})
	return rec, err
}

func findRecord(ctx context.Context, tx *sql.Tx, id string) (storedRecord, error) {
	list, err := queryRecords(ctx, tx, `WHERE r.doc_id = ?`, id)
	if err != nil {
		return storedRecord{}, err
	}
	for _, native := range []string{`r.file_id = ?`, `r.parent_id = ? AND r.parent_id <> ''`} {
		if len(list) == 0 && err == nil {
			list, err = queryRecords(ctx, tx, `WHERE `+native+` ORDER BY r.doc_id LIMIT ?`, id, candidates+1)
		}
	}
	switch {
	case err != nil:
		return storedRecord{}, err
	case len(list) == 0:
		return storedRecord{}, fmt.Errorf("record %q: %w", id, engine.ErrNotFound)
	case len(list) > 1:
		return storedRecord{}, fmt.Errorf("%q: %w: %s", id, engine.ErrAmbiguous, listIDs(list))
	}
	return list[0], nil
}

func listIDs(list []storedRecord) string {
	var ids []string
	for i, stored := range list {
		if i == candidates {
			ids = append(ids, "...")
			break
		}
		ids = append(ids, fmt.Sprintf("%q", stored.rec.DocID))
	}
	return strings.Join(ids, ", ")
}

// storedChunk is a chunk with the row of its record.
type storedChunk struct {
	row   int64
	chunk engine.Chunk
}

func queryChunks(ctx context.Context, db querier, where string, args ...any) ([]storedChunk, error) {
	rows, err := db.QueryContext(ctx, `SELECT key, record, idx, start, stop, section FROM chunks `+where, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var list []storedChunk
	for rows.Next() {
		var c storedChunk
		if err := rows.Scan(&c.chunk.Key, &c.row, &c.chunk.Index, &c.chunk.Start, &c.chunk.End, &c.chunk.Section); err != nil {
			return nil, err
		}
		list = append(list, c)
	}
	return list, rows.Err()
}

// fillChunks adds what the records know to chunks: doc_id and text. It returns
// the records by row.
func fillChunks(ctx context.Context, db querier, list []storedChunk) (map[int64]engine.Record, error) {
	var rows []int64
	for _, c := range list {
		if n := len(rows); n == 0 || rows[n-1] != c.row {
			rows = append(rows, c.row)
		}
	}
	records, err := recordsByRow(ctx, db, rows)
	if err != nil {
		return nil, err
	}
	for i := range list {
		c := &list[i].chunk
		rec, ok := records[list[i].row]
		if !ok || c.Start < 0 || c.Start > c.End || c.End > len(rec.Content) {
			return nil, fmt.Errorf("chunk %d does not lie in its record: %w; owl doctor --verify says more", c.Key, engine.ErrDamaged)
		}
		c.DocID, c.Text = rec.DocID, rec.Content[c.Start:c.End]
	}
	return records, nil
}

// Chunks returns the chunks in the order of the keys, with their text. A key
// that is gone is left out.
func (s *Store) Chunks(ctx context.Context, keys []engine.ChunkKey) ([]engine.Chunk, error) {
	var list []storedChunk
	err := s.snapshot(ctx, "read chunks", func(tx *sql.Tx) (err error) {
		list, err = queryChunks(ctx, tx, `WHERE key IN (SELECT value FROM json_each(?))`, jsonList(keys))
		if err != nil {
			return err
		}
		_, err = fillChunks(ctx, tx, list)
		return err
	})
	if err != nil {
		return nil, err
	}
	chunks := make([]engine.Chunk, len(list))
	for i, c := range list {
		chunks[i] = c.chunk
	}
	return inOrder(chunks, keys, chunkKey), nil
}

// Places returns the chunks in the order of the keys, without their text. A key
// that is gone is left out.
func (s *Store) Places(ctx context.Context, keys []engine.ChunkKey) ([]engine.Chunk, error) {
	var list []engine.Chunk
	err := s.snapshot(ctx, "read places", func(tx *sql.Tx) (err error) {
		list, err = queryPlaces(ctx, tx, `c.key IN (SELECT value FROM json_each(?))`, jsonList(keys))
		return err
	})
	if err != nil {
		return nil, err
	}
	return inOrder(list, keys, chunkKey), nil
}

// Linked returns the place of the first chunk of each record that one of the ids
// names: by its doc_id, its native id or the one that parts share. They come in
// the order of their keys.
func (s *Store) Linked(ctx context.Context, ids []string) ([]engine.Chunk, error) {
	text, err := json.Marshal(ids)
	if err != nil {
		return nil, fmt.Errorf("look records up: %w", err)
	}
	const named = `(SELECT value FROM json_each(?1))`
	var list []engine.Chunk
	err = s.snapshot(ctx, "look records up", func(tx *sql.Tx) (err error) {
		list, err = queryPlaces(ctx, tx, `c.key IN (SELECT first_key FROM records WHERE chunk_count > 0 AND
			(doc_id IN `+named+` OR file_id IN `+named+` OR parent_id <> '' AND parent_id IN `+named+`)) ORDER BY c.key`, string(text))
		return err
	})
	return list, err
}

func queryPlaces(ctx context.Context, tx *sql.Tx, where string, arg any) ([]engine.Chunk, error) {
	rows, err := tx.QueryContext(ctx, `SELECT c.key, r.doc_id, c.idx, c.start, c.stop, c.section
		FROM chunks c JOIN records r ON r.id = c.record WHERE `+where, arg)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var list []engine.Chunk
	for rows.Next() {
		var c engine.Chunk
		if err := rows.Scan(&c.Key, &c.DocID, &c.Index, &c.Start, &c.End, &c.Section); err != nil {
			return nil, err
		}
		list = append(list, c)
	}
	return list, rows.Err()
}

// RecordsOf returns the records with these doc_ids in their order, without
// their attachments. One that is gone is left out.
func (s *Store) RecordsOf(ctx context.Context, docIDs []string) ([]engine.Record, error) {
	ids, err := json.Marshal(docIDs)
	if err != nil {
		return nil, fmt.Errorf("read records: %w", err)
	}
	var records []engine.Record
	err = s.snapshot(ctx, "read records", func(tx *sql.Tx) error {
		list, err := queryRecords(ctx, tx, `WHERE r.doc_id IN (SELECT value FROM json_each(?))`, string(ids))
		for _, stored := range list {
			records = append(records, stored.rec)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return inOrder(records, docIDs, func(r engine.Record) string { return r.DocID }), nil
}

func chunkKey(c engine.Chunk) engine.ChunkKey { return c.Key }

// inOrder sorts what was read by the list that it was asked with.
func inOrder[T any, K comparable](read []T, asked []K, key func(T) K) []T {
	byKey := make(map[K]T, len(read))
	for _, t := range read {
		byKey[key(t)] = t
	}
	ordered := make([]T, 0, len(read))
	for _, k := range asked {
		if t, ok := byKey[k]; ok {
			ordered = append(ordered, t)
		}
	}
	return ordered
}
