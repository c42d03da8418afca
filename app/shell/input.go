package shell

import (
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"owl/engine"
	"owl/views/ask"
	"owl/views/signals"
	"owl/views/widget"
)

// burst is how fast keys follow each other in a paste that the terminal does
// not announce. A hand is slower.
const burst = 20 * time.Millisecond

// key turns a key into an action where the focus is.
func (m *model) key(k tea.KeyPressMsg) tea.Cmd {
	m.stage.said = ""
	m.stage.keys++
	switch {
	case m.stage.prompt.open():
		return m.promptKey(k)
	case m.stage.over == atPalette:
		return m.paletteKey(k)
	case m.covered():
		return m.act(m.action(k.String(), m.stage.over), k)
	case m.stage.focus == atAsk:
		return m.askKey(k)
	case m.stage.focus == atWalk && m.panes.walk.Typing():
		return m.walkKey(k)
	}
	return m.act(m.action(k.String(), m.stage.focus), k)
}

// covered reports whether something covers the panes.
func (m *model) covered() bool { return m.stage.over != atAsk }

// askKey gives a key to the ask line. An Enter is held for a moment: when
// another character follows at once, it was a line break of a paste.
func (m *model) askKey(k tea.KeyPressMsg) tea.Cmd {
	act := m.action(k.String(), atAsk)
	held := m.stage.held
	m.stage.held = false
	if held && (k.Text != "" || act == widget.Submit) {
		m.panes.ask.Update(tea.PasteMsg{Content: " "})
		held = false
	}
	var before tea.Cmd
	if held { // a key that is no text: the Enter was meant
		before = m.submit()
		return tea.Batch(before, m.key(k))
	}
	switch act {
	case widget.NoAction:
		m.panes.ask.Update(k)
		return nil
	case widget.Submit:
		m.stage.enters++
		m.stage.held = true
		return m.fx.soon(burst, submitMsg{m.stage.enters})
	}
	return m.act(act, k)
}

// released asks the question when no character has followed the Enter.
func (m *model) released(n int) tea.Cmd {
	if n != m.stage.enters || !m.stage.held {
		return nil
	}
	m.stage.held = false
	return m.submit()
}

func (m *model) submit() tea.Cmd { return m.intent(m.panes.ask.Update(widget.Submit)) }

func (m *model) act(a widget.Action, k tea.KeyPressMsg) tea.Cmd {
	switch a {
	case widget.NoAction:
	case widget.Quit:
		m.exit.orderly = true
		return m.quit()
	case widget.Interrupt:
		if !m.run.inFlight {
			m.exit.orderly = true
			return m.quit()
		}
		m.cancel("by Ctrl-C")
	case widget.Cancel, widget.Leave:
		return m.escape(a)
	case widget.Pick:
		return m.pick(k.Text)
	case widget.GoTo:
		m.goTo(k.Text)
	case widget.ChartNames:
		return m.chartNames()
	case widget.Troubleshoot:
		return m.walk()
	case widget.Faults:
		return m.faults()
	case widget.Good, widget.Bad:
		return m.rate(a)
	case widget.CopyText, widget.SaveText, widget.LinkOf:
		return m.handOut(a)
	default:
		if !m.arrange(a) {
			return m.paneAct(a)
		}
	}
	return nil
}

// arrange carries out what changes the screen or the next question only; false
// is another action.
func (m *model) arrange(a widget.Action) bool {
	switch a {
	case widget.Help:
		m.help()
	case widget.Commands:
		m.commands()
	case widget.Mode:
		m.nextMode()
	case widget.Narrow:
		m.narrow()
	case widget.OlderAnswer:
		m.turnTo(m.talk.at - 1)
	case widget.NewerAnswer:
		m.turnTo(m.talk.at + 1)
	case widget.Fresh:
		m.fresh()
	case widget.Zoom:
		m.stage.zoom = !m.stage.zoom
	case widget.Wider, widget.Narrower, widget.Taller, widget.Lower:
		m.resize(a)
	case widget.GoAsk:
		m.focus(atAsk)
	case widget.NextPane:
		m.focus(m.neighbour(1))
	case widget.PrevPane:
		m.focus(m.neighbour(-1))
	default:
		return false
	}
	return true
}

// paneAct gives an action to the pane that has the focus.
func (m *model) paneAct(a widget.Action) tea.Cmd {
	cmd := m.intent(m.focused().Update(a))
	if m.stage.focus == atCitations && !m.covered() {
		cmd = tea.Batch(cmd, m.follows())
	}
	return cmd
}

// help shows the keys of the focused pane, or hides them.
func (m *model) help() {
	if m.stage.over == atHelp {
		m.stage.over = atAsk
		return
	}
	m.stage.over = atHelp
	m.panes.help.Update(m.helpGroups(m.stage.focus))
}

// focused is the pane that actions go to.
func (m *model) focused() pane {
	switch {
	case m.covered():
		return m.at(m.stage.over)
	case m.stage.focus == atAsk:
		return m.panes.ask
	}
	return m.at(m.stage.focus)
}

// escape cancels the run in flight; with none it goes one step back.
func (m *model) escape(a widget.Action) tea.Cmd {
	if !m.run.inFlight && m.stage.over != atHome {
		if cmd, some := m.stopTasks(); some {
			return cmd
		}
	}
	switch {
	case m.stage.over == atHome:
		m.uncover()
	case m.run.inFlight:
		m.cancel("by Esc")
	case a == widget.Leave:
		return m.intent(m.panes.ask.Update(a))
	case m.stage.focus == atRecord:
		m.focus(m.openedFrom(atRecord))
	case m.stage.focus == atGraph:
		m.focus(m.openedFrom(atGraph, atRecord))
	}
	return nil
}

// openedFrom is the pane that had the focus last, but for these; the answer when
// there is none.
func (m *model) openedFrom(but ...place) place {
	for _, p := range m.stage.recent {
		if !slices.Contains(but, p) && m.exists(p) {
			return p
		}
	}
	return atAnswer
}

// goTo focuses the pane of a number among those that there are.
func (m *model) goTo(digit string) {
	all := m.existing(panePlaces())
	if n := int(digit[0] - '1'); n < len(all) {
		m.focus(all[n])
	}
}

func (m *model) pick(digit string) tea.Cmd {
	n := int(digit[0] - '1')
	if n >= len(m.opts.Suggestions) {
		return nil
	}
	return m.start(engine.Untrusted(m.opts.Suggestions[n]))
}

// intent carries out what a pane asks for.
func (m *model) intent(intent any) tea.Cmd {
	switch intent := intent.(type) {
	case ask.Asked:
		return m.start(intent.Question)
	case ask.Left:
		m.focus(m.stage.tab)
	case widget.OpenRecord:
		return m.open(intent.Citation)
	case widget.Chart:
		return m.chart(intent)
	case widget.Prompt:
		m.prompted(intent)
	case widget.Copy:
		return m.copied(intent)
	case widget.Save:
		return m.fx.save(intent)
	case widget.Link:
		m.linked(intent.URL)
	case widget.Notice:
		m.say(intent.Text)
	case signals.Request:
		return m.request(intent)
	}
	if cmd, mine := m.talkIntent(intent); mine {
		return cmd
	}
	if cmd, mine := m.graphIntent(intent); mine {
		return cmd
	}
	return m.walkIntent(intent)
}

func (m *model) focus(p place) {
	m.stage.focus, m.stage.over = p, atAsk
	m.panes.ask.Update(ask.Focused(p == atAsk))
	if p == atAsk {
		return
	}
	m.stage.tab = p
	m.stage.recent = append([]place{p}, slices.DeleteFunc(slices.Clone(m.stage.recent), func(q place) bool { return q == p })...)
}

// paste puts text into the line at the top.
func (m *model) paste(msg tea.PasteMsg) {
	if m.stage.over == atPalette {
		m.panes.palette.Update(msg)
		return
	}
	if !m.stage.prompt.open() {
		m.focus(atAsk)
	}
	m.topLine().Update(msg)
}

// neighbour is the next place that there is.
func (m *model) neighbour(by int) place {
	p := m.stage.focus
	for {
		p = (p + place(by) + places) % places
		if m.exists(p) {
			return p
		}
	}
}
