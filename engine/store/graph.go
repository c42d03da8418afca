package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"owl/engine"
)

// schemaGraph holds what was read from each record for the fault graph. It is
// derived: a record without a row has yet to be read. A row goes with its record,
// so that nothing is left of one that is gone.
const schemaGraph = `
CREATE TABLE graph_sheets (
	seq    INTEGER PRIMARY KEY AUTOINCREMENT,
	record INTEGER NOT NULL UNIQUE REFERENCES records(id),
	body   BLOB NOT NULL
);
`

// Unread is a record of which the fault graph knows nothing yet.
type Unread struct {
	Row    int64
	Record engine.Record // without Attachments
}

// Sheet is what was read from a record. Seq rises with every sheet that is
// written and is never used twice.
type Sheet struct {
	Seq  int64
	Body []byte
}

// SheetState is how the facts stand to the records.
type SheetState struct {
	Stamp   string // of the rules that read them, empty when none ever did
	Sheets  int
	Missing int   // records that were not read
	Last    int64 // the highest Seq ever used
}

// SheetState compares the facts with the records.
func (s *Store) SheetState(ctx context.Context) (SheetState, error) {
	var state SheetState
	err := s.snapshot(ctx, "look at the graph", func(tx *sql.Tx) error {
		err := tx.QueryRowContext(ctx, `SELECT value FROM meta WHERE name = 'graph'`).Scan(&state.Stamp)
		if err != nil && !errors.Is(err, sql.ErrNoRows) {
			return err
		}
		var records int
		err = tx.QueryRowContext(ctx, `SELECT (SELECT count(*) FROM graph_sheets), (SELECT coalesce(sum(records), 0) FROM facets),
			(SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'graph_sheets')`).Scan(&state.Sheets, &records, &state.Last)
		state.Missing = records - state.Sheets
		return err
	})
	return state, err
}

// Unread returns at most limit records that were not read, with a row above
// after, in the order of their rows.
func (s *Store) Unread(ctx context.Context, after int64, limit int) ([]Unread, error) {
	var list []Unread
	err := s.snapshot(ctx, "read records", func(tx *sql.Tx) error {
		found, err := queryRecords(ctx, tx, `WHERE r.id > ? AND NOT EXISTS (SELECT 1 FROM graph_sheets g WHERE g.record = r.id)
			ORDER BY r.id LIMIT ?`, after, limit)
		for _, stored := range found {
			list = append(list, Unread{Row: stored.row, Record: stored.rec})
		}
		return err
	})
	return list, err
}

// EachSheet calls yield for every sheet with a Seq above after, in that order.
func (s *Store) EachSheet(ctx context.Context, after int64, yield func(Sheet) error) error {
	return s.snapshot(ctx, "read the graph", func(tx *sql.Tx) error {
		rows, err := tx.QueryContext(ctx, `SELECT seq, body FROM graph_sheets WHERE seq > ? ORDER BY seq`, after)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var sheet Sheet
			var body sql.RawBytes
			if err := rows.Scan(&sheet.Seq, &body); err != nil {
				return err
			}
			sheet.Body = body // yield must not keep it
			if err := yield(sheet); err != nil {
				return err
			}
		}
		return rows.Err()
	})
}

// SheetKeys returns the Seq of every sheet.
func (s *Store) SheetKeys(ctx context.Context) (map[int64]bool, error) {
	keys := map[int64]bool{}
	err := s.snapshot(ctx, "read the graph", func(tx *sql.Tx) error {
		rows, err := tx.QueryContext(ctx, `SELECT seq FROM graph_sheets`)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var seq int64
			if err := rows.Scan(&seq); err != nil {
				return err
			}
			keys[seq] = true
		}
		return rows.Err()
	})
	return keys, err
}

// PutSheets writes what was read from records, by their rows. A record that is
// gone meanwhile is left out.
func (w *Writer) PutSheets(ctx context.Context, bodies map[int64][]byte) error {
	return w.transaction(ctx, "write the graph", func(ctx context.Context) error {
		for row, body := range bodies {
			_, err := w.conn.ExecContext(ctx, `INSERT INTO graph_sheets (record, body) SELECT id, ?2 FROM records WHERE id = ?1
				ON CONFLICT (record) DO NOTHING`, row, body)
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// ResetSheets forgets all facts and notes the stamp of the rules that will read
// the records anew.
func (w *Writer) ResetSheets(ctx context.Context, stamp string) error {
	return w.transaction(ctx, "reset the graph", func(ctx context.Context) error {
		if _, err := w.conn.ExecContext(ctx, `DELETE FROM graph_sheets`); err != nil {
			return err
		}
		_, err := w.conn.ExecContext(ctx, `INSERT INTO meta VALUES ('graph', ?1) ON CONFLICT (name) DO UPDATE SET value = ?1`, stamp)
		if err != nil {
			return fmt.Errorf("note the rules: %w", err)
		}
		return nil
	})
}
