package demo

import (
	"context"
	"fmt"
	"io/fs"
	"time"

	"owl/engine"
	"owl/ingest"
	"owl/ingest/bely"
	"owl/ingest/downtime"
	"owl/ingest/icms"
	"owl/ingest/oag"
	"owl/ingest/sdds"
	"owl/ingest/source/export"
	"owl/ingest/teams"
	"owl/ingest/wiki"
	"owl/ingest/wrq"
)

// Corpus is all records of a demo folder.
type Corpus struct {
	Records []engine.Record // in the order of the collections, then of the files
	place   map[string]int  // index in Records by DocID
	stated  []facts         // of Records, with their heads
}

// shape is a collection's folder and its connector.
type shape struct {
	folder string
	open   func(fs.FS, export.Options) *export.Connector
}

func shapes() []shape {
	return []shape{
		{"bely", bely.New},
		{"icms", icms.New},
		{"wrq", wrq.New},
		{"teams", teams.New},
		{"wiki", wiki.New},
		{"downtime", downtime.New},
		{"sdds", sdds.New},
		{"oag", oag.New},
	}
}

// Read reads the collections' folders in fsys; those that are missing are left
// out. An item that a connector refuses is an error: the demo has no bad ones.
func Read(ctx context.Context, fsys fs.FS, zone *time.Location) (*Corpus, error) {
	c := &Corpus{place: map[string]int{}}
	for _, s := range shapes() {
		folder, err := fs.Sub(fsys, s.folder)
		if err != nil {
			return nil, fmt.Errorf("open %s: %w", s.folder, err)
		}
		if _, err := fs.Stat(folder, "."); err != nil {
			continue
		}
		if err := s.open(folder, export.Options{Zone: zone}).Read(ctx, c.add); err != nil {
			return nil, fmt.Errorf("read %s: %w", s.folder, err)
		}
	}
	return c, nil
}

func (c *Corpus) add(item ingest.Item) error {
	if item.Err != nil {
		return item.Err
	}
	c.place[item.Record.DocID] = len(c.Records)
	c.Records = append(c.Records, item.Record)
	c.stated = append(c.stated, factsOf(whole(item.Record)))
	return nil
}

// facts are those of a record, none when there is no such record.
func (c *Corpus) facts(id string) facts {
	if at, ok := c.place[id]; ok {
		return c.stated[at]
	}
	return facts{}
}

// Record returns the record of an id.
func (c *Corpus) Record(id string) (engine.Record, bool) {
	at, ok := c.place[id]
	if !ok {
		return engine.Record{}, false
	}
	return c.Records[at], true
}
