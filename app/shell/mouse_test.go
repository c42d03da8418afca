package shell

import (
	"bytes"
	"testing"

	tea "charm.land/bubbletea/v2"
)

func TestTheMouseIsLeftAloneUnlessAskedFor(t *testing.T) {
	t.Parallel()
	for _, mouse := range []bool{false, true} {
		deps, _ := testDeps()
		opts := testOptions()
		opts.Mouse = mouse
		c := open(t, 120, 40, looks()["truecolor"], opts, deps)
		if got := bytes.Contains(c.screen.written(), []byte("\x1b[?1002h")); got != mouse {
			t.Errorf("mouse %v: reports asked for: %v", mouse, got)
		}
	}
}

func TestClicksFocusAndTheWheelScrollsWhatIsUnderThePointer(t *testing.T) {
	t.Parallel()
	deps, _ := testDeps()
	opts := testOptions()
	opts.Mouse = true
	c := open(t, 120, 40, looks()["truecolor"], opts, deps)
	c.ask("why?")
	c.program.Send(tea.MouseClickMsg{X: 100, Y: 38 - 3, Button: tea.MouseLeft})
	c.settle()
	c.mustShow("▸ Trace")
	c.program.Send(tea.MouseWheelMsg{X: 100, Y: 3, Button: tea.MouseWheelDown})
	c.settle()
	c.mustShow("▸ [3]", "▸ Trace")
	c.program.Send(tea.MouseClickMsg{X: 3, Y: 0, Button: tea.MouseLeft})
	c.settle()
	c.mustShow("▸ Ask")
}

func TestThePaletteOfColoursChangesAtOnceAndWithinBounds(t *testing.T) {
	t.Parallel()
	deps, _ := testDeps()
	c := open(t, 80, 24, looks()["16"], testOptions(), deps)
	c.ask("why?")
	c.press(":")
	c.typeText("colours contrast")
	c.press("enter")
	if p := c.model.look.theme.Palette; p != "contrast" {
		t.Errorf("palette %q", p)
	}
	c.press(":")
	c.typeText("colours dark")
	c.press("enter")
	c.mustShow("this terminal cannot show dark; it gets 16")
}
