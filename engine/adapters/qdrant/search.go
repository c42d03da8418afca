package qdrant

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	api "github.com/qdrant/go-client/qdrant"

	"owl/engine"
	"owl/engine/mirror"
)

var _ engine.Dense = (*Client)(nil)

// Search implements engine.Dense. It is exact, as the own index is.
func (c *Client) Search(ctx context.Context, vector []float32, f engine.Filter, k int) ([]engine.Hit, error) {
	if k <= 0 {
		return nil, nil
	}
	exact, limit := true, uint64(k)
	found, err := c.api.Query(ctx, &api.QueryPoints{
		CollectionName: c.collection(ctx), Query: api.NewQueryDense(vector), Filter: filter(f), Limit: &limit,
		Params: &api.SearchParams{Exact: &exact}, WithPayload: api.NewWithPayload(false),
	})
	if err != nil {
		return nil, c.explain(ctx, err)
	}
	hits := make([]engine.Hit, 0, len(found))
	for _, p := range found {
		key, score := p.GetId().GetNum(), float64(p.GetScore())
		if key == 0 || key > math.MaxInt64 || math.IsNaN(score) || math.IsInf(score, 0) {
			return nil, fmt.Errorf("qdrant at %s gives a hit that is none of its points", c.host)
		}
		hits = append(hits, engine.Hit{Chunk: engine.ChunkKey(key), Score: score})
	}
	slices.SortFunc(hits, func(a, b engine.Hit) int { return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.Chunk, b.Chunk)) })
	return hits[:min(k, len(hits))], nil
}

// filter writes a filter as conditions of the server; nil lets all through.
func filter(f engine.Filter) *api.Filter {
	if f.IsZero() {
		return nil
	}
	out := &api.Filter{}
	one := func(field string, values []string) {
		if len(values) > 0 {
			out.Must = append(out.Must, api.NewMatchKeywords(field, values...))
		}
	}
	collections, systems := mirror.FilterFacets(f)
	one(fieldCollection, collections)
	one(fieldSystem, systems)
	if !f.Since.IsZero() || !f.Until.IsZero() {
		r := &api.Range{}
		if !f.Since.IsZero() {
			from := float64(mirror.Micros(f.Since))
			r.Gte = &from
		}
		if !f.Until.IsZero() {
			to := float64(mirror.Micros(f.Until))
			r.Lt = &to
		}
		out.Must = append(out.Must, api.NewRange(fieldCreated, r))
	}
	return out
}
