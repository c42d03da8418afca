package store

import (
	"context"
	"database/sql"
	"fmt"
)

// Health is what Check found.
type Health struct {
	Sources, Records, Chunks int
	Tombstones               int      // records whose chunks an index may still hold
	Problems                 []string // empty when the database is sound
}

// maxProblems is how many problems of one kind are listed.
const maxProblems = 5

// Check looks for damage. A quick check reads the structure of the file; a full
// one also compares every index with its table.
func (s *Store) Check(ctx context.Context, full bool) (Health, error) {
	var h Health
	err := s.snapshot(ctx, "check database", func(tx *sql.Tx) error {
		row := tx.QueryRowContext(ctx, `SELECT (SELECT count(*) FROM sources), (SELECT count(*) FROM records),
			(SELECT count(*) FROM chunks), (SELECT count(*) FROM tombstones)`)
		if err := row.Scan(&h.Sources, &h.Records, &h.Chunks, &h.Tombstones); err != nil {
			return err
		}
		for _, c := range checks(full) {
			found, err := c.run(ctx, tx)
			if err != nil {
				return fmt.Errorf("%s: %w", c.name, err)
			}
			h.Problems = append(h.Problems, found...)
		}
		return nil
	})
	return h, err
}

// check is a query that gives one line of text for each problem.
type check struct{ name, query string }

func checks(full bool) []check {
	integrity := check{"structure", `SELECT quick_check FROM pragma_quick_check WHERE quick_check <> 'ok'`}
	if full {
		integrity = check{"integrity", `SELECT integrity_check FROM pragma_integrity_check WHERE integrity_check <> 'ok'`}
	}
	return []check{
		integrity,
		{"foreign keys", `SELECT "table" || ' row ' || coalesce(rowid, '?') || ' belongs to no ' || parent FROM pragma_foreign_key_check`},
		{"records without text", `SELECT doc_id FROM records WHERE id NOT IN (SELECT record FROM contents)`},
		{"chunks outside their record", `SELECT 'chunk ' || c.key || ' of ' || r.doc_id FROM chunks c
			JOIN records r ON r.id = c.record JOIN contents t ON t.record = r.id
			WHERE c.start < 0 OR c.stop <= c.start OR c.stop > length(t.body)
				OR c.key NOT BETWEEN r.first_key AND r.first_key + r.chunk_count - 1`},
		{"records that miss chunks", `SELECT doc_id FROM records r WHERE chunk_count <>
			(SELECT count(*) FROM chunks WHERE key BETWEEN r.first_key AND r.first_key + r.chunk_count - 1)`},
		{"wrong counts", `SELECT s.name || ' ' || f.collection FROM facets f JOIN sources s ON s.id = f.source LEFT JOIN
			(SELECT facet, count(*) AS records, sum(chunk_count) AS chunks FROM records GROUP BY facet) r ON r.facet = f.id
			WHERE f.records <> coalesce(r.records, 0) OR f.chunks <> coalesce(r.chunks, 0)`},
	}
}

func (c check) run(ctx context.Context, tx *sql.Tx) ([]string, error) {
	rows, err := tx.QueryContext(ctx, c.query)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var found []string
	for rows.Next() && len(found) < maxProblems {
		var line string
		if err := rows.Scan(&line); err != nil {
			return nil, err
		}
		found = append(found, fmt.Sprintf("%s: %s", c.name, line))
	}
	return found, rows.Err()
}
