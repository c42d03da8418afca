package main

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"time"

	"owl/bench/screen"
)

// answered is what the screen shows with the answer of the first question.
const answered = "Citations 3"

const (
	settling = 2 * time.Second
	resting  = 10 * time.Second
	// Resizes follow each other so fast.
	resizes, resizeTime = 200, 4 * time.Second
)

// atRest counts what a console writes that nobody touches, and times how soon it is
// whole again after a storm of resizes.
func atRest(ctx context.Context, b *bench) (_ figures, err error) {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Minute)
	defer cancel()
	env, err := installedDemo(ctx, b)
	if err != nil {
		return nil, err
	}
	s, err := demoOn(ctx, env, screen.Terminal{W: 120, H: 40})
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	if err := errors.Join(s.Wait(ctx, "type a question"), s.Press("1\r"), s.Wait(ctx, answered), s.Quiet(ctx, settling)); err != nil {
		return nil, err
	}
	before := s.Bytes()
	time.Sleep(resting)
	f := figures{"idle_bytes": float64(s.Bytes() - before)}
	f["resized_ms"], err = storm(ctx, s)
	return f, err
}

// storm resizes the terminal and waits until it shows what it showed before.
func storm(ctx context.Context, s *screen.Screen) (float64, error) {
	frame := s.Text()
	tick := time.NewTicker(resizeTime / resizes)
	defer tick.Stop()
	for i := range resizes {
		if err := s.Resize(20+i*37%180, 5+i*13%55); err != nil {
			return 0, err
		}
		<-tick.C
	}
	start := time.Now()
	if err := s.Resize(120, 40); err != nil {
		return 0, err
	}
	err := s.Until(ctx, frame)
	return milliseconds(start), err
}

// busy runs the benchmarks of the console: with an answer that streams and eight
// charts at 10 Hz, which no real machine gives at will.
func busy(ctx context.Context, _ *bench) (figures, error) {
	return shellBenchmarks(ctx, "^Benchmark(Busy|Keys)$")
}

func shellBenchmarks(ctx context.Context, which string) (figures, error) {
	out, err := output(exec.CommandContext(ctx, "go", "test", "-run", "^$", "-bench", which, "-benchtime", "1x", "./app/shell"))
	if err != nil {
		return nil, fmt.Errorf("%w: %s", err, lastLine(out))
	}
	f := benchmarks(out)
	if len(f) == 0 {
		return nil, errors.New("no benchmark ran")
	}
	return f, nil
}
