package shell

import (
	"errors"
	"testing"

	tea "charm.land/bubbletea/v2"
)

func TestAConsoleWithoutAKeyEnds(t *testing.T) {
	m := bare(t)
	m.opts.Idle = 1
	m.Update(tea.KeyPressMsg{Code: 'j', Text: "j"})
	m.Update(idleMsg{keys: 0})
	if m.exit.quitting {
		t.Error("a console that is used was ended")
	}
	m.Update(idleMsg{keys: 1})
	if !m.exit.quitting || !errors.Is(m.exit.err, ErrIdle) {
		t.Errorf("exit %+v", m.exit)
	}
}
