package shell

import (
	"context"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"owl/engine"
	"owl/engine/walk"
	view "owl/views/walk"
)

func TestWhatTakesLongIsNamedAndStoppedAtOnce(t *testing.T) {
	m := bare(t)
	m.stage.w, m.stage.h = 80, 24
	now := clock0
	m.fx.now = func() time.Time { return now }
	var asked context.Context
	cmd := m.fx.task("reading", saidMsg("in its place"), func(ctx context.Context) tea.Msg {
		asked = ctx
		return saidMsg("too late")
	})
	if m.doing() != "" {
		t.Error("is named at once")
	}
	now = now.Add(1200 * time.Millisecond)
	if got := m.lastSaid(); !strings.Contains(got, "reading · 1.2 s · Esc stops it") {
		t.Errorf("says %q", got)
	}
	if _, changed := m.busy(); !changed {
		t.Error("its time is not shown")
	}
	m.focus(atTrace)
	m.escape("")
	if m.stage.said != "in its place" || m.doing() != "" {
		t.Errorf("after Esc: %q, %q", m.stage.said, m.doing())
	}
	batch, _ := cmd().(tea.BatchMsg)
	if done, ok := batch[0]().(counted); !ok || done.msg != nil {
		t.Errorf("the result of what was stopped comes: %+v", done)
	}
	if asked.Err() == nil {
		t.Error("it was not told to stop")
	}
	if _, changed := m.busy(); changed {
		t.Error("nothing is waited for")
	}
}

func TestPVsOfACheckGoToTheChart(t *testing.T) {
	m := bare(t)
	w, err := (&fakeWalks{}).Walkthrough(t.Context(), "trip")
	if err != nil {
		t.Fatal(err)
	}
	m.panes.walk.Update(view.Begun{Walk: w})
	pvs, cite := m.panes.walk.Spoken()
	if len(pvs) != 1 || pvs[0] != "T:FLOW" || cite.DocID != "log/1" {
		t.Errorf("speaks of %v, %+v", pvs, cite)
	}
	m.panes.walk.Update(view.Begun{Walk: walk.New(walk.Plan{}, clock0)})
	if pvs, cite := m.panes.walk.Spoken(); pvs != nil || cite != (engine.Citation{}) {
		t.Errorf("an empty walk speaks of %v, %+v", pvs, cite)
	}
}
