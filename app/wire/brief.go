package wire

import (
	"context"
	"fmt"
	"strings"
	"time"

	"owl/engine"
	"owl/engine/brief"
)

// errNoRecords says that nothing was ingested yet.
var errNoRecords = fmt.Errorf("no records: %w; owl ingest PATH adds some", engine.ErrNotFound)

// Brief tells what a span of time held. The error is engine.ErrNotFound when
// nothing was ingested yet.
func (o *Owl) Brief(ctx context.Context, p brief.Period) (*brief.Brief, error) {
	if o.base == nil {
		return nil, errNoRecords
	}
	g, err := o.Graph(ctx)
	if err != nil {
		return nil, err
	}
	return brief.Source{Lister: o.base, Records: o.Records, Sources: o.Sources, Graph: g}.Make(ctx, p)
}

// Period is the span of a brief: without a time until it, it ends now; without one
// since when, it is that of a hand-over. It is false when it would end before it
// begins.
func (o *Owl) Period(since, until time.Time) (brief.Period, bool) {
	if until.IsZero() {
		until = o.now()
	}
	if since.IsZero() {
		return brief.Handover(o.facility.calendar.Shifts, until), true
	}
	return brief.Period{From: since, Until: until}, since.Before(until)
}

// briefs are the briefs of the console, with what their PVs read now.
type briefs struct{ *Owl }

// Brief implements shell.Briefs.
func (b briefs) Brief(ctx context.Context, handover bool) (engine.Record, error) {
	now := b.now()
	p, title := brief.Period{From: now.Add(-24 * time.Hour), Until: now}, "Brief"
	if handover {
		p, _ = b.Period(time.Time{}, now)
		title = "Hand-over of the " + p.Name
	}
	made, err := b.Owl.Brief(ctx, p)
	if err != nil {
		return engine.Record{}, err
	}
	text := made.Plain(title, now.Location(), b.PVs.Live(ctx, made.PVs(), now.Location()))
	return engine.Record{DocID: "brief", Title: engine.Untrusted(title), Content: engine.Untrusted(text), Format: engine.Plain, Created: now}, nil
}

// Live reads PVs once and says of each what it is now, with times in a zone. It is
// nil when there is none to read.
func (p *PVs) Live(ctx context.Context, names []string, zone *time.Location) func(pv string) string {
	if p == nil || len(names) == 0 {
		return nil
	}
	said := map[string]string{}
	for _, r := range p.Readings(ctx, names) {
		said[r.PV] = strings.TrimSpace(string(r.Value) + " " + r.Alarm)
		switch {
		case r.Err != "":
			said[r.PV] = "not read: " + r.Err
		case !r.Time.IsZero():
			said[r.PV] += r.Time.In(zone).Format(" (15:04:05)")
		}
	}
	return func(pv string) string { return said[pv] }
}
