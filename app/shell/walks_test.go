package shell

import (
	"context"
	"fmt"
	"sync"
	"testing"

	"owl/engine"
	"owl/engine/walk"
)

// fakeWalks plans one walkthrough and keeps it in memory.
type fakeWalks struct {
	mu    sync.Mutex
	kept  *walk.Walk
	asked []string // PVs
}

func (f *fakeWalks) Walkthrough(_ context.Context, symptom engine.Untrusted) (*walk.Walk, error) {
	if symptom == "nothing" {
		return nil, fmt.Errorf("walk: %w", engine.ErrNotFound)
	}
	return walk.New(walk.Plan{
		Symptom: symptom,
		Causes:  []walk.Cause{{Name: "strainer clogged", Prior: 0.9, Times: 2, Evidence: []int{1}}},
		Checks: []walk.Check{
			{Kind: walk.Look, Text: "flow has fallen", Cite: 1, For: []int{0}, PVs: []walk.PV{{Name: "T:FLOW", Named: true}}},
			{Kind: walk.Look, Text: "pressure has risen", Cite: 1, For: []int{0}},
		},
		Citations: []engine.Citation{{N: 1, DocID: "log/1", Title: "Trip", Quote: "flow has fallen"}},
	}, fixedClock()), nil
}

func (f *fakeWalks) Unfinished() (*walk.Walk, error) { return f.kept, nil }

func (f *fakeWalks) Save(w *walk.Walk) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.kept = w
	return nil
}

func (f *fakeWalks) Export(*walk.Walk) (string, error) { return "walk.md", nil }

func (f *fakeWalks) Readings(_ context.Context, pvs []string) []walk.Reading {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.asked = append(f.asked, pvs...)
	return nil
}

func (f *fakeWalks) answers() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return len(f.kept.Answers)
}

func TestAWalkthroughBeginsWithTheLastQuestionAndIsKept(t *testing.T) {
	t.Parallel()
	deps, _ := testDeps()
	walks := &fakeWalks{}
	deps.Walks = walks
	c := open(t, 80, 40, looks()["truecolor"], testOptions(), deps)
	c.ask("why?")
	c.press("T")
	c.mustShow("Walk", "strainer clogged", "flow has fallen")
	c.press("y")
	c.mustShow("pressure has risen")
	if n := walks.answers(); n != 1 || len(walks.asked) == 0 || walks.asked[0] != "T:FLOW" {
		t.Errorf("%d answers kept, read %v", n, walks.asked)
	}
	c.press("e")
	c.mustShow("written to walk.md")
	c.press("m", "o", "x", "q", "enter") // keys are text while a note is typed
	c.mustShow("oxq")
}

func TestAWalkthroughThatCannotBeSaysWhy(t *testing.T) {
	t.Parallel()
	deps, _ := testDeps()
	deps.Walks = &fakeWalks{}
	c := open(t, 80, 24, looks()["truecolor"], testOptions(), deps)
	c.press("tab", "T")
	c.mustShow("ask a question first")
	c.press("i")
	c.ask("nothing")
	c.press("T")
	c.mustShow("not found")
}
