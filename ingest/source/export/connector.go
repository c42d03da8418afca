package export

import (
	"context"
	"fmt"
	"io/fs"
	"time"
	_ "time/tzdata" // the default zone must load on machines without a zone database

	"owl/engine"
	"owl/ingest"
	"owl/ingest/source"
)

// DefaultZone is the site zone when Options name none.
const DefaultZone = "America/Chicago"

// Options of a connector.
type Options struct {
	// Zone is the site's clock: dates without a UTC offset are read in it, and
	// with a Zone set, message times given in UTC are shown in it. nil is
	// DefaultZone.
	Zone *time.Location
}

// Shape describes one kind of export.
type Shape struct {
	Collection engine.Collection
	Exts       []string // of the wanted files, such as ".json"
	// Read reads one file: it calls Emit or Bad, directly or through Elements,
	// Rows, Document, FrontMatter or Page, and returns their error at once.
	Read func(*File) error
}

// Connector reads the exports of one shape from a folder. It holds no state
// between reads.
type Connector struct {
	fsys  fs.FS
	opt   Options
	shape Shape
}

var _ ingest.Connector = (*Connector)(nil)

// New returns a connector that reads the files of shape in fsys.
func New(fsys fs.FS, opt Options, shape Shape) *Connector {
	return &Connector{fsys: fsys, opt: opt, shape: shape}
}

// Read implements ingest.Connector.
func (c *Connector) Read(ctx context.Context, yield func(ingest.Item) error) error {
	zone, err := c.zone()
	if err != nil {
		return err
	}
	run := &run{ctx: ctx, yield: yield, claimed: map[string]place{}}
	return source.Walk(ctx, c.fsys, source.Visitor{
		Want: source.HasExt(c.shape.Exts...),
		Bad:  run.bad,
		File: func(name string, _ fs.FileInfo) error {
			return c.shape.Read(&File{Path: name, fsys: c.fsys, collection: c.shape.Collection, zone: zone, shown: c.opt.Zone, run: run})
		},
	})
}

func (c *Connector) zone() (*time.Location, error) {
	if c.opt.Zone != nil {
		return c.opt.Zone, nil
	}
	zone, err := time.LoadLocation(DefaultZone)
	if err != nil {
		return nil, fmt.Errorf("load the default time zone: %w", err)
	}
	return zone, nil
}

// place is where an item was read.
type place struct {
	file string
	line int
}

func (p place) String() string {
	if p.line > 0 {
		return fmt.Sprintf("%s:%d", p.file, p.line)
	}
	return p.file
}

// run is one call of Read.
type run struct {
	ctx     context.Context
	yield   func(ingest.Item) error
	claimed map[string]place // item keys of this read
}

func (r *run) give(item ingest.Item) error {
	if err := r.ctx.Err(); err != nil {
		return err
	}
	return r.yield(item)
}

func (r *run) bad(e *ingest.ItemError) error { return r.give(ingest.Item{Err: e}) }
