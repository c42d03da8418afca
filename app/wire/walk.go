package wire

import (
	"context"
	"errors"
	"fmt"
	"time"

	"owl/engine"
	"owl/engine/trace"
	"owl/engine/walk"
	"owl/engine/walk/plan"
)

// walkRecords is how many records a walkthrough is planned from.
const walkRecords = 40

// Walkthrough plans the walkthrough of a symptom. Each step of the search is told
// to say. The error is engine.ErrNotFound when no record says what causes it.
func (o *Owl) Walkthrough(ctx context.Context, symptom engine.Untrusted, say func(trace.Payload)) (*walk.Walk, error) {
	g, err := o.Graph(ctx)
	if err != nil {
		return nil, err
	}
	p := o.Loop.Plan(engine.Request{Question: symptom, Mode: engine.Troubleshoot})
	p.Request.K = walkRecords
	found, err := o.Loop.Search(ctx, &p, say)
	if err != nil && !errors.Is(err, engine.ErrNothingToSearch) {
		return nil, fmt.Errorf("plan a walkthrough: %w", err)
	}
	made, err := plan.Source{Graph: g, Records: o.Records, Now: o.now(), Describe: o.facility.describe}.Make(ctx, symptom, found)
	if err != nil {
		return nil, err
	}
	return walk.New(made, o.now()), nil
}

// readingTime is how long a walkthrough waits for live values.
const readingTime = 4 * time.Second

// Readings reads PVs for a walkthrough. What cannot be read says why.
func (p *PVs) Readings(ctx context.Context, names []string) []walk.Reading {
	if len(names) == 0 {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, readingTime)
	defer cancel()
	samples, err := p.Get(ctx, names)
	out := make([]walk.Reading, len(names))
	for i, name := range names {
		out[i] = walk.Reading{PV: name}
		switch {
		case err != nil:
			out[i].Err = err.Error()
		case i < len(samples):
			out[i] = reading(name, samples[i])
		}
	}
	return out
}

func reading(name string, s PVSample) walk.Reading {
	if s.Err != nil {
		return walk.Reading{PV: name, Err: s.Err.Error()}
	}
	r := walk.Reading{PV: name, Value: PVValue(s), Time: s.Time}
	if x, ok := PVFloat(s); ok {
		r.Number = &x
	}
	if s.Severity != 0 {
		r.Alarm = s.Severity.String()
	}
	return r
}
