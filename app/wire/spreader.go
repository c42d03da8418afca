package wire

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"owl/engine"
	"owl/engine/graph"
	"owl/engine/kb"
)

// spreader is the graph channel of a knowledge base.
type spreader struct{ base *kb.Base }

// seeds is how many names of a question activation spreads from.
const seeds = 12

// Spread implements retrieve.Spreader.
func (s spreader) Spread(ctx context.Context, text string, f engine.Filter, k int) ([]engine.Hit, error) {
	g, err := s.base.Graph(ctx)
	if err != nil {
		return nil, fmt.Errorf("open the fault graph: %w", err)
	}
	var from []graph.Seed
	for _, m := range g.Entities(text, seeds) {
		from = append(from, graph.Seed{ID: m.ID, Weight: m.Score})
	}
	if len(from) == 0 {
		return nil, nil
	}
	reached, err := g.Activate(ctx, from, graph.Spread{Limit: 2 * k, Since: f.Since, Until: f.Until})
	if err != nil {
		return nil, fmt.Errorf("walk the fault graph: %w", err)
	}
	hits, err := s.hits(ctx, g, reached, f)
	return hits[:min(len(hits), k)], err
}

// hits gives each record that was reached by its first chunk, with the way.
func (s spreader) hits(ctx context.Context, g *graph.Graph, reached []graph.RecordScore, f engine.Filter) ([]engine.Hit, error) {
	ids := make([]string, len(reached))
	for i, r := range reached {
		ids[i] = r.DocID
	}
	if f.Since, f.Until = (engine.Filter{}).Since, (engine.Filter{}).Until; !f.IsZero() { // dates were looked at on the way
		records, err := s.base.Records().RecordsOf(ctx, ids)
		if err != nil {
			return nil, err
		}
		ids = ids[:0]
		for _, r := range records {
			if f.Admits(r.Collection, string(r.System), r.Created) {
				ids = append(ids, r.DocID)
			}
		}
	}
	places, err := s.base.Records().Linked(ctx, ids)
	if err != nil {
		return nil, err
	}
	first := keysByRecord(places)
	var out []engine.Hit
	for _, r := range reached {
		if key, ok := first[r.DocID]; ok && slices.Contains(ids, r.DocID) {
			out = append(out, engine.Hit{Chunk: key, Score: r.Score, Explain: &engine.Explanation{Label: "graph: " + way(g, r.Path), Value: r.Score}})
		}
	}
	return out, nil
}

func keysByRecord(places []engine.Chunk) map[string]engine.ChunkKey {
	keys := make(map[string]engine.ChunkKey, len(places))
	for _, p := range places {
		keys[p.DocID] = p.Key
	}
	return keys
}

// way writes a path such as "RFB -HAS_FAULT- trip -RESOLVED_BY- strainer changed".
func way(g *graph.Graph, path []graph.Step) string {
	if len(path) == 0 {
		return "named in the question"
	}
	var b strings.Builder
	start := path[0].Edge.From
	if path[0].Reverse {
		start = path[0].Edge.To
	}
	b.WriteString(string(g.Node(start).Name))
	for _, s := range path {
		fmt.Fprintf(&b, " -%s- %s", s.Edge.Relation, g.Node(s.Next()).Name)
	}
	return b.String()
}
