package shell

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"owl/engine"
	"owl/engine/trace"
)

// childMode, when set in the environment, makes the test binary run the
// console on its terminal instead of tests.
const childMode = "OWL_SHELL_CHILD"

func TestMain(m *testing.M) {
	mode := os.Getenv(childMode)
	if mode == "" {
		os.Exit(m.Run())
	}
	opts := testOptions()
	deps, _ := testDeps(tripScript())
	opts.Now = time.Now
	switch mode {
	case "panic":
		deps.Asker = panicAsker{}
	case "slow":
		deps.Asker = slowAsker{}
	case "busy":
		deps.Asker, deps.Signals = busyAsker{}, &busySignals{}
	}
	if err := Run(context.Background(), opts, deps); err != nil {
		fmt.Println("ended:", strings.TrimSpace(err.Error()))
		os.Exit(1)
	}
	fmt.Println("ended well")
}

// panicAsker has a bug.
type panicAsker struct{}

func (panicAsker) Ask(context.Context, engine.Request, trace.Sink) (engine.Answer, error) {
	panic("a bug in the engine")
}

// slowAsker works like a person who looks things up.
type slowAsker struct{}

func (slowAsker) Ask(ctx context.Context, req engine.Request, sink trace.Sink) (engine.Answer, error) {
	em := trace.NewEmitter("slow", time.Now, sink)
	em.Emit(trace.Root, "", trace.Started{Question: req.Question, Mode: req.Mode})
	for _, s := range tripScript()[1:] {
		pause := 10 * time.Millisecond
		if s.emit.Kind() != trace.KindDelta {
			pause = 250 * time.Millisecond
		}
		select {
		case <-time.After(pause):
		case <-ctx.Done():
			em.Emit(trace.Root, "", trace.Cancelled{Reason: "cancelled"})
			return engine.Answer{}, ctx.Err()
		}
		if s.emit.Kind().Terminal() {
			em.Emit(trace.Root, "", s.emit)
			break
		}
		em.Step(s.emit)
	}
	return engine.Answer{}, nil
}
