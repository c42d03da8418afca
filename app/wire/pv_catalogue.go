package wire

import (
	"context"
	"fmt"
	"os"
	"strings"
	"time"

	"owl/epics/channels"
)

// serviceHolds is how long the channels that a service told of are used.
const serviceHolds = time.Minute

// catalogue is the channels as they were read last.
type catalogue struct {
	finder *channels.Finder
	notes  []string
	active map[string]bool
	of     string    // glob, and the files as they were
	until  time.Time // when services are to be asked again; zero when there are none
}

// channelsNow reads the channels, unless those of the last time still hold: its files
// are as they were, and services were asked a short while ago. What a service
// could not tell is asked for again.
func (p *PVs) channelsNow(ctx context.Context, glob string) (catalogue, error) {
	p.knowing.Lock()
	defer p.knowing.Unlock()
	of, now := glob+p.stamp(), time.Now()
	if k := p.last; k.finder != nil && k.of == of && (k.until.IsZero() || now.Before(k.until)) {
		return k, nil
	}
	d := directory{pvs: p, active: map[string]bool{}}
	if err := d.read(ctx, glob); err != nil {
		return catalogue{}, err
	}
	k := catalogue{finder: channels.New(d.entries, d.words), notes: d.notes, active: d.active, of: of}
	if p.machine == nil && (p.finder != nil || p.archive != nil) {
		k.until = now.Add(serviceHolds)
	}
	if len(d.notes) == 0 {
		p.last = k
	}
	return k, nil
}

// stamp tells the files of channels and words from what they were: by their sizes
// and times.
func (p *PVs) stamp() string {
	if p.machine != nil {
		return "" // it does not change
	}
	var b strings.Builder
	for _, file := range append([]string{p.config.Site.Acronyms}, p.config.Channels.Databases...) {
		if info, err := os.Stat(file); err == nil {
			fmt.Fprintf(&b, "\n%s %d %d", file, info.Size(), info.ModTime().UnixNano())
		}
	}
	return b.String()
}
