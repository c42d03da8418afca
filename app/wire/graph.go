package wire

import (
	"context"
	"fmt"

	"owl/engine"
	"owl/engine/graph"
	"owl/engine/graph/ask"
	"owl/engine/query/when"
)

// Graph is the fault graph of the knowledge base; engine.ErrNotFound when nothing
// was ingested yet.
func (o *Owl) Graph(ctx context.Context) (*graph.Graph, error) {
	if o.base == nil {
		return nil, fmt.Errorf("open the fault graph: nothing was ingested yet: %w", engine.ErrNotFound)
	}
	return o.base.Graph(ctx)
}

// Ask is what the fault graph is asked through.
func (o *Owl) Ask(ctx context.Context) (ask.Source, error) {
	g, err := o.Graph(ctx)
	return o.asking(g), err
}

func (o *Owl) asking(g *graph.Graph) ask.Source {
	c := o.facility.calendar
	return ask.Source{Graph: g, Records: o.Records, Cypher: o.copied.run, Calendar: when.Calendar{Now: o.now(), Runs: c.Runs, Shutdowns: c.Shutdowns, Shifts: c.Shifts}}
}

// Meant finds the nodes that an id or words mean, best first. An id of a record
// means its node; of words the things that they name come first. Kinds restricts
// them; none means any.
func (o *Owl) Meant(ctx context.Context, g *graph.Graph, text string, limit int, kinds ...graph.Kind) ([]graph.ID, error) {
	return o.asking(g).Meant(ctx, text, limit, kinds...)
}
