package kb

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"sync"

	"owl/engine"
	"owl/engine/graph/extract"
	"owl/engine/store"
)

// Options tell how a home is opened. The zero value is fine.
type Options struct {
	// Progress is called while the text index is brought up to date.
	Progress func(Progress)
	// Gazetteer is the names that records are read with for the graph. All who
	// open a home give the same one: a graph of another is made anew.
	Gazetteer *extract.Gazetteer
}

// Progress is how many of the missing chunks are in the text index.
type Progress struct{ Done, Total int }

func (o Options) progress(p Progress) {
	if o.Progress != nil {
		o.Progress(p)
	}
}

// Base is an open knowledge base. It is safe for concurrent use.
type Base struct {
	home    home
	store   *store.Store
	text    *searcher
	graph   *faultGraph
	options Options

	mending sync.Mutex // held while a search rebuilds the text index
	mu      sync.Mutex
	notices []string
}

// home is the folder of a knowledge base.
type home struct{ dir string }

func (h home) database() string      { return filepath.Join(h.dir, "owl.db") }
func (h home) texts() string         { return filepath.Join(h.dir, "text") }
func (h home) text(id string) string { return filepath.Join(h.texts(), id) }

// Open opens the knowledge base in a folder for reading, and mends its text
// index if it can. A folder without one is engine.ErrNotFound.
func Open(ctx context.Context, dir string, o Options) (*Base, error) {
	h, err := newHome(dir)
	if err != nil {
		return nil, err
	}
	s, err := openStore(ctx, h)
	if err != nil {
		return nil, fmt.Errorf("open knowledge base: %w", err)
	}
	b := &Base{home: h, store: s, graph: newFaultGraph(o.Gazetteer), options: o}
	b.noteNetwork()
	if err := b.openText(ctx); err != nil {
		return nil, errors.Join(err, b.Close())
	}
	return b, nil
}

func newHome(dir string) (home, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return home{}, fmt.Errorf("open knowledge base: %w", err)
	}
	return home{abs}, nil
}

// openStore opens the database, after bringing it to the present format.
func openStore(ctx context.Context, h home) (*store.Store, error) {
	s, err := store.Open(ctx, h.database())
	if !store.NeedsMigration(err) {
		return s, err
	}
	migrate := func(*store.Writer) error { return nil } // opening it does
	if writeErr := h.withWriter(ctx, migrate); writeErr != nil {
		return nil, fmt.Errorf("%w; it could not be brought up to date: %w", err, writeErr)
	}
	return store.Open(ctx, h.database())
}

// withWriter takes the lock, and opens the database for writing while do runs.
func (h home) withWriter(ctx context.Context, do func(*store.Writer) error) error {
	l, err := takeLock(h.dir)
	if err != nil {
		return err
	}
	defer l.release()
	w, err := store.OpenWriter(ctx, h.database())
	if err != nil {
		return err
	}
	return errors.Join(do(w), w.Close(context.WithoutCancel(ctx)))
}

// openText opens the text index, and mends it first if it must and can.
func (b *Base) openText(ctx context.Context) error {
	id, err := b.store.ID(ctx)
	if err != nil {
		return fmt.Errorf("open knowledge base: %w", err)
	}
	b.text = &searcher{dir: b.home.text(id)}
	state, err := inspect(ctx, b.store, b.text.dir)
	if err != nil {
		return fmt.Errorf("open knowledge base: %w", err)
	}
	if !state.complete() {
		if err := b.mend(ctx, state); err != nil {
			return err
		}
	}
	_ = b.text.open() // a damaged index is the error of a search
	return nil
}

// mend brings the text index up to date, or notes why it is not.
func (b *Base) mend(ctx context.Context, state indexState) error {
	err := b.home.withWriter(ctx, func(w *store.Writer) error {
		return heal(ctx, w, b.text.dir, b.options)
	})
	switch {
	case err == nil:
		b.note("%s: it was brought up to date", state)
	case ctx.Err() != nil:
		return ctx.Err()
	default:
		b.note("%s, and it could not be brought up to date: %v", state, err)
	}
	return nil
}

func (b *Base) noteNetwork() {
	if network := store.NetworkFS(b.home.dir); network != "" {
		b.note("%s is on %s, a network file system: let only one host use it at a time", b.home.dir, network)
	}
}

// note keeps a line for Notices, once.
func (b *Base) note(format string, args ...any) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if line := fmt.Sprintf(format, args...); !slices.Contains(b.notices, line) {
		b.notices = append(b.notices, line)
	}
}

// Notices returns what a user should know about the state of the knowledge
// base, one line each; none when all is well.
func (b *Base) Notices() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return slices.Clone(b.notices)
}

// Records reads the stored records.
func (b *Base) Records() engine.Records { return b.store }

// Sources reports what was ingested.
func (b *Base) Sources() engine.Sources { return b.store }

// Known returns the content hashes of a source's records by doc_id.
func (b *Base) Known(ctx context.Context, source string) (map[string]store.Hash, error) {
	return b.store.Known(ctx, source)
}

// Dir is the home folder.
func (b *Base) Dir() string { return b.home.dir }

// Close closes the knowledge base.
func (b *Base) Close() error {
	var err error
	if b.text != nil {
		err = b.text.close()
	}
	return errors.Join(err, b.store.Close())
}

// Between returns the newest records that pass the filter, at most limit, in the
// order of their dates, and how many pass it.
func (b *Base) Between(ctx context.Context, f engine.Filter, limit int) (records []engine.Record, all int, err error) {
	return b.store.Between(ctx, f, limit)
}

// ID is the identity of the records' database, made when it was created.
func (b *Base) ID(ctx context.Context) (string, error) { return b.store.ID(ctx) }

// Size is how many records and chunks there are.
func (b *Base) Size(ctx context.Context) (records, chunks int, err error) { return b.store.Size(ctx) }

// Each yields every chunk with its record, in the order of the keys.
func (b *Base) Each(ctx context.Context, yield func(engine.Record, engine.Chunk) error) error {
	return b.store.EachChunk(ctx, 0, func(p store.Passage) error { return yield(p.Record, p.Chunk) })
}
