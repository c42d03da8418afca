package kb

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"golang.org/x/sys/unix"

	"owl/engine"
	"owl/engine/store"
	"owl/engine/text"
)

// State says how a check went.
type State string

// The states of a check, from good to bad.
const (
	OK   State = "ok"
	Warn State = "warn" // works, but something should be done
	Bad  State = "bad"  // does not work
)

// Check is one line of a report.
type Check struct {
	Name   string           `json:"name"`
	State  State            `json:"state"`
	Detail engine.Untrusted `json:"detail"`       // may quote records and files
	Do     string           `json:"do,omitempty"` // what to do about it
}

// Report is the health of a knowledge base.
type Report struct {
	Checks []Check `json:"checks"`
}

// State is the worst state of all checks.
func (r Report) State() State {
	worst := OK
	for _, c := range r.Checks {
		if c.State == Bad || c.State == Warn && worst == OK {
			worst = c.State
		}
	}
	return worst
}

// Doctor examines the knowledge base in a folder and changes nothing. With
// verify it reads the indexes whole.
func Doctor(ctx context.Context, dir string, verify bool) (Report, error) {
	h, err := newHome(dir)
	if err != nil {
		return Report{}, err
	}
	r := Report{Checks: []Check{checkHome(h), checkLock(h)}}
	s, err := store.Open(ctx, h.database())
	if err != nil {
		r.Checks = append(r.Checks, failedDatabase(err))
		return r, ctx.Err()
	}
	defer s.Close()
	r.Checks = append(r.Checks, checkDatabase(ctx, s, verify), checkText(ctx, h, s, verify), checkSources(ctx, s))
	return r, ctx.Err()
}

// newCheck makes a check whose detail comes from wherever.
func newCheck(name string, state State, detail, do string) Check {
	return Check{Name: name, State: state, Detail: engine.Untrusted(detail), Do: do}
}

func checkHome(h home) Check {
	if _, err := os.Stat(h.dir); err != nil {
		return newCheck("home", Bad, err.Error(), "run owl ingest PATH, or give another --home")
	}
	if network := store.NetworkFS(h.dir); network != "" {
		return newCheck("home", Warn, h.dir+" is on "+network+", a network file system",
			"let only one host use it at a time, or move it to a local disk")
	}
	if unix.Access(h.dir, unix.W_OK) != nil {
		return newCheck("home", Warn, h.dir+" can be read but not written to", "ingest as its owner")
	}
	return newCheck("home", OK, h.dir, "")
}

func checkLock(h home) Check {
	if held := writerOf(h.dir); held != nil {
		return newCheck("lock", OK, held.Error(), "")
	}
	return newCheck("lock", OK, "nobody is writing", "")
}

func failedDatabase(err error) Check {
	c := newCheck("database", Bad, err.Error(), "")
	switch {
	case errors.Is(err, engine.ErrNotFound):
		c.Do = "run owl ingest PATH"
	case errors.Is(err, store.ErrNewer):
		c.Do = "use a newer owl"
	case store.NeedsMigration(err):
		c.State, c.Do = Warn, "run any command of owl as the owner of the home"
	case errors.Is(err, engine.ErrDamaged):
		c.Do = "restore owl.db from a copy, or remove it and ingest again"
	}
	return c
}

func checkDatabase(ctx context.Context, s *store.Store, verify bool) Check {
	health, err := s.Check(ctx, verify)
	if err != nil {
		return failedDatabase(err)
	}
	if len(health.Problems) > 0 {
		return failedDatabase(fmt.Errorf("%w: %s", engine.ErrDamaged, strings.Join(health.Problems, "; ")))
	}
	return newCheck("database", OK, fmt.Sprintf("%d records, %d chunks, %d sources", health.Records, health.Chunks, health.Sources), "")
}

const rebuildsItself = "nothing: the next owl that may write brings it up to date"

func checkText(ctx context.Context, h home, s *store.Store, verify bool) Check {
	id, err := s.ID(ctx)
	if err != nil {
		return failedDatabase(err)
	}
	state, err := inspect(ctx, s, h.text(id))
	if err != nil {
		return failedDatabase(err)
	}
	if !state.complete() {
		return newCheck("text index", Warn, state.String(), rebuildsItself)
	}
	if verify {
		if err := text.Verify(h.text(id)); err != nil {
			return newCheck("text index", Bad, err.Error(), "remove the folder "+h.text(id)+"; the next owl that may write makes it anew")
		}
	}
	index, err := text.Open(h.text(id))
	if err != nil {
		return newCheck("text index", Bad, err.Error(), rebuildsItself)
	}
	defer index.Close()
	stats := index.Stats()
	size := fmt.Sprintf("%d chunks in %d segments, %.1f MB", stats.Chunks, stats.Segments, float64(stats.Bytes)/1e6)
	return newCheck("text index", OK, size, "")
}

// checkSources warns of sources whose last run had errors.
func checkSources(ctx context.Context, s *store.Store) Check {
	sources, err := s.Sources(ctx)
	if err != nil {
		return failedDatabase(err)
	}
	var bad []string
	for _, source := range sources {
		if n := len(source.Errors); n > 0 {
			bad = append(bad, fmt.Sprintf("%s: %d problems in its last run, first %s", source.Name, n, source.Errors[0]))
		}
	}
	if len(bad) > 0 {
		return newCheck("sources", Warn, strings.Join(bad, "; "), "see owl sources")
	}
	return newCheck("sources", OK, fmt.Sprintf("%d sources, none with problems in its last run", len(sources)), "")
}
