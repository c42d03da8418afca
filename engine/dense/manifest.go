package dense

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"owl/engine"
	"owl/engine/dense/segment"
	"owl/engine/disk"
)

const (
	manifestName = "MANIFEST"
	segmentExt   = ".vec"
	deletesExt   = ".del"

	formatNumber = 1
)

// manifest names the files of one generation. The file is this as JSON on one
// line, and a line with the line's checksum.
type manifest struct {
	Format     int             `json:"format"`
	Model      engine.ModelID  `json:"model"`
	Generation uint64          `json:"generation"`
	Last       engine.ChunkKey `json:"last"` // highest key that was ever added
	Next       uint64          `json:"next"` // number of the next file
	Segments   []entry         `json:"segments"`
}

// entry is one segment of a generation.
type entry struct {
	File       string `json:"file"`
	Rows       int    `json:"rows"`
	Bytes      int64  `json:"bytes"`
	Sum        uint32 `json:"sum"`
	Deletes    string `json:"deletes,omitempty"` // file with the deleted rows
	DeletesSum uint32 `json:"deletes_sum,omitempty"`
}

func entryOf(file string, i segment.Info) entry {
	return entry{File: file, Rows: i.Rows, Bytes: i.Bytes, Sum: i.Sum}
}

// without is the entry before anything was deleted.
func (e entry) without() entry {
	e.Deletes, e.DeletesSum = "", 0
	return e
}

// noManifest is the manifest of an index that was never published.
func noManifest(id engine.ModelID) manifest {
	return manifest{Format: formatNumber, Model: id, Next: 1}
}

// same reports whether two manifests are of the same generation.
func (m manifest) same(o manifest) bool {
	return m.Generation == o.Generation && m.Model == o.Model && m.Last == o.Last && slices.Equal(m.Segments, o.Segments)
}

// readManifest reads the manifest of an index; none gives that of the empty
// index of the model. The manifest of another model comes with a *ModelError.
func readManifest(dir string, id engine.ModelID) (manifest, error) {
	path := filepath.Join(dir, manifestName)
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return noManifest(id), nil
	}
	if err != nil {
		return manifest{}, fmt.Errorf("read vector index: %w", err)
	}
	m, err := decodeManifest(data)
	if err != nil {
		return m, fmt.Errorf("read vector index %s: %w", path, err)
	}
	if m.Model != id {
		return m, &ModelError{Dir: dir, Index: m.Model, Want: id}
	}
	return m, nil
}

func (m manifest) encode() ([]byte, error) {
	data, err := disk.Seal(m)
	if err != nil {
		return nil, fmt.Errorf("encode manifest: %w", err)
	}
	return data, nil
}

func decodeManifest(data []byte) (m manifest, err error) {
	if err := disk.Unseal(data, &m); err != nil {
		return m, err
	}
	if m.Format != formatNumber {
		return m, fmt.Errorf("%w: made by format %d, want %d", engine.ErrDamaged, m.Format, formatNumber)
	}
	if err := checkModel(m.Model); err != nil {
		return m, fmt.Errorf("%w: %w", engine.ErrDamaged, err)
	}
	for _, e := range m.Segments {
		for _, name := range []string{e.File, e.Deletes} {
			if name != filepath.Base(name) && name != "" {
				return m, fmt.Errorf("%w: manifest names file %q", engine.ErrDamaged, name)
			}
		}
	}
	return m, nil
}

// open opens a segment of the manifest.
func (m manifest) open(dir string, e entry) (*segment.Segment, error) {
	s, err := segment.Open(filepath.Join(dir, e.File))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%w: %w", engine.ErrDamaged, err)
	}
	if err != nil {
		return nil, err
	}
	if entryOf(e.File, s.Info()) != e.without() || s.Dim() != m.Model.Dim {
		err := fmt.Errorf("open segment %s: %w: not the one that the manifest names", s.Path(), engine.ErrDamaged)
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

// openDeletes reads what the entry says is deleted of its segment.
func (e entry) openDeletes(dir string, s *segment.Segment) (*segment.Deletes, error) {
	if e.Deletes == "" {
		return nil, nil
	}
	path := filepath.Join(dir, e.Deletes)
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("open deletes: %w: %w", engine.ErrDamaged, err)
	}
	if err != nil {
		return nil, fmt.Errorf("open deletes: %w", err)
	}
	d, err := segment.DecodeDeletes(data, s)
	if err == nil && disk.Checksum(data) != e.DeletesSum {
		err = fmt.Errorf("%w: not the one that the manifest names", engine.ErrDamaged)
	}
	if err != nil {
		return nil, fmt.Errorf("open deletes %s: %w", path, err)
	}
	return d, nil
}
