package wire

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
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
	NoEmbed bool     // make no vectors

	// What is told on the way; each is called from one goroutine at a time.
	Mending  func(kb.Progress)
	Progress func(runner.Progress)
	Embedded func(kb.EmbedProgress)
	Bad      func(line string)
	Note     func(line string)
	Done     func(runner.Result, error)

	options kb.Options // that the knowledge base is opened with
}

// Run brings the knowledge base up to date with every target. Done is called
// for each with what was stored, also beside an error. An error that Done was
// told is not returned again, but that of a context that ended. The error is
// engine.ErrUsage when a target is nothing.
func (in Ingest) Run(ctx context.Context, cfg config.Config) error {
	about, err := readFacility(cfg.Site, openFile)
	if err != nil {
		return err
	}
	in.options = about.options(in.Mending)
	sources, err := in.resolve(ctx, cfg)
	if err != nil {
		return err
	}
	base, end, err := in.open(ctx, cfg)
	if err != nil {
		return err
	}
	for i, src := range sources {
		result, err := in.one(ctx, cfg, base, src)
		in.Done(result, err)
		if ctx.Err() != nil {
			return errors.Join(ctx.Err(), end())
		}
		if fatal(err) {
			if left := len(sources) - i - 1; left > 0 {
				in.Note(fmt.Sprintf("%d more sources were not read", left))
			}
			_ = end() // fails for the same reason
			return nil
		}
	}
	if err := end(); err != nil || in.DryRun {
		return err
	}
	if err := in.push(ctx, cfg); err != nil {
		return err
	}
	if !in.NoEmbed {
		if err := in.embed(ctx, cfg); err != nil {
			return err
		}
	}
	return in.mirror(ctx, cfg)
}

// embed makes the vectors that are missing. The records are stored and found by
// their words without: what goes wrong is a note.
func (in Ingest) embed(ctx context.Context, cfg config.Config) error {
	base, err := openBase(ctx, cfg.Home, in.options)
	if base == nil {
		return err
	}
	m, err := newMeaning(cfg.Models, base, nil)
	if err != nil {
		return errors.Join(err, base.Close())
	}
	if err = m.failed; err == nil {
		err = in.makeVectors(ctx, m)
	}
	closed := errors.Join(m.close(), base.Close())
	switch {
	case ctx.Err() != nil:
		in.Note("the vectors that were made stay; the next ingest goes on there")
		return errors.Join(ctx.Err(), closed)
	case errors.Is(err, engine.ErrLocked):
		in.Note("another owl is making the vectors")
	case err != nil:
		in.Note(fmt.Sprintf("no vectors were made, the records are found by their words: %v", err))
	}
	return closed
}

// makeVectors embeds what has no vector, and all when the index is of another
// model, which is said.
func (in Ingest) makeVectors(ctx context.Context, m *meaning) error {
	if m.dense == nil {
		return nil
	}
	if _, err := m.model.Wait(ctx); err != nil {
		return err
	}
	if err := m.dense.Usable(); err != nil {
		in.Note(fmt.Sprintf("all chunks are embedded again: %v", err))
	}
	return m.embed(ctx, in.Embedded)
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
		reader, err := openBase(ctx, cfg.Home, in.options)
		if reader == nil {
			return base{}, func() error { return nil }, err
		}
		return base{reader: reader}, reader.Close, nil
	}
	writer, err := kb.OpenWriter(ctx, cfg.Home, in.options)
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
	options := runner.Options{Full: in.Full, Progress: in.Progress, Report: func(bad *ingest.ItemError) { in.Bad(in.describe(src, *bad)) }}
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

// describe names the bad item by a path that can be opened from the working
// folder; an item that is no file of its own by its source.
func (in Ingest) describe(src config.Source, bad ingest.ItemError) string {
	path := filepath.Join(src.Where, bad.File)
	if filepath.Base(src.Where) == bad.File {
		path = src.Where
	}
	if _, err := os.Lstat(path); err != nil {
		return src.Name + ": " + bad.Error()
	}
	bad.File = in.shown(path)
	return bad.Error()
}

// shown writes a path as it is reached from the working folder, when it lies
// below.
func (in Ingest) shown(path string) string {
	if inside, err := filepath.Rel(in.Dir, path); err == nil && filepath.IsLocal(inside) {
		return inside
	}
	return path
}
