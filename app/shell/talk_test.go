package shell

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"owl/engine"
	"owl/engine/query"
	"owl/engine/session"
	"owl/engine/trace"
)

// keptAsker is the scripted asker as a conversation needs it.
type keptAsker struct{ *fakeAsker }

func (k keptAsker) Resume(ctx context.Context, req engine.Request, so []trace.Event, sink trace.Sink) (engine.Answer, error) {
	em := 0
	_, err := k.Ask(ctx, req, func(e trace.Event) {
		if em++; em > len(so) {
			sink(e)
		}
	})
	return engine.Answer{}, err
}

// movingClock goes on by a minute each time that it is read.
func movingClock() func() time.Time {
	var minutes atomic.Int64
	return func() time.Time { return clock0.Add(time.Duration(minutes.Add(1)) * time.Minute) }
}

// keepingDeps are dependencies that keep conversations in a folder.
func keepingDeps(dir string, scripts ...[]step) (Deps, *fakeAsker) {
	deps, asker := testDeps(scripts...)
	deps.Store = session.Open(dir, movingClock())
	deps.Talk = deps.Store.Converse(keptAsker{asker}, func() query.Context { return query.Context{Now: clock0} })
	deps.Asker = deps.Talk
	return deps, asker
}

func TestConversationsAreListedFoundRenamedReopenedAndRated(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	deps, _ := keepingDeps(dir)
	files := fakeExports{}
	deps.Exports = files
	c := open(t, 120, 40, looks()["truecolor"], testOptions(), deps)
	c.ask("why did the beam dump?")
	c.press("d")
	c.mustShow("What is wrong with this answer?")
	c.typeText("too short")
	c.press("enter")
	c.mustShow("kept with the conversation")
	c.press("N")
	c.mustShow("To begin with")
	c.ask("how is a load inspected?")
	c.press("/")
	c.ask("and then?")
	c.press("[")
	c.mustShow("answer 1 of 2 in this conversation")
	c.press("shift+tab", "shift+tab")
	c.mustShow("▸ Sessions", "how is a load inspected?", "(this one) · 2 questions")
	c.press("down", "r")
	c.typeText(" (RF)")
	c.press("enter")
	c.mustShow("why did the beam dump? (RF)")
	c.press("S")
	if !strings.Contains(files["conversation.md"], "too short") {
		t.Errorf("wrote %q", files["conversation.md"])
	}
	c.press("f")
	c.typeText("inspected")
	c.press("enter")
	c.mustShow("how is a load inspected?")
	c.mustNotShow("(RF)")
	c.press("f")
	c.program.Send(tea.KeyPressMsg{Code: 'u', Mod: tea.ModCtrl})
	c.press("enter")
	c.press("down", "enter")
	c.mustShow(`reopened "why did the beam dump? (RF)"`, "3 citations checked")
	list, err := deps.Store.List(t.Context())
	if err != nil || len(list) != 2 {
		t.Errorf("%d conversations, %v", len(list), err)
	}
}

// oneDesk is a desk in memory.
type oneDesk struct{ state *DeskState }

func (d oneDesk) Load() (DeskState, error) { return *d.state, nil }
func (d oneDesk) Save(s DeskState) error   { *d.state = s; return nil }

func TestALostConsoleIsBackAtTheNextStart(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	kept := oneDesk{&DeskState{}}
	deps, _ := keepingDeps(dir)
	deps.Desk = kept
	c := open(t, 120, 40, looks()["truecolor"], testOptions(), deps)
	c.ask("why did the beam dump?")
	c.press(">")
	c.stop() // the link is lost
	c.program.Kill()
	if err := c.wait(); err == nil {
		t.Error("a lost link is no orderly end")
	}
	c.model.leave()
	if kept.state.Conversation == "" || len(kept.state.Splits) == 0 {
		t.Fatalf("kept %+v", kept.state)
	}
	deps, _ = keepingDeps(dir)
	deps.Desk = kept
	c = open(t, 120, 40, looks()["truecolor"], testOptions(), deps)
	c.mustShow("3 citations checked", `reopened "why did the beam dump?"`)
	c.program.Send(keyOf("q"))
	if err := c.wait(); err != nil {
		t.Errorf("ended with %v", err)
	}
	c.model.leave()
	if kept.state.Conversation != "" || len(kept.state.Splits) == 0 {
		t.Errorf("after an orderly end kept %+v", kept.state)
	}
}

// dropLastLine is what a killed process did not get to write.
func dropLastLine(t *testing.T, file string) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	whole := strings.TrimSuffix(string(data), "\n")
	if err := os.WriteFile(file, []byte(whole[:strings.LastIndex(whole, "\n")+1]), 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestAQuestionThatWasCutOffGoesOn(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	deps, asker := keepingDeps(dir)
	if _, err := deps.Talk.Ask(t.Context(), engine.Request{Question: "why?"}, func(trace.Event) {}); err != nil {
		t.Fatal(err)
	}
	base := filepath.Join(dir, "sessions", deps.Talk.ID())
	dropLastLine(t, base+".jsonl")
	dropLastLine(t, base+".trace.jsonl")
	deps.Desk = oneDesk{&DeskState{Conversation: deps.Talk.ID()}}
	c := open(t, 120, 40, looks()["truecolor"], testOptions(), deps)
	c.mustShow("3 citations checked", "why?")
	if len(asker.asked) != 2 || asker.asked[1].Question != "why?" {
		t.Errorf("asked %+v", asker.asked)
	}
}

// A console that was cut off reopens its conversation; who has asked by then must
// not wait for ever.
func TestAQuestionAskedWhileAConversationReopensIsAnswered(t *testing.T) {
	m := bare(t)
	m.begin("asked meanwhile")
	n := m.run.n
	left := session.Session{Info: session.Info{ID: "1", Name: "left"}, Turns: []session.Turn{{ID: "t", Question: "before"}}}
	m.reopened(reopenedMsg{session: left})
	if m.run.n != n || !m.run.inFlight || m.run.question != "asked meanwhile" {
		t.Fatalf("the run is %+v", m.run)
	}
	for _, s := range tripScript() {
		m.events(eventsMsg{run: n, batch: batch{events: []trace.Event{{Run: "q", Seq: m.run.live.Seq + 1, Span: trace.Root, Payload: s.emit}}, ended: s.emit.Kind().Terminal()}})
	}
	if m.run.inFlight || m.run.shown.Answer == nil {
		t.Error("it was not answered")
	}
}
