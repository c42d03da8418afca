package runner

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"owl/engine"
	"owl/engine/store"
	"owl/ingest"
)

// Source is what is read, and what it is called.
type Source struct {
	store.Source
	Connector ingest.Connector
}

// Hider is what a connector may offer to keep an unreadable item from
// protecting every record of the source: Hides reports whether the item may
// stand for the stored record with this doc_id.
type Hider interface {
	Hides(bad *ingest.ItemError, docID string) bool
}

// Base is what a run writes to. *kb.Writer is one.
type Base interface {
	AddSource(ctx context.Context, src store.Source) error
	Known(ctx context.Context, source string) (map[string]store.Hash, error)
	Apply(ctx context.Context, source string, batch store.Batch) (store.Applied, error)
	Flush(ctx context.Context) error
	FinishRun(ctx context.Context, source string, at time.Time, problems []string) error
}

// Options tell how a run is done. The zero value is fine.
type Options struct {
	// Full writes every record again, also those that have not changed, and
	// takes a source that has no records at its word.
	Full bool
	// Progress is called after each batch.
	Progress func(Progress)
	// Report is called for each item that could not be used.
	Report func(*ingest.ItemError)
	// Now is the clock; nil is time.Now.
	Now func() time.Time

	batch int // records of a batch; 0 is batchRecords
}

func (o Options) now() time.Time {
	if o.Now == nil {
		return time.Now()
	}
	return o.Now()
}

// Result says what a run did, or what it would do.
type Result struct {
	Source                             string
	Added, Changed, Unchanged, Deleted int
	Failed                             int      // items that could not be used
	Kept                               int      // records that were not found and yet not removed
	Chunks                             int      // written
	Notes                              []string // what a user should know, one line each
	Took                               time.Duration
}

// maxProblems is how many bad items of a run are kept with its source.
const maxProblems = 100

// Run brings the base up to date with a source. The result counts what was
// written also when there is an error. Records that are new or have changed
// are there even if the source could not be read to its end.
func Run(ctx context.Context, base Base, src Source, o Options) (Result, error) {
	r := run{base: base, source: src, options: o, began: o.now(), result: Result{Source: src.Name}}
	err := r.do(ctx)
	r.result.Took = o.now().Sub(r.began)
	if err != nil {
		err = fmt.Errorf("ingest %s: %w", src.Name, err)
	}
	return r.result, err
}

// Preview says what Run would do, given the hashes that are known of the
// source, and changes nothing. Conflicts with other sources are not foreseen.
func Preview(ctx context.Context, known map[string]store.Hash, src Source, o Options) (Result, error) {
	return Run(ctx, &dry{known: known}, src, o)
}

// run is one run of a source.
type run struct {
	base     Base
	source   Source
	options  Options
	began    time.Time
	known    map[string]store.Hash
	result   Result
	bad      []*ingest.ItemError
	problems []string
}

func (r *run) do(ctx context.Context) error {
	if err := r.base.AddSource(ctx, r.source.Source); err != nil {
		return err
	}
	var err error
	if r.known, err = r.base.Known(ctx, r.source.Name); err != nil {
		return err
	}
	seen, readErr, err := r.pump(ctx)
	if ctx.Err() != nil {
		err = ctx.Err()
	}
	if err != nil {
		return err // what was acknowledged is kept; the rest is for the next run
	}
	if err := r.remove(ctx, r.missing(seen), readErr, len(seen)); err != nil {
		return err
	}
	if err := r.base.Flush(ctx); err != nil {
		return err
	}
	if readErr != nil {
		r.problems = append([]string{"the source could not be read to its end: " + readErr.Error()}, r.problems...)
	}
	if err := r.base.FinishRun(ctx, r.source.Name, r.began, r.problems); err != nil {
		return err
	}
	return readErr
}

// fail counts and reports an item that could not be used.
func (r *run) fail(bad *ingest.ItemError) {
	r.result.Failed++
	r.bad = append(r.bad, bad)
	switch {
	case len(r.problems) < maxProblems:
		r.problems = append(r.problems, bad.Error())
	case len(r.problems) == maxProblems:
		r.problems = append(r.problems, "and more")
	}
	if r.options.Report != nil {
		r.options.Report(bad)
	}
}

// missing returns the stored doc_ids that were not read, in order.
func (r *run) missing(seen map[string]bool) []string {
	var ids []string
	for _, id := range slices.Sorted(maps.Keys(r.known)) {
		if !seen[id] {
			ids = append(ids, id)
		}
	}
	return ids
}

// remove deletes the records that the source no longer has, but for those that
// may only be hidden.
func (r *run) remove(ctx context.Context, missing []string, readErr error, read int) error {
	switch {
	case len(missing) == 0:
		return nil
	case readErr != nil:
		r.keep(len(missing), "the source could not be read to its end")
		return nil
	case read == 0 && len(r.bad) == 0 && !r.options.Full:
		r.keep(len(missing), "the source has no records at all now; --full removes them")
		return nil
	}
	gone := slices.DeleteFunc(missing, r.mayBeHidden)
	if kept := len(missing) - len(gone); kept > 0 {
		r.keep(kept, fmt.Sprintf("%d items could not be read, first %v", len(r.bad), r.bad[0]))
	}
	for part := range slices.Chunk(gone, batchRecords) {
		done, err := r.base.Apply(ctx, r.source.Name, store.Batch{Deletes: part})
		if err != nil {
			return err
		}
		r.result.Deleted += done.Deleted
	}
	return nil
}

func (r *run) keep(n int, why string) {
	r.result.Kept = n
	r.result.Notes = append(r.result.Notes, fmt.Sprintf("%d records that were not found are kept: %s", n, why))
}

// mayBeHidden reports whether a bad item may stand for a record. One that names
// its record stands for that alone.
func (r *run) mayBeHidden(id string) bool {
	hider, _ := r.source.Connector.(Hider)
	for _, bad := range r.bad {
		var field *engine.FieldError
		switch {
		case errors.As(bad, &field) && field.DocID != "":
			if field.DocID == id {
				return true
			}
		case hider == nil || hider.Hides(bad, id):
			return true
		}
	}
	return false
}
