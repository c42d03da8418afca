package dense

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"

	"owl/engine"
	"owl/engine/dense/quant"
)

// Index searches the newest generation that it has seen. It is safe for
// concurrent use.
type Index struct {
	dir        string
	model      engine.ModelID
	coder      quant.Coder
	kernel     quant.Kernel
	scratch    sync.Pool  // of *scratch
	refreshing sync.Mutex // one Refresh at a time; searches do not wait for it

	mu  sync.Mutex
	now *snapshot // nil when closed
}

var _ engine.Dense = (*Index)(nil)

// Open opens the index of a model in a folder for reading. A folder that is
// missing or holds no index gives an empty one. The error is a *ModelError when
// the index is of another model; that of an index that must be rebuilt wraps
// engine.ErrDamaged and names the file.
func Open(dir string, id engine.ModelID) (*Index, error) {
	if err := checkModel(id); err != nil {
		return nil, fmt.Errorf("open vector index %s: %w", dir, err)
	}
	s, err := load(dir, id, nil)
	if err != nil {
		return nil, err
	}
	x := &Index{dir: dir, model: id, coder: quant.NewCoder(id.Dim), kernel: quant.Kernels()[0], now: s}
	x.scratch.New = func() any { return &scratch{unit: make([]float32, id.Dim)} }
	return x, nil
}

// Refresh looks for a newer generation and reports whether there was one. On an
// error the index goes on with the old one.
func (x *Index) Refresh() (changed bool, err error) {
	x.refreshing.Lock()
	defer x.refreshing.Unlock()
	old, err := x.acquire()
	if err != nil {
		return false, fmt.Errorf("refresh vector index: %w", err)
	}
	defer func() { err = errors.Join(err, old.leave()) }()
	next, err := load(x.dir, x.model, old)
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

// Stats describes an index.
type Stats struct {
	Generation uint64          // 0 when nothing was ever published
	Last       engine.ChunkKey // highest key that was ever added
	Chunks     int             // live
	Deleted    int             // still in the files
	Segments   int
	Bytes      int64
	Kernel     string // instructions that searches use, "plain Go" when the machine has none that help
}

// Stats describes the generation that is being searched.
func (x *Index) Stats() Stats {
	x.mu.Lock()
	defer x.mu.Unlock()
	s := Stats{Kernel: x.kernel.Name}
	if x.now == nil {
		return s
	}
	m := x.now.manifest
	s.Generation, s.Last, s.Chunks, s.Segments = m.Generation, m.Last, x.now.live, len(m.Segments)
	for _, e := range m.Segments {
		s.Deleted += e.Rows
		s.Bytes += e.Bytes
	}
	s.Deleted -= s.Chunks
	return s
}

// Last is the highest key that was ever added: who adds in key order goes on
// after it.
func (x *Index) Last() engine.ChunkKey { return x.Stats().Last }

// Len is the number of chunks.
func (x *Index) Len() int { return x.Stats().Chunks }

// Missing returns those of the keys that the index does not hold, in their
// order.
func (x *Index) Missing(keys []engine.ChunkKey) (missing []engine.ChunkKey, err error) {
	err = x.view(func(s *snapshot) error {
		for _, key := range keys {
			if _, _, ok := s.find(key); !ok {
				missing = append(missing, key)
			}
		}
		return nil
	})
	return missing, err
}

// Vectors returns the vector of each chunk, of unit length; nil for a chunk that
// the index does not hold. The error wraps engine.ErrDamaged when one cannot be
// read.
func (x *Index) Vectors(keys []engine.ChunkKey) (vectors [][]float32, err error) {
	vectors = make([][]float32, len(keys))
	err = x.view(func(s *snapshot) error {
		for i, key := range keys {
			p, row, ok := s.find(key)
			if !ok {
				continue
			}
			vectors[i] = make([]float32, x.model.Dim)
			if err := p.Segment.Vector(row, vectors[i]); err != nil {
				return err
			}
		}
		return nil
	})
	return vectors, err
}

// view runs f on the current snapshot.
func (x *Index) view(f func(*snapshot) error) error {
	s, err := x.acquire()
	if err == nil {
		err = errors.Join(f(s), s.leave())
	}
	if err != nil {
		return fmt.Errorf("read vector index: %w", err)
	}
	return nil
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

// Verify reads the whole index of a model in a folder and checks every checksum
// and that the content makes sense. The errors are those of Open.
func Verify(ctx context.Context, dir string, id engine.ModelID) (err error) {
	s, err := load(dir, id, nil)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.leave()) }()
	for _, p := range s.parts {
		if err := p.Segment.Check(ctx); err != nil {
			return err
		}
	}
	return nil
}

// Exists reports whether an index of any model was ever published in a folder.
func Exists(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, manifestName))
	return err == nil
}
