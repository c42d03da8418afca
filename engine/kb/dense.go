package kb

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"sync"
	"time"

	"owl/engine"
	"owl/engine/dense"
	"owl/engine/store"
)

// Dense is the vector index of a knowledge base for one model. It is derived
// like the text index, but making it takes minutes to hours, so that it may lack
// chunks for a while: Missing says how many, and Embed adds them.
type Dense struct {
	base     *Base
	dir      string
	embedder engine.Embedder

	mu    sync.Mutex
	index *dense.Index
}

// Dense returns the vector index of the embedder's model. Close it before the
// base.
func (b *Base) Dense(embedder engine.Embedder) *Dense {
	return &Dense{base: b, dir: b.home.vectors(filepath.Base(b.text.dir)), embedder: embedder}
}

// open opens the index when it can be opened, and looks for what was published
// since.
func (d *Dense) open() (*dense.Index, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.index == nil {
		index, err := dense.Open(d.dir, d.embedder.ID())
		if err != nil {
			return nil, err
		}
		d.index = index
	}
	if _, err := d.index.Refresh(); err != nil {
		d.base.note("the vector index is not the newest one: %v", err)
	}
	return d.index, nil
}

// Search ranks chunks by the cosine of their vectors with one of the model's.
func (d *Dense) Search(ctx context.Context, vector []float32, f engine.Filter, k int) ([]engine.Hit, error) {
	index, err := d.open()
	if err != nil {
		return nil, fmt.Errorf("search vectors: %w", err)
	}
	return index.Search(ctx, vector, f, k)
}

// Vectors returns the vector of each chunk; nil for one that has none yet.
func (d *Dense) Vectors(_ context.Context, keys []engine.ChunkKey) ([][]float32, error) {
	index, err := d.open()
	if err != nil {
		return nil, fmt.Errorf("read vectors: %w", err)
	}
	return index.Vectors(keys)
}

// Missing returns how many of all chunks have no vector. An index of another
// model, or a damaged one, has none.
func (d *Dense) Missing(ctx context.Context) (missing, all int, err error) {
	_, all, err = d.base.store.Size(ctx)
	if err != nil {
		return 0, 0, fmt.Errorf("look at the vector index: %w", err)
	}
	index, err := d.open()
	if mustRebuild(err) {
		return all, all, nil
	}
	if err != nil {
		return 0, 0, err
	}
	missing, err = d.base.store.CountChunks(ctx, index.Last())
	return missing, all, err
}

func mustRebuild(err error) bool {
	var other *dense.ModelError
	return errors.As(err, &other) || errors.Is(err, engine.ErrDamaged)
}

// EmbedProgress is how far Embed is.
type EmbedProgress struct {
	Done, Total int // chunks of this run
	Elapsed     time.Duration
}

// Left estimates the time that is left; known is false at the very beginning.
func (p EmbedProgress) Left() (left time.Duration, known bool) {
	if p.Done == 0 {
		return 0, false
	}
	return p.Elapsed / time.Duration(p.Done) * time.Duration(p.Total-p.Done), true
}

// How often what was embedded is made durable, and how much is embedded at a
// time.
const (
	commitEvery = 5 * time.Second
	embedBatch  = 32
)

// Embed gives every chunk a vector that has none. When it is interrupted, what
// it did stays, and it goes on there the next time. Vectors of another model are
// dropped, which the notices say. One process embeds at a time; for the others
// the error is engine.ErrLocked.
func (d *Dense) Embed(ctx context.Context, progress func(EmbedProgress)) error {
	_, err := d.open()
	if err != nil && !mustRebuild(err) {
		return err
	}
	if err != nil {
		d.base.note("all chunks are embedded again: %v", err)
	}
	w, openErr := dense.NewWriter(d.dir, d.embedder.ID(), dense.Options{Rebuild: err != nil})
	if openErr != nil {
		return fmt.Errorf("embed chunks: %w", openErr)
	}
	run := embedding{Dense: d, writer: w, began: time.Now(), committed: time.Now(), tell: progress}
	if err := errors.Join(run.all(ctx), w.Close()); err != nil {
		return fmt.Errorf("embed chunks: %w", err)
	}
	return nil
}

// embedding is one run of Embed.
type embedding struct {
	*Dense
	writer           *dense.Writer
	batch            []store.Passage
	progress         EmbedProgress
	began, committed time.Time
	tell             func(EmbedProgress)
}

func (e *embedding) all(ctx context.Context) error {
	if err := e.sweep(ctx); err != nil {
		return err
	}
	var err error
	if e.progress.Total, err = e.base.store.CountChunks(ctx, e.writer.Last()); err != nil {
		return err
	}
	e.say()
	err = e.base.store.EachChunk(ctx, e.writer.Last(), func(p store.Passage) error {
		if e.batch = append(e.batch, p); len(e.batch) < embedBatch {
			return nil
		}
		return e.flush(ctx)
	})
	if err == nil {
		err = e.flush(ctx)
	}
	if ctx.Err() != nil { // keep what was done
		return errors.Join(ctx.Err(), e.writer.Commit(context.WithoutCancel(ctx)))
	}
	return errors.Join(err, e.writer.Commit(ctx))
}

// sweep drops the vectors of chunks that are gone.
func (e *embedding) sweep(ctx context.Context) error {
	index, err := e.open()
	if err != nil {
		return nil // it is built anew
	}
	after, err := e.base.store.CountChunks(ctx, index.Last())
	if err != nil {
		return err
	}
	_, all, err := e.base.store.Size(ctx)
	if err != nil || index.Len() == all-after {
		return err
	}
	gone, err := e.base.store.Gaps(ctx, index.Last())
	for _, r := range gone {
		e.writer.Delete(keysOf(r)...)
	}
	return err
}

func (e *embedding) flush(ctx context.Context) error {
	if len(e.batch) == 0 {
		return nil
	}
	texts := make([]string, len(e.batch))
	for i, p := range e.batch {
		texts[i] = Embedded(p.Record, p.Chunk)
	}
	vectors, err := e.embedder.EmbedPassages(ctx, texts)
	if err != nil {
		return err
	}
	for i, p := range e.batch {
		entry := dense.Entry{Key: p.Chunk.Key, Collection: p.Record.Collection, System: string(p.Record.System), Created: p.Record.Created, Vector: vectors[i]}
		if err := e.writer.Add(ctx, entry); err != nil {
			return err
		}
	}
	e.progress.Done += len(e.batch)
	e.batch = e.batch[:0]
	e.say()
	if time.Since(e.committed) < commitEvery {
		return nil
	}
	e.committed = time.Now()
	return e.writer.Commit(ctx)
}

func (e *embedding) say() {
	if e.tell != nil {
		e.progress.Elapsed = time.Since(e.began)
		e.tell(e.progress)
	}
}

// Close closes the index.
func (d *Dense) Close() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.index == nil {
		return nil
	}
	err := d.index.Close()
	d.index = nil
	return err
}

// Exists reports whether any vectors were ever stored, of whatever model.
func (d *Dense) Exists() bool { return dense.Exists(d.dir) }

// Each calls yield with the text and the vector of every chunk that has one.
func (d *Dense) Each(ctx context.Context, yield func(text string, vector []float32) error) error {
	return d.base.store.EachChunk(ctx, 0, func(p store.Passage) error {
		vectors, err := d.Vectors(ctx, []engine.ChunkKey{p.Chunk.Key})
		if err != nil || vectors[0] == nil {
			return err
		}
		return yield(Embedded(p.Record, p.Chunk), vectors[0])
	})
}
