package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// rival is a program that a Python package runs, for comparison.
type rival struct {
	module string // as Python imports it
	name   string // of the package
	pin    string // the version that is wanted; where it has no wheel, the newest that has is taken
	script []byte
}

// command makes the process of the rival's script with these arguments, in a
// Python environment of the benchmark's own.
func (r rival) command(ctx context.Context, b *bench, args ...string) (*exec.Cmd, error) {
	python := filepath.Join(b.dir, "venv", "bin", "python")
	if err := exec.CommandContext(ctx, python, "-c", "import "+r.module).Run(); err != nil {
		if err := r.install(ctx, b, python); err != nil {
			return nil, err
		}
	}
	script := filepath.Join(b.dir, r.module+"_speed.py")
	if err := os.WriteFile(script, r.script, 0o644); err != nil {
		return nil, err
	}
	return exec.CommandContext(ctx, python, append([]string{script}, args...)...), nil
}

func (r rival) install(ctx context.Context, b *bench, python string) error {
	if _, err := os.Stat(python); err != nil {
		if _, err := output(exec.CommandContext(ctx, "python3", "-m", "venv", "--clear", filepath.Join(b.dir, "venv"))); err != nil {
			return fmt.Errorf("make Python environment: %w", err)
		}
	}
	pip := []string{"-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--only-binary=:all:"}
	if _, err := output(exec.CommandContext(ctx, python, append(pip, r.name+"=="+r.pin)...)); err == nil {
		return nil
	}
	if _, err := output(exec.CommandContext(ctx, python, append(pip, r.name)...)); err != nil {
		return fmt.Errorf("install %s with pip: %w", r.name, err)
	}
	return nil
}
