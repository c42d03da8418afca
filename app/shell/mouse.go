package shell

import (
	tea "charm.land/bubbletea/v2"

	"owl/views/widget"
)

// area is where a pane stands among the panes, in cells.
type area struct {
	place      place
	x, y, w, h int
}

// under finds the pane under a cell of the screen below the ask line.
func (m *model) under(x, y int) (place, bool) {
	y -= m.topHeight()
	for _, a := range m.stage.areas {
		if x >= a.x && x < a.x+a.w && y >= a.y && y < a.y+a.h {
			return a.place, true
		}
	}
	return atAsk, y < 0
}

// click gives the focus to what is under the pointer.
func (m *model) click(msg tea.MouseClickMsg) {
	if p, ok := m.under(msg.X, msg.Y); ok && !m.covered() && !m.stage.prompt.open() {
		m.focus(p)
	}
}

// wheelLines is how far one notch of the wheel goes.
const wheelLines = 3

// wheel scrolls the pane under the pointer.
func (m *model) wheel(msg tea.MouseWheelMsg) tea.Cmd {
	p, ok := m.under(msg.X, msg.Y)
	act := map[tea.MouseButton]widget.Action{tea.MouseWheelUp: widget.Up, tea.MouseWheelDown: widget.Down}[msg.Button]
	if !ok || p == atAsk || act == widget.NoAction {
		return nil
	}
	var cmds []tea.Cmd
	for range wheelLines {
		cmds = append(cmds, m.intent(m.at(p).Update(act)))
	}
	return tea.Batch(cmds...)
}
