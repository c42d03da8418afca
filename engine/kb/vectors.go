package kb

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"owl/engine"
	"owl/engine/dense"
	"owl/engine/store"
)

// Vectors is what the vector index of a knowledge base holds, whatever model
// made it.
type Vectors struct {
	Model   engine.ModelID // that made them; the zero value when there are none
	Stats   dense.Stats
	Missing int // chunks that have none
}

// Vectors looks at the vector index without its model. The error wraps
// engine.ErrDamaged when the index has to be made anew.
func (b *Base) Vectors(ctx context.Context) (Vectors, error) {
	return vectorsOf(ctx, b.store, b.home.vectors(filepath.Base(b.text.dir)))
}

func (h home) vectors(id string) string { return filepath.Join(h.dir, "dense", id) }

func vectorsOf(ctx context.Context, s *store.Store, dir string) (v Vectors, err error) {
	if v.Model, err = dense.MadeBy(dir); errors.Is(err, engine.ErrNotFound) {
		v.Missing, err = s.CountChunks(ctx, 0)
		return v, err
	}
	if err != nil {
		return v, fmt.Errorf("look at the vector index: %w", err)
	}
	index, err := dense.Open(dir, v.Model)
	if err != nil {
		return v, fmt.Errorf("look at the vector index: %w", err)
	}
	v.Stats = index.Stats()
	v.Missing, err = s.CountChunks(ctx, v.Stats.Last)
	return v, errors.Join(err, index.Close())
}

// Usable says why the embedder's model cannot search the index: it is of another
// model, or damaged. The embedder must be loaded.
func (d *Dense) Usable() error {
	_, err := d.open()
	return err
}

// CheckVectors examines the vector index of the knowledge base in a folder.
// Model is the configured one; its zero value, when it cannot be had, fits any
// index. With verify the index is read whole. ok is false when there is no
// knowledge base that could have one.
func CheckVectors(ctx context.Context, dir string, model engine.ModelID, verify bool) (c Check, ok bool) {
	h, err := newHome(dir)
	if err != nil {
		return c, false
	}
	s, err := store.Open(ctx, h.database())
	if err != nil {
		return c, false
	}
	defer s.Close()
	id, err := s.ID(ctx)
	if err != nil {
		return c, false
	}
	folder := h.vectors(id)
	v, err := vectorsOf(ctx, s, folder)
	if err == nil && verify && v.Model != (engine.ModelID{}) {
		if err = dense.Verify(ctx, folder, v.Model); errors.Is(err, engine.ErrDamaged) {
			return newCheck(vectorIndex, Bad, err.Error(), "remove the folder "+folder+"; the next owl ingest makes it anew"), true
		}
	}
	return v.check(err, model), true
}

const vectorIndex = "vector index"

func (v Vectors) check(err error, model engine.ModelID) Check {
	switch all := v.Stats.Chunks + v.Missing; {
	case errors.Is(err, engine.ErrDamaged):
		return newCheck(vectorIndex, Bad, err.Error(), "run owl ingest; it makes all vectors again")
	case err != nil:
		return newCheck(vectorIndex, Bad, err.Error(), "")
	case all == 0:
		return newCheck(vectorIndex, OK, "there is no chunk that needs a vector", "")
	case v.Model == (engine.ModelID{}):
		return newCheck(vectorIndex, Warn, fmt.Sprintf("none of %d chunks has a vector", all), "run owl ingest; it makes them")
	case model != (engine.ModelID{}) && model != v.Model:
		other := dense.ModelError{Index: v.Model, Want: model}
		return newCheck(vectorIndex, Warn, "it "+other.Difference(), "run owl ingest; it embeds all chunks again, or set models.embedder back")
	case v.Missing > 0:
		return newCheck(vectorIndex, Warn, fmt.Sprintf("%d of %d chunks have no vector yet", v.Missing, all), "run owl ingest; it makes them")
	}
	return newCheck(vectorIndex, OK, fmt.Sprintf("%d chunks by %s, %d elements, in %d segments, %.1f MB; searched with %s",
		v.Stats.Chunks, v.Model.Name, v.Model.Dim, v.Stats.Segments, float64(v.Stats.Bytes)/1e6, v.Stats.Kernel), "")
}
