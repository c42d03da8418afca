package text

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"owl/engine"
	"owl/engine/disk"
	"owl/engine/text/segment"
	"owl/engine/text/token"
)

// Options tune a Writer. The zero value is what to use.
type Options struct {
	// Rebuild starts from an empty index. Until the first Commit the published
	// generation stays, even a damaged one.
	Rebuild bool
	// Workers is how many segments are built at a time; 0 is one a CPU, at most 4.
	Workers int
	// SegmentDocs is how many documents fill a segment; 0 is 16,384. A Worker needs
	// some 10 kB of memory for each.
	SegmentDocs int
}

// Writer changes an index. Nothing that it does can be seen before Commit. There
// is one Writer at a time for a folder, in all processes. It is not safe for
// concurrent use.
//
// After an error of Add or Commit the documents since the last Commit are lost:
// go on with a new Writer, from the chunk after Through.
type Writer struct {
	dir     string
	options Options
	disk    disk.FS
	lock    *os.File

	base    manifest // what is published
	parts   []*part  // its segments
	deleted map[engine.ChunkKey]bool

	workers []*worker
	group   *errgroup.Group // of the running workers; nil between transactions
	halt    atomic.Bool     // tells the workers to drop what they get
	next    atomic.Uint64   // number of the next file
	created []string        // files of this transaction, but for those of workers
	failed  error
}

// NewWriter opens the index in a folder for writing, and makes the folder. Files
// that were left behind by a crash are removed. The errors are ErrLocked,
// ErrReadOnly, and ErrDamaged without Rebuild.
func NewWriter(dir string, o Options) (*Writer, error) {
	return newWriter(dir, o, disk.Real{})
}

func newWriter(dir string, o Options, d disk.FS) (*Writer, error) {
	if o.Workers <= 0 {
		o.Workers = min(runtime.GOMAXPROCS(0), 4)
	}
	if o.SegmentDocs <= 0 {
		o.SegmentDocs = 1 << 14
	}
	o.SegmentDocs = min(o.SegmentDocs, segment.MaxDocs)
	w := &Writer{dir: dir, options: o, disk: d, deleted: make(map[engine.ChunkKey]bool)}
	var err error
	if w.lock, err = disk.Lock(dir); err != nil {
		return nil, fmt.Errorf("write text index %s: %w", dir, err)
	}
	if err := w.openBase(); err != nil {
		return nil, errors.Join(err, w.Close())
	}
	for range o.Workers {
		w.workers = append(w.workers, &worker{writer: w, memo: token.NewTokenizer()})
	}
	return w, nil
}

// openBase opens the published generation. With Rebuild it keeps only what new
// files and generations must differ from.
func (w *Writer) openBase() error {
	m, err := readManifest(w.dir)
	if w.options.Rebuild && (err == nil || errors.Is(err, engine.ErrDamaged)) {
		m, err = w.emptied(m)
	}
	if err != nil {
		return err
	}
	w.base = m
	w.next.Store(m.Next)
	for _, e := range m.Segments {
		in, err := e.open(w.dir)
		if err != nil {
			return err
		}
		w.parts = append(w.parts, &part{Input: in, entry: e})
	}
	if w.options.Rebuild {
		return nil // the old generation stays published, so its files stay
	}
	return w.removeStrays()
}

// emptied is the manifest to rebuild from when m was published or is damaged: no
// segments, and a next number that no file has.
func (w *Writer) emptied(m manifest) (manifest, error) {
	empty := noManifest()
	next, err := disk.NextNumber(w.dir, max(m.Next, empty.Next))
	if err != nil {
		return m, fmt.Errorf("rebuild text index: %w", err)
	}
	empty.Generation, empty.Next = m.Generation, next
	return empty, nil
}

// removeStrays removes the files of the index that the manifest does not name.
func (w *Writer) removeStrays() error {
	keep := make(map[string]bool)
	for _, e := range w.base.Segments {
		keep[e.File], keep[e.Deletes] = true, true
	}
	if err := disk.RemoveStrays(w.disk, w.dir, keep, segmentExt, deletesExt); err != nil {
		return fmt.Errorf("write text index: %w", err)
	}
	return nil
}

// Through is the key that the last Commit told.
func (w *Writer) Through() engine.ChunkKey { return w.base.Through }

// Add adds a document. A document with the same key that was added before goes.
func (w *Writer) Add(d Doc) error {
	if w.failed != nil {
		return w.failed
	}
	if w.group == nil {
		w.start()
	}
	delete(w.deleted, d.Key)
	// Neighbours go to one worker, so that the same key always meets the same one
	// and segments take turns with long stretches of keys.
	w.workers[uint64(d.Key)>>8%uint64(len(w.workers))].send(d)
	if w.halt.Load() { // a worker failed
		w.fail(w.stop())
	}
	return w.failed
}

// Delete removes the documents with these keys, also those added since the last
// Commit. Unknown keys are ignored.
func (w *Writer) Delete(keys ...engine.ChunkKey) {
	for _, k := range keys {
		w.deleted[k] = true
	}
}

// Abort drops everything since the last Commit, also a failure. The Writer can
// be used on.
func (w *Writer) Abort() error {
	w.halt.Store(true)
	err := errors.Join(w.stop(), w.undo())
	w.failed = nil
	return err
}

// Close drops everything since the last Commit and lets go of the folder.
func (w *Writer) Close() error {
	if w.lock == nil {
		return nil
	}
	err := w.Abort()
	for _, p := range w.parts {
		err = errors.Join(err, p.Segment.Close())
	}
	err = errors.Join(err, w.lock.Close()) // which also unlocks
	w.lock, w.parts = nil, nil
	w.failed = fmt.Errorf("write text index: %w", fs.ErrClosed)
	return err
}

// fail drops everything since the last Commit and refuses to go on.
func (w *Writer) fail(err error) {
	w.failed = errors.Join(err, w.undo())
}

// undo removes what the transaction left. The workers must have stopped.
func (w *Writer) undo() error {
	var errs []error
	for _, k := range w.workers {
		for _, e := range k.flushed {
			w.created = append(w.created, e.File)
		}
		k.reset()
	}
	for _, name := range w.created {
		if err := w.disk.Remove(filepath.Join(w.dir, name)); !errors.Is(err, fs.ErrNotExist) {
			errs = append(errs, err)
		}
	}
	w.created = nil
	clear(w.deleted)
	w.halt.Store(false)
	return errors.Join(errs...)
}
