package store

import (
	"context"
	"database/sql"
	"fmt"

	"owl/engine"
)

// LastKey returns the highest chunk key ever used, 0 when there was none.
func (s *Store) LastKey(ctx context.Context) (engine.ChunkKey, error) {
	var last engine.ChunkKey
	err := s.snapshot(ctx, "read last chunk key", func(tx *sql.Tx) error {
		return tx.QueryRowContext(ctx, `SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'chunks'`).Scan(&last)
	})
	return last, err
}

// Passage is a chunk with its record, which has no Attachments here.
type Passage struct {
	Record engine.Record
	Chunk  engine.Chunk
}

// page is how many chunks are read in one transaction.
const page = 1000

// EachChunk calls yield for every chunk with a key above after, in key order,
// until it returns an error. Chunks that are written meanwhile may be missed.
func (s *Store) EachChunk(ctx context.Context, after engine.ChunkKey, yield func(Passage) error) error {
	for {
		var list []storedChunk
		var records map[int64]engine.Record
		err := s.snapshot(ctx, "read chunks", func(tx *sql.Tx) (err error) {
			if list, err = queryChunks(ctx, tx, `WHERE key > ? ORDER BY key LIMIT ?`, after, page); err != nil {
				return err
			}
			records, err = fillChunks(ctx, tx, list)
			return err
		})
		if err != nil {
			return err
		}
		for _, c := range list {
			if err := yield(Passage{Record: records[c.row], Chunk: c.chunk}); err != nil {
				return err
			}
			after = c.chunk.Key
		}
		if len(list) < page {
			return nil
		}
	}
}

// CountChunks returns how many chunks there are with a key above after.
func (s *Store) CountChunks(ctx context.Context, after engine.ChunkKey) (int, error) {
	var n int
	err := s.snapshot(ctx, "count chunks", func(tx *sql.Tx) error {
		return tx.QueryRowContext(ctx, `SELECT count(*) FROM chunks WHERE key > ?`, after).Scan(&n)
	})
	return n, err
}

// Tombstones returns the keys of chunks that are gone and that no index was yet
// said to have dropped.
func (s *Store) Tombstones(ctx context.Context) ([]KeyRange, error) {
	var list []KeyRange
	err := s.snapshot(ctx, "read tombstones", func(tx *sql.Tx) error {
		rows, err := tx.QueryContext(ctx, `SELECT first_key, last_key FROM tombstones ORDER BY first_key`)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var r KeyRange
			if err := rows.Scan(&r.First, &r.Last); err != nil {
				return err
			}
			list = append(list, r)
		}
		return rows.Err()
	})
	return list, err
}

// ClearTombstones forgets keys that the index has dropped for good.
func (w *Writer) ClearTombstones(ctx context.Context, dropped []KeyRange) error {
	if len(dropped) == 0 {
		return nil
	}
	first := make([]engine.ChunkKey, len(dropped))
	for i, r := range dropped {
		first[i] = r.First
	}
	return w.transaction(ctx, "clear tombstones", func(ctx context.Context) error {
		_, err := w.conn.ExecContext(ctx, `DELETE FROM tombstones WHERE first_key IN (SELECT value FROM json_each(?))`, jsonList(first))
		return err
	})
}

// Known returns the content hashes of a source's records by doc_id: the state
// that a new run of the source is compared with.
func (s *Store) Known(ctx context.Context, source string) (map[string]Hash, error) {
	known := map[string]Hash{}
	err := s.snapshot(ctx, "read sync state of source "+source, func(tx *sql.Tx) error {
		// NOT INDEXED: one pass over the table is faster than a look-up for each
		// record.
		rows, err := tx.QueryContext(ctx, `SELECT doc_id, hash FROM records NOT INDEXED WHERE facet IN (
			SELECT f.id FROM facets f JOIN sources s ON s.id = f.source WHERE s.name = ?)`, source)
		if err != nil {
			return err
		}
		defer rows.Close()
		var id string
		var hash sql.RawBytes
		for rows.Next() {
			if err := rows.Scan(&id, &hash); err != nil {
				return err
			}
			if len(hash) != len(Hash{}) {
				return fmt.Errorf("hash of record %q: %w", id, engine.ErrDamaged)
			}
			known[id] = Hash(hash)
		}
		return rows.Err()
	})
	return known, err
}

// Gaps returns the keys up to last that were used and belong to no chunk any
// more.
func (s *Store) Gaps(ctx context.Context, last engine.ChunkKey) ([]KeyRange, error) {
	var gaps []KeyRange
	next := engine.ChunkKey(1)
	err := s.snapshot(ctx, "look for chunks that are gone", func(tx *sql.Tx) error {
		rows, err := tx.QueryContext(ctx, `SELECT first_key, chunk_count FROM records WHERE chunk_count > 0 AND first_key <= ? ORDER BY first_key`, last)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var first, count engine.ChunkKey
			if err := rows.Scan(&first, &count); err != nil {
				return err
			}
			if first > next {
				gaps = append(gaps, KeyRange{First: next, Last: first - 1})
			}
			next = first + count
		}
		return rows.Err()
	})
	if next <= last {
		gaps = append(gaps, KeyRange{First: next, Last: last})
	}
	return gaps, err
}
