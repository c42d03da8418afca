package wire

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"golang.org/x/sys/unix"

	"owl/app/config"
	"owl/engine/kb"
	"owl/engine/store"
	"owl/ingest"
	"owl/ingest/runner"
)

// installed is where a demo lies.
type installed struct {
	dir    string
	notes  []string
	remove func() error // removes it, when it is only for this run
}

// stays keeps an installation.
func stays() error { return nil }

// marker is written last, so a folder with it was installed whole.
const marker = "installed"

// install finds the demo's folder, or makes it. A folder belongs to one state
// of the demo and gets its name only when it is whole, so what is half done or
// of another state is never used.
func (d Demo) install(ctx context.Context, cache string, hooks DemoHooks) (installed, error) {
	dir := filepath.Join(cache, "demo-"+d.hash)
	if cache != "" && whole(ctx, dir) {
		return installed{dir: dir, remove: stays}, nil
	}
	if cache == "" {
		return d.temporary(ctx, errors.New("there is no cache folder"), hooks)
	}
	unlock, err := lockCache(ctx, cache)
	if err != nil {
		if ctx.Err() != nil {
			return installed{}, ctx.Err()
		}
		return d.temporary(ctx, err, hooks)
	}
	defer unlock()
	if whole(ctx, dir) { // another owl has made it meanwhile
		return installed{dir: dir, remove: stays}, nil
	}
	notes, err := d.replace(ctx, cache, dir, hooks)
	switch {
	case err == nil:
		return installed{dir: dir, notes: notes, remove: stays}, nil
	case ctx.Err() != nil:
		return installed{}, ctx.Err()
	}
	return d.temporary(ctx, err, hooks)
}

// whole reports whether a demo lies in dir and can be opened.
func whole(ctx context.Context, dir string) bool {
	if _, err := os.Stat(filepath.Join(dir, marker)); err != nil {
		return false
	}
	base, err := kb.Open(ctx, dir, kb.Options{})
	if err != nil {
		return false
	}
	all, err := base.Sources().Sources(ctx)
	return errors.Join(err, base.Close()) == nil && len(all) > 0
}

// replace builds the demo beside its place, removes what other installations
// have left, and moves it there.
func (d Demo) replace(ctx context.Context, cache, dir string, hooks DemoHooks) ([]string, error) {
	part := dir + ".part"
	if err := os.RemoveAll(part); err != nil {
		return nil, fmt.Errorf("remove what is left of an installation: %w", err)
	}
	notes, err := d.build(ctx, part, hooks)
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(part))
	}
	old, _ := filepath.Glob(filepath.Join(cache, "demo-*")) // its pattern is well formed
	for _, folder := range old {
		if folder == part {
			continue
		}
		if err := os.RemoveAll(folder); err != nil && folder == dir {
			return nil, errors.Join(fmt.Errorf("replace the demo: %w", err), os.RemoveAll(part))
		}
	}
	if err := os.Rename(part, dir); err != nil {
		return nil, errors.Join(fmt.Errorf("install the demo: %w", err), os.RemoveAll(part))
	}
	return notes, nil
}

// temporary builds the demo in a folder for this run only.
func (d Demo) temporary(ctx context.Context, why error, hooks DemoHooks) (installed, error) {
	dir, err := os.MkdirTemp("", "owl-demo-")
	if err != nil {
		return installed{}, fmt.Errorf("install the demo: %w; nor in the cache folder: %w", err, why)
	}
	remove := func() error { return os.RemoveAll(dir) }
	notes, err := d.build(ctx, dir, hooks)
	if err != nil {
		return installed{}, errors.Join(err, remove())
	}
	notes = append(notes, fmt.Sprintf("installed in %s for this run only: %v", dir, why))
	return installed{dir: dir, notes: notes, remove: remove}, nil
}

// build ingests every collection of the demo through its own connector.
func (d Demo) build(ctx context.Context, dir string, hooks DemoHooks) ([]string, error) {
	about, err := d.facility()
	if err != nil {
		return nil, err
	}
	w, err := kb.OpenWriter(ctx, dir, about.options(hooks.Mending))
	if err != nil {
		return nil, fmt.Errorf("install the demo: %w", err)
	}
	notes, err := d.ingest(ctx, w, hooks)
	if err := errors.Join(err, w.Close(context.WithoutCancel(ctx))); err != nil {
		return nil, fmt.Errorf("install the demo: %w", err)
	}
	if err := os.WriteFile(filepath.Join(dir, marker), []byte(d.hash+"\n"), 0o644); err != nil {
		return nil, fmt.Errorf("install the demo: %w", err)
	}
	return notes, nil
}

func (d Demo) ingest(ctx context.Context, w *kb.Writer, hooks DemoHooks) (notes []string, err error) {
	folders, err := fs.ReadDir(d.files, ".")
	if err != nil {
		return nil, err
	}
	for _, folder := range folders {
		kind := folder.Name()
		if !folder.IsDir() || !slices.Contains(config.Kinds(), kind) {
			continue
		}
		files, err := fs.Sub(d.files, kind)
		if err != nil {
			return nil, err
		}
		connector, err := exports(kind, files, d.Now.Location())
		if err != nil {
			return nil, err
		}
		src := runner.Source{Source: store.Source{Name: kind, Kind: kind, Where: "demo/" + kind}, Connector: connector}
		_, err = runner.Run(ctx, w, src, runner.Options{
			Progress: hooks.Progress, Now: func() time.Time { return d.Now },
			Report: func(bad *ingest.ItemError) { notes = append(notes, kind+"/"+bad.Error()) },
		})
		if err != nil {
			return nil, err
		}
	}
	return notes, nil
}

// lockCache keeps two owls from installing at the same time; it waits for the
// other one.
func lockCache(ctx context.Context, cache string) (unlock func(), err error) {
	if err := os.MkdirAll(cache, 0o755); err != nil {
		return nil, err
	}
	file, err := os.OpenFile(filepath.Join(cache, "demo.lock"), os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, err
	}
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for {
		err := unix.Flock(int(file.Fd()), unix.LOCK_EX|unix.LOCK_NB)
		if err == nil {
			return func() { _ = file.Close() }, nil // which unlocks
		}
		if !errors.Is(err, unix.EWOULDBLOCK) {
			return nil, errors.Join(fmt.Errorf("lock %s: %w", file.Name(), err), file.Close())
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return nil, errors.Join(ctx.Err(), file.Close())
		}
	}
}

// CacheDir is where a demo is installed: $XDG_CACHE_HOME/owl, else
// ~/.cache/owl; empty when neither is known.
func CacheDir(environ []string) string {
	value := func(name string) string {
		for _, v := range slices.Backward(environ) {
			if rest, ok := strings.CutPrefix(v, name+"="); ok {
				return rest
			}
		}
		return ""
	}
	if cache := value("XDG_CACHE_HOME"); filepath.IsAbs(cache) {
		return filepath.Join(cache, "owl")
	}
	if home := value("HOME"); filepath.IsAbs(home) {
		return filepath.Join(home, ".cache", "owl")
	}
	return ""
}
