package run

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"owl/engine/wholefile"
)

// Manifest says what the trace files beside it are runs of.
type Manifest struct {
	Variant    Variant           `json:"variant"`
	ConfigHash string            `json:"config_hash"`
	IndexHash  string            `json:"index_hash"`
	Version    string            `json:"version"` // of the program
	Models     map[string]string `json:"models"`  // SHA-256 by name; empty when none took part
	Questions  int               `json:"n"`       // of the last run
	Jobs       int               `json:"jobs"`    // questions that were asked at the same time
}

// same reports whether runs of both may stand side by side.
func (m Manifest) same(o Manifest) bool {
	if len(m.Models) != len(o.Models) || m.ConfigHash != o.ConfigHash || m.IndexHash != o.IndexHash || m.Version != o.Version {
		return false
	}
	for name, hash := range m.Models {
		if o.Models[name] != hash {
			return false
		}
	}
	return true
}

const (
	manifestFile = "manifest.json"
	traceExt     = ".jsonl"
)

// ReadManifest reads the manifest of a variant's folder.
func ReadManifest(dir string) (Manifest, error) {
	data, err := os.ReadFile(filepath.Join(dir, manifestFile))
	if err != nil {
		return Manifest{}, fmt.Errorf("read run: %w", err)
	}
	var m Manifest
	if err := json.Unmarshal(data, &m); err != nil {
		return Manifest{}, fmt.Errorf("read %s: %w", filepath.Join(dir, manifestFile), err)
	}
	return m, nil
}

// prepare makes the folder one of this manifest. It returns how many files of
// another configuration or index it removed.
func (m Manifest) prepare(dir string) (removed int, err error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return 0, fmt.Errorf("make the folder of a run: %w", err)
	}
	old, err := ReadManifest(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return 0, err
	}
	if err != nil || !m.same(old) {
		if removed, err = removeTraces(dir); err != nil {
			return removed, err
		}
	}
	doc, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return removed, fmt.Errorf("write manifest: %w", err)
	}
	return removed, writeFile(filepath.Join(dir, manifestFile), append(doc, '\n'))
}

func removeTraces(dir string) (int, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return 0, fmt.Errorf("look for older runs: %w", err)
	}
	removed := 0
	for _, entry := range entries {
		if !strings.HasSuffix(entry.Name(), traceExt) {
			continue
		}
		if err := os.Remove(filepath.Join(dir, entry.Name())); err != nil {
			return removed, fmt.Errorf("remove an older run: %w", err)
		}
		removed++
	}
	return removed, nil
}

// writeFile replaces a file as a whole: a reader sees the old or the new one.
func writeFile(name string, data []byte) error {
	if err := wholefile.Replace(name, data, 0o644); err != nil {
		return fmt.Errorf("write %s: %w", name, err)
	}
	return nil
}
