package dense

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"owl/engine"
	"owl/engine/dense/segment"
	"owl/engine/disk"
)

// draft is a segment of a generation in the making.
type draft struct {
	segment.Input
	entry  entry
	doomed []int // rows to delete
}

// transaction is a generation in the making.
type transaction struct {
	w      *Writer
	parts  []*draft
	opened []*draft // not of the generation before
}

// Commit publishes everything since the last Commit as a new generation. On an
// error the old generation stays published.
func (w *Writer) Commit(ctx context.Context) error {
	if w.failed != nil {
		return w.failed
	}
	err := w.flush(ctx)
	if err == nil {
		err = w.commit(ctx)
	}
	if err != nil {
		w.fail(fmt.Errorf("commit vector index: %w", err))
	}
	return w.failed
}

func (w *Writer) commit(ctx context.Context) error {
	t := &transaction{w: w}
	for _, d := range w.parts {
		t.parts = append(t.parts, &draft{Input: d.Input, entry: d.entry})
	}
	if err := t.prepare(ctx); err != nil {
		return errors.Join(err, closeDrafts(t.opened, nil))
	}
	m := w.base
	m.Generation, m.Last, m.Next, m.Segments = w.base.Generation+1, w.last, w.next, nil
	for _, d := range t.parts {
		m.Segments = append(m.Segments, d.entry)
	}
	if w.base.Generation > 0 && !w.options.Rebuild && w.last == w.base.Last && slices.Equal(m.Segments, w.base.Segments) {
		m = w.base
	} else if err := w.publish(m); err != nil {
		return errors.Join(err, closeDrafts(t.opened, nil))
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
	err := closeDrafts(slices.Concat(w.parts, t.opened), t.parts)
	w.base, w.parts, w.options.Rebuild = m, t.parts, false
	w.begin()
	_ = w.removeStrays() // the next Writer tries again
	if err2 := w.disk.SyncDir(w.dir); err2 != nil {
		err = errors.Join(err, fmt.Errorf("sync %s: %w", w.dir, err2))
	}
	return err
}

// closeDrafts closes the segments of drafts that are not among keep.
func closeDrafts(drafts, keep []*draft) error {
	var errs []error
	for _, d := range drafts {
		if !slices.ContainsFunc(keep, func(k *draft) bool { return k.Segment == d.Segment }) {
			errs = append(errs, d.Segment.Close())
		}
	}
	return errors.Join(errs...)
}

// prepare makes the parts of the generation, all but the manifest.
func (t *transaction) prepare(ctx context.Context) error {
	for _, e := range t.w.flushed {
		d, err := t.open(e)
		if err != nil {
			return err
		}
		t.supersede(d)
		t.parts = append(t.parts, d)
	}
	for key := range t.w.deleted {
		for _, d := range t.parts {
			d.doom(key)
		}
	}
	t.delete()
	if err := t.compact(ctx); err != nil {
		return err
	}
	return t.writeDeletes()
}

func (t *transaction) open(e entry) (*draft, error) {
	d, err := t.w.openDraft(t.w.base, e)
	if err == nil {
		t.opened = append(t.opened, d)
	}
	return d, err
}

func (w *Writer) openDraft(m manifest, e entry) (*draft, error) {
	s, err := m.open(w.dir, e)
	if err != nil {
		return nil, err
	}
	deletes, err := e.openDeletes(w.dir, s)
	if err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return &draft{Input: segment.Input{Segment: s, Deletes: deletes}, entry: e}, nil
}

// supersede dooms the rows of earlier parts that have a key of d.
func (t *transaction) supersede(d *draft) {
	first, last := d.Segment.Key(0), d.Segment.Key(d.Segment.Rows()-1)
	for _, earlier := range t.parts {
		s := earlier.Segment
		if s.Key(s.Rows()-1) < first || s.Key(0) > last {
			continue
		}
		for row := range d.Segment.Rows() {
			earlier.doom(d.Segment.Key(row))
		}
	}
}

func (d *draft) doom(key engine.ChunkKey) {
	if row, ok := d.Find(key); ok {
		d.doomed = append(d.doomed, row)
	}
}

// delete carries the deletions out and drops parts without a row.
func (t *transaction) delete() {
	for _, d := range t.parts {
		if len(d.doomed) > 0 {
			d.Deletes = d.Deletes.With(d.Segment, d.doomed)
		}
	}
	t.parts = slices.DeleteFunc(t.parts, func(d *draft) bool { return d.Live() == 0 })
}

// writeDeletes writes the deletes that changed.
func (t *transaction) writeDeletes() error {
	for _, d := range t.parts {
		if len(d.doomed) == 0 {
			continue
		}
		data, name := d.Deletes.Encode(d.Segment), t.w.newName(deletesExt)
		if err := disk.WriteBytes(t.w.disk, filepath.Join(t.w.dir, name), data); err != nil {
			return err
		}
		d.entry.Deletes, d.entry.DeletesSum = name, disk.Checksum(data)
	}
	return nil
}
