package wire

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"owl/engine"
	"owl/engine/graph"
)

// Graph is the fault graph of the knowledge base; engine.ErrNotFound when nothing
// was ingested yet.
func (o *Owl) Graph(ctx context.Context) (*graph.Graph, error) {
	if o.base == nil {
		return nil, fmt.Errorf("open the fault graph: nothing was ingested yet: %w", engine.ErrNotFound)
	}
	return o.base.Graph(ctx)
}

// Meant finds the nodes that an id or words mean, best first. An id of a record
// means its node; of words the things that they name come first. Kinds restricts
// them; none means any.
func (o *Owl) Meant(ctx context.Context, g *graph.Graph, text string, limit int, kinds ...graph.Kind) ([]graph.ID, error) {
	if node, ok := g.OfRecord(text); ok {
		return []graph.ID{node}, nil
	}
	if node, ok := g.Lookup(text); ok {
		return []graph.ID{node}, nil
	}
	rec, err := o.Records.Record(ctx, text)
	if err == nil {
		if node, ok := g.OfRecord(rec.DocID); ok {
			return []graph.ID{node}, nil
		}
	}
	if err != nil && !errors.Is(err, engine.ErrNotFound) && !errors.Is(err, engine.ErrAmbiguous) {
		return nil, err
	}
	var out []graph.ID
	for _, m := range append(g.Entities(text, limit, kinds...), g.Find(text, limit, kinds...)...) {
		if !slices.Contains(out, m.ID) {
			out = append(out, m.ID)
		}
	}
	return out[:min(len(out), limit)], nil
}

// Quote is what a piece of evidence says; empty when its record is gone.
func (o *Owl) Quote(ctx context.Context, e graph.Evidence) engine.Untrusted {
	rec, err := o.Records.Record(ctx, e.DocID)
	if err != nil || e.Start < 0 || e.End > len(rec.Content) || e.Start >= e.End {
		return ""
	}
	return rec.Content[e.Start:e.End]
}
