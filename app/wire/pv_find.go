package wire

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"owl/engine"
	"owl/engine/lexicon"
	"owl/epics/channelfinder"
	"owl/epics/channels"
)

// maxNames is how many channels of a service are looked through.
const maxNames = 1_000_000

// Find finds the channels that words mean, at most limit.
func (p *PVs) Find(ctx context.Context, words string, limit int) (FoundChannels, error) {
	f, notes, err := p.channels(ctx, oneGlob(words))
	if err != nil {
		return FoundChannels{}, err
	}
	f.Limit = limit
	found, err := f.Find(ctx, words)
	found.Notes = slices.Concat(notes, found.Notes)
	return found, err
}

// channels is a finder over every channel that is known, and what there is to say
// about where they come from. The glob narrows what services are asked for.
func (p *PVs) channels(ctx context.Context, glob string) (channels.Finder, []string, error) {
	k, err := p.channelsNow(ctx, glob)
	if err != nil {
		return channels.Finder{}, nil, err
	}
	f, s := *k.finder, &states{pvs: p, active: k.active}
	if p.archive != nil {
		f.Archived = s.archived
	}
	f.Connected = s.connected
	return f, k.notes, nil
}

// oneGlob is the glob that a service may be asked with: the only word of a
// question, without braces, which services do not know. It is "*" for any other
// question.
func oneGlob(words string) string {
	w := strings.TrimSpace(words)
	if strings.ContainsAny(w, " \t,{}[]") || !strings.ContainsAny(w, "*") {
		return "*"
	}
	return w
}

// directory is every channel that is known, and what services said of them.
type directory struct {
	pvs     *PVs
	entries []channels.Entry
	words   []lexicon.Entry
	notes   []string
	active  map[string]bool // by ChannelFinder
}

// read collects the channels of everything that is configured. A service that
// cannot be reached leaves a note when others have channels.
func (d *directory) read(ctx context.Context, glob string) error {
	p := d.pvs
	if p.machine != nil {
		var err error
		d.entries, d.words, err = p.machine.channels()
		return err
	}
	var err1, err2 error
	d.entries, err1 = p.entries()
	d.words, err2 = p.words()
	if err := errors.Join(err1, err2); err != nil {
		return err
	}
	if p.finder == nil && p.archive == nil && len(p.config.Channels.Databases) == 0 {
		return notConfigured("no channels are configured", "[channels] databases or channelfinder, or [archiver] retrieval,")
	}
	err := errors.Join(d.fromFinder(ctx, glob), d.fromArchive(ctx, glob))
	if err != nil && len(d.entries) == 0 || ctx.Err() != nil {
		return cmp.Or(ctx.Err(), err)
	}
	if err != nil {
		d.notes = append(d.notes, strings.ReplaceAll(err.Error(), "\n", "; "))
	}
	return nil
}

func (d *directory) fromFinder(ctx context.Context, glob string) error {
	if d.pvs.finder == nil {
		return nil
	}
	found, capped, err := d.pvs.finder.Find(ctx, channelfinder.Query{Name: glob}, maxNames)
	for _, c := range found {
		d.entries = append(d.entries, c.Entry())
		if active, known := c.Active(); known {
			d.active[c.Name] = active
		}
	}
	if capped {
		d.notes = append(d.notes, fmt.Sprintf("only the first %d channels of the ChannelFinder were looked through", maxNames))
	}
	return err
}

// fromArchive adds the archived names when nothing else says what there is.
func (d *directory) fromArchive(ctx context.Context, glob string) error {
	if d.pvs.archive == nil || d.pvs.finder != nil || len(d.pvs.config.Channels.Databases) > 0 {
		return nil
	}
	names, capped, err := d.pvs.archive.Search(ctx, glob, maxNames)
	for _, pv := range names {
		d.entries = append(d.entries, channels.Entry{PV: pv})
	}
	if capped {
		d.notes = append(d.notes, fmt.Sprintf("only the first %d names of the archiver were looked through", maxNames))
	}
	return err
}

// Configured says in lines what finding and reading PVs has to work with.
func (p *PVs) Configured() []string {
	if p.machine != nil {
		return p.machine.configured(p.config.Archiver.Retrieval)
	}
	c := p.config
	line := func(what, value, key string) string {
		if value == "" {
			return what + ": nothing; set " + key
		}
		return what + ": " + value
	}
	where := slices.Clone(c.Channels.Databases)
	if c.Channels.ChannelFinder != "" {
		where = append(where, c.Channels.ChannelFinder)
	}
	live := "providers " + strings.Join(providerNames(c.EPICS.Providers), ", ") + ", "
	if len(c.EPICS.Addresses)+len(c.EPICS.NameServers) > 0 {
		live += strings.Join(slices.Concat(c.EPICS.Addresses, c.EPICS.NameServers), ", ")
	} else {
		live += "found by the EPICS_* variables; or set [epics] addresses"
	}
	return []string{
		line("channels", strings.Join(where, ", "), "[channels] databases or channelfinder"),
		line("archive", c.Archiver.Retrieval, "[archiver] retrieval"),
		"live: " + live,
	}
}

func providerNames(list []string) []string {
	if len(list) == 0 {
		return []string{"pva", "ca"}
	}
	return list
}

// IsNotFound tells an error that says that something does not exist.
func IsNotFound(err error) bool { return errors.Is(err, engine.ErrNotFound) }
