package models

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"owl/engine"
)

// counted is a self-test that counts its runs.
type counted struct {
	runs int
	err  error
}

func (c *counted) test() error { c.runs++; return c.err }

func TestAPassedSelfTestIsRememberedForTheSameModelOnly(t *testing.T) {
	file := tested(filepath.Join(t.TempDir(), "tested.json"))
	var c counted
	ask := func(id engine.ModelID, version string) {
		if err := file.once(testKey(Embedder, id, version), c.test); err != nil {
			t.Fatal(err)
		}
	}
	one, other := engine.ModelID{Name: "m", Hash: "1"}, engine.ModelID{Name: "m", Hash: "2"}
	ask(one, "1.0")
	ask(one, "1.0")
	if c.runs != 1 {
		t.Errorf("the same model was tested %d times, want once", c.runs)
	}
	ask(other, "1.0") // another network
	ask(one, "1.1")   // another runtime
	if c.runs != 3 {
		t.Errorf("%d tests of three models", c.runs)
	}
}

func TestAFailedSelfTestIsNotRemembered(t *testing.T) {
	file := tested(filepath.Join(t.TempDir(), "tested.json"))
	c := counted{err: errors.New("alike")}
	for range 2 {
		if err := file.once("k", c.test); !errors.Is(err, c.err) {
			t.Fatalf("got %v", err)
		}
	}
	if c.runs != 2 {
		t.Errorf("%d runs, want 2", c.runs)
	}
}

// What cannot be remembered or read is tested again, and that is all.
func TestALostMemoryOfSelfTestsOnlyCostsTime(t *testing.T) {
	damaged := filepath.Join(t.TempDir(), "tested.json")
	if err := os.WriteFile(damaged, []byte(`["k`), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, file := range []tested{"", tested(damaged), tested(filepath.Join(t.TempDir(), "no", "such", "folder"))} {
		var c counted
		if err := file.once("k", c.test); err != nil || c.runs != 1 {
			t.Errorf("%q: %d runs, %v", file, c.runs, err)
		}
	}
}

func TestTheMemoryOfSelfTestsIsBounded(t *testing.T) {
	file := tested(filepath.Join(t.TempDir(), "tested.json"))
	for i := range 3 * maxTested {
		if err := file.note(string(rune('a' + i))); err != nil {
			t.Fatal(err)
		}
	}
	if n := len(file.keys()); n != maxTested || !file.passed(string(rune('a'+3*maxTested-1))) {
		t.Errorf("%d keys are kept, or not the newest", n)
	}
}
