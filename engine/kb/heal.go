package kb

import (
	"context"
	"errors"
	"fmt"

	"owl/engine"
	"owl/engine/store"
	"owl/engine/text"
)

// indexState is how a text index stands to its database.
type indexState struct {
	damage  error // not nil when it must be rebuilt
	behind  int   // chunks that it lacks
	removed int   // records whose chunks it still holds
}

func (s indexState) complete() bool { return s.damage == nil && s.behind == 0 && s.removed == 0 }

// String says what is wrong, for a notice.
func (s indexState) String() string {
	switch {
	case s.damage != nil:
		return fmt.Sprintf("the text index must be rebuilt (%v)", s.damage)
	case s.behind > 0:
		return fmt.Sprintf("the text index lacks the newest %d chunks", s.behind)
	case s.removed > 0:
		return fmt.Sprintf("the text index still holds %d records that are gone", s.removed)
	}
	return "the text index is complete"
}

var errOther = errors.New("it was made from another state of the database")

// inspect compares a text index with the database. The error is one of the
// database.
func inspect(ctx context.Context, s *store.Store, dir string) (indexState, error) {
	last, err := s.LastKey(ctx)
	if err != nil {
		return indexState{}, err
	}
	stones, err := s.Tombstones(ctx)
	if err != nil {
		return indexState{}, err
	}
	index, err := text.Open(dir)
	if err != nil {
		return indexState{damage: err}, nil
	}
	stats := index.Stats()
	if err := index.Close(); err != nil {
		return indexState{damage: err}, nil
	}
	state := indexState{removed: len(stones)}
	if stats.Through > last {
		state.damage = errOther
		return state, nil
	}
	if stats.Through < last {
		if state.behind, err = s.CountChunks(ctx, stats.Through); err != nil {
			return indexState{}, err
		}
	}
	return state, compareCounts(ctx, s, stats, &state)
}

// compareCounts finds an index that covers every key, but not every chunk.
func compareCounts(ctx context.Context, s *store.Store, stats text.Stats, state *indexState) error {
	if !state.complete() {
		return nil // it is about to change anyway
	}
	_, chunks, err := s.Size(ctx)
	if err != nil {
		return err
	}
	if chunks != stats.Chunks {
		state.damage = fmt.Errorf("%w: it holds %d chunks of %d", errOther, stats.Chunks, chunks)
	}
	return nil
}

// heal brings the text index in line with the database. The caller holds the
// lock.
func heal(ctx context.Context, w *store.Writer, dir string, o Options) error {
	state, err := inspect(ctx, w.Store, dir)
	if err != nil || state.complete() {
		return err
	}
	tw, err := text.NewWriter(dir, text.Options{Rebuild: state.damage != nil})
	if errors.Is(err, engine.ErrDamaged) { // deeper than inspect looks
		tw, err = text.NewWriter(dir, text.Options{Rebuild: true})
	}
	if err != nil {
		return fmt.Errorf("mend text index: %w", err)
	}
	err = catchUp(ctx, w, tw, o)
	return errors.Join(err, tw.Close())
}

// catchUp adds what the index lacks and removes what is gone.
func catchUp(ctx context.Context, w *store.Writer, tw *text.Writer, o Options) error {
	last, err := w.LastKey(ctx)
	if err != nil {
		return err
	}
	stones, err := w.Tombstones(ctx)
	if err != nil {
		return err
	}
	for _, r := range stones {
		tw.Delete(keysOf(r)...)
	}
	progress := Progress{}
	if progress.Total, err = w.CountChunks(ctx, tw.Through()); err != nil {
		return err
	}
	o.progress(progress)
	err = w.EachChunk(ctx, tw.Through(), func(p store.Passage) error {
		if progress.Done++; progress.Done%1000 == 0 || progress.Done == progress.Total {
			o.progress(progress)
		}
		return tw.Add(document(p))
	})
	if err != nil {
		return err
	}
	if err := tw.Commit(ctx, last); err != nil {
		return err
	}
	return w.ClearTombstones(ctx, stones)
}

func keysOf(r store.KeyRange) []engine.ChunkKey {
	keys := make([]engine.ChunkKey, 0, r.Last-r.First+1)
	for key := r.First; key <= r.Last; key++ {
		keys = append(keys, key)
	}
	return keys
}
