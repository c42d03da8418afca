package shell

import (
	"testing"

	tea "charm.land/bubbletea/v2"
	"pgregory.net/rapid"

	"owl/views/widget"
)

func TestEveryPlanHasEveryPaneOnce(t *testing.T) {
	for _, p := range plans() {
		seen := map[place]int{}
		for _, c := range p.columns {
			for _, s := range c.stacks {
				for _, at := range s.places {
					seen[at]++
				}
			}
		}
		for _, at := range panePlaces() {
			if seen[at] != 1 {
				t.Errorf("plan %s has place %d %d times", p.name, at, seen[at])
			}
		}
	}
	if last := plans()[len(plans())-1]; last.w != 0 || last.h != 0 {
		t.Error("the last plan does not fit everywhere")
	}
}

func TestSharesFillTheScreenWhateverTheOperatorDoes(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		m := bare(t)
		m.stage.w, m.stage.h = rapid.IntRange(leastWidth, 250).Draw(rt, "w"), rapid.IntRange(leastHeight, 70).Draw(rt, "h")
		acts := []widget.Action{widget.Wider, widget.Narrower, widget.Taller, widget.Lower}
		for range rapid.IntRange(0, 60).Draw(rt, "steps") {
			m.focus(rapid.SampledFrom(m.existing(panePlaces())).Draw(rt, "pane"))
			m.resize(rapid.SampledFrom(acts).Draw(rt, "act"))
		}
		rows := m.body(m.stage.w, m.bodyHeight())
		if len(rows) != m.bodyHeight() {
			rt.Fatalf("%d rows, want %d", len(rows), m.bodyHeight())
		}
		for _, row := range rows {
			if w := widget.Width(row); w != m.stage.w {
				rt.Fatalf("a row is %d cells wide, want %d: %q", w, m.stage.w, row)
			}
		}
	})
}

func TestAWiderColumnStaysWiderInItsOwnPlan(t *testing.T) {
	m := bare(t)
	m.Update(tea.WindowSizeMsg{Width: 120, Height: 40})
	m.focus(atCitations)
	before := m.planFor(120, 37).columns[1].share
	m.resize(widget.Wider)
	if after := m.planFor(120, 37).columns[1].share; after != before+shareStep {
		t.Errorf("share %d after %d", after, before)
	}
	if p := m.planFor(200, 57); p.name != "wide" || p.columns[1].share != plans()[0].columns[1].share {
		t.Errorf("another plan changed: %+v", p)
	}
}

func TestDigitsGoToPanes(t *testing.T) {
	t.Parallel()
	c, _ := openDefault(t, 80, 24)
	c.ask("why?")
	for key, want := range map[string]string{"2": "▸ Citations 3", "3": "▸ Trace", "1": "▸ Answer"} {
		c.press(key)
		c.mustShow(want)
	}
	c.press("1")
	c.press("9") // there is none
	c.mustShow("▸ Answer")
}
