package wire

import (
	"context"
	"fmt"
	"regexp"
	"strings"
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

// briefs are the briefs of the console, with what their PVs read now.
type briefs struct{ *Owl }

// Brief implements shell.Briefs.
func (b briefs) Brief(ctx context.Context, handover bool) (engine.Record, error) {
	now := b.now()
	p, title := brief.Period{From: now.Add(-24 * time.Hour), Until: now}, "Brief"
	if handover {
		p = b.Handover(now)
		title = "Hand-over of the " + p.Name
	}
	made, err := b.Owl.Brief(ctx, p)
	if err != nil {
		return engine.Record{}, err
	}
	text := plainBrief(made.Markdown(title, now.Location(), b.PVs.Live(ctx, made.PVs(), now.Location())))
	return engine.Record{DocID: "brief", Title: engine.Untrusted(title), Content: engine.Untrusted(text), Format: engine.Plain, Created: now}, nil
}

// plainBrief is a brief without the marks of Markdown, for a pane that shows texts
// as they are.
func plainBrief(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if head, ok := strings.CutPrefix(line, "*"); ok {
			lines[i] = strings.ReplaceAll(strings.TrimSuffix(head, "*"), "*", "")
		}
	}
	return escaped.ReplaceAllString(strings.ReplaceAll(strings.Join(lines, "\n"), "&lt;", "<"), "$1")
}

// escaped finds a sign that means nothing because of what stands before it.
var escaped = regexp.MustCompile("\\\\([\\[\\]*`#>+=|-])")

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
