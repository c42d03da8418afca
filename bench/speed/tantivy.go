package main

import (
	"context"
	_ "embed"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// tantivyWheel is the version that the figures of the findings were made with;
// where it has no wheel, the newest that has is taken.
const tantivyWheel = "tantivy==0.26.0"

//go:embed tantivy.py
var tantivyScript []byte

// tantivy makes the process that does what textBuild and textSearch do with
// tantivy, in a Python environment of its own.
func tantivy(ctx context.Context, b *bench) (*exec.Cmd, error) {
	python := filepath.Join(b.dir, "venv", "bin", "python")
	if err := exec.CommandContext(ctx, python, "-c", "import tantivy").Run(); err != nil {
		if err := installTantivy(ctx, b, python); err != nil {
			return nil, err
		}
	}
	script := filepath.Join(b.dir, "tantivy_speed.py")
	if err := os.WriteFile(script, tantivyScript, 0o644); err != nil {
		return nil, err
	}
	return exec.CommandContext(ctx, python, script, b.corpus.docs, b.corpus.queries, filepath.Join(b.dir, "tantivy")), nil
}

func installTantivy(ctx context.Context, b *bench, python string) error {
	if _, err := output(exec.CommandContext(ctx, "python3", "-m", "venv", "--clear", filepath.Join(b.dir, "venv"))); err != nil {
		return fmt.Errorf("make Python environment: %w", err)
	}
	pip := []string{"-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--only-binary=:all:"}
	if _, err := output(exec.CommandContext(ctx, python, append(pip, tantivyWheel)...)); err == nil {
		return nil
	}
	if _, err := output(exec.CommandContext(ctx, python, append(pip, "tantivy")...)); err != nil {
		return fmt.Errorf("install tantivy with pip: %w", err)
	}
	return nil
}
