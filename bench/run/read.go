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
	Manifest   Manifest
	Runs       map[string]trace.State // by question id, those that came to their end
	Unfinished []string               // question ids whose trace ends early or has gaps, in order
}

// ids lists the questions in order.
func (f Folder) ids() []string { return slices.Sorted(maps.Keys(f.Runs)) }

// Read reads the runs of every variant in a benchmark's folder, in the order of
// Variants. A trace without its end is listed as unfinished; a line that is no
// event is an error that names the file. The error is engine.ErrNotFound when
// there is no run.
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
		if !ok || entry.IsDir() {
			continue
		}
		state, err := readTrace(filepath.Join(dir, entry.Name()))
		switch {
		case err != nil:
			return Folder{}, err
		case whole(state):
			out.Runs[id] = state
		default:
			out.Unfinished = append(out.Unfinished, id)
		}
	}
	return out, nil
}

// readTrace reads one trace file. A last line that was cut off is no error: the
// run was, and shows so by its missing end.
func readTrace(name string) (trace.State, error) {
	file, err := os.Open(name)
	if err != nil {
		return trace.State{}, fmt.Errorf("read trace: %w", err)
	}
	defer file.Close()
	var state trace.State
	for lines, n := json.NewDecoder(file), 1; ; n++ {
		var e trace.Event
		switch err := lines.Decode(&e); {
		case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
			return state, nil
		case err != nil:
			return state, fmt.Errorf("read trace %s: event %d: %w", name, n, err)
		}
		state = trace.Reduce(state, e)
	}
}

// whole reports whether a trace came to its end without gaps.
func whole(s trace.State) bool { return s.Ended != "" && s.Missed == 0 }

// done reports whether a file holds a whole run of this question that was not
// in vain.
func done(name string, q Question) bool {
	state, err := readTrace(name)
	return err == nil && whole(state) && state.Ended == trace.KindAnswer && string(state.Question) == q.Text
}
