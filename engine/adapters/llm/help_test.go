package llm

import (
	"runtime"
	"strings"
	"testing"
	"time"

	"owl/engine/writer/chat"
	"owl/engine/writer/llmtest"
)

// server starts a scripted server that is gone at the end of the test, with
// every goroutine that the test began.
func server(t *testing.T, script ...llmtest.Step) *llmtest.Server {
	t.Helper()
	before := runtime.NumGoroutine()
	t.Cleanup(func() { noneLeft(t, before) }) // runs last
	s := llmtest.New(script...)
	t.Cleanup(s.Close)
	return s
}

func noneLeft(t *testing.T, before int) {
	t.Helper()
	deadline := time.Now().Add(10 * time.Second)
	for runtime.NumGoroutine() > before && time.Now().Before(deadline) {
		runtime.Gosched()
		time.Sleep(time.Millisecond)
	}
	if now := runtime.NumGoroutine(); now > before {
		stacks := make([]byte, 1<<20)
		stacks = stacks[:runtime.Stack(stacks, true)]
		t.Errorf("%d goroutines before, %d after:\n%s", before, now, stacks)
	}
}

// client makes a client with the patience of a test.
func client(t *testing.T, cfg Config) *Client {
	t.Helper()
	if cfg.Stall == 0 {
		cfg.Stall = time.Minute
	}
	if cfg.FirstToken == 0 {
		cfg.FirstToken = time.Minute
	}
	cfg.Model = "owl-test"
	c, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c
}

func asked(text string) chat.Request {
	return chat.Request{System: "Be brief.", Messages: []chat.Message{{Role: chat.User, Text: text}}, MaxTokens: 50}
}

// deltas collects what a reply streams.
type deltas struct{ strings.Builder }

func (d *deltas) take(s string) { d.WriteString(s) }
