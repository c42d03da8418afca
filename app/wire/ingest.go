package wire

import (
	"context"
	"errors"
	"fmt"
	"syscall"

	"owl/app/config"
	"owl/engine"
	"owl/engine/kb"
	"owl/engine/store"
	"owl/ingest"
	"owl/ingest/runner"
)

// Ingest says what to ingest and who wants to know about it.
type Ingest struct {
	Targets []string // names of sources, or paths; none is every source
	Dir     string   // the folder that relative paths start at
	Full    bool     // write everything again
	DryRun  bool     // change nothing

	// What is told on the way; each is called from one goroutine at a time.
	Mending  func(kb.Progress)
	Progress func(runner.Progress)
	Bad      func(source string, bad *ingest.ItemError)
	Note     func(line string)
	Done     func(runner.Result, error)
}

// Run brings the knowledge base up to date with every target. Done is called
// for each, also with an error; the error of Run itself is one that ends
// everything. It is engine.ErrUsage when a target is nothing.
func (in Ingest) Run(ctx context.Context, cfg config.Config) error {
	sources, err := in.resolve(ctx, cfg)
	if err != nil {
		return err
	}
	base, end, err := in.open(ctx, cfg)
	if err != nil {
		return err
	}
	for _, src := range sources {
		result, err := in.one(ctx, cfg, base, src)
		if ctx.Err() != nil || fatal(err) {
			return errors.Join(err, end())
		}
		in.Done(result, err)
	}
	return end()
}

// fatal reports whether an error of one source is one of the knowledge base,
// so that there is no use in going on.
func fatal(err error) bool {
	for _, e := range []error{syscall.ENOSPC, engine.ErrDamaged, engine.ErrReadOnly, engine.ErrLocked} {
		if errors.Is(err, e) {
			return true
		}
	}
	return false
}

// base is what a run writes to, or only compares with.
type base struct {
	writer *kb.Writer // nil for a dry run
	reader *kb.Base   // nil when there is nothing yet
}

func (in Ingest) open(ctx context.Context, cfg config.Config) (base, func() error, error) {
	if in.DryRun {
		reader, err := openBase(ctx, cfg.Home, in.Mending)
		if reader == nil {
			return base{}, func() error { return nil }, err
		}
		return base{reader: reader}, reader.Close, nil
	}
	writer, err := kb.OpenWriter(ctx, cfg.Home, kb.Options{Progress: in.Mending})
	if err != nil {
		return base{}, nil, err
	}
	for _, line := range writer.Notices() {
		in.Note(line)
	}
	return base{writer: writer}, func() error { return writer.Close(context.WithoutCancel(ctx)) }, nil
}

// one ingests one source.
func (in Ingest) one(ctx context.Context, cfg config.Config, to base, src config.Source) (runner.Result, error) {
	connector, err := connect(src, cfg.Site.Zone)
	if err != nil {
		return runner.Result{Source: src.Name}, err
	}
	from := runner.Source{Source: store.Source{Name: src.Name, Kind: src.Kind, Where: src.Where}, Connector: connector}
	options := runner.Options{Full: in.Full, Progress: in.Progress, Report: func(bad *ingest.ItemError) { in.Bad(src.Name, bad) }}
	if to.writer != nil {
		return runner.Run(ctx, to.writer, from, options)
	}
	known := map[string]store.Hash{}
	if to.reader != nil {
		if known, err = to.reader.Known(ctx, src.Name); err != nil {
			return runner.Result{Source: src.Name}, fmt.Errorf("read what is known of %s: %w", src.Name, err)
		}
	}
	return runner.Preview(ctx, known, from, options)
}
