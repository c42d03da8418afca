package wire

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"owl/engine"
	"owl/engine/trace"
	"owl/engine/walk"
)

// walks are the walkthroughs of the console.
type walks struct{ owl *Owl }

func (w walks) Walkthrough(ctx context.Context, symptom engine.Untrusted) (*walk.Walk, error) {
	return w.owl.Walkthrough(ctx, symptom, func(trace.Payload) {})
}

func (w walks) Unfinished() (*walk.Walk, error) {
	all, err := w.owl.Walks().List()
	if err != nil {
		return nil, err
	}
	for _, k := range all {
		if !k.Ended {
			return w.owl.Walks().Open(k.Name)
		}
	}
	return nil, nil
}

func (w walks) Save(kept *walk.Walk) error { return w.owl.Walks().Save(kept) }

// Export writes beside the walkthroughs that are kept: a console over SSH has no
// folder of its own.
func (w walks) Export(kept *walk.Walk) (string, error) {
	dir := w.owl.Walks().dir
	file := filepath.Join(dir, nameOf(kept)+".md")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", fmt.Errorf("export the walkthrough: %w", err)
	}
	if err := os.WriteFile(file, []byte(kept.Markdown(w.owl.Now().Location())), 0o600); err != nil {
		return "", fmt.Errorf("export the walkthrough: %w", err)
	}
	return file, nil
}

func (w walks) Readings(ctx context.Context, pvs []string) []walk.Reading {
	if w.owl.PVs == nil {
		return nil
	}
	return w.owl.PVs.Readings(ctx, pvs)
}
