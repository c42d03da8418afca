package shell

import (
	"context"
	"errors"
	"testing"

	"owl/engine"
)

// told gives briefs, or fails.
type told struct{ err error }

func (b told) Brief(_ context.Context, handover bool) (engine.Record, error) {
	rec := engine.Record{DocID: "brief", Title: "Brief", Content: "*Beam lost: 1 time*", Format: engine.Markdown}
	if handover {
		rec.Title, rec.Content = "Hand-over of the owl shift", "*To watch*\n\n- strainer"
	}
	return rec, b.err
}

func TestABriefOpensBesideTheAnswer(t *testing.T) {
	t.Parallel()
	deps, _ := testDeps()
	deps.Briefs = told{}
	c := open(t, 80, 24, looks()["truecolor"], testOptions(), deps)
	c.press("tab", ":")
	c.typeText("hand-over")
	c.press("enter")
	c.mustShow("▸ Record", "Hand-over of the owl shift", "strainer")
	c.press(":")
	c.typeText("the brief")
	c.press("enter")
	c.mustShow("Brief", "Beam lost: 1 time")
}

func TestABriefThatFailsSaysWhy(t *testing.T) {
	t.Parallel()
	deps, _ := testDeps()
	deps.Briefs = told{errors.New("the records are gone")}
	c := open(t, 80, 24, looks()["truecolor"], testOptions(), deps)
	c.press("tab", ":")
	c.typeText("the brief")
	c.press("enter")
	c.mustShow("the records are gone")
}
