package store

import (
	"context"
	"database/sql"
)

// statements are prepared once for the connection that writes.
type statements struct {
	record, content, chunk, attachment   *sql.Stmt
	existing, update, replaceBody        *sql.Stmt
	bury, dropChunks, dropFiles          *sql.Stmt
	dropBody, dropRecord, dropSheet      *sql.Stmt
	dropLearned                          *sql.Stmt
	source, facet, findFacet, facetCount *sql.Stmt
}

// The record's columns are written in this order by recordColumns.
const (
	insertRecord = `INSERT INTO records (facet, doc_id, hash, first_key, chunk_count, created_s, created_ns, zone,
		file_id, parent_id, part_index, part_type, title, author, url, format)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (doc_id) DO NOTHING`
	updateRecord = `UPDATE records SET facet = ?1, hash = ?3, first_key = ?4, chunk_count = ?5, created_s = ?6, created_ns = ?7,
		zone = ?8, file_id = ?9, parent_id = ?10, part_index = ?11, part_type = ?12, title = ?13, author = ?14, url = ?15,
		format = ?16 WHERE doc_id = ?2`
	selectExisting = `SELECT r.id, r.facet, r.hash, r.first_key, r.chunk_count, s.name
		FROM records r JOIN facets f ON f.id = r.facet JOIN sources s ON s.id = f.source WHERE r.doc_id = ?`
)

func prepareStatements(ctx context.Context, conn *sql.Conn) (statements, error) {
	var s statements
	for _, p := range []struct {
		into **sql.Stmt
		text string
	}{
		{&s.record, insertRecord},
		{&s.content, `INSERT INTO contents (record, body) VALUES (?, ?)`},
		{&s.chunk, `INSERT INTO chunks (key, record, idx, start, stop, section) VALUES (?, ?, ?, ?, ?, ?)`},
		{&s.attachment, `INSERT INTO attachments (record, n, name, caption, url) VALUES (?, ?, ?, ?, ?)`},
		{&s.existing, selectExisting},
		{&s.update, updateRecord},
		{&s.replaceBody, `UPDATE contents SET body = ?2 WHERE record = ?1`},
		{&s.bury, `INSERT INTO tombstones (first_key, last_key) VALUES (?, ?)`},
		{&s.dropChunks, `DELETE FROM chunks WHERE key BETWEEN ? AND ?`},
		{&s.dropFiles, `DELETE FROM attachments WHERE record = ?`},
		{&s.dropSheet, `DELETE FROM graph_sheets WHERE record = ?`},
		{&s.dropLearned, `DELETE FROM graph_learned WHERE record = ?`},
		{&s.dropBody, `DELETE FROM contents WHERE record = ?`},
		{&s.dropRecord, `DELETE FROM records WHERE id = ?`},
		{&s.source, `SELECT id FROM sources WHERE name = ?`},
		{&s.facet, `INSERT INTO facets (source, collection, system) VALUES (?, ?, ?) ON CONFLICT DO NOTHING`},
		{&s.findFacet, `SELECT id FROM facets WHERE source = ? AND collection = ? AND system = ?`},
		{&s.facetCount, `UPDATE facets SET records = records + ?, chunks = chunks + ? WHERE id = ?`},
	} {
		stmt, err := conn.PrepareContext(ctx, p.text) //nolint:sqlclosecheck // statements.close closes them all
		if err != nil {
			s.close()
			return statements{}, err
		}
		*p.into = stmt
	}
	return s, nil
}

func (s statements) close() {
	for _, stmt := range []*sql.Stmt{
		s.record, s.content, s.chunk, s.attachment, s.existing, s.update, s.replaceBody, s.bury, s.dropChunks,
		s.dropFiles, s.dropBody, s.dropRecord, s.dropSheet, s.dropLearned, s.source, s.facet, s.findFacet, s.facetCount,
	} {
		if stmt != nil {
			_ = stmt.Close() // the connection closes with it
		}
	}
}
