package channels

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"owl/engine"
	"owl/engine/lexicon"
)

// States tells of PVs by name whether they are archived or connected. A PV that
// is not in the answer is unknown.
type States func(ctx context.Context, pvs []string) (map[string]bool, error)

// Finder finds channels by words. It is safe for concurrent use once its fields
// are set. A copy shares what was made of the channels.
type Finder struct {
	Limit     int    // most channels of an answer; 0 is 1000
	Archived  States // may be nil
	Connected States // may be nil

	*directory
}

// directory is the channels of a Finder, with their index once it was needed.
type directory struct {
	entries []Entry
	lex     []lexicon.Entry
	once    sync.Once
	index   *index
}

const (
	defaultLimit = 1000
	stateLimit   = 500 // channels whose state is asked for
	nearLimit    = 3
)

// New returns a finder over the channels of one or more databases. A PV that is
// there twice is taken once, with what is said of it first.
func New(entries []Entry, lex []lexicon.Entry) *Finder {
	f := &Finder{directory: &directory{lex: lex}}
	seen := make(map[string]int, len(entries))
	for _, e := range entries {
		at, ok := seen[e.PV]
		if !ok {
			seen[e.PV] = len(f.entries)
			f.entries = append(f.entries, e)
			continue
		}
		f.entries[at] = merged(f.entries[at], e)
	}
	return f
}

// merged adds to a what only b says.
func merged(a, b Entry) Entry {
	if a.Description == "" {
		a.Description = b.Description
	}
	fields := maps.Clone(b.Fields)
	if fields == nil {
		fields = map[string]string{}
	}
	maps.Copy(fields, a.Fields)
	a.Fields = fields
	return a
}

// Len is how many channels there are.
func (f *Finder) Len() int { return len(f.entries) }

// Find returns the channels that the words mean. An empty question is an
// engine.ErrUsage; that nothing is found is no error.
func (f *Finder) Find(ctx context.Context, words string) (Result, error) {
	if strings.TrimSpace(words) == "" {
		return Result{}, fmt.Errorf("%w: nothing to find", engine.ErrUsage)
	}
	if len(words) > 10_000 {
		return Result{}, fmt.Errorf("%w: more than 10000 characters to find", engine.ErrUsage)
	}
	var r Result
	if names, ok := f.onlyNames(words); ok {
		r = f.named(names)
	} else {
		f.once.Do(func() { f.index = newIndex(f.entries, f.lex) })
		r = f.meant(words)
	}
	if limit := cmp.Or(f.Limit, defaultLimit); len(r.Channels) > limit {
		r.Notes = append(r.Notes, fmt.Sprintf("capped at %d of %d channels", limit, len(r.Channels)))
		r.Channels, r.Capped = r.Channels[:limit], true
	}
	return r, f.states(ctx, &r)
}

// states fills in what is known of the channels, for the first ones.
func (f *Finder) states(ctx context.Context, r *Result) error {
	pvs := make([]string, 0, min(len(r.Channels), stateLimit))
	for _, c := range r.Channels[:min(len(r.Channels), stateLimit)] {
		pvs = append(pvs, c.PV)
	}
	for _, port := range []struct {
		ask  States
		what string
		to   func(*Channel) **bool
	}{
		{f.Archived, "archived", func(c *Channel) **bool { return &c.Archived }},
		{f.Connected, "connected", func(c *Channel) **bool { return &c.Connected }},
	} {
		if port.ask == nil || len(pvs) == 0 {
			continue
		}
		known, err := port.ask(ctx, pvs)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			r.Notes = append(r.Notes, fmt.Sprintf("whether they are %s is not known: %v", port.what, err))
			continue
		}
		for i := range pvs {
			if state, ok := known[r.Channels[i].PV]; ok {
				*port.to(&r.Channels[i]) = &state
			}
		}
	}
	return nil
}

// rank orders channels best first, equal ones as people order names.
func rank(list []Channel) {
	slices.SortFunc(list, func(a, b Channel) int {
		if c := cmp.Compare(b.Score, a.Score); c != 0 {
			return c
		}
		return natural(a.PV, b.PV)
	})
}
