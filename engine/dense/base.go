package dense

import (
	"errors"
	"fmt"

	"owl/engine"
	"owl/engine/disk"
)

// openBase opens the published generation. With Rebuild it keeps only what new
// files and generations must differ from.
func (w *Writer) openBase() error {
	m, err := readManifest(w.dir, w.model)
	if w.options.Rebuild {
		m, err = w.emptied(m, err)
	}
	if err != nil {
		return err
	}
	w.base, w.last, w.next = m, m.Last, m.Next
	for _, e := range m.Segments {
		d, err := w.openDraft(m, e)
		if err != nil {
			return err
		}
		w.parts = append(w.parts, d)
	}
	if w.options.Rebuild {
		return nil // the old generation stays published, so its files stay
	}
	return w.removeStrays()
}

// emptied is the manifest to rebuild from when m was read with that error: no
// segments, and a next number that no file has.
func (w *Writer) emptied(m manifest, err error) (manifest, error) {
	var other *ModelError
	if err != nil && !errors.As(err, &other) && !errors.Is(err, engine.ErrDamaged) {
		return m, err
	}
	empty := noManifest(w.model)
	next, err := disk.NextNumber(w.dir, max(m.Next, empty.Next))
	if err != nil {
		return m, fmt.Errorf("rebuild vector index: %w", err)
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
		return fmt.Errorf("write vector index: %w", err)
	}
	return nil
}
