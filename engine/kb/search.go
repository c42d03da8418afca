package kb

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"owl/engine"
	"owl/engine/store"
	"owl/engine/text"
)

// searcher opens the text index when it can be opened.
type searcher struct {
	dir string

	mu    sync.Mutex
	index *text.Index
}

func (s *searcher) open() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.index != nil {
		return nil
	}
	index, err := text.Open(s.dir)
	if err == nil {
		s.index = index
	}
	return err
}

func (s *searcher) close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.index == nil {
		return nil
	}
	err := s.index.Close()
	s.index = nil
	return err
}

// current returns the index with what was published since. When that cannot be
// read, stale says why, and the index is as it was before.
func (s *searcher) current() (index *text.Index, stale, err error) {
	if index, err = s.opened(); err != nil {
		return nil, nil, err
	}
	_, stale = index.Refresh()
	return index, stale, nil
}

// opened returns the index as the last search saw it.
func (s *searcher) opened() (*text.Index, error) {
	if err := s.open(); err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.index == nil {
		return nil, errors.New("the text index is closed")
	}
	return s.index, nil
}

// Lexical is the text channel. A search sees what was committed before it. An
// index that turns out damaged is rebuilt in the search that finds it so, if
// this process may write.
func (b *Base) Lexical() engine.Lexical { return lexical{b} }

type lexical struct{ base *Base }

func (l lexical) Search(ctx context.Context, q engine.Query, k int, explain bool) ([]engine.Hit, error) {
	hits, err := l.search(ctx, q, k, explain)
	if !errors.Is(err, engine.ErrDamaged) {
		return hits, err
	}
	l.base.mending.Lock()
	defer l.base.mending.Unlock()
	hits, err = l.search(ctx, q, k, explain) // another search may have mended it
	if !errors.Is(err, engine.ErrDamaged) {
		return hits, err
	}
	if mendErr := l.base.rebuild(ctx); mendErr != nil {
		return nil, fmt.Errorf("%w; it could not be rebuilt: %w", err, mendErr)
	}
	l.base.note("the text index was rebuilt (%v)", err)
	return l.search(ctx, q, k, explain)
}

func (l lexical) search(ctx context.Context, q engine.Query, k int, explain bool) ([]engine.Hit, error) {
	index, stale, err := l.base.text.current()
	if err != nil {
		return nil, fmt.Errorf("search text: %w", err)
	}
	if stale != nil {
		l.base.note("the text index is not the newest one: %v", stale)
	}
	return index.Search(ctx, q, k, explain)
}

// rebuild makes the text index anew, because of damage that opening it did not
// find.
func (b *Base) rebuild(ctx context.Context) error {
	return b.home.withWriter(ctx, func(w *store.Writer) error {
		tw, err := text.NewWriter(b.text.dir, text.Options{Rebuild: true})
		if err != nil {
			return err
		}
		return errors.Join(catchUp(ctx, w, tw, b.options), tw.Close())
	})
}
