package dense

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"owl/engine"
	"owl/engine/dense/segment"
	"owl/engine/disk"
)

// Options tune a Writer. The zero value is what to use.
type Options struct {
	// Rebuild starts from an empty index, also where there is one of another model
	// or a damaged one. Until the first Commit the published generation stays.
	Rebuild bool
	// SegmentRows is how many chunks fill a segment; 0 is 32,768, the most 65,536.
	// A Commit may write that many.
	SegmentRows int
}

const segmentRows = 1 << 15

// bufferRows is how many chunks a Writer holds in memory, 8 MB of 384 elements.
const bufferRows = 1 << 12

// Entry is what Add adds.
type Entry = segment.Entry

// Writer changes an index. Nothing that it does can be seen before Commit. There
// is one Writer at a time for a folder, in all processes. It is not safe for
// concurrent use.
//
// A Commit costs some milliseconds and what the disk needs to be sure, so it can
// come every few seconds. After an error of Add or Commit the chunks since the
// last Commit are lost: go on with a new Writer, from the chunk after Last.
type Writer struct {
	dir     string
	model   engine.ModelID
	options Options
	disk    disk.FS
	lock    *os.File

	base    manifest // what is published
	parts   []*draft // its segments
	buffer  *segment.Builder
	flushed []entry // segments of this transaction
	deleted map[engine.ChunkKey]bool
	last    engine.ChunkKey
	next    uint64   // number of the next file
	created []string // files of this transaction
	failed  error
}

// NewWriter opens the index of a model in a folder for writing, and makes the
// folder. Files that were left behind by a crash are removed. The errors are
// ErrLocked, ErrReadOnly, and without Rebuild a *ModelError and ErrDamaged.
func NewWriter(dir string, id engine.ModelID, o Options) (*Writer, error) {
	return newWriter(dir, id, o, disk.Real{})
}

func newWriter(dir string, id engine.ModelID, o Options, d disk.FS) (*Writer, error) {
	if err := checkModel(id); err != nil {
		return nil, fmt.Errorf("write vector index %s: %w", dir, err)
	}
	if o.SegmentRows <= 0 {
		o.SegmentRows = segmentRows
	}
	o.SegmentRows = min(o.SegmentRows, segment.MaxRows)
	w := &Writer{dir: dir, model: id, options: o, disk: d, buffer: segment.NewBuilder(id.Dim), deleted: make(map[engine.ChunkKey]bool)}
	var err error
	if w.lock, err = disk.Lock(dir); err != nil {
		return nil, fmt.Errorf("write vector index %s: %w", dir, err)
	}
	if err := w.openBase(); err != nil {
		return nil, errors.Join(err, w.Close())
	}
	return w, nil
}

// Last is the highest key that was ever added and committed.
func (w *Writer) Last() engine.ChunkKey { return w.base.Last }

// Add adds a chunk. One with the same key that was added before goes. A vector
// that has no direction or another number of elements than those of the model is
// refused, and the Writer can be used on.
func (w *Writer) Add(ctx context.Context, e Entry) error {
	if w.failed != nil {
		return w.failed
	}
	if w.buffer.Len() >= min(bufferRows, w.options.SegmentRows) {
		if err := w.flush(ctx); err != nil {
			w.fail(fmt.Errorf("write vector index: %w", err))
			return w.failed
		}
	}
	if err := w.buffer.Add(e); err != nil {
		return fmt.Errorf("write vector index: %w", err)
	}
	delete(w.deleted, e.Key)
	w.last = max(w.last, e.Key)
	return nil
}

// Delete removes the chunks with these keys, also those added since the last
// Commit. Unknown keys are ignored.
func (w *Writer) Delete(keys ...engine.ChunkKey) {
	for _, k := range keys {
		w.deleted[k] = true
	}
}

// flush writes what is in memory as a segment.
func (w *Writer) flush(ctx context.Context) error {
	if w.buffer.Len() == 0 {
		return nil
	}
	e, err := w.writeSegment(func(out io.Writer) (segment.Info, error) { return w.buffer.Write(ctx, out) })
	if err != nil {
		return err
	}
	w.buffer.Reset()
	w.flushed = append(w.flushed, e)
	return nil
}

// writeSegment writes a segment file under the next name.
func (w *Writer) writeSegment(write func(io.Writer) (segment.Info, error)) (e entry, err error) {
	name := w.newName(segmentExt)
	err = disk.Write(w.disk, filepath.Join(w.dir, name), func(out io.Writer) error {
		info, err := write(out)
		e = entryOf(name, info)
		return err
	})
	return e, err
}

// newName is the name of a file of this transaction.
func (w *Writer) newName(ext string) string {
	name := fmt.Sprintf("%08x%s", w.next, ext)
	w.next++
	w.created = append(w.created, name)
	return name
}

// Close drops everything since the last Commit and lets go of the folder.
func (w *Writer) Close() error {
	if w.lock == nil {
		return nil
	}
	err := w.undo()
	for _, d := range w.parts {
		err = errors.Join(err, d.Segment.Close())
	}
	err = errors.Join(err, w.lock.Close()) // which also unlocks
	w.lock, w.parts = nil, nil
	w.failed = fmt.Errorf("write vector index: %w", fs.ErrClosed)
	return err
}

// fail drops everything since the last Commit and refuses to go on.
func (w *Writer) fail(err error) { w.failed = errors.Join(err, w.undo()) }

// undo removes what the transaction left.
func (w *Writer) undo() error {
	var errs []error
	for _, name := range w.created {
		if err := w.disk.Remove(filepath.Join(w.dir, name)); !errors.Is(err, fs.ErrNotExist) {
			errs = append(errs, err)
		}
	}
	w.begin()
	return errors.Join(errs...)
}

// begin begins a transaction.
func (w *Writer) begin() {
	w.created, w.flushed, w.last = nil, nil, w.base.Last
	clear(w.deleted)
	w.buffer.Reset()
}
