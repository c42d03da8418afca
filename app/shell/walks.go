package shell

import (
	"context"
	"slices"

	tea "charm.land/bubbletea/v2"

	"owl/engine"
	"owl/engine/walk"
	view "owl/views/walk"
	"owl/views/widget"
)

// Walks makes and keeps troubleshooting walkthroughs.
type Walks interface {
	// Walkthrough plans one. The error is engine.ErrNotFound when no record says
	// what causes the symptom.
	Walkthrough(ctx context.Context, symptom engine.Untrusted) (*walk.Walk, error)
	// Unfinished is the newest one that was left; nil when there is none.
	Unfinished() (*walk.Walk, error)
	Save(w *walk.Walk) error
	// Export writes one for the logbook and returns the file.
	Export(w *walk.Walk) (file string, err error)
	// Readings reads the PVs of a check. What cannot be read says why.
	Readings(ctx context.Context, pvs []string) []walk.Reading
}

type (
	// walkMsg brings a walkthrough.
	walkMsg struct {
		walk *walk.Walk
		err  error
	}
	// walkSaidMsg brings what came of keeping or exporting one; empty when all is
	// well.
	walkSaidMsg string
	// walkReadMsg brings live values for one.
	walkReadMsg []walk.Reading
)

// plan makes a walkthrough of a symptom; without one it takes up the last.
func (e effects) plan(symptom engine.Untrusted) tea.Cmd {
	return e.task("planning the walkthrough", walkMsg{err: errStopped}, func(ctx context.Context) tea.Msg {
		if symptom == "" {
			w, err := e.deps.Walks.Unfinished()
			return walkMsg{w, err}
		}
		w, err := e.deps.Walks.Walkthrough(ctx, symptom)
		return walkMsg{w, err}
	})
}

// keep writes a walkthrough and reads the PVs of its next check.
func (e effects) keep(w walk.Walk, pvs []string) tea.Cmd {
	save := e.crew.job("keep the walkthrough", func() tea.Msg {
		if err := e.deps.Walks.Save(&w); err != nil {
			return walkSaidMsg(err.Error() + "; it cannot be resumed")
		}
		return nil
	})
	if len(pvs) == 0 {
		return save
	}
	return tea.Batch(save, e.crew.errand("read PVs", func() tea.Msg { return walkReadMsg(e.deps.Walks.Readings(e.ctx, pvs)) }))
}

func (e effects) export(w walk.Walk) tea.Cmd {
	return e.crew.job("export the walkthrough", func() tea.Msg {
		file, err := e.deps.Walks.Export(&w)
		if err != nil {
			return walkSaidMsg(err.Error())
		}
		return walkSaidMsg("written to " + file)
	})
}

// copyOf is a walkthrough as it is now: the pane goes on changing its own.
func copyOf(w *walk.Walk) walk.Walk {
	c := *w
	c.Answers, c.Seen = slices.Clone(w.Answers), slices.Clone(w.Seen)
	return c
}

// walk begins the walkthrough of the last question, or takes up the one that was
// left.
func (m *model) walk() tea.Cmd {
	if m.fx.deps.Walks == nil {
		return nil
	}
	m.stage.walking = true
	m.panes.walk.Update(view.Said{Line: "planning the walkthrough"})
	m.focus(atWalk)
	return m.fx.plan(m.run.question)
}

// walked shows a walkthrough that was planned.
func (m *model) walked(msg walkMsg) tea.Cmd {
	switch {
	case msg.err != nil:
		return m.intent(m.panes.walk.Update(view.Failed{Why: msg.err.Error()}))
	case msg.walk == nil:
		return m.intent(m.panes.walk.Update(view.Failed{Why: "ask a question first: the walkthrough begins with its symptom"}))
	}
	return m.intent(m.panes.walk.Update(view.Begun{Walk: msg.walk}))
}

// walkIntent carries out what the walkthrough asks for.
func (m *model) walkIntent(intent any) tea.Cmd {
	switch intent := intent.(type) {
	case view.Changed:
		return m.fx.keep(copyOf(intent.Walk), intent.PVs)
	case view.Exported:
		return m.fx.export(copyOf(intent.Walk))
	case view.Opened:
		return m.open(intent.Citation)
	}
	return nil
}

// walkKey gives a key to the note that is being typed.
func (m *model) walkKey(k tea.KeyPressMsg) tea.Cmd {
	for _, b := range view.TypingKeys() {
		if slices.Contains(b.Keys, k.String()) {
			return m.intent(m.panes.walk.Update(b.Act))
		}
	}
	if k.String() == "ctrl+c" {
		return m.intent(m.panes.walk.Update(widget.Leave))
	}
	return m.intent(m.panes.walk.Update(k))
}
