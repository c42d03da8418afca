package wire

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"owl/engine"
	"owl/views/signals"
)

// fetch reads a window of the archive.
func (f *Feed) fetch(ctx context.Context, want signals.Fetch) {
	select {
	case f.slots <- struct{}{}:
		defer func() { <-f.slots }()
	case <-ctx.Done():
		return
	}
	bins, sum, err := f.pvs.Bins(ctx, HistoryQuery{PV: bare(want.PV), From: want.From, To: want.To}, want.Bins)
	if ctx.Err() != nil {
		return // nobody waits for it
	}
	h := signals.History{Fetch: want}
	if sum.Meta != nil {
		h.Meta = metaOf(sum.Meta)
	}
	if err != nil {
		h.Why = engine.Untrusted(strings.ReplaceAll(err.Error(), "\n", "; "))
	} else {
		h.Bins = ChartSeries(want.PV, sum, bins).Bins
	}
	f.put(h)
}

// bare is a name without the provider before it.
func bare(pv string) string {
	for _, provider := range providerNames(nil) {
		pv = strings.TrimPrefix(pv, provider+"://")
	}
	return pv
}

// look finds the PVs of a request.
func (p *PVs) look(ctx context.Context, r signals.Request) signals.Found {
	if len(r.Names) > 0 {
		return p.named(ctx, r.Names)
	}
	words := strings.TrimSpace(string(r.Find))
	found := signals.Found{Words: r.Find}
	if bare(words) != words { // a provider was chosen: taken as it is
		found.PVs = []string{words}
		return found
	}
	result, err := p.Find(ctx, words, signals.MaxPVs)
	switch {
	case errors.Is(err, engine.ErrUsage) && !strings.ContainsAny(words, " *?"):
		found.PVs = []string{words} // without a list of channels, a name is believed
	case err != nil:
		found.Notes = append(found.Notes, engine.Untrusted(err.Error()))
	}
	for _, c := range result.Channels {
		found.PVs = append(found.PVs, c.PV)
	}
	for _, n := range result.Notes {
		found.Notes = append(found.Notes, engine.Untrusted(n))
	}
	return found
}

// named keeps the names of a text that are channels, in their present spelling.
// Without a list of channels all are believed.
func (p *PVs) named(ctx context.Context, names []string) signals.Found {
	finder, _, err := p.channels(ctx, "*")
	if err != nil {
		return signals.Found{PVs: names}
	}
	finder.Archived, finder.Connected = nil, nil
	var found signals.Found
	for _, name := range names {
		result, err := finder.Find(ctx, name)
		if err == nil && len(result.Channels) == 1 && !slices.Contains(found.PVs, result.Channels[0].PV) {
			found.PVs = append(found.PVs, result.Channels[0].PV)
		}
	}
	if len(found.PVs) == 0 {
		found.Notes = []engine.Untrusted{engine.Untrusted(fmt.Sprintf("none of the %d names is a channel: %s", len(names), strings.Join(names, ", ")))}
	}
	return found
}
