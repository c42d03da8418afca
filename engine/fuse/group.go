// Package fuse turns what the channels found into one list of records.
package fuse

import (
	"context"
	"errors"
	"fmt"

	"owl/engine"
)

// Group gathers ranked chunks under their records. A record ranks by its best
// chunk and keeps at most perRecord of its chunks, best first. At most k
// records are returned. A chunk or record that was deleted meanwhile is left
// out.
func Group(ctx context.Context, store engine.Records, hits []engine.Hit, k, perRecord int) ([]engine.Passage, error) {
	keys := make([]engine.ChunkKey, len(hits))
	for i, h := range hits {
		keys[i] = h.Chunk
	}
	chunks, err := store.Chunks(ctx, keys)
	if err != nil {
		return nil, fmt.Errorf("read the chunks that were found: %w", err)
	}
	g := grouping{k: k, perRecord: perRecord, at: map[string]int{}}
	byKey := make(map[engine.ChunkKey]engine.Chunk, len(chunks))
	for _, c := range chunks {
		byKey[c.Key] = c
	}
	for _, h := range hits {
		if c, ok := byKey[h.Chunk]; ok {
			g.add(c, h)
		}
	}
	return g.withRecords(ctx, store)
}

type grouping struct {
	k, perRecord int
	at           map[string]int // doc_id to index in passages
	passages     []engine.Passage
}

func (g *grouping) add(c engine.Chunk, h engine.Hit) {
	i, known := g.at[c.DocID]
	if !known {
		if len(g.passages) == g.k {
			return
		}
		i = len(g.passages)
		g.at[c.DocID] = i
		g.passages = append(g.passages, engine.Passage{Record: engine.Record{DocID: c.DocID}, Score: h.Score, Explain: h.Explain})
	}
	if len(g.passages[i].Chunks) < g.perRecord {
		g.passages[i].Chunks = append(g.passages[i].Chunks, c)
		g.passages[i].Scores = append(g.passages[i].Scores, h.Score)
	}
}

func (g *grouping) withRecords(ctx context.Context, store engine.Records) ([]engine.Passage, error) {
	out := make([]engine.Passage, 0, len(g.passages))
	for _, p := range g.passages {
		rec, err := store.Record(ctx, p.Record.DocID)
		if errors.Is(err, engine.ErrNotFound) {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("read record %s: %w", p.Record.DocID, err)
		}
		p.Record = rec
		out = append(out, p)
	}
	return out, nil
}
