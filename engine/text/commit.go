package text

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"owl/engine"
	"owl/engine/disk"
	"owl/engine/text/segment"
)

// part is a segment of a generation.
type part struct {
	segment.Input
	entry  entry
	doomed []int // documents to delete
}

// transaction is a generation in the making.
type transaction struct {
	w      *Writer
	parts  []*part
	opened []*part // not part of the generation before
}

// Commit publishes everything since the last Commit as a new generation, and
// that every chunk up to through was indexed. On an error the old generation
// stays published.
func (w *Writer) Commit(ctx context.Context, through engine.ChunkKey) error {
	if w.failed != nil {
		return w.failed
	}
	err := w.stop()
	if err == nil {
		err = w.commit(ctx, through)
	}
	if err != nil {
		w.fail(fmt.Errorf("commit text index: %w", err))
	}
	return w.failed
}

func (w *Writer) commit(ctx context.Context, through engine.ChunkKey) error {
	t := &transaction{w: w}
	for _, p := range w.parts {
		t.parts = append(t.parts, &part{Input: p.Input, entry: p.entry})
	}
	if err := t.prepare(ctx); err != nil {
		return errors.Join(err, closeParts(t.opened, nil))
	}
	m := w.base
	m.Generation, m.Through, m.Next, m.Segments = w.base.Generation+1, through, w.next.Load(), nil
	for _, p := range t.parts {
		m.Segments = append(m.Segments, p.entry)
	}
	if w.base.Generation > 0 && through == w.base.Through && slices.Equal(m.Segments, w.base.Segments) {
		m = w.base
	} else if err := w.publish(m); err != nil {
		return errors.Join(err, closeParts(t.opened, nil))
	}
	return w.adopt(m, t)
}

// publish makes m the manifest.
func (w *Writer) publish(m manifest) error {
	data, err := m.encode()
	if err != nil {
		return err
	}
	if err := w.disk.SyncDir(w.dir); err != nil {
		return fmt.Errorf("sync %s: %w", w.dir, err)
	}
	return disk.WriteBytes(w.disk, filepath.Join(w.dir, manifestName), data)
}

// adopt goes on from the generation that was published.
func (w *Writer) adopt(m manifest, t *transaction) error {
	err := closeParts(slices.Concat(w.parts, t.opened), t.parts)
	w.base, w.parts, w.created = m, t.parts, nil
	clear(w.deleted)
	for _, k := range w.workers {
		k.reset()
	}
	_ = w.removeStrays() // the next Writer tries again
	if err2 := w.disk.SyncDir(w.dir); err2 != nil {
		err = errors.Join(err, fmt.Errorf("sync %s: %w", w.dir, err2))
	}
	return err
}

// closeParts closes the segments of parts that are not among keep.
func closeParts(parts, keep []*part) error {
	var errs []error
	for _, p := range parts {
		if !slices.ContainsFunc(keep, func(k *part) bool { return k.Segment == p.Segment }) {
			errs = append(errs, p.Segment.Close())
		}
	}
	return errors.Join(errs...)
}

// prepare makes the parts of the generation, all but the manifest.
func (t *transaction) prepare(ctx context.Context) error {
	for _, e := range t.w.flushed() {
		p, err := t.open(e)
		if err != nil {
			return err
		}
		t.supersede(p)
		t.parts = append(t.parts, p)
	}
	for key := range t.w.deleted {
		for _, p := range t.parts {
			p.doom(key)
		}
	}
	if err := t.delete(ctx); err != nil {
		return err
	}
	if err := t.compact(ctx); err != nil {
		return err
	}
	return t.writeDeletes()
}

// flushed returns the segments that the workers wrote, in the order in which
// they were begun.
func (w *Writer) flushed() []entry {
	var all []entry
	for _, k := range w.workers {
		all = append(all, k.flushed...)
	}
	slices.SortFunc(all, func(a, b entry) int { return cmp.Compare(a.File, b.File) })
	return all
}

func (t *transaction) open(e entry) (*part, error) {
	in, err := e.open(t.w.dir)
	if err != nil {
		return nil, err
	}
	p := &part{Input: in, entry: e}
	t.opened = append(t.opened, p)
	return p, nil
}

// supersede deletes the documents of earlier parts that have a key of p.
func (t *transaction) supersede(p *part) {
	last := p.Segment.Docs() - 1
	for _, earlier := range t.parts {
		s := earlier.Segment
		if s.Key(s.Docs()-1) < p.Segment.Key(0) || s.Key(0) > p.Segment.Key(last) {
			continue
		}
		for doc := range p.Segment.Docs() {
			earlier.doom(p.Segment.Key(doc))
		}
	}
}

func (p *part) doom(key engine.ChunkKey) {
	if doc, ok := p.Find(key); ok {
		p.doomed = append(p.doomed, doc)
	}
}

// delete carries the deletions out and drops parts without a document.
func (t *transaction) delete(ctx context.Context) (err error) {
	var parts []*part
	for _, p := range t.parts {
		if err := ctx.Err(); err != nil {
			return err
		}
		if len(p.doomed) > 0 {
			if p.Deletes, err = p.Segment.Delete(p.Deletes, p.doomed); err != nil {
				return err
			}
		}
		if p.Live() > 0 {
			parts = append(parts, p)
		}
	}
	t.parts = parts
	return nil
}

// writeDeletes writes the deletes that changed.
func (t *transaction) writeDeletes() error {
	for _, p := range t.parts {
		if len(p.doomed) == 0 {
			continue
		}
		data := p.Deletes.Encode(p.Segment)
		name := fmt.Sprintf("%08x%s", t.w.next.Add(1)-1, deletesExt)
		t.w.created = append(t.w.created, name)
		if err := disk.WriteBytes(t.w.disk, filepath.Join(t.w.dir, name), data); err != nil {
			return err
		}
		p.entry.Deletes, p.entry.DeletesSum = name, disk.Checksum(data)
	}
	return nil
}
