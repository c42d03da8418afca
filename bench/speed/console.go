package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"owl/bench/screen"
)

// program is what `make build` made.
const program = "bin/owl"

// starts is how often the console is started; the figure is the median.
const starts = 11

// The parts of the console; -part console measures all of them.
const (
	consoleGroup = "console"

	framePart = "console, start"
	restPart  = "console, at rest"
	busyPart  = "console, busy"
	exitPart  = "console, exits"
	sshPart   = "console, SSH"
)

// consoleParts measure the console.
func consoleParts() []part {
	return []part{
		{name: framePart, run: firstFrame, alone: true},
		{name: restPart, run: atRest, alone: true},
		{name: busyPart, run: busy, alone: true},
		{name: exitPart, run: exits, alone: true},
		{name: sshPart, run: overSSH, alone: true},
	}
}

func consoleRows() []row {
	return []row{
		{label: "install the demo and answer, ms", part: framePart, figure: "install_ms"},
		{label: "second start and answer, ms", part: framePart, figure: "second_ms", target: "<= 1000"},
		{label: "first frame of the console, ms", part: framePart, figure: "frame_ms", target: "<= 150"},
		{label: "  on a terminal that answers no query, ms", part: framePart, figure: "mute_frame_ms", target: "<= 150"},
		{label: "bytes written in 10 s at rest", part: restPart, figure: "idle_bytes", target: "0"},
		{label: "whole again after 200 resizes in 4 s, ms", part: restPart, figure: "resized_ms"},
		{label: "streaming with 8 charts at 10 Hz, 120x40, kB/s", part: busyPart, figure: "Busy kB/s", target: "<= 25"},
		{label: "  share of a core, %", part: busyPart, figure: "Busy cpu%"},
		{label: "  key to frame, p50 ms", part: busyPart, figure: "Keys/fast p50-ms"},
		{label: "  key to frame, p99 ms", part: busyPart, figure: "Keys/fast p99-ms", target: "<= 50"},
		{label: "  200x60 at 20 kB/s, key to frame, p50 ms", part: busyPart, figure: "Keys/slow p50-ms"},
		{label: "  200x60 at 20 kB/s, key to frame, p99 ms", part: busyPart, figure: "Keys/slow p99-ms", target: "<= 300"},
		{label: "exits that restore the terminal, of 200", part: exitPart, figure: "restored", target: "200", higher: true},
		{label: "four consoles with live charts over SSH, share of a core, %", part: sshPart, figure: "cpu%", target: "<= 25"},
	}
}

// demoEnv is the environment of a console whose demo is installed in the folder of
// the benchmark.
func demoEnv(b *bench) ([]string, error) {
	cache, err := filepath.Abs(filepath.Join(b.dir, "cache"))
	return append(os.Environ(), "XDG_CACHE_HOME="+cache, "TERM=xterm-256color"), err
}

// installedDemo is demoEnv with the demo installed.
func installedDemo(ctx context.Context, b *bench) ([]string, error) {
	env, err := demoEnv(b)
	if err != nil {
		return nil, err
	}
	if out, err := smoke(ctx, env); err != nil {
		return nil, fmt.Errorf("install the demo: %w: %s", err, out)
	}
	return env, nil
}

// demoOn runs the console on the demo facility.
func demoOn(ctx context.Context, env []string, t screen.Terminal) (*screen.Screen, error) {
	cmd := exec.CommandContext(ctx, program, "demo")
	cmd.Env = env
	return t.Start(cmd)
}

// firstFrame starts the console on the demo facility in a pseudo-terminal and times
// its first frame; plain consoles answer no query. The demo is installed before.
func firstFrame(ctx context.Context, b *bench) (figures, error) {
	env, err := demoEnv(b)
	if err != nil {
		return nil, err
	}
	if err := os.RemoveAll(filepath.Join(b.dir, "cache")); err != nil {
		return nil, err
	}
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
	for figure, mute := range map[string]bool{"frame_ms": false, "mute_frame_ms": true} {
		var took []float64
		for range starts {
			t, err := frame(ctx, env, screen.Terminal{W: 80, H: 24, Mute: mute})
			if err != nil {
				return nil, err
			}
			took = append(took, t)
		}
		f[figure], _ = percentiles(took)
	}
	return f, nil
}

// smoke asks the demo one question without a terminal.
func smoke(ctx context.Context, env []string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, program, "demo", "--smoke")
	cmd.Env = env
	return cmd.CombinedOutput()
}

// frame is the time from the start of the process to the words of its ask line.
func frame(ctx context.Context, env []string, t screen.Terminal) (_ float64, err error) {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	start := time.Now()
	s, err := demoOn(ctx, env, t)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	err = s.Wait(ctx, "type a question")
	return milliseconds(start), err
}
