package models

import (
	"context"
	"fmt"

	"owl/engine"
	"owl/engine/models/remote"
)

// embedding is an embedder that must be closed.
type embedding interface {
	engine.Embedder
	Close() error
}

// judging is a cross-encoder that must be closed.
type judging interface {
	engine.CrossEncoder
	Close() error
}

// LazyEmbedder is an engine.Embedder that loads on first use.
type LazyEmbedder struct{ *Lazy[embedding] }

// LazyReranker is an engine.CrossEncoder that loads on first use.
type LazyReranker struct{ *Lazy[judging] }

var (
	_ engine.Embedder     = LazyEmbedder{}
	_ engine.CrossEncoder = LazyReranker{}
)

// OpenEmbedder returns the embedder of a spec at once; it has read nothing yet.
// Close it.
func OpenEmbedder(spec Spec) LazyEmbedder {
	return LazyEmbedder{newLazy(spec.label(), func(ctx context.Context) (embedding, error) {
		if !spec.service() {
			return loadEmbedder(ctx, spec)
		}
		e, err := remote.OpenEmbedder(ctx, spec.remote())
		if err == nil {
			err = CheckEmbedder(ctx, e)
		}
		return e, err
	})}
}

// OpenReranker returns the cross-encoder of a spec at once; it has read nothing
// yet. Close it.
func OpenReranker(spec Spec) LazyReranker {
	return LazyReranker{newLazy(spec.label(), func(ctx context.Context) (judging, error) {
		if !spec.service() {
			return loadReranker(ctx, spec)
		}
		r, err := remote.OpenReranker(ctx, spec.remote())
		if err == nil {
			err = CheckCrossEncoder(ctx, r)
		}
		return r, err
	})}
}

func (s Spec) remote() remote.Config {
	prefixes := familyOf(s.Model).prefixes
	if s.Prefixes != nil {
		prefixes = *s.Prefixes
	}
	return remote.Config{
		URL: s.Source, Model: s.Model, KeyEnv: s.KeyEnv,
		QueryPrefix: prefixes.Query, PassagePrefix: prefixes.Passage,
	}
}

// EmbedQuery implements engine.Embedder.
func (l LazyEmbedder) EmbedQuery(ctx context.Context, text string) ([]float32, error) {
	m, err := l.get(ctx)
	if err != nil {
		return nil, fmt.Errorf("embed a question: %w", err)
	}
	return m.EmbedQuery(ctx, text)
}

// EmbedPassages implements engine.Embedder.
func (l LazyEmbedder) EmbedPassages(ctx context.Context, texts []string) ([][]float32, error) {
	m, err := l.get(ctx)
	if err != nil {
		return nil, fmt.Errorf("embed passages: %w", err)
	}
	return m.EmbedPassages(ctx, texts)
}

// Score implements engine.CrossEncoder.
func (l LazyReranker) Score(ctx context.Context, query string, passages []string) ([]float32, error) {
	m, err := l.get(ctx)
	if err != nil {
		return nil, fmt.Errorf("judge passages: %w", err)
	}
	return m.Score(ctx, query, passages)
}
