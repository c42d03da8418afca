package remote

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"owl/engine"
	"owl/engine/models/vec"
)

// embedBatch is how many texts go into one request.
const embedBatch = 32

// Embedder is an engine.Embedder behind HTTP.
type Embedder struct {
	client *client
	model  string
	id     engine.ModelID
}

var _ engine.Embedder = (*Embedder)(nil)

// OpenEmbedder asks a service for one vector, to learn its dimension.
func OpenEmbedder(ctx context.Context, cfg Config) (*Embedder, error) {
	c, err := newClient(cfg, true, "embeddings")
	if err != nil {
		return nil, err
	}
	e := &Embedder{client: c, model: cfg.Model, id: engine.ModelID{
		Name: cmp.Or(cfg.Model, c.shown), Hash: c.shown, QueryPrefix: cfg.QueryPrefix, PassagePrefix: cfg.PassagePrefix,
	}}
	v, err := e.embed(ctx, []string{"beam"})
	if err != nil {
		c.close()
		return nil, err
	}
	e.id.Dim = len(v[0])
	return e, nil
}

// ID implements engine.Embedder. How the service pools is not known.
func (e *Embedder) ID() engine.ModelID { return e.id }

// Close ends idle connections.
func (e *Embedder) Close() error {
	e.client.close()
	return nil
}

// EmbedQuery implements engine.Embedder.
func (e *Embedder) EmbedQuery(ctx context.Context, text string) ([]float32, error) {
	v, err := e.embed(ctx, []string{e.id.QueryPrefix + text})
	if err != nil {
		return nil, err
	}
	return v[0], nil
}

// EmbedPassages implements engine.Embedder.
func (e *Embedder) EmbedPassages(ctx context.Context, texts []string) ([][]float32, error) {
	out := make([][]float32, 0, len(texts))
	for from := 0; from < len(texts); from += embedBatch {
		var batch []string
		for _, t := range texts[from:min(from+embedBatch, len(texts))] {
			batch = append(batch, e.id.PassagePrefix+t)
		}
		v, err := e.embed(ctx, batch)
		if err != nil {
			return nil, err
		}
		out = append(out, v...)
	}
	return out, nil
}

type embedRequest struct {
	Model  string   `json:"model,omitempty"`
	Input  []string `json:"input"`
	Format string   `json:"encoding_format"`
}

type embedAnswer struct {
	Data []struct {
		Index     *int      `json:"index"`
		Embedding []float32 `json:"embedding"`
	} `json:"data"`
}

func (e *Embedder) embed(ctx context.Context, texts []string) ([][]float32, error) {
	var answer embedAnswer
	if err := e.client.post(ctx, embedRequest{e.model, texts, "float"}, &answer); err != nil {
		return nil, fmt.Errorf("embedder: %w", err)
	}
	out, err := answer.order(len(texts))
	if err != nil {
		return nil, fmt.Errorf("embedder: %s: %w", e.client.shown, err)
	}
	dim := cmp.Or(e.id.Dim, len(out[0]))
	for _, v := range out {
		err := vec.Unit(v)
		if len(v) != dim {
			err = fmt.Errorf("a vector of %d elements where %d are wanted", len(v), dim)
		}
		if err != nil {
			return nil, fmt.Errorf("embedder: %s: %w", e.client.shown, err)
		}
	}
	return out, nil
}

// order puts the vectors in the order of the texts.
func (a embedAnswer) order(n int) ([][]float32, error) {
	out := make([][]float32, n)
	p := newPlaces(n)
	for _, d := range a.Data {
		i, err := p.take(d.Index)
		if err != nil {
			return nil, err
		}
		out[i] = d.Embedding
	}
	return out, p.full()
}

// places checks that an answer has each text once.
type places []bool

func newPlaces(n int) places { return make(places, n) }

func (p places) take(index *int) (int, error) {
	switch {
	case index == nil:
		return 0, errors.New("the answer has an item without an index")
	case *index < 0 || *index >= len(p):
		return 0, fmt.Errorf("the answer has the index %d of %d texts", *index, len(p))
	case p[*index]:
		return 0, fmt.Errorf("the answer has the index %d twice", *index)
	}
	p[*index] = true
	return *index, nil
}

func (p places) full() error {
	for i, taken := range p {
		if !taken {
			return fmt.Errorf("the answer lacks the index %d of %d texts", i, len(p))
		}
	}
	return nil
}
