package shell

import (
	"cmp"
	"slices"

	tea "charm.land/bubbletea/v2"

	"owl/engine"
	"owl/views/palette"
	"owl/views/theme"
	"owl/views/widget"
)

// command is one line of the palette.
type command struct {
	entry palette.Entry
	run   func() tea.Cmd
}

// commands opens the palette: the keys of the focused pane first, then those of
// the others, the panes and the modes.
func (m *model) commands() {
	var list []command
	for _, in := range m.helpOrder(m.stage.focus) {
		list = append(list, m.keyCommands(in)...)
	}
	for _, p := range m.existing(panePlaces()) {
		list = append(list, command{palette.Entry{Does: "go to " + m.mounts[p].name}, func() tea.Cmd { m.focus(p); return nil }})
	}
	if !m.atHome() {
		list = append(list, command{palette.Entry{Does: "the sources: what they hold, how fresh they are"}, m.firstScreen})
	}
	list = append(list, m.briefCommands()...)
	for _, mode := range engine.Modes() {
		does := "mode " + string(mode) + ": " + modeDoes(mode)
		list = append(list, command{palette.Entry{Does: does}, func() tea.Cmd { m.mode(mode); return nil }})
	}
	for _, p := range append([]theme.Palette{""}, theme.Palettes()...) {
		list = append(list, command{palette.Entry{Does: "colours " + cmp.Or(string(p), "that suit the terminal")}, func() tea.Cmd { m.wear(p); return nil }})
	}
	entries := make([]palette.Entry, len(list))
	for i, c := range list {
		entries[i] = c.entry
	}
	m.stage.offers, m.stage.over = list, atPalette
	m.topLineFocus(false)
	m.panes.palette.Update(entries)
}

// firstScreen shows the sources and the questions to begin with over the panes.
func (m *model) firstScreen() tea.Cmd {
	m.stage.over = atHome
	return m.fx.sources()
}

// keyCommands are the keys of a place. Those that need their digit are left out:
// what they do is listed by name.
func (m *model) keyCommands(in place) []command {
	if in < places && !m.exists(in) {
		return nil
	}
	var list []command
	for _, b := range m.mounts[in].keys {
		if b.Act == widget.Pick || b.Act == widget.GoTo || b.Act == widget.Commands {
			continue
		}
		e := palette.Entry{Does: b.Does, Key: b.Label}
		if in < places || in == atHome {
			e.Where = m.mounts[in].name
		}
		list = append(list, command{e, func() tea.Cmd { return m.carryOut(in, b.Act) }})
	}
	return list
}

// carryOut does what a key does in its place.
func (m *model) carryOut(in place, a widget.Action) tea.Cmd {
	if in < places {
		m.focus(in)
	}
	return m.act(a, tea.KeyPressMsg{})
}

// paletteKey gives a key to the palette.
func (m *model) paletteKey(k tea.KeyPressMsg) tea.Cmd {
	a := widget.NoAction
	for _, b := range m.mounts[atPalette].keys {
		if slices.Contains(b.Keys, k.String()) {
			a = b.Act
		}
	}
	switch {
	case a == widget.Leave || k.String() == "ctrl+c":
		m.uncover()
	case a == widget.NoAction:
		m.panes.palette.Update(k)
	default:
		if c, ok := m.panes.palette.Update(a).(palette.Chosen); ok {
			m.uncover()
			return m.stage.offers[c.Index].run()
		}
	}
	return nil
}

// uncover takes away what covers the panes.
func (m *model) uncover() {
	m.stage.over = atAsk
	m.topLineFocus(m.stage.focus == atAsk)
}
