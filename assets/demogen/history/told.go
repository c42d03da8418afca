package history

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"time"

	"owl/assets/demogen/channel"
)

// told is what the stories say of one channel.
type told struct {
	courses []course
	states  []states
	frames  []frames
	gaps    []Gap
}

// states is a track of states: state i holds from at[i] on. The last one ends it.
type states struct {
	at    []time.Time
	names []string
}

type frames struct {
	at   []time.Time
	list []frame
}

// readFiles reads the story files of a demo folder, by name.
func readFiles(fsys fs.FS) (map[string]storyFile, error) {
	names, err := fs.Glob(fsys, "history/*.json")
	if err != nil {
		return nil, fmt.Errorf("list story files: %w", err)
	}
	files := map[string]storyFile{}
	for _, name := range names {
		if base := path.Base(name); base == "pvs.json" || strings.HasPrefix(base, "beam") {
			continue
		}
		text, err := fs.ReadFile(fsys, name)
		if err != nil {
			return nil, fmt.Errorf("read stories: %w", err)
		}
		if files[name], err = parseStories(text); err != nil {
			return nil, fmt.Errorf("read %s: %w", name, err)
		}
	}
	return files, nil
}

// readStories sorts the tracks of a demo folder by channel.
func readStories(fsys fs.FS, table *channel.Table, zone *time.Location) (map[string]*told, error) {
	files, err := readFiles(fsys)
	if err != nil {
		return nil, err
	}
	all := map[string]*told{}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		for _, tr := range files[name].Tracks {
			if err := tell(all, table, zone, tr); err != nil {
				return nil, fmt.Errorf("%s: %s, %s: %w", name, tr.Story, tr.PV, err)
			}
		}
	}
	return all, nil
}

// tell adds a track to the channels of its pattern.
func tell(all map[string]*told, table *channel.Table, zone *time.Location, tr track) error {
	pvs, _, err := channel.Expand(tr.PV)
	if err != nil {
		return err
	}
	add, err := tr.resolve(zone)
	if err != nil {
		return err
	}
	for _, pv := range pvs {
		c, ok := table.Find(pv)
		if !ok {
			return fmt.Errorf("no channel %s", pv)
		}
		if err := add.fits(c); err != nil {
			return err
		}
		if all[c.Name] == nil {
			all[c.Name] = &told{}
		}
		all[c.Name].merge(add)
	}
	return nil
}

func (t *told) merge(add told) {
	t.courses = append(t.courses, add.courses...)
	t.states = append(t.states, add.states...)
	t.frames = append(t.frames, add.frames...)
	t.gaps = append(t.gaps, add.gaps...)
	slices.SortFunc(t.gaps, func(a, b Gap) int { return a.From.Compare(b.From) })
}

// fits refuses a track of another kind than the channel's, and unknown states.
func (t told) fits(c *channel.Channel) error {
	numbers := c.Kind == channel.Float || c.Kind == channel.Bits
	switch {
	case len(t.courses) > 0 && !numbers, len(t.states) > 0 && c.Kind != channel.Enum && c.Kind != channel.Text, len(t.frames) > 0 && c.Kind != channel.Wave:
		return fmt.Errorf("a track of the wrong kind for a channel of kind %s", c.Kind)
	}
	for _, s := range t.states {
		for _, name := range s.names {
			if c.Kind == channel.Enum && !slices.Contains(c.Choices, name) {
				return fmt.Errorf("no state %q", name)
			}
		}
	}
	return nil
}

// resolve works out the times of a track.
func (tr track) resolve(zone *time.Location) (told, error) {
	var out told
	days := tr.Days
	if len(days) == 0 {
		days = []string{""}
	}
	for _, day := range days {
		clk := &clock{zone: zone}
		if day != "" {
			if _, err := clk.read(day + " 00:00"); err != nil {
				return told{}, err
			}
		}
		c, err := tr.course(clk)
		if err != nil {
			return told{}, err
		}
		if len(c.at) > 0 {
			out.courses = append(out.courses, c)
		}
	}
	err := errors.Join(tr.resolveStates(&out, zone), tr.resolveFrames(&out, zone), tr.resolveGaps(&out, zone))
	return out, err
}

func (tr track) resolveStates(out *told, zone *time.Location) error {
	if len(tr.States) == 0 {
		return nil
	}
	var s states
	clk := &clock{zone: zone}
	for _, entry := range tr.States {
		if err := clk.next(entry[0], &s.at); err != nil {
			return err
		}
		s.names = append(s.names, entry[1])
	}
	out.states = append(out.states, s)
	return nil
}

func (tr track) resolveFrames(out *told, zone *time.Location) error {
	if len(tr.Frames) == 0 {
		return nil
	}
	f := frames{list: tr.Frames}
	clk := &clock{zone: zone}
	for _, entry := range tr.Frames {
		if err := clk.next(entry.At, &f.at); err != nil {
			return err
		}
	}
	out.frames = append(out.frames, f)
	return nil
}

func (tr track) resolveGaps(out *told, zone *time.Location) error {
	for _, g := range tr.Gaps {
		clk := &clock{zone: zone}
		var times []time.Time
		if err := errors.Join(clk.next(g.From, &times), clk.next(g.To, &times)); err != nil {
			return err
		}
		out.gaps = append(out.gaps, Gap{From: times[0], To: times[1], Cause: g.Cause})
	}
	return nil
}
