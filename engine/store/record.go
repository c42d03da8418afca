package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"time"

	"owl/engine"
)

// storedRecord is a record with its place in the database.
type storedRecord struct {
	row int64
	rec engine.Record
}

const selectRecord = `
	SELECT r.id, r.doc_id, r.file_id, r.parent_id, r.part_index, r.part_type, r.title, r.author, r.url, r.format,
		r.created_s, r.created_ns, r.zone, f.collection, f.system, c.body
	FROM records r JOIN facets f ON f.id = r.facet JOIN contents c ON c.record = r.id `

// queryRecords reads the records that a WHERE clause picks, without their
// attachments.
func queryRecords(ctx context.Context, db querier, where string, args ...any) ([]storedRecord, error) {
	rows, err := db.QueryContext(ctx, selectRecord+where, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var list []storedRecord
	for rows.Next() {
		stored, err := scanRecord(rows)
		if err != nil {
			return nil, err
		}
		list = append(list, stored)
	}
	return list, rows.Err()
}

func scanRecord(rows *sql.Rows) (storedRecord, error) {
	var s storedRecord
	var when moment
	var body sql.RawBytes
	r := &s.rec
	err := rows.Scan(&s.row, &r.DocID, &r.FileID, &r.ParentID, &r.ChunkIndex, &r.ChunkType, &r.Title, &r.Author, &r.URL, &r.Format,
		&when.seconds, &when.nanos, &when.zone, &r.Collection, &r.System, &body)
	r.Content, r.Created = engine.Untrusted(body), when.time()
	return s, err
}

// moment is a time in three columns: the instant to compare by, and the zone
// in which it was written. All are NULL for an unknown date.
type moment struct{ seconds, nanos, zone sql.NullInt64 }

func newMoment(t time.Time) moment {
	if t.IsZero() {
		return moment{}
	}
	_, zone := t.Zone()
	known := func(n int64) sql.NullInt64 { return sql.NullInt64{Int64: n, Valid: true} }
	return moment{known(t.Unix()), known(int64(t.Nanosecond())), known(int64(zone))}
}

func (m moment) time() time.Time {
	if !m.seconds.Valid {
		return time.Time{}
	}
	t := time.Unix(m.seconds.Int64, m.nanos.Int64)
	if m.zone.Int64 == 0 {
		return t.UTC()
	}
	return t.In(time.FixedZone("", int(m.zone.Int64)))
}

// recordsByRow reads records by their row numbers, without attachments.
func recordsByRow(ctx context.Context, db querier, rows []int64) (map[int64]engine.Record, error) {
	list, err := queryRecords(ctx, db, `WHERE r.id IN (SELECT value FROM json_each(?))`, jsonList(rows))
	if err != nil {
		return nil, err
	}
	byRow := make(map[int64]engine.Record, len(list))
	for _, stored := range list {
		byRow[stored.row] = stored.rec
	}
	return byRow, nil
}

// jsonList writes numbers for json_each: one parameter for any number of keys.
func jsonList[N ~int64](numbers []N) string {
	text, err := json.Marshal(numbers)
	if err != nil {
		panic(fmt.Sprintf("list of integers: %v", err)) // cannot happen
	}
	return string(text)
}

func attachmentsOf(ctx context.Context, db querier, row int64) ([]engine.Attachment, error) {
	rows, err := db.QueryContext(ctx, `SELECT name, caption, url FROM attachments WHERE record = ? ORDER BY n`, row)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var list []engine.Attachment
	for rows.Next() {
		var a engine.Attachment
		if err := rows.Scan(&a.Name, &a.Caption, &a.URL); err != nil {
			return nil, err
		}
		list = append(list, a)
	}
	return list, rows.Err()
}
