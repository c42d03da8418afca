package runner

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"golang.org/x/sync/errgroup"

	"owl/engine"
	"owl/engine/store"
	"owl/ingest"
	"owl/ingest/chunk"
)

// A batch is written when it has this many records, characters or bad items.
const (
	batchRecords = 1000
	batchBytes   = 4 << 20
	batchBad     = 100
)

// parcel is what the reading side hands to the writing side.
type parcel struct {
	upserts []store.Upsert
	bytes   int
	bad     []*ingest.ItemError
	read    int // records read so far
	same    int // records of this parcel that have not changed
}

func (p *parcel) full(records int) bool {
	return len(p.upserts) >= records || p.bytes >= batchBytes || len(p.bad) >= batchBad
}

// reader reads the connector, and decides what has to be written.
type reader struct {
	run     *run
	seen    map[string]bool
	parcel  parcel
	read    int
	parcels chan parcel
}

// queued is how many parcels may wait: reading, writing and indexing overlap.
const queued = 2

// pump reads the whole source and writes what has changed. It returns the
// doc_ids that were read, the error of the source, and that of the base.
func (r *run) pump(ctx context.Context) (seen map[string]bool, readErr, writeErr error) {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	rd := &reader{run: r, seen: make(map[string]bool, len(r.known)), parcels: make(chan parcel, queued)}
	var group errgroup.Group
	group.Go(func() (err error) {
		defer close(rd.parcels)
		defer func() {
			if p := recover(); p != nil {
				err = fmt.Errorf("reading panicked: %v", p)
			}
		}()
		return rd.readAll(ctx)
	})
	for p := range rd.parcels {
		if writeErr != nil {
			continue // let the reader end
		}
		if writeErr = r.write(ctx, p); writeErr != nil {
			stop(writeErr)
		}
	}
	return rd.seen, group.Wait(), writeErr
}

func (rd *reader) readAll(ctx context.Context) error {
	readErr := rd.run.source.Connector.Read(ctx, func(item ingest.Item) error { return rd.take(ctx, item) })
	if err := rd.send(ctx); err != nil {
		return errors.Join(readErr, err)
	}
	return readErr
}

// take checks an item and adds what has to be written to the parcel.
func (rd *reader) take(ctx context.Context, item ingest.Item) error {
	if item.Err == nil {
		item.Err = rd.check(item.Record)
	}
	if item.Err != nil {
		rd.parcel.bad = append(rd.parcel.bad, item.Err)
	} else {
		rd.add(item.Record)
	}
	if rd.parcel.full(cmp.Or(rd.run.options.batch, batchRecords)) {
		return rd.send(ctx)
	}
	return nil
}

func (rd *reader) check(rec engine.Record) *ingest.ItemError {
	err := rec.Validate()
	if err == nil && rd.seen[rec.DocID] {
		err = &engine.FieldError{DocID: rec.DocID, Field: "doc_id", Why: "an earlier record of this source has it"}
	}
	if err != nil {
		return &ingest.ItemError{File: rec.FileID, Err: err}
	}
	return nil
}

func (rd *reader) add(rec engine.Record) {
	rd.seen[rec.DocID] = true
	rd.read++
	hash := hashOf(rec)
	if known, ok := rd.run.known[rec.DocID]; ok && known == hash && !rd.run.options.Full {
		rd.parcel.same++
		return
	}
	rd.parcel.upserts = append(rd.parcel.upserts, store.Upsert{Record: rec, Hash: hash, Chunks: chunk.Split(rec)})
	rd.parcel.bytes += len(rec.Content)
}

func (rd *reader) send(ctx context.Context) error {
	rd.parcel.read = rd.read
	select {
	case rd.parcels <- rd.parcel:
		rd.parcel = parcel{}
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// write applies a parcel and counts what it did.
func (r *run) write(ctx context.Context, p parcel) error {
	for _, bad := range p.bad {
		r.fail(bad)
	}
	r.result.Unchanged += p.same
	if len(p.upserts) > 0 {
		done, err := r.base.Apply(ctx, r.source.Name, store.Batch{Upserts: p.upserts, Rewrite: r.options.Full})
		if err != nil {
			return err
		}
		r.count(p, done)
	}
	r.progress(p.read)
	return nil
}

func (r *run) count(p parcel, done store.Applied) {
	r.result.Added += done.Added
	r.result.Changed += done.Changed
	r.result.Unchanged += done.Unchanged
	for _, i := range done.Written {
		r.result.Chunks += len(p.upserts[i].Chunks)
	}
	for _, conflict := range done.Conflicts {
		r.fail(&ingest.ItemError{File: conflict.FileID, Err: conflict})
	}
}
