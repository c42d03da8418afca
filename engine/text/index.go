package text

import (
	"errors"
	"fmt"
	"io/fs"
	"sync"

	"owl/engine"
)

// Index searches the newest generation that it has seen. It is safe for
// concurrent use.
type Index struct {
	dir        string
	scratch    sync.Pool  // of *scratch
	refreshing sync.Mutex // one Refresh at a time; searches do not wait for it

	mu  sync.Mutex
	now *snapshot // nil when closed
}

var _ engine.Lexical = (*Index)(nil)

// Open opens the index in a folder for reading. A folder that is missing or
// holds no index gives an empty one. The error of an index that must be rebuilt
// wraps engine.ErrDamaged and names the file.
func Open(dir string) (*Index, error) {
	x := &Index{dir: dir}
	x.scratch.New = func() any { return newScratch() }
	s, err := load(dir, nil)
	if err != nil {
		return nil, err
	}
	x.now = s
	return x, nil
}

// Refresh looks for a newer generation and reports whether there was one. On an
// error the index goes on with the old one.
func (x *Index) Refresh() (changed bool, err error) {
	x.refreshing.Lock()
	defer x.refreshing.Unlock()
	old, err := x.acquire()
	if err != nil {
		return false, fmt.Errorf("refresh text index: %w", err)
	}
	defer func() { err = errors.Join(err, old.leave()) }()
	next, err := load(x.dir, old)
	if err != nil || next == nil {
		return false, err
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.now == nil { // closed meanwhile
		return false, next.leave()
	}
	x.now = next
	return true, old.leave()
}

// Through is the key up to which every chunk was indexed, as told to Commit.
func (x *Index) Through() engine.ChunkKey {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.now == nil {
		return 0
	}
	return x.now.manifest.Through
}

// Stats describes an index.
type Stats struct {
	Generation uint64 // 0 when nothing was ever published
	Through    engine.ChunkKey
	Chunks     int // live
	Deleted    int // still in the files
	Segments   int
	Terms      int // summed over the segments
	Bytes      int64
}

// Stats describes the generation that is being searched.
func (x *Index) Stats() Stats {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.now == nil {
		return Stats{}
	}
	m := x.now.manifest
	s := Stats{Generation: m.Generation, Through: m.Through, Chunks: x.now.live, Segments: len(m.Segments)}
	for _, e := range m.Segments {
		s.Deleted += e.Docs
		s.Terms += e.Terms
		s.Bytes += e.Bytes
	}
	s.Deleted -= s.Chunks
	return s
}

// Close releases the files once the searches that use them are done. Searches
// after it fail.
func (x *Index) Close() error {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.now == nil {
		return nil
	}
	old := x.now
	x.now = nil
	return old.leave()
}

// acquire returns the current snapshot, which the caller must leave.
func (x *Index) acquire() (*snapshot, error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.now == nil {
		return nil, fs.ErrClosed
	}
	x.now.users.Add(1)
	return x.now, nil
}

// Verify reads the whole index in a folder and checks every checksum and that
// the content makes sense. The error wraps engine.ErrDamaged and names the file.
func Verify(dir string) (err error) {
	s, err := load(dir, nil)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.leave()) }()
	for _, h := range s.segments {
		if err := h.Segment.Check(); err != nil {
			return err
		}
		if err := h.Deletes.Check(h.Segment); err != nil {
			return err
		}
	}
	return nil
}
