package wire

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"time"

	"owl/app/config"
	"owl/assets"
	"owl/assets/demogen/channel"
	"owl/engine"
	"owl/engine/dense/seed"
	"owl/engine/graph/extract"
	"owl/engine/kb"
	"owl/engine/trace"
	"owl/ingest/chunk"
	"owl/ingest/runner"
)

// Demo is the demo facility: its records, and the night on which its clock
// stands.
type Demo struct {
	Name        string
	Now         time.Time // in the facility's zone
	Suggestions []string  // questions; the first one is asked by the smoke test

	files fs.FS
	hash  string // of everything that an installed demo depends on
}

// ReadDemo reads demo.json of the demo files.
func ReadDemo(files fs.FS) (Demo, error) {
	data, err := fs.ReadFile(files, "demo.json")
	if err != nil {
		return Demo{}, fmt.Errorf("read the demo: %w", err)
	}
	var about struct {
		Name        string    `json:"name"`
		Now         time.Time `json:"now"`
		Timezone    string    `json:"timezone"`
		Suggestions []string  `json:"suggestions"`
	}
	if err := json.Unmarshal(data, &about); err != nil {
		return Demo{}, fmt.Errorf("read demo.json: %w", err)
	}
	zone, err := time.LoadLocation(about.Timezone)
	if err != nil {
		return Demo{}, fmt.Errorf("read demo.json: %w", err)
	}
	if about.Name == "" || about.Now.IsZero() || len(about.Suggestions) == 0 {
		return Demo{}, errors.New("read demo.json: name, now and suggestions must not be empty")
	}
	hash, err := hashFiles(files)
	return Demo{Name: about.Name, Now: about.Now.In(zone), Suggestions: about.Suggestions, files: files, hash: hash}, err
}

// hashFiles identifies the demo by every file, and by how records are split.
func hashFiles(files fs.FS) (string, error) {
	sum := sha256.New()
	fmt.Fprintf(sum, "chunks %d\n", chunk.Version)
	err := fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := fs.ReadFile(files, name)
		fmt.Fprintf(sum, "%q %d\n", name, len(data))
		sum.Write(data)
		return err
	})
	if err != nil {
		return "", fmt.Errorf("read the demo: %w", err)
	}
	return hex.EncodeToString(sum.Sum(nil))[:16], nil
}

// Title names the facility and its clock.
func (d Demo) Title() string {
	return d.Name + " (demo, clock at " + d.Now.Format("2006-01-02 15:04 MST") + ")"
}

// clock is the time of the facility, which runs from now on.
func (d Demo) clock() func() time.Time {
	begun := time.Now()
	return func() time.Time { return d.Now.Add(time.Since(begun)) }
}

// DemoHooks are told how the installation of a demo goes; each may be nil.
type DemoHooks struct {
	Progress func(runner.Progress)
	Mending  func(kb.Progress)
}

// OpenDemo opens the demo facility, which it installs in the cache folder when
// it is not there. The configuration counts for the looks only. Closing the
// Owl removes an installation that is not to stay.
func OpenDemo(ctx context.Context, cfg config.Config, d Demo, cache string, hooks DemoHooks) (*Owl, error) {
	var about facility
	read := beside(func() (err error) { // somebody waits for the first screen
		about, err = d.facility()
		return err
	})
	place, err := d.install(ctx, cache, hooks)
	unread := read()
	if err != nil {
		return nil, err
	}
	if unread != nil {
		return nil, errors.Join(unread, place.remove())
	}
	cfg.Home, cfg.Site, cfg.Sources = place.dir, d.site(), nil
	owl := &Owl{config: cfg, facility: about, now: d.clock(), suggestions: d.Suggestions, demoFiles: d.files, end: place.remove}
	for _, line := range place.notes {
		owl.notices = append(owl.notices, trace.Degraded{What: "demo", Why: line})
	}
	opened := beside(func() (err error) {
		owl.PVs, err = openDemoPVs(ctx, cfg, d, owl.now)
		return err
	})
	base, err := kb.Open(ctx, place.dir, about.options(hooks.Mending))
	lost := opened()
	if err != nil {
		return nil, errors.Join(fmt.Errorf("open the demo: %w", err), owl.Close())
	}
	if err := lost; err != nil {
		owl.notices = append(owl.notices, trace.Degraded{What: "PVs", Why: err.Error(), Do: "the records are searched without them"})
	}
	if err := owl.connectDemo(ctx, base); err != nil {
		return nil, errors.Join(err, owl.Close())
	}
	return owl, nil
}

// beside runs f in a goroutine of its own; what it returns waits for it and gives
// its error, or its panic as one.
func beside(f func() error) (wait func() error) {
	done := make(chan error, 1)
	go func() {
		defer func() {
			if r := recover(); r != nil {
				done <- fmt.Errorf("internal error: %v", r)
			}
		}()
		done <- f()
	}()
	return func() error { return <-done }
}

// site is what the demo's files say about the facility.
func (d Demo) site() config.Site {
	return config.Site{Name: d.Title(), Zone: d.Now.Location(), Acronyms: "acronyms.json", Calendar: "calendar.json"}
}

// facility is what the demo's files say beside its records, with its channels.
func (d Demo) facility() (facility, error) {
	about, err := readFacility(d.site(), d.files.Open)
	if err != nil {
		return about, fmt.Errorf("read the demo: %w", err)
	}
	table, err := channel.Load(d.Now.Location())
	if err != nil {
		return about, fmt.Errorf("read the demo's channels: %w", err)
	}
	for _, c := range table.Channels {
		x := extract.Channel{Name: c.Name, Description: c.Description, System: c.System}
		if c.Legacy != "" {
			x.Aliases = []string{c.Legacy}
		}
		about.channels = append(about.channels, x)
	}
	return about, nil
}

// connectDemo joins the parts, and stores the vectors that come with the demo's
// records. Without the model that made them there are none, which is a notice.
func (o *Owl) connectDemo(ctx context.Context, base *kb.Base) error {
	table, err := seed.Read(assets.Vectors())
	if err != nil {
		return err
	}
	if err := o.connect(ctx, base, table); err != nil {
		return err
	}
	if o.meaning.dense == nil || o.meaning.dense.Exists() || table.Len() == 0 {
		return nil
	}
	if err := o.meaning.embed(ctx, nil); err != nil && !errors.Is(err, engine.ErrLocked) {
		o.notices = append(o.notices, trace.Degraded{What: "dense channel", Why: err.Error(), Do: "the text channel answers"})
	}
	return ctx.Err()
}

// Verify checks that every citation of an answer opens: its record is there
// and holds the quote where it is said to be.
func (o *Owl) Verify(ctx context.Context, citations []engine.Citation) error {
	for _, c := range citations {
		r, err := o.Records.Record(ctx, c.DocID)
		if err != nil {
			return fmt.Errorf("citation [%d]: %w", c.N, err)
		}
		if !c.Verified || c.Start < 0 || c.End > len(r.Content) || c.Start >= c.End || r.Content[c.Start:c.End] != c.Quote {
			return fmt.Errorf("citation [%d] does not stand in record %s", c.N, c.DocID)
		}
	}
	return nil
}
