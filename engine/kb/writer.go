package kb

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"owl/engine/store"
	"owl/engine/text"
)

// Writer changes a knowledge base. Close it in any case. It is not safe for
// concurrent use; its Base is.
type Writer struct {
	*Base
	lock    *lock
	records *store.Writer
	texts   *text.Writer
	removed []store.KeyRange // dropped from the index, not yet committed
	pending int              // chunks added to the index, not yet committed
}

// flushEvery is after how many chunks the text index is committed within a
// long run: what a crash makes the next owl index again.
const flushEvery = 1 << 18

// OpenWriter opens or creates the knowledge base in a folder for writing and
// mends its text index. The errors are a *LockedError when another process
// writes, and engine.ErrReadOnly.
func OpenWriter(ctx context.Context, dir string, o Options) (*Writer, error) {
	h, err := newHome(dir)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(h.dir, 0o755); err != nil {
		return nil, readOnly(h.dir, err)
	}
	l, err := takeLock(h.dir)
	if err != nil {
		return nil, err
	}
	w := &Writer{lock: l, Base: &Base{home: h, graph: newFaultGraph(o.Gazetteer), options: o}}
	if err := w.open(ctx); err != nil {
		return nil, errors.Join(err, w.Close(context.WithoutCancel(ctx)))
	}
	return w, nil
}

func (w *Writer) open(ctx context.Context) error {
	var err error
	if w.records, err = store.OpenWriter(ctx, w.home.database()); err != nil {
		return fmt.Errorf("open knowledge base: %w", err)
	}
	w.store = w.records.Store
	id, err := w.store.ID(ctx)
	if err != nil {
		return fmt.Errorf("open knowledge base: %w", err)
	}
	w.home.removeStrays(id)
	w.text = &searcher{dir: w.home.text(id)}
	if err := w.healText(ctx); err != nil {
		return err
	}
	w.noteNetwork()
	w.texts, err = text.NewWriter(w.text.dir, text.Options{})
	return err
}

func (w *Writer) healText(ctx context.Context) error {
	state, err := inspect(ctx, w.store, w.text.dir)
	if err != nil || state.complete() {
		return err
	}
	if err := heal(ctx, w.records, w.text.dir, w.options); err != nil {
		return fmt.Errorf("%s: %w", state, err)
	}
	w.note("%s: it was brought up to date", state)
	return nil
}

// AddSource makes a source known, or updates its kind and place.
func (w *Writer) AddSource(ctx context.Context, src store.Source) error {
	return w.records.AddSource(ctx, src)
}

// Apply writes a batch of one source. When it returns without an error the
// batch is durable; searches find it after Flush.
func (w *Writer) Apply(ctx context.Context, source string, batch store.Batch) (store.Applied, error) {
	done, err := w.records.Apply(ctx, source, batch)
	if err != nil {
		return store.Applied{}, err
	}
	for _, r := range done.Removed {
		w.texts.Delete(keysOf(r)...)
	}
	w.removed = append(w.removed, done.Removed...)
	for _, i := range done.Written {
		up := batch.Upserts[i]
		for _, c := range up.Chunks {
			if err := w.texts.Add(document(store.Passage{Record: up.Record, Chunk: c})); err != nil {
				return done, w.textError(err)
			}
		}
		w.pending += len(up.Chunks)
	}
	if w.pending >= flushEvery {
		return done, w.Flush(ctx)
	}
	return done, nil
}

func (w *Writer) textError(err error) error {
	return fmt.Errorf("the records are stored, but the text index is not up to date: %w; the next owl completes it", err)
}

// Flush makes everything that was applied searchable.
func (w *Writer) Flush(ctx context.Context) error {
	last, err := w.store.LastKey(ctx)
	if err != nil {
		return err
	}
	if err := w.texts.Commit(ctx, last); err != nil {
		return w.textError(err)
	}
	w.pending = 0
	if err := w.records.ClearTombstones(ctx, w.removed); err != nil {
		return err
	}
	w.removed = nil
	return w.readGraph(ctx)
}

// FinishRun notes when a source was last read, and what went wrong.
func (w *Writer) FinishRun(ctx context.Context, source string, at time.Time, problems []string) error {
	return w.records.FinishRun(ctx, source, at, problems)
}

// Close closes the knowledge base. What was applied and not flushed is stored;
// the next owl makes it searchable.
func (w *Writer) Close(ctx context.Context) error {
	var errs []error
	if w.texts != nil {
		errs = append(errs, w.texts.Close())
	}
	if w.text != nil {
		errs = append(errs, w.text.close())
	}
	if w.records != nil {
		errs = append(errs, w.records.Close(ctx))
	}
	w.lock.release()
	return errors.Join(errs...)
}

// removeStrays deletes text indexes of a database that is no longer here.
func (h home) removeStrays(id string) {
	entries, _ := os.ReadDir(h.texts())
	for _, entry := range entries {
		if entry.Name() != id {
			_ = os.RemoveAll(filepath.Join(h.texts(), entry.Name())) // tried again next time
		}
	}
}
