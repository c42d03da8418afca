package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"syscall"
	"time"

	"owl/bench/screen"
)

// exitsEach is how often each way to end is taken. Panics are those of a console
// with a bug, which the real one has no key for.
const exitsEach = 40

// exits ends consoles in every way and counts those that leave the terminal as it
// was.
func exits(ctx context.Context, b *bench) (figures, error) {
	env, err := installedDemo(ctx, b)
	if err != nil {
		return nil, err
	}
	send := func(sig os.Signal) func(*screen.Screen) error {
		return func(s *screen.Screen) error { return s.Signal(sig) }
	}
	ways := map[string]func(*screen.Screen) error{
		"q":      func(s *screen.Screen) error { return s.Press("\tq") },
		"Ctrl-C": func(s *screen.Screen) error { return s.Press("\x03") },
		"TERM":   send(syscall.SIGTERM), "HUP": send(syscall.SIGHUP),
	}
	restored := 0
	var lost error
	for name, end := range ways {
		for range exitsEach {
			if err := exit(ctx, env, end); err != nil {
				lost = errors.Join(lost, fmt.Errorf("%s: %w", name, err))
				continue
			}
			restored++
		}
	}
	if lost != nil {
		fmt.Fprintln(os.Stderr, "speed: exits:", lost)
	}
	panics, err := shellBenchmarks(ctx, "^BenchmarkPanics$")
	return figures{"restored": float64(restored) + panics["Panics restored"]}, err
}

func exit(ctx context.Context, env []string, end func(*screen.Screen) error) (err error) {
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	s, err := demoOn(ctx, env, screen.Terminal{W: 80, H: 24})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	return errors.Join(s.Wait(ctx, "type a question"), end(s), s.Restored(ctx))
}
