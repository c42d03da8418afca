package store

import (
	"context"
	"database/sql"
	"slices"

	"owl/engine"
)

// Between returns the newest records that pass the filter, at most limit, in the
// order of their dates, without their attachments, and how many pass it. Those of
// one date are in the order of their doc_ids. Records without a date are left out.
func (s *Store) Between(ctx context.Context, f engine.Filter, limit int) (records []engine.Record, all int, err error) {
	err = s.snapshot(ctx, "list records", func(tx *sql.Tx) error {
		facets, err := admitted(ctx, tx, f)
		if err != nil {
			return err
		}
		ids := make([]int64, len(facets))
		for i, facet := range facets {
			ids[i] = facet.id
		}
		where, args := dated(f, ids)
		if err := tx.QueryRowContext(ctx, `SELECT count(*) FROM records r `+where, args...).Scan(&all); err != nil {
			return err
		}
		list, err := queryRecords(ctx, tx, where+` ORDER BY r.created_s DESC, r.created_ns DESC, r.doc_id DESC LIMIT ?`, append(args, limit)...)
		for _, stored := range list {
			records = append(records, stored.rec)
		}
		return err
	})
	slices.Reverse(records)
	return records, all, err
}

// dated is the WHERE clause for the records r of some facets that a filter's dates
// admit.
func dated(f engine.Filter, facets []int64) (where string, args []any) {
	where, args = `WHERE r.facet IN (SELECT value FROM json_each(?)) AND r.created_s IS NOT NULL`, []any{jsonList(facets)}
	if !f.Since.IsZero() {
		where += ` AND (r.created_s, r.created_ns) >= (?, ?)`
		args = append(args, f.Since.Unix(), f.Since.Nanosecond())
	}
	if !f.Until.IsZero() {
		where += ` AND (r.created_s, r.created_ns) < (?, ?)`
		args = append(args, f.Until.Unix(), f.Until.Nanosecond())
	}
	return where, args
}
