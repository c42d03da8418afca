package mirror

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"owl/engine"
)

// How a copy is treated.
const (
	patience = time.Second      // for one search
	pause    = 30 * time.Second // until a copy that failed is asked again
	fresh    = 30 * time.Second // for which a copy that was found complete counts as such
)

// Copy is a store that is asked in place of the own index.
type Copy struct {
	What string                                 // "meilisearch"
	Name string                                 // "meilisearch at host", for people
	Held func(ctx context.Context) (int, error) // chunks that it holds
	Own  func(ctx context.Context) (int, error) // chunks that it should hold
	Push string                                 // the command that brings it up to date
	Now  func() time.Time                       // nil for the clock

	mu      sync.Mutex
	until   time.Time // it is not asked before
	checked time.Time // when it was last found complete
	why     error     // it is not asked
	untold  bool      // why was not told yet
}

func (c *Copy) now() time.Time {
	if c.Now != nil {
		return c.Now()
	}
	return time.Now()
}

// Why says why the own index answers, nil when the copy does.
func (c *Copy) Why() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.now().Before(c.until) {
		return c.why
	}
	return nil
}

// News is Why if it is new since it was last asked for.
func (c *Copy) News() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.untold {
		return nil
	}
	c.untold = false
	return c.why
}

// ask asks the copy. It is false when the own index is to answer; the error is
// that of the caller's context.
func (c *Copy) ask(ctx context.Context, search func(context.Context) error) (answered bool, err error) {
	if c.Why() != nil {
		return false, nil
	}
	within, cancel := context.WithTimeoutCause(ctx, patience, fmt.Errorf("%s gave no answer in %s", c.Name, patience))
	defer cancel()
	err = c.complete(within)
	if err == nil {
		err = search(within)
	}
	switch {
	case err == nil, errors.Is(err, engine.ErrNothingToSearch):
		return true, err
	case ctx.Err() != nil:
		return false, ctx.Err()
	case within.Err() != nil:
		err = context.Cause(within)
	}
	c.fail(err)
	return false, nil
}

func (c *Copy) fail(why error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.until, c.why, c.untold = c.now().Add(pause), why, true
}

// complete looks now and then whether the copy holds all that it should.
func (c *Copy) complete(ctx context.Context) error {
	c.mu.Lock()
	known := c.now().Sub(c.checked) < fresh
	c.mu.Unlock()
	if known {
		return nil
	}
	held, err := c.Held(ctx)
	if err != nil {
		return err
	}
	own, err := c.Own(ctx)
	if err != nil {
		return err
	}
	if held != own {
		return fmt.Errorf("%s holds %d chunks, the knowledge base %d: %s brings it up to date", c.Name, held, own, c.Push)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.checked = c.now()
	return nil
}

// Pushed has the copy asked again at once: it was brought up to date.
func (c *Copy) Pushed() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.until, c.checked, c.untold = time.Time{}, time.Time{}, false
}

// Check looks whether the copy can be reached and holds all.
func (c *Copy) Check(ctx context.Context) error {
	within, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	return c.complete(within)
}

// Text is the text channel with a copy.
type Text struct {
	*Copy
	Remote, Embedded engine.Lexical
}

var _ engine.Lexical = Text{}

// Search implements engine.Lexical. An explained search is answered by the own
// index: a copy does not say how its scores come about.
func (t Text) Search(ctx context.Context, q engine.Query, k int, explain bool) (hits []engine.Hit, err error) {
	if !explain {
		answered, err := t.ask(ctx, func(ctx context.Context) (err error) {
			hits, err = t.Remote.Search(ctx, q, k, false)
			return err
		})
		if answered || err != nil {
			return hits, err
		}
	}
	return t.Embedded.Search(ctx, q, k, explain)
}

// Vectors is the dense channel with a copy.
type Vectors struct {
	*Copy
	Remote   engine.Dense
	Embedded VectorIndex
}

// VectorIndex is the dense channel with what it holds.
type VectorIndex interface {
	engine.Dense
	Vectors(ctx context.Context, keys []engine.ChunkKey) ([][]float32, error)
}

var _ VectorIndex = Vectors{}

// Search implements engine.Dense.
func (v Vectors) Search(ctx context.Context, vector []float32, f engine.Filter, k int) (hits []engine.Hit, err error) {
	answered, err := v.ask(ctx, func(ctx context.Context) (err error) {
		hits, err = v.Remote.Search(ctx, vector, f, k)
		return err
	})
	if answered || err != nil {
		return hits, err
	}
	return v.Embedded.Search(ctx, vector, f, k)
}

// Vectors are always those of the own index.
func (v Vectors) Vectors(ctx context.Context, keys []engine.ChunkKey) ([][]float32, error) {
	return v.Embedded.Vectors(ctx, keys)
}
