package text

import (
	"fmt"
	"io"
	"path/filepath"

	"golang.org/x/sync/errgroup"

	"owl/engine/disk"
	"owl/engine/text/segment"
	"owl/engine/text/token"
)

const (
	batchDocs     = 64      // documents handed to a worker at a time
	queuedBatches = 16      // waiting for a worker
	segmentBytes  = 1 << 28 // memory after which a segment is written before it is full
)

// worker builds segments from its share of the documents.
type worker struct {
	writer  *Writer
	memo    *token.Tokenizer
	builder segment.Builder
	batch   []Doc
	queue   chan []Doc
	flushed []entry // segments of this transaction
}

// start starts the workers for a transaction.
func (w *Writer) start() {
	w.group = new(errgroup.Group)
	for _, k := range w.workers {
		k.queue = make(chan []Doc, queuedBatches)
		w.group.Go(k.run)
	}
}

// stop lets the workers finish and returns their error.
func (w *Writer) stop() error {
	if w.group == nil {
		return nil
	}
	for _, k := range w.workers {
		k.queue <- k.batch
		k.batch = nil
		close(k.queue)
	}
	err := w.group.Wait()
	w.group = nil
	return err
}

func (k *worker) send(d Doc) {
	k.batch = append(k.batch, d)
	if len(k.batch) == batchDocs {
		k.queue <- k.batch
		k.batch = make([]Doc, 0, batchDocs)
	}
}

// run takes documents until the queue is closed. After a failure, or when told
// to halt, it drops them, so that nobody waits for it.
func (k *worker) run() error {
	var err error
	do := func(f func() error) {
		if err != nil || k.writer.halt.Load() {
			return
		}
		if err = guarded(f); err != nil {
			k.writer.halt.Store(true)
		}
	}
	for docs := range k.queue {
		do(func() error { return k.index(docs) })
	}
	do(k.flush)
	return err
}

// guarded calls f and turns a panic into an error.
func guarded(f func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("build text segment: panic: %v", r)
		}
	}()
	return f()
}

func (k *worker) index(docs []Doc) error {
	for _, d := range docs {
		if err := addDoc(&k.builder, k.memo, d); err != nil {
			return err
		}
		if k.builder.Len() >= k.writer.options.SegmentDocs || k.builder.Size() >= segmentBytes {
			if err := k.flush(); err != nil {
				return err
			}
		}
	}
	return nil
}

// flush writes what was built as a segment file, which nothing names yet.
func (k *worker) flush() error {
	if k.builder.Len() == 0 {
		return nil
	}
	e, err := k.writer.writeSegment(k.builder.Write)
	if err != nil {
		return err
	}
	k.flushed = append(k.flushed, e)
	k.builder.Reset()
	return nil
}

func (k *worker) reset() {
	k.builder.Reset()
	k.batch, k.flushed = nil, nil
}

// writeSegment writes a segment file under a new name. It is safe for concurrent
// use.
func (w *Writer) writeSegment(write func(io.Writer) (segment.Info, error)) (entry, error) {
	name := fmt.Sprintf("%08x%s", w.next.Add(1)-1, segmentExt)
	var info segment.Info
	err := disk.Write(w.disk, filepath.Join(w.dir, name), func(f io.Writer) (err error) {
		info, err = write(f)
		return err
	})
	return entryOf(name, info), err
}
