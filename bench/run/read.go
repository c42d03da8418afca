package run

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"owl/engine"
	"owl/engine/trace"
)

// Folder is what the folder of one variant holds.
type Folder struct {
	Manifest Manifest
	Runs     map[string]trace.State // by question id
}

// ids lists the questions in order.
func (f Folder) ids() []string { return slices.Sorted(maps.Keys(f.Runs)) }

// Read reads the runs of every variant in a benchmark's folder, in the order of
// Variants. The error is engine.ErrNotFound when there is none, and names the
// file of one that cannot be read.
func Read(dir string) ([]Folder, error) {
	found, err := filepath.Glob(filepath.Join(escaped(dir), "*", manifestFile))
	if err != nil {
		return nil, fmt.Errorf("look for runs in %s: %w", dir, err)
	}
	if len(found) == 0 {
		return nil, fmt.Errorf("%s holds no run of owl bench run: %w", dir, engine.ErrNotFound)
	}
	var out []Folder
	for _, name := range found {
		f, err := readFolder(filepath.Dir(name))
		if err != nil {
			return nil, err
		}
		out = append(out, f)
	}
	all := Variants()
	place := func(f Folder) int {
		at := slices.IndexFunc(all, func(v Variant) bool { return v.Name == f.Manifest.Variant.Name })
		return (at + len(all) + 1) % (len(all) + 1) // a variant that is not known is last
	}
	slices.SortStableFunc(out, func(a, b Folder) int { return place(a) - place(b) })
	return out, nil
}

// escaped keeps the signs of a pattern in a path from being one.
func escaped(dir string) string {
	return strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`, "[", `\[`).Replace(dir)
}

func readFolder(dir string) (Folder, error) {
	m, err := ReadManifest(dir)
	if err != nil {
		return Folder{}, err
	}
	out := Folder{Manifest: m, Runs: map[string]trace.State{}}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return Folder{}, fmt.Errorf("read runs: %w", err)
	}
	for _, entry := range entries {
		id, ok := strings.CutSuffix(entry.Name(), traceExt)
		if !ok {
			continue
		}
		if out.Runs[id], err = ReadTrace(filepath.Join(dir, entry.Name())); err != nil {
			return Folder{}, err
		}
	}
	return out, nil
}

// ReadTrace reads one trace file to its end.
func ReadTrace(name string) (trace.State, error) {
	file, err := os.Open(name)
	if err != nil {
		return trace.State{}, fmt.Errorf("read trace: %w", err)
	}
	defer file.Close()
	var state trace.State
	for lines, n := json.NewDecoder(file), 1; ; n++ {
		var e trace.Event
		if err := lines.Decode(&e); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return state, fmt.Errorf("read trace %s: event %d: %w", name, n, err)
		}
		state = trace.Reduce(state, e)
	}
	if state.Ended == "" || state.Missed > 0 {
		return state, fmt.Errorf("read trace %s: it is not whole", name)
	}
	return state, nil
}

// done reports whether a file holds a whole run of this question that was not
// in vain.
func done(name string, q Question) bool {
	state, err := ReadTrace(name)
	return err == nil && state.Ended == trace.KindAnswer && string(state.Question) == q.Text
}
