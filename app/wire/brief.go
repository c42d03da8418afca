package wire

import (
	"context"
	"fmt"
	"time"

	"owl/engine"
	"owl/engine/brief"
)

// Brief tells what a span of time held. The error is engine.ErrNotFound when
// nothing was ingested yet.
func (o *Owl) Brief(ctx context.Context, p brief.Period) (*brief.Brief, error) {
	if o.base == nil {
		return nil, fmt.Errorf("no records: %w; owl ingest PATH adds some", engine.ErrNotFound)
	}
	g, err := o.Graph(ctx)
	if err != nil {
		return nil, err
	}
	return brief.Source{Lister: o.base, Records: o.Records, Sources: o.Sources, Graph: g}.Make(ctx, p)
}

// Handover is the span that a hand-over at a time covers.
func (o *Owl) Handover(now time.Time) brief.Period {
	return brief.Handover(o.facility.calendar.Shifts, now)
}
