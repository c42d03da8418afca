package shell

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"owl/engine"
	"owl/engine/query/names"
	"owl/views/signals"
	"owl/views/widget"
)

// Signals brings PVs to the chart pane.
type Signals interface {
	// Do carries out a request of the pane. It returns at once.
	Do(r signals.Request)
	// Next waits for messages for the pane, at least for pause. It returns none
	// when ctx or the Signals have ended.
	Next(ctx context.Context, pause time.Duration) []any
	// Close ends what is followed and read, and waits for it.
	Close()
}

// chartTime is the least time between two messages of live values.
const chartTime = 100 * time.Millisecond

// signalsMsg brings messages for the chart pane.
type signalsMsg []any

// signals waits for the next messages for the chart pane. Nothing on the screen
// waits for them.
func (e effects) signals(pause time.Duration) tea.Cmd {
	return e.crew.errand("signals", func() tea.Msg { return signalsMsg(e.deps.Signals.Next(e.ctx, pause)) })
}

// want hands a request over. It is done here and not in a command because the
// order of requests counts; it returns at once.
func (e effects) want(r signals.Request) { e.deps.Signals.Do(r) }

// charts gives a message to the chart pane and has its request carried out. Live
// values are awaited from the first one on.
func (m *model) charts(msg any) tea.Cmd {
	if m.fx.deps.Signals == nil {
		return nil
	}
	intent := m.panes.signals.Update(msg)
	r, ok := intent.(signals.Request)
	if !ok {
		return m.intent(intent)
	}
	return m.request(r)
}

func (m *model) request(r signals.Request) tea.Cmd {
	m.fx.want(r)
	if m.stage.charting {
		return nil
	}
	m.stage.charting = true
	return m.fx.signals(chartTime)
}

// charted takes messages for the chart pane. It reports whether the screen shows
// them.
func (m *model) charted(msg signalsMsg) (tea.Cmd, bool) {
	if len(msg) == 0 { // it has ended
		return nil, false
	}
	var list []tea.Cmd
	for _, one := range msg {
		list = append(list, m.charts(one))
	}
	if m.panes.signals.Quiet() {
		m.stage.charting = false
	} else {
		list = append(list, m.fx.signals(m.pace.rest(chartTime)))
	}
	return tea.Batch(list...), m.visible(atSignals)
}

// visible reports whether a pane is on the screen.
func (m *model) visible(p place) bool {
	switch {
	case m.covered():
		return false
	case m.stage.zoom || m.atHome():
		return m.stage.tab == p
	}
	for _, c := range m.planFor(m.stage.w, m.bodyHeight()).columns {
		for _, s := range c.stacks {
			if m.shown(s.places) == p {
				return true
			}
		}
	}
	return false
}

// chart puts PVs on the chart and shows it.
func (m *model) chart(intent widget.Chart) tea.Cmd {
	if m.fx.deps.Signals == nil {
		m.say("there are no PVs here to chart; [epics] or [archiver] configures them")
		return nil
	}
	m.focus(atSignals)
	return m.charts(intent)
}

// chartNames puts the PVs on the chart that the focused pane names, at the time
// that it speaks of.
func (m *model) chartNames() tea.Cmd {
	text, at := m.spoken()
	var pvs []string
	if m.stage.focus == atWalk { // it knows which PVs are likely meant, too
		named, cite := m.panes.walk.Spoken()
		pvs, at = named, momentOf(cite)
	}
	for _, n := range names.Find(string(text)) {
		if n.Kind == names.PV && !slices.Contains(pvs, n.Text) && strings.Trim(n.Text, "0123456789:") != "" {
			pvs = append(pvs, n.Text)
		}
	}
	if len(pvs) == 0 && at.IsZero() {
		m.say("this pane names no PV and no time; a adds PVs to the signals by name or words")
		return nil
	}
	return m.chart(widget.Chart{PVs: pvs, At: at})
}

// spoken is the text of the focused pane, and the time that it speaks of; zero
// when it speaks of none.
func (m *model) spoken() (engine.Untrusted, time.Time) {
	switch m.stage.focus {
	case atAnswer:
		if a := m.run.shown.Answer; a != nil {
			return engine.Untrusted(a.Text), time.Time{}
		}
	case atCitations:
		if c, ok := m.panes.sources.Selected(); ok {
			return c.Quote, momentOf(c)
		}
	case atGraph:
		if c, name, ok := m.panes.graph.Selected(); ok {
			return name + "\n" + c.Quote, momentOf(c)
		}
	case atRecord:
		rec := m.panes.record.Record()
		return rec.Title + "\n" + rec.Content, rec.Created
	}
	return "", time.Time{}
}

// momentOf is the time of a citation; zero when it has a day at most.
func momentOf(c engine.Citation) time.Time {
	at, err := time.Parse(time.RFC3339, c.Date)
	if err != nil {
		return time.Time{}
	}
	return at
}

// follows moves the charts to the time of the citation that was selected.
func (m *model) follows() tea.Cmd {
	c, ok := m.panes.sources.Selected()
	at := momentOf(c)
	if !ok || at.IsZero() || m.panes.signals.Empty() {
		return nil
	}
	return m.charts(signals.Goto{At: at, Name: engine.Untrusted(fmt.Sprintf("[%d]", c.N))})
}
