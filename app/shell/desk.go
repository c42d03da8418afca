package shell

import (
	"maps"
	"slices"

	tea "charm.land/bubbletea/v2"
)

// DeskState is what the console finds again at its next start.
type DeskState struct {
	Splits map[string][]int `json:"splits,omitempty"`
	// Conversation is the one that was going on; empty after an orderly end. It is
	// reopened.
	Conversation string `json:"conversation,omitempty"`
	Draft        string `json:"draft,omitempty"` // what stood on the ask line
	Left         bool   `json:"-"`               // the console has ended without having been quit
}

// Desk keeps the state of consoles. It is called from one goroutine at a time.
type Desk interface {
	// Load is how this console begins: with the splits of the last one, and the
	// conversation of one that ended without having been quit.
	Load() (DeskState, error)
	Save(s DeskState) error
}

// restore puts the desk as it was left. It reads a small file before the first
// frame, so that the frame is drawn once.
func (m *model) restore() {
	if m.fx.deps.Desk == nil {
		return
	}
	left, err := m.fx.deps.Desk.Load()
	if err != nil {
		m.say("the layout was not remembered: " + err.Error())
		return
	}
	m.desk = left
	m.stage.splits = splits(left.Splits)
	if left.Draft != "" {
		m.panes.ask.Update(tea.PasteMsg{Content: left.Draft})
	}
}

// reopenLeft goes on with the conversation of a console that ended without
// having been quit.
func (m *model) reopenLeft() tea.Cmd {
	if m.desk.Conversation == "" || m.fx.deps.Talk == nil {
		return m.fx.sessions("")
	}
	return m.fx.reopen(m.desk.Conversation)
}

// deskNow is what the next console is to find.
func (m *model) deskNow() DeskState {
	now := DeskState{Splits: m.stage.splits}
	switch {
	case m.fx.deps.Talk == nil || m.exit.orderly:
	case m.stage.begun:
		now.Conversation = m.fx.deps.Talk.ID()
	default:
		now.Conversation = m.desk.Conversation // it is being reopened
	}
	return now
}

// keepDesk writes the desk down when it has changed. The draft is left for the
// end: it changes with every key.
func (m *model) keepDesk() tea.Cmd {
	if m.fx.deps.Desk == nil || m.exit.quitting {
		return nil
	}
	now := m.deskNow()
	if now.Conversation == m.desk.Conversation && maps.EqualFunc(now.Splits, m.desk.Splits, slices.Equal) {
		return nil
	}
	m.desk = now
	return m.fx.keepDesk(now)
}

func (e effects) keepDesk(s DeskState) tea.Cmd {
	return e.crew.job("remember the desk", func() tea.Msg {
		e.desk.Lock()
		defer e.desk.Unlock()
		if err := e.deps.Desk.Save(s); err != nil {
			return saidMsg("the desk is not remembered: " + err.Error())
		}
		return nil
	})
}

// leave writes the desk down at the end of the console. That it fails has nobody
// to be told to.
func (m *model) leave() {
	if m.fx.deps.Desk == nil {
		return
	}
	now := m.deskNow()
	if !m.exit.orderly {
		now.Draft, now.Left = m.panes.ask.Text(), true
	}
	m.fx.desk.Lock()
	defer m.fx.desk.Unlock()
	_ = m.fx.deps.Desk.Save(now)
}
