package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"github.com/creack/pty"
)

// program is what `make build` made.
const program = "bin/owl"

// starts is how often the console is started; the figure is the median.
const starts = 11

// firstFrame starts the console on the demo facility in a pseudo-terminal that
// answers no query, as plain consoles do, and times its first frame. The demo
// is installed before.
func firstFrame(ctx context.Context, b *bench) (figures, error) {
	cache, err := filepath.Abs(filepath.Join(b.dir, "cache"))
	if err != nil {
		return nil, err
	}
	if err := os.RemoveAll(cache); err != nil {
		return nil, err
	}
	env := append(os.Environ(), "XDG_CACHE_HOME="+cache, "TERM=xterm")
	start := time.Now()
	if out, err := smoke(ctx, env); err != nil {
		return nil, fmt.Errorf("install the demo: %w: %s", err, out)
	}
	f := figures{"install_ms": milliseconds(start)}
	start = time.Now()
	if out, err := smoke(ctx, env); err != nil {
		return nil, fmt.Errorf("answer from the demo: %w: %s", err, out)
	}
	f["second_ms"] = milliseconds(start)
	var took []float64
	for range starts {
		t, err := frame(ctx, env)
		if err != nil {
			return nil, err
		}
		took = append(took, t)
	}
	f["frame_ms"], _ = percentiles(took)
	return f, nil
}

// smoke asks the demo one question without a terminal.
func smoke(ctx context.Context, env []string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, program, "demo", "--smoke")
	cmd.Env = env
	return cmd.CombinedOutput()
}

// frame is the time from the start of the process to the words of its ask line.
func frame(ctx context.Context, env []string) (_ float64, err error) {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, program, "demo")
	cmd.Env = env
	start := time.Now()
	terminal, err := pty.StartWithSize(cmd, &pty.Winsize{Rows: 24, Cols: 80})
	if err != nil {
		return 0, fmt.Errorf("start the console: %w", err)
	}
	defer func() {
		cancel()
		_ = cmd.Wait() // it was killed
		err = errors.Join(err, terminal.Close())
	}()
	var seen []byte
	part := make([]byte, 16<<10)
	for !bytes.Contains(seen, []byte("type a question")) {
		n, err := terminal.Read(part)
		if err != nil {
			return 0, fmt.Errorf("the console ended before its first frame: %w", err)
		}
		seen = append(seen, part[:n]...)
	}
	return milliseconds(start), nil
}
