package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"owl/engine"
	"owl/engine/kb"
	"owl/engine/store"
	"owl/engine/text"
	"owl/ingest"
	"owl/ingest/runner"
)

// parsed is the corpus as a source whose records were read before, so that only
// what follows parsing is timed.
type parsed []engine.Record

// Read implements ingest.Connector.
func (p parsed) Read(ctx context.Context, yield func(ingest.Item) error) error {
	for _, rec := range p {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := yield(ingest.Item{Record: rec}); err != nil {
			return err
		}
	}
	return nil
}

func (b *bench) home() string { return filepath.Join(b.dir, "home") }

// ingestAll brings an empty knowledge base up to date with the corpus: split,
// stored, indexed. The peak memory includes the records themselves.
func ingestAll(ctx context.Context, b *bench) (_ figures, err error) {
	if err := os.RemoveAll(b.home()); err != nil {
		return nil, err
	}
	var records parsed
	if err := eachDoc(b.corpus, func(d text.Doc) error { records = append(records, recordOf(d)); return nil }); err != nil {
		return nil, err
	}
	w, err := kb.OpenWriter(ctx, b.home(), kb.Options{})
	if err != nil {
		return nil, err
	}
	start := time.Now()
	result, err := runner.Run(ctx, w, runner.Source{Source: store.Source{Name: "generated", Kind: "corpus"}, Connector: records}, runner.Options{})
	if err := errors.Join(err, w.Close(ctx)); err != nil {
		return nil, err
	}
	seconds := time.Since(start).Seconds()
	return figures{"chunks_per_s": float64(result.Chunks) / seconds, "records_per_s": float64(len(records)) / seconds}, nil
}

func recordOf(d text.Doc) engine.Record {
	return engine.Record{
		DocID: fmt.Sprintf("generated/%d", d.Key), FileID: d.IDs, Title: engine.Untrusted(d.Title), Content: engine.Untrusted(d.Body),
		Collection: d.Collection, System: engine.Untrusted(d.System), Created: d.Created, Format: engine.Plain,
	}
}

// openHome opens that knowledge base as every command does.
func openHome(ctx context.Context, b *bench) (figures, error) {
	start := time.Now()
	base, err := kb.Open(ctx, b.home(), kb.Options{})
	if err != nil {
		return nil, err
	}
	f := figures{"open_ms": milliseconds(start)}
	return f, base.Close()
}
