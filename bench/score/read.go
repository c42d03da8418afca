package score

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"owl/engine/trace"
)

// Identity says what ran. Fields are empty when the run did not say.
type Identity struct {
	ConfigHash string            `json:"config_hash"`
	IndexHash  string            `json:"index_hash"`
	Version    string            `json:"version"` // of the program
	Models     map[string]string `json:"models"`  // SHA-256 by name
}

// Runs are the traces of one variant.
type Runs struct {
	Variant    string
	Identity   Identity
	States     map[string]trace.State // by question id, those that came to their end
	Unfinished []string               // question ids whose trace ends early or has gaps
}

const (
	traceExt     = ".jsonl"
	manifestFile = "manifest.json"
)

// Read reads the folder of a variant: a trace file a question, named after its
// id, and manifest.json when there is one. A line that is no event is an error
// that names the file; a trace without its end is listed as unfinished.
func Read(dir string) (Runs, error) {
	r := Runs{Variant: filepath.Base(dir), States: map[string]trace.State{}}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return Runs{}, fmt.Errorf("read runs: %w", err)
	}
	for _, e := range entries {
		id, ok := strings.CutSuffix(e.Name(), traceExt)
		if !ok || e.IsDir() {
			continue
		}
		state, err := readTrace(filepath.Join(dir, e.Name()))
		if err != nil {
			return Runs{}, err
		}
		if state.Ended == "" || state.Missed > 0 {
			r.Unfinished = append(r.Unfinished, id)
			continue
		}
		r.States[id] = state
	}
	r.Identity, err = readIdentity(filepath.Join(dir, manifestFile))
	return r, err
}

// readTrace reads one trace. A last line that was cut off is no error: the run
// was, and shows so by its missing end.
func readTrace(name string) (trace.State, error) {
	file, err := os.Open(name)
	if err != nil {
		return trace.State{}, fmt.Errorf("read trace: %w", err)
	}
	defer file.Close()
	var state trace.State
	events := json.NewDecoder(file)
	for n := 1; ; n++ {
		var e trace.Event
		switch err := events.Decode(&e); {
		case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
			return state, nil
		case err != nil:
			return state, fmt.Errorf("read trace %s: event %d: %w", name, n, err)
		}
		state = trace.Reduce(state, e)
	}
}

func readIdentity(name string) (Identity, error) {
	data, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return Identity{}, nil
	}
	if err != nil {
		return Identity{}, fmt.Errorf("read what ran: %w", err)
	}
	var id Identity
	if err := json.Unmarshal(data, &id); err != nil {
		return Identity{}, fmt.Errorf("read what ran: %s: %w", name, err)
	}
	return id, nil
}
