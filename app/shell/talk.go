package shell

import (
	"context"
	"fmt"

	tea "charm.land/bubbletea/v2"

	"owl/engine"
	"owl/engine/session"
	"owl/engine/trace"
	"owl/views/ask"
	"owl/views/sessions"
	"owl/views/sources"
	"owl/views/widget"
)

// talk is the conversation: its answers, and which of them is shown.
type talk struct {
	answers []trace.State
	at      int
}

type (
	// sessionsMsg brings a list of conversations.
	sessionsMsg struct {
		list sessions.Listed
		err  error
	}
	// reopenedMsg brings a conversation that goes on.
	reopenedMsg struct {
		session session.Session
		err     error
	}
)

// sessions lists the conversations that hold these words; all without any.
func (e effects) sessions(words string) tea.Cmd {
	if e.deps.Store == nil {
		return nil
	}
	return e.task("looking through the conversations", sessionsMsg{err: errStopped}, func(ctx context.Context) tea.Msg {
		rows, err := e.rows(ctx, words)
		return sessionsMsg{sessions.Listed{Rows: rows, Words: words}, err}
	})
}

// maxFound is how many places of a search are listed.
const maxFound = 100

func (e effects) rows(ctx context.Context, words string) ([]sessions.Row, error) {
	var rows []sessions.Row
	if words == "" {
		list, err := e.deps.Store.List(ctx)
		for _, i := range list {
			rows = append(rows, row(i, ""))
		}
		return rows, err
	}
	found, err := e.deps.Store.Search(ctx, words, maxFound)
	for _, f := range found {
		rows = append(rows, row(f.Session, f.Line))
	}
	return rows, err
}

func row(i session.Info, line engine.Untrusted) sessions.Row {
	return sessions.Row{ID: i.ID, Name: i.Name, Last: i.Last, Turns: i.Turns, Line: line}
}

func (e effects) reopen(id string) tea.Cmd {
	return e.task("reopening the conversation", reopenedMsg{err: errStopped}, func(ctx context.Context) tea.Msg {
		s, err := e.deps.Talk.Reopen(ctx, id)
		return reopenedMsg{s, err}
	})
}

func (e effects) rename(r sessions.Renamed) tea.Cmd {
	return e.crew.job("rename the conversation", func() tea.Msg {
		if err := e.deps.Store.Rename(r.ID, r.Name); err != nil {
			return saidMsg("not renamed: " + err.Error())
		}
		rows, err := e.rows(e.ctx, "")
		return sessionsMsg{sessions.Listed{Rows: rows}, err}
	})
}

// writeOut writes a whole conversation to a file.
func (e effects) writeOut(id string) tea.Cmd {
	return e.crew.job("write the conversation", func() tea.Msg {
		s, err := e.deps.Store.Load(e.ctx, id)
		if err != nil {
			return saidMsg("not written: " + err.Error())
		}
		return e.write("conversation.md", s.Markdown())
	})
}

// rate keeps what the operator thinks of the answer of a run.
func (e effects) rate(run string, good bool, reason engine.Untrusted) tea.Cmd {
	return e.crew.job("keep the rating", func() tea.Msg {
		id := e.deps.Talk.ID()
		s, err := e.deps.Store.Load(e.ctx, id)
		if err != nil {
			return saidMsg("the rating was not kept: " + err.Error())
		}
		for _, t := range s.Turns {
			if t.State().Run == run {
				err = e.deps.Store.Rate(id, t.ID, good, reason)
			}
		}
		if err != nil {
			return saidMsg("the rating was not kept: " + err.Error())
		}
		return saidMsg("kept with the conversation")
	})
}

// resume goes on with a question that was cut off.
func (e effects) resume(t session.Turn, run int) (p *pump, stop context.CancelFunc, cmd tea.Cmd) {
	return e.work(run, func(ctx context.Context, sink trace.Sink) error {
		_, err := e.deps.Talk.Resume(ctx, t, sink)
		return err
	})
}

// talkIntent carries out what the list of conversations asks for.
func (m *model) talkIntent(intent any) (tea.Cmd, bool) {
	switch intent := intent.(type) {
	case sessions.Reopened:
		m.cancel("another conversation was opened")
		return m.fx.reopen(intent.ID), true
	case sessions.Searched:
		return m.fx.sessions(intent.Words), true
	case sessions.Renamed:
		return m.fx.rename(intent), true
	}
	return nil, false
}

func (m *model) sessionsListed(msg sessionsMsg) {
	if msg.err != nil {
		m.panes.sessions.Update(sessions.Failed{Why: msg.err.Error()})
		return
	}
	m.panes.sessions.Update(sessions.Current(m.fx.deps.Talk.ID()))
	m.panes.sessions.Update(msg.list)
}

// reopened shows the last answer of a conversation, and goes on with a question
// that was cut off.
func (m *model) reopened(msg reopenedMsg) tea.Cmd {
	if msg.err != nil {
		m.say("the conversation cannot be reopened: " + msg.err.Error())
		return nil
	}
	m.talk = talk{}
	var cut *session.Turn
	for i, t := range msg.session.Turns {
		m.panes.ask.Update(ask.Remember(t.Question))
		switch {
		case t.Answer != nil:
			m.talk.answers = append(m.talk.answers, t.State())
		case t.Ended == "" && i == len(msg.session.Turns)-1:
			cut = &msg.session.Turns[i]
		}
	}
	said := fmt.Sprintf("reopened %q; N begins a new conversation", string(msg.session.Name))
	if m.run.inFlight { // a question was asked meanwhile: it goes on
		m.talk.at = len(m.talk.answers)
		m.say(said)
		return m.fx.sessions("")
	}
	m.run.n++
	m.stage.begun = true
	m.panes.ask.Update(ask.Suggestions(nil))
	m.focus(atAnswer)
	m.turnTo(len(m.talk.answers) - 1)
	m.say(said)
	if cut != nil {
		return tea.Batch(m.resume(*cut), m.fx.sessions(""))
	}
	return m.fx.sessions("")
}

func (m *model) resume(t session.Turn) tea.Cmd {
	m.begin(t.Question)
	var cmd tea.Cmd
	m.run.pump, m.run.stop, cmd = m.fx.resume(t, m.run.n)
	m.showRun()
	return cmd
}

// answered adds an answer to the conversation.
func (t *talk) answered(s trace.State) {
	t.answers = append(t.answers, s)
	t.at = len(t.answers) - 1
}

// turnTo shows the answer of this index.
func (m *model) turnTo(i int) {
	if i < 0 || i >= len(m.talk.answers) || m.run.inFlight {
		return
	}
	m.talk.at = i
	s := m.talk.answers[i]
	m.run.shown, m.run.live, m.run.question = s, s, s.Question
	m.panes.sources.Update(sources.Citations(s.Answer.Citations))
	m.showRun()
	m.say(fmt.Sprintf("answer %d of %d in this conversation", i+1, len(m.talk.answers)))
}

// fresh begins another conversation.
func (m *model) fresh() {
	if m.fx.deps.Talk == nil {
		return
	}
	m.cancel("a new conversation was begun")
	m.fx.deps.Talk.Fresh()
	m.talk, m.run = talk{}, run{n: m.run.n + 1, stop: func() {}}
	m.stage.begun = false
	m.offer()
	m.focus(atAsk)
	m.stage.tab = atAnswer
	m.stage.recent = nil
}

// rate asks why an answer is good or bad, which need not be said, and keeps it.
func (m *model) rate(a widget.Action) tea.Cmd {
	run := m.run.shown.Run
	switch {
	case m.fx.deps.Store == nil:
		m.say("nothing is kept here, so no rating either")
		return nil
	case run == "":
		m.say("there is no answer to rate yet")
		return nil
	}
	title := "What is wrong with this answer? (may stay empty)"
	if a == widget.Good {
		title = "What is good about this answer? (may stay empty)"
	}
	m.prompt(title, "", func(reason string) tea.Cmd {
		return m.fx.rate(run, a == widget.Good, engine.Untrusted(reason))
	})
	return nil
}
