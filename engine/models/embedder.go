package models

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"owl/engine"
	"owl/engine/models/tokenizer"
	"owl/engine/models/vec"
)

// encoder is what the two kinds of local models share.
type encoder struct {
	name    string
	tokens  *tokenizer.Tokenizer
	net     runner
	limit   int // tokens
	workers int
	lower   bool
	runtime string // version of ONNX Runtime
}

func (e *encoder) text(s string) string {
	if e.lower {
		return strings.ToLower(s)
	}
	return s
}

// all calls one for each of n texts, as many at a time as there are workers,
// and ends with the first error. Each text is a run of its own: batches are no
// faster on a CPU, and an 8-bit network scales its numbers by all that is in a
// batch, so that a text would get another vector in other company.
func (e *encoder) all(ctx context.Context, n int, one func(ctx context.Context, i int) error) error {
	group, ctx := errgroup.WithContext(ctx)
	var next atomic.Int64
	for range min(e.workers, n) {
		group.Go(func() error {
			return guarded(func() error {
				for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
					if err := ctx.Err(); err != nil {
						return err
					}
					if err := one(ctx, i); err != nil {
						return err
					}
				}
				return nil
			})
		})
	}
	return group.Wait()
}

// run gives the output for an encoding, which may be of an empty text.
func (e *encoder) run(ctx context.Context, net runner, in tokenizer.Encoding) (tensor, error) {
	if len(in.IDs) == 0 {
		in = tokenizer.Encoding{IDs: []int64{e.tokens.Pad()}, Types: []int64{0}}
	}
	out, err := net.run(ctx, in)
	if err != nil {
		return tensor{}, fmt.Errorf("model %s: %w", e.name, err)
	}
	return out, nil
}

// embedder is a network that gives vectors.
type embedder struct {
	encoder
	id        engine.ModelID
	questions *questions // nil on one core
}

var _ engine.Embedder = (*embedder)(nil)

// ID implements engine.Embedder.
func (e *embedder) ID() engine.ModelID { return e.id }

// EmbedQuery implements engine.Embedder.
func (e *embedder) EmbedQuery(ctx context.Context, text string) ([]float32, error) {
	return e.embed(ctx, e.questions.runner(e.net), e.id.QueryPrefix+text)
}

// EmbedPassages implements engine.Embedder.
func (e *embedder) EmbedPassages(ctx context.Context, texts []string) ([][]float32, error) {
	out := make([][]float32, len(texts))
	err := e.all(ctx, len(texts), func(ctx context.Context, i int) (err error) {
		out[i], err = e.embed(ctx, e.net, e.id.PassagePrefix+texts[i])
		return err
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}

// Close frees the network.
func (e *embedder) Close() error { return errors.Join(e.questions.close(), e.net.close()) }

func (e *embedder) embed(ctx context.Context, net runner, text string) ([]float32, error) {
	out, err := e.run(ctx, net, e.tokens.Encode(e.text(text), e.limit))
	if err != nil {
		return nil, err
	}
	v, err := out.pool(Pooling(e.id.Pooling))
	if err == nil {
		err = vec.Unit(v)
	}
	if err != nil {
		return nil, fmt.Errorf("model %s: %w", e.name, err)
	}
	if e.id.Dim != 0 && len(v) != e.id.Dim {
		return nil, fmt.Errorf("model %s: a vector of %d elements, want %d", e.name, len(v), e.id.Dim)
	}
	return v, nil
}

// pool makes one vector of an output of the shape 1 x tokens x size, or 1 x
// size when the network pools itself.
func (t tensor) pool(how Pooling) ([]float32, error) {
	size := t.last()
	if size == 0 || len(t.data)%size != 0 || len(t.shape) < 2 || t.shape[0] != 1 {
		return nil, fmt.Errorf("an output of the shape %v is not supported", t.shape)
	}
	out := make([]float32, size)
	switch {
	case len(t.shape) == 2, how == CLS:
		copy(out, t.data[:size])
	case how == Last:
		copy(out, t.data[len(t.data)-size:])
	default:
		for i, x := range t.data {
			out[i%size] += x
		}
	}
	return out, nil
}
