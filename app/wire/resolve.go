package wire

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"owl/app/config"
	"owl/engine"
)

// resolve turns the targets into sources: a configured name first, then a
// path, then the name of a path that was ingested before.
func (in Ingest) resolve(ctx context.Context, cfg config.Config) ([]config.Source, error) {
	remembered, err := in.remembered(ctx, cfg)
	if err != nil {
		return nil, err
	}
	if len(in.Targets) == 0 {
		return in.everything(cfg, remembered)
	}
	known := append(slices.Clone(cfg.Sources), remembered...)
	var out []config.Source
	for _, target := range in.Targets {
		src, err := in.source(ctx, cfg, target, known)
		if err != nil {
			return nil, err
		}
		if !slices.Contains(out, src) {
			out, known = append(out, src), append(known, src)
		}
	}
	return out, nil
}

// remembered lists the sources that were ingested before and are not
// configured.
func (in Ingest) remembered(ctx context.Context, cfg config.Config) ([]config.Source, error) {
	base, err := openBase(ctx, cfg.Home, in.options)
	if base == nil {
		return nil, err
	}
	all, err := base.Sources().Sources(ctx)
	if err := errors.Join(err, base.Close()); err != nil {
		return nil, fmt.Errorf("list the sources: %w", err)
	}
	var out []config.Source
	for _, s := range all {
		if _, err := cfg.Source(s.Name); err != nil {
			out = append(out, config.Source{Name: s.Name, Kind: s.Kind, Where: s.Where})
		}
	}
	return out, nil
}

func (in Ingest) everything(cfg config.Config, remembered []config.Source) ([]config.Source, error) {
	for _, src := range cfg.Sources {
		if err := cfg.Reachable(src); err != nil {
			return nil, err
		}
	}
	all := append(slices.Clone(cfg.Sources), remembered...)
	if len(all) == 0 {
		return nil, fmt.Errorf("%w: nothing to ingest yet; give a path, or configure [sources.NAME]", engine.ErrUsage)
	}
	return all, nil
}

func (in Ingest) source(ctx context.Context, cfg config.Config, target string, known []config.Source) (config.Source, error) {
	if src, err := cfg.Source(target); err == nil {
		return src, cfg.Reachable(src)
	}
	path := target
	if !filepath.IsAbs(path) {
		path = filepath.Join(in.Dir, path)
	}
	if _, err := os.Stat(path); err == nil {
		return in.path(ctx, filepath.Clean(path), known)
	}
	for _, src := range known {
		if src.Name == target {
			return src, nil
		}
	}
	return config.Source{}, fmt.Errorf("%w: %s: no source has this name, and there is no such file or folder", engine.ErrUsage, target)
}

// path makes a path a source, or finds the one that it is.
func (in Ingest) path(ctx context.Context, path string, known []config.Source) (config.Source, error) {
	for _, src := range known {
		if src.Where == path {
			return src, nil
		}
	}
	what, err := detect(ctx, path)
	if err != nil {
		return config.Source{}, err
	}
	if what.aside != "" {
		in.Note(fmt.Sprintf("%s: documents are read, but no records, such as %s; ingest these by their path", in.shown(path), what.aside))
	}
	return config.Source{Name: newName(path, known), Kind: what.kind, Where: path}, nil
}

// newName is the last part of a path, with a number when another source has
// that name.
func newName(path string, known []config.Source) string {
	base := strings.ToValidUTF8(filepath.Base(path), "_")
	if base == string(filepath.Separator) {
		base = "root"
	}
	name := base
	taken := func(src config.Source) bool { return src.Name == name }
	for n := 2; slices.ContainsFunc(known, taken); n++ {
		name = fmt.Sprintf("%s-%d", base, n)
	}
	return name
}
