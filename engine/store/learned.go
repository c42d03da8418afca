package store

import (
	"context"
	"database/sql"
	"fmt"

	"owl/engine"
)

// schemaLearned holds what a language model read in records for the fault graph.
// Unlike the sheets it is costly, so it stays when other rules read the records
// anew. It counts for the record with the hash that it was read from, and goes with
// its record.
const schemaLearned = `
CREATE TABLE graph_learned (
	record INTEGER PRIMARY KEY REFERENCES records(id),
	hash   BLOB NOT NULL, -- of the record as it was read
	stamp  TEXT NOT NULL, -- of the model and what it was told
	body   BLOB NOT NULL
);
`

// Learned is what a model read in a record.
type Learned struct {
	Row   int64
	Hash  []byte // of the record that was read
	Stamp string
	Body  []byte
	Sheet []byte // of the record, with what was learned
}

// Unlearned is a record that a model may read.
type Unlearned struct {
	Row    int64
	Hash   []byte
	Record engine.Record // without Attachments
	Sheet  []byte
}

// LearnedOf returns what was learned from records, by their rows, as far as it
// still counts.
func (s *Store) LearnedOf(ctx context.Context, rows []int64) (map[int64][]byte, error) {
	found := map[int64][]byte{}
	err := s.snapshot(ctx, "read what was learned", func(tx *sql.Tx) error {
		list, err := tx.QueryContext(ctx, `SELECT l.record, l.body FROM graph_learned l JOIN records r ON r.id = l.record AND r.hash = l.hash
			WHERE l.record IN (SELECT value FROM json_each(?))`, jsonList(rows))
		if err != nil {
			return err
		}
		defer list.Close()
		for list.Next() {
			var row int64
			var body []byte
			if err := list.Scan(&row, &body); err != nil {
				return err
			}
			found[row] = body
		}
		return list.Err()
	})
	return found, err
}

// Unlearned returns the rows of the records from which nothing was learned with
// this stamp since they changed, the newest first. All lists also the others.
func (s *Store) Unlearned(ctx context.Context, stamp string, all bool) ([]int64, error) {
	var rows []int64
	err := s.snapshot(ctx, "list what was not learned", func(tx *sql.Tx) error {
		list, err := tx.QueryContext(ctx, `SELECT r.id FROM records r JOIN graph_sheets g ON g.record = r.id
			WHERE ?2 OR NOT EXISTS (SELECT 1 FROM graph_learned l WHERE l.record = r.id AND l.hash = r.hash AND l.stamp = ?1)
			ORDER BY r.created_s DESC, r.id DESC`, stamp, all)
		if err != nil {
			return err
		}
		defer list.Close()
		for list.Next() {
			var row int64
			if err := list.Scan(&row); err != nil {
				return err
			}
			rows = append(rows, row)
		}
		return list.Err()
	})
	return rows, err
}

// ToLearn reads records by their rows, in that order. One that is gone, or has no
// sheet, is left out.
func (s *Store) ToLearn(ctx context.Context, rows []int64) ([]Unlearned, error) {
	var out []Unlearned
	err := s.snapshot(ctx, "read records", func(tx *sql.Tx) error {
		records, err := recordsByRow(ctx, tx, rows)
		if err != nil {
			return err
		}
		for _, row := range rows {
			u := Unlearned{Row: row, Record: records[row]}
			err := tx.QueryRowContext(ctx, `SELECT r.hash, g.body FROM records r JOIN graph_sheets g ON g.record = r.id WHERE r.id = ?`, row).Scan(&u.Hash, &u.Sheet)
			switch {
			case err == sql.ErrNoRows:
			case err != nil:
				return err
			default:
				out = append(out, u)
			}
		}
		return nil
	})
	return out, err
}

// PutLearned writes what was learned, with the sheets that hold it. What was read
// from a record that has changed meanwhile, or is gone, is left out.
func (w *Writer) PutLearned(ctx context.Context, list []Learned) error {
	return w.transaction(ctx, "write what was learned", func(ctx context.Context) error {
		for _, l := range list {
			done, err := w.conn.ExecContext(ctx, `INSERT INTO graph_learned (record, hash, stamp, body)
				SELECT id, hash, ?3, ?4 FROM records WHERE id = ?1 AND hash = ?2
				ON CONFLICT (record) DO UPDATE SET hash = excluded.hash, stamp = excluded.stamp, body = excluded.body`, l.Row, l.Hash, l.Stamp, l.Body)
			if err != nil {
				return err
			}
			if n, err := done.RowsAffected(); err != nil || n == 0 {
				continue
			}
			if err := w.replaceSheet(ctx, l.Row, l.Sheet); err != nil {
				return fmt.Errorf("replace the facts of a record: %w", err)
			}
		}
		return nil
	})
}

// replaceSheet gives a record another sheet, with a Seq of its own, so that those
// who have the graph loaded see it.
func (w *Writer) replaceSheet(ctx context.Context, row int64, body []byte) error {
	if _, err := w.conn.ExecContext(ctx, `DELETE FROM graph_sheets WHERE record = ?`, row); err != nil {
		return err
	}
	_, err := w.conn.ExecContext(ctx, `INSERT INTO graph_sheets (record, body) VALUES (?, ?)`, row, body)
	return err
}
