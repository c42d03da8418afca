package text

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"owl/engine"
	"owl/engine/disk"
	"owl/engine/text/segment"
	"owl/engine/text/token"
)

const (
	manifestName = "MANIFEST"
	segmentExt   = ".seg"
	deletesExt   = ".del"

	formatNumber = 1
)

// manifest names the files of one generation. The file is this as JSON on one
// line, and a line with the line's checksum.
type manifest struct {
	Format     int             `json:"format"`
	Rules      int             `json:"rules"` // of package token
	Generation uint64          `json:"generation"`
	Through    engine.ChunkKey `json:"through"`
	Next       uint64          `json:"next"` // number of the next file
	Segments   []entry         `json:"segments"`
}

// entry is one segment of a generation.
type entry struct {
	File       string `json:"file"`
	Docs       int    `json:"docs"`
	Terms      int    `json:"terms"`
	Length     uint64 `json:"length"`
	Bytes      int64  `json:"bytes"`
	Sum        uint32 `json:"sum"`
	Deletes    string `json:"deletes,omitempty"` // file with the deleted documents
	DeletesSum uint32 `json:"deletes_sum,omitempty"`
}

func entryOf(file string, i segment.Info) entry {
	return entry{File: file, Docs: i.Docs, Terms: i.Terms, Length: i.Length, Bytes: i.Bytes, Sum: i.Sum}
}

// noManifest is the manifest of an index that was never published.
func noManifest() manifest { return manifest{Format: formatNumber, Rules: token.Rules, Next: 1} }

// same reports whether two manifests are of the same generation.
func (m manifest) same(o manifest) bool {
	return m.Generation == o.Generation && m.Through == o.Through && slices.Equal(m.Segments, o.Segments)
}

// readManifest reads the manifest of an index; none gives the empty index.
func readManifest(dir string) (manifest, error) {
	path := filepath.Join(dir, manifestName)
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return noManifest(), nil
	}
	if err != nil {
		return manifest{}, fmt.Errorf("read text index: %w", err)
	}
	m, err := decodeManifest(data)
	if err != nil {
		return m, fmt.Errorf("read text index %s: %w", path, err)
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
	if m.Format != formatNumber || m.Rules != token.Rules {
		return m, fmt.Errorf("%w: made by format %d, rules %d, want %d, %d", engine.ErrDamaged, m.Format, m.Rules, formatNumber, token.Rules)
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

// open opens a segment of the manifest with its deletes.
func (e entry) open(dir string) (segment.Input, error) {
	path := filepath.Join(dir, e.File)
	s, err := segment.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return segment.Input{}, fmt.Errorf("%w: %w", engine.ErrDamaged, err)
	}
	if err != nil {
		return segment.Input{}, err
	}
	d, err := e.openDeletes(dir, s)
	if err == nil && entryOf(e.File, s.Info()) != (entry{e.File, e.Docs, e.Terms, e.Length, e.Bytes, e.Sum, "", 0}) {
		err = fmt.Errorf("open segment %s: %w: not the one that the manifest names", path, engine.ErrDamaged)
	}
	if err != nil {
		return segment.Input{}, errors.Join(err, s.Close())
	}
	return segment.Input{Segment: s, Deletes: d}, nil
}

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
