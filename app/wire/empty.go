package wire

import (
	"context"
	"fmt"

	"owl/engine"
	"owl/engine/text/token"
)

// empty is a knowledge base that nothing was ingested into yet.
type empty struct{}

func (empty) Search(context.Context, engine.Query, int, bool) ([]engine.Hit, error) { return nil, nil }

func (empty) Record(_ context.Context, id string) (engine.Record, error) {
	return engine.Record{}, fmt.Errorf("record %q: %w", id, engine.ErrNotFound)
}

func (empty) Chunks(context.Context, []engine.ChunkKey) ([]engine.Chunk, error) { return nil, nil }

func (empty) Places(context.Context, []engine.ChunkKey) ([]engine.Chunk, error) { return nil, nil }

func (empty) Linked(context.Context, []string) ([]engine.Chunk, error) { return nil, nil }

func (empty) RecordsOf(context.Context, []string) ([]engine.Record, error) { return nil, nil }

func (empty) Sources(context.Context) ([]engine.SourceStatus, error) { return nil, nil }

func (empty) Count(context.Context, engine.Filter) (map[string]int, error) { return nil, nil }

func (empty) IDF(token.Token) float64 { return 1 }
