package models

import (
	"context"
	"fmt"
	"math"

	"owl/engine"
)

// reranker is a network that judges a passage by a question.
type reranker struct {
	encoder
	id engine.ModelID
}

var _ engine.CrossEncoder = (*reranker)(nil)

// ID implements engine.CrossEncoder.
func (r *reranker) ID() engine.ModelID { return r.id }

// Score implements engine.CrossEncoder.
func (r *reranker) Score(ctx context.Context, query string, passages []string) ([]float32, error) {
	out := make([]float32, len(passages))
	err := r.all(ctx, len(passages), func(ctx context.Context, i int) error {
		t, err := r.run(ctx, r.net, r.tokens.EncodePair(r.text(query), r.text(passages[i]), r.limit))
		if err != nil {
			return err
		}
		out[i], err = t.logit()
		if err != nil {
			return fmt.Errorf("model %s: %w", r.name, err)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}

// Close frees the network.
func (r *reranker) Close() error { return r.net.close() }

// logit reads one output or, of two classes, how much more likely the second
// is than the first: the logit of their softmax.
func (t tensor) logit() (float32, error) {
	var out float32
	switch len(t.data) {
	case 1:
		out = t.data[0]
	case 2:
		out = t.data[1] - t.data[0]
	default:
		return 0, fmt.Errorf("an output of the shape %v is no score", t.shape)
	}
	if f := float64(out); math.IsNaN(f) || math.IsInf(f, 0) {
		return 0, fmt.Errorf("the score of a passage is not finite")
	}
	return out, nil
}
