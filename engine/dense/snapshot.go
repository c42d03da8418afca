package dense

import (
	"errors"
	"fmt"
	"io/fs"
	"sync/atomic"

	"owl/engine"
	"owl/engine/dense/segment"
)

// snapshot is one generation.
type snapshot struct {
	manifest manifest
	parts    []part
	live     int          // chunks
	users    atomic.Int64 // searches, and the Index while it is current
}

// part is a segment of a generation.
type part struct {
	segment.Input
	handle *handle
}

// handle is an open segment, shared between snapshots.
type handle struct {
	segment *segment.Segment
	users   atomic.Int64 // snapshots
}

// load opens the published generation of a folder. With an old snapshot, which
// the caller holds, it returns nil when there is no other, and shares the
// segments that stay.
func load(dir string, id engine.ModelID, old *snapshot) (*snapshot, error) {
	const attempts = 10
	for try := 1; ; try++ {
		m, err := readManifest(dir, id)
		if err != nil {
			return nil, err
		}
		if old != nil && m.same(old.manifest) {
			return nil, nil
		}
		s, err := loadManifest(dir, m, old)
		if err == nil || !errors.Is(err, fs.ErrNotExist) || try == attempts {
			return s, err
		}
		// A file that was replaced between reading the manifest and opening it.
		if again, err2 := readManifest(dir, id); err2 == nil && again.same(m) {
			return s, err
		}
	}
}

func loadManifest(dir string, m manifest, old *snapshot) (*snapshot, error) {
	s := &snapshot{manifest: m}
	s.users.Add(1)
	for _, e := range m.Segments {
		h := old.share(e)
		if h == nil {
			opened, err := m.open(dir, e)
			if err != nil {
				return nil, errors.Join(err, s.leave())
			}
			h = &handle{segment: opened}
		}
		h.users.Add(1)
		p := part{Input: segment.Input{Segment: h.segment}, handle: h}
		s.parts = append(s.parts, p)
		d, err := e.openDeletes(dir, h.segment)
		if err != nil {
			return nil, errors.Join(err, s.leave())
		}
		last := &s.parts[len(s.parts)-1]
		last.Deletes = d
		s.live += last.Live()
	}
	return s, nil
}

// share returns the open segment of an entry, nil when s has none like it.
func (s *snapshot) share(e entry) *handle {
	if s == nil {
		return nil
	}
	for i, o := range s.manifest.Segments {
		if o.without() == e.without() {
			return s.parts[i].handle
		}
	}
	return nil
}

// find returns where a chunk is.
func (s *snapshot) find(key engine.ChunkKey) (p *part, row int, ok bool) {
	for i := range s.parts {
		if row, ok := s.parts[i].Find(key); ok {
			return &s.parts[i], row, true
		}
	}
	return nil, 0, false
}

// leave takes one user away and closes what nobody uses any more.
func (s *snapshot) leave() error {
	if s.users.Add(-1) > 0 {
		return nil
	}
	var errs []error
	for _, p := range s.parts {
		if p.handle.users.Add(-1) == 0 {
			errs = append(errs, p.handle.segment.Close())
		}
	}
	if err := errors.Join(errs...); err != nil {
		return fmt.Errorf("close vector index: %w", err)
	}
	return nil
}
