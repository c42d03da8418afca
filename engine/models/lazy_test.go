package models

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"

	"golang.org/x/sync/errgroup"

	"owl/engine"
)

// held is a model that says when it was closed.
type held struct {
	closed atomic.Int64
}

func (h *held) ID() engine.ModelID { return engine.ModelID{Name: "held", Dim: 3} }

func (h *held) Close() error {
	h.closed.Add(1)
	return nil
}

func TestLazyLoadsOnceInTheBackground(t *testing.T) {
	model, loads, release := &held{}, atomic.Int64{}, make(chan struct{})
	l := newLazy("a folder", func(ctx context.Context) (*held, error) {
		loads.Add(1)
		<-release
		return model, ctx.Err()
	})
	if s := l.State(); s.Phase != Idle || s.Label != "a folder" {
		t.Errorf("state %+v before the first use", s)
	}
	ctx, cancel := context.WithCancel(t.Context())
	l.Warm(ctx)
	cancel() // the loading goes on for the next caller
	if s := l.State(); s.Phase != Loading {
		t.Errorf("state %+v while it loads", s)
	}
	if _, err := l.Wait(ctx); !errors.Is(err, context.Canceled) || !strings.Contains(err.Error(), "a folder") {
		t.Errorf("a caller that gave up gets %v", err)
	}
	var group errgroup.Group
	for range 8 {
		group.Go(func() error { _, err := l.Wait(t.Context()); return err })
	}
	close(release)
	if err := group.Wait(); err != nil {
		t.Fatal(err)
	}
	if s := l.State(); s.Phase != Ready || s.ID.Dim != 3 || loads.Load() != 1 {
		t.Errorf("state %+v after %d loads", s, loads.Load())
	}
	if err := errors.Join(l.Close(), l.Close()); err != nil || model.closed.Load() != 1 {
		t.Errorf("closed %d times, %v", model.closed.Load(), err)
	}
	if _, err := l.Wait(t.Context()); !errors.Is(err, errClosed) {
		t.Errorf("a use after the end gives %v", err)
	}
}

func TestLazyKeepsAFailure(t *testing.T) {
	broken := errors.New("no such network")
	for name, load := range map[string]func(context.Context) (*held, error){
		"no such network":       func(context.Context) (*held, error) { return nil, broken },
		"internal error: oh no": func(context.Context) (*held, error) { panic("oh no") },
	} {
		l := newLazy("x", load)
		_, first := l.Wait(t.Context())
		_, second := l.Wait(t.Context())
		if s := l.State(); s.Phase != Failed || first == nil || !errors.Is(second, first) || s.Err.Error() != name {
			t.Errorf("%v, %v, state %+v; want %s", first, second, s, name)
		}
		if err := l.Close(); err != nil {
			t.Error(err)
		}
	}
}

func TestLazyEndsWhileItLoads(t *testing.T) {
	l := newLazy("x", func(ctx context.Context) (*held, error) {
		<-ctx.Done()
		return nil, ctx.Err()
	})
	l.Warm(t.Context())
	if err := l.Close(); err != nil || l.State().Phase != Closed {
		t.Errorf("%v, state %+v", err, l.State())
	}
}

func TestLazyThatWasNeverUsedEnds(t *testing.T) {
	l := newLazy("x", func(context.Context) (*held, error) { panic("not asked for") })
	if err := errors.Join(l.Close(), l.Close()); err != nil {
		t.Fatal(err)
	}
	if _, err := l.Wait(t.Context()); !errors.Is(err, errClosed) {
		t.Errorf("a use after the end gives %v", err)
	}
}

func TestParseSpec(t *testing.T) {
	for _, c := range []struct {
		value, label     string
		builtin, service bool
	}{
		{"", "builtin", true, false},
		{"builtin", "builtin", true, false},
		{"models/bge-m3", "models/bge-m3", false, false},
		{"http://localhost:8080", "http://localhost:8080", false, true},
		{"https://me:secret@host/v1", "https://me:xxxxx@host/v1", false, true},
	} {
		s, err := ParseSpec(c.value, "native")
		if err != nil || s.builtin() != c.builtin || s.service() != c.service || s.label() != c.label || s.Native != "native" {
			t.Errorf("%q: %+v, %v", c.value, s, err)
		}
	}
	for _, bad := range []string{"ftp://host/x", "http://", "http://[x/"} {
		if _, err := ParseSpec(bad, ""); !errors.Is(err, engine.ErrUsage) {
			t.Errorf("%q gives %v", bad, err)
		}
	}
}
