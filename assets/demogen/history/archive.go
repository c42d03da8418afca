package history

import (
	"fmt"
	"io/fs"
	"iter"
	"time"

	"owl/assets/demogen/calendar"
	"owl/assets/demogen/channel"
)

// Archive makes samples. It is not changed after Open and safe for concurrent
// use.
type Archive struct {
	table  *channel.Table
	cal    *calendar.Calendar
	told   map[string]*told
	phases []phase
	gates  map[string][]change // of the channels that others depend on
	begin  time.Time           // nothing is archived before
}

// Open reads the stories and the table of downtime of a demo folder.
func Open(fsys fs.FS) (*Archive, error) {
	cal, err := calendar.Load()
	if err != nil {
		return nil, err
	}
	table, err := channel.Load(cal.Zone)
	if err != nil {
		return nil, err
	}
	a := &Archive{table: table, cal: cal, gates: map[string][]change{}, begin: time.Date(2024, 1, 1, 0, 0, 0, 0, cal.Zone)}
	if a.told, err = readStories(fsys, table, cal.Zone); err != nil {
		return nil, err
	}
	losses, err := readLosses(fsys, cal.Zone)
	if err != nil {
		return nil, err
	}
	a.phases = phases(cal, losses)
	for _, name := range []string{"SR:RF:A:STS", "SR:RF:B:STS"} {
		c, ok := table.Find(name)
		if !ok {
			return nil, fmt.Errorf("no channel %s", name)
		}
		a.gates[name] = a.changes(c)
	}
	return a, nil
}

// Channels returns all channels. They must not be changed.
func (a *Archive) Channels() []*channel.Channel { return a.table.Channels }

// Samples returns the samples of a channel in a window, oldest first. A name of
// before the renaming gives the samples that were archived under it. The error
// is ErrUnknown when there is no such channel.
func (a *Archive) Samples(pv string, w Window) (iter.Seq[Sample], error) {
	c, ok := a.table.Find(pv)
	if !ok {
		return nil, fmt.Errorf("%s: %w", pv, ErrUnknown)
	}
	if w.From.Before(a.begin) {
		w.From = a.begin
	}
	if renamed := channel.Renamed(a.cal.Zone); pv == c.Legacy && w.To.After(renamed) {
		w.To = renamed
	}
	s := &source{channel: c, archive: a, noise: streamOf(c.Name)}
	if t := a.told[c.Name]; t != nil {
		s.told = *t
	}
	if c.Period == 0 {
		return s.onChange(w), nil
	}
	return s.periodic(w), nil
}
