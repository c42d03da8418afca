package wire

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"owl/engine"
	"owl/engine/walk"
)

// Walks keeps walkthroughs in a folder, each in a file that is written anew after
// every answer, so that one can be taken up again after a lost connection.
type Walks struct{ dir string }

// Walks are those of this knowledge base.
func (o *Owl) Walks() Walks { return Walks{filepath.Join(o.config.Home, "walks")} }

// KeptWalk is a walkthrough that was kept.
type KeptWalk struct {
	Name    string           `json:"name"`
	Symptom engine.Untrusted `json:"symptom"`
	Began   time.Time        `json:"began"`
	Answers int              `json:"answers"`
	Ended   bool             `json:"ended"`
}

const walkEnding = ".walk.json"

// nameOf tells walkthroughs apart by when they began and by their symptom.
func nameOf(w *walk.Walk) string {
	sum := sha256.Sum256([]byte(w.Plan.Symptom))
	return w.Began.UTC().Format("20060102-150405") + "-" + hex.EncodeToString(sum[:3])
}

// Save writes a walkthrough; what is there is whole at any time.
func (k Walks) Save(w *walk.Walk) error {
	data, err := json.Marshal(w)
	if err != nil {
		return fmt.Errorf("keep the walkthrough: %w", err)
	}
	if err := os.MkdirAll(k.dir, 0o700); err != nil {
		return fmt.Errorf("keep the walkthrough: %w", err)
	}
	path := filepath.Join(k.dir, nameOf(w)+walkEnding)
	if err := errors.Join(os.WriteFile(path+".new", data, 0o600), os.Rename(path+".new", path)); err != nil {
		return fmt.Errorf("keep the walkthrough: %w", err)
	}
	return nil
}

// Open reads a walkthrough by its name.
func (k Walks) Open(name string) (*walk.Walk, error) {
	if name != filepath.Base(name) {
		return nil, fmt.Errorf("%w: %q is no name of a walkthrough", engine.ErrUsage, name)
	}
	data, err := os.ReadFile(filepath.Join(k.dir, name+walkEnding))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("walkthrough %s: %w", name, engine.ErrNotFound)
	}
	if err != nil {
		return nil, fmt.Errorf("open the walkthrough: %w", err)
	}
	w := &walk.Walk{}
	if err := json.Unmarshal(data, w); err != nil {
		return nil, fmt.Errorf("open walkthrough %s: %w: %w", name, engine.ErrDamaged, err)
	}
	if err := w.Check(); err != nil {
		return nil, fmt.Errorf("open walkthrough %s: %w", name, err)
	}
	return w, nil
}

// List names those that were kept, the newest first. One that cannot be read is
// left out.
func (k Walks) List() ([]KeptWalk, error) {
	entries, err := os.ReadDir(k.dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("list the walkthroughs: %w", err)
	}
	out := []KeptWalk{}
	for _, e := range entries {
		name, ok := strings.CutSuffix(e.Name(), walkEnding)
		if !ok {
			continue
		}
		if w, err := k.Open(name); err == nil {
			out = append(out, KeptWalk{Name: name, Symptom: w.Plan.Symptom, Began: w.Began, Answers: len(w.Answers), Ended: w.Ended()})
		}
	}
	slices.SortFunc(out, func(a, b KeptWalk) int { return cmp.Or(b.Began.Compare(a.Began), cmp.Compare(a.Name, b.Name)) })
	return out, nil
}
