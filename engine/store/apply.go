package store

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"

	"owl/engine"
)

// Upsert is a record that is new or may have changed.
type Upsert struct {
	Record engine.Record
	Hash   Hash
	Chunks []engine.Chunk // Apply sets their Key when the record is written
}

// Batch is what changes in one source.
type Batch struct {
	Upserts []Upsert
	Deletes []string // doc_ids
	Rewrite bool     // write a record also when its hash has not changed
}

// Applied says what a batch did.
type Applied struct {
	Added, Changed, Unchanged, Deleted int

	Written   []int      // indexes of the upserts that were added or changed
	Removed   []KeyRange // chunks that are gone
	Conflicts []Conflict // upserts that were left out
}

// KeyRange is the keys of one record's chunks, both ends included.
type KeyRange struct{ First, Last engine.ChunkKey }

// Conflict is a record whose doc_id belongs to another source.
type Conflict struct {
	DocID, FileID string // of the record that was left out
	Owner         string // name of the source that has the doc_id
}

// Unwrap returns what is wrong with the record, as a record check says it.
func (c Conflict) Unwrap() error {
	return &engine.FieldError{DocID: c.DocID, Field: "doc_id", Why: fmt.Sprintf("source %q has a record with this id already", c.Owner)}
}

// Error names the record and its owner.
func (c Conflict) Error() string { return c.Unwrap().Error() }

// facetKey finds a facet of one source.
type facetKey struct {
	source     int64
	collection engine.Collection
	system     engine.Untrusted
}

// Apply writes a batch of one source in one transaction, of which nothing is
// kept when it returns an error. A record with the hash that is stored is left
// alone. A doc_id to delete that the source does not have is no error.
func (w *Writer) Apply(ctx context.Context, source string, batch Batch) (Applied, error) {
	run := application{w: w, source: source, rewrite: batch.Rewrite, next: w.last + 1, counts: map[int64]*counts{}}
	err := w.transaction(ctx, "write records of source "+source, func(quick context.Context) error {
		if err := w.insert.source.QueryRowContext(quick, source).Scan(&run.sourceID); err != nil {
			return fmt.Errorf("source %q: %w", source, err)
		}
		for i := range batch.Upserts {
			if err := errors.Join(ctx.Err(), run.upsert(quick, i, &batch.Upserts[i])); err != nil {
				return err
			}
		}
		for _, id := range batch.Deletes {
			if err := errors.Join(ctx.Err(), run.delete(quick, id)); err != nil {
				return err
			}
		}
		return run.writeCounts(quick)
	})
	if err != nil {
		return Applied{}, err
	}
	w.last = run.next - 1
	return run.result, nil
}

// application is a batch while it is written.
type application struct {
	w        *Writer
	source   string
	sourceID int64
	rewrite  bool
	next     engine.ChunkKey
	counts   map[int64]*counts // changes by facet
	result   Applied
}

type counts struct{ records, chunks int }

func (a *application) count(facet int64, records, chunks int) {
	c := a.counts[facet]
	if c == nil {
		c = &counts{}
		a.counts[facet] = c
	}
	c.records += records
	c.chunks += chunks
}

func (a *application) writeCounts(ctx context.Context) error {
	for facet, c := range a.counts {
		if _, err := a.w.insert.facetCount.ExecContext(ctx, c.records, c.chunks, facet); err != nil {
			return err
		}
	}
	return nil
}

// existing is what is stored under a doc_id.
type existing struct {
	row, facet int64
	hash       []byte
	keys       KeyRange
	chunks     int
	owner      string
}

// find returns what is stored under a doc_id, or nil.
func (a *application) find(ctx context.Context, id string) (*existing, error) {
	var e existing
	err := a.w.insert.existing.QueryRowContext(ctx, id).Scan(&e.row, &e.facet, &e.hash, &e.keys.First, &e.chunks, &e.owner)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	e.keys.Last = e.keys.First + engine.ChunkKey(e.chunks) - 1
	return &e, err
}

func (a *application) upsert(ctx context.Context, index int, up *Upsert) error {
	facet, err := a.facet(ctx, up.Record)
	if err != nil {
		return err
	}
	row, added, err := a.tryInsert(ctx, facet, up)
	if err != nil {
		return err
	}
	if added {
		a.result.Added++
		if _, err := a.w.insert.content.ExecContext(ctx, row, []byte(up.Record.Content)); err != nil {
			return err
		}
		return a.parts(ctx, index, row, facet, up)
	}
	old, err := a.find(ctx, up.Record.DocID)
	switch {
	case err != nil:
		return err
	case old.owner != a.source:
		a.result.Conflicts = append(a.result.Conflicts, Conflict{DocID: up.Record.DocID, FileID: up.Record.FileID, Owner: old.owner})
		return nil
	case !a.rewrite && bytes.Equal(old.hash, up.Hash[:]):
		a.result.Unchanged++
		return nil
	}
	a.result.Changed++
	if err := a.replace(ctx, old, facet, up); err != nil {
		return err
	}
	return a.parts(ctx, index, old.row, facet, up)
}

// tryInsert adds a record unless its doc_id is taken.
func (a *application) tryInsert(ctx context.Context, facet int64, up *Upsert) (row int64, added bool, err error) {
	result, err := a.w.insert.record.ExecContext(ctx, a.recordColumns(facet, up)...)
	if err != nil {
		return 0, false, err
	}
	n, err := result.RowsAffected()
	if err != nil || n == 0 {
		return 0, false, err
	}
	row, err = result.LastInsertId()
	return row, true, err
}

func (a *application) recordColumns(facet int64, up *Upsert) []any {
	r, when := &up.Record, newMoment(up.Record.Created)
	return []any{
		facet, r.DocID, up.Hash[:], int64(a.next), len(up.Chunks), when.seconds, when.nanos, when.zone,
		r.FileID, r.ParentID, r.ChunkIndex, r.ChunkType, string(r.Title), string(r.Author), r.URL, string(r.Format),
	}
}

// replace overwrites a record and drops the parts it had.
func (a *application) replace(ctx context.Context, old *existing, facet int64, up *Upsert) error {
	if err := a.dropParts(ctx, old); err != nil {
		return err
	}
	if _, err := a.w.insert.update.ExecContext(ctx, a.recordColumns(facet, up)...); err != nil {
		return err
	}
	_, err := a.w.insert.replaceBody.ExecContext(ctx, old.row, []byte(up.Record.Content))
	return err
}

// parts adds chunks and attachments of a record that was added or replaced.
func (a *application) parts(ctx context.Context, index int, row, facet int64, up *Upsert) error {
	for i := range up.Chunks {
		c := &up.Chunks[i]
		c.Key = a.next
		a.next++
		if _, err := a.w.insert.chunk.ExecContext(ctx, int64(c.Key), row, c.Index, c.Start, c.End, string(c.Section)); err != nil {
			return err
		}
	}
	for n, file := range up.Record.Attachments {
		if _, err := a.w.insert.attachment.ExecContext(ctx, row, n, string(file.Name), string(file.Caption), file.URL); err != nil {
			return err
		}
	}
	a.count(facet, 1, len(up.Chunks))
	a.result.Written = append(a.result.Written, index)
	return nil
}

func (a *application) delete(ctx context.Context, id string) error {
	old, err := a.find(ctx, id)
	if err != nil || old == nil || old.owner != a.source {
		return err
	}
	a.result.Deleted++
	if err := a.dropParts(ctx, old); err != nil {
		return err
	}
	for _, stmt := range []*sql.Stmt{a.w.insert.dropLearned, a.w.insert.dropBody, a.w.insert.dropRecord} {
		if _, err := stmt.ExecContext(ctx, old.row); err != nil {
			return err
		}
	}
	return nil
}

// dropParts removes the chunks, attachments and facts of a record and leaves
// tombstones of the chunks.
func (a *application) dropParts(ctx context.Context, old *existing) error {
	a.count(old.facet, -1, -old.chunks)
	for _, stmt := range []*sql.Stmt{a.w.insert.dropFiles, a.w.insert.dropSheet} {
		if _, err := stmt.ExecContext(ctx, old.row); err != nil {
			return err
		}
	}
	if old.chunks == 0 {
		return nil
	}
	first, last := int64(old.keys.First), int64(old.keys.Last)
	for _, stmt := range []*sql.Stmt{a.w.insert.dropChunks, a.w.insert.bury} {
		if _, err := stmt.ExecContext(ctx, first, last); err != nil {
			return err
		}
	}
	a.result.Removed = append(a.result.Removed, old.keys)
	return nil
}

// facet returns the row of a record's facet, made when it is new.
func (a *application) facet(ctx context.Context, rec engine.Record) (int64, error) {
	key := facetKey{a.sourceID, rec.Collection, rec.System}
	if id, ok := a.w.facets[key]; ok {
		return id, nil
	}
	collection, system := string(rec.Collection), string(rec.System)
	if _, err := a.w.insert.facet.ExecContext(ctx, a.sourceID, collection, system); err != nil {
		return 0, err
	}
	var id int64
	if err := a.w.insert.findFacet.QueryRowContext(ctx, a.sourceID, collection, system).Scan(&id); err != nil {
		return 0, err
	}
	a.w.facets[key] = id
	return id, nil
}
