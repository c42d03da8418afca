package shell

import (
	"time"

	"owl/views/answer"
	"owl/views/ask"
	"owl/views/graph"
	"owl/views/help"
	"owl/views/home"
	"owl/views/palette"
	"owl/views/record"
	"owl/views/sessions"
	"owl/views/signals"
	"owl/views/sources"
	"owl/views/status"
	"owl/views/theme"
	"owl/views/tracer"
	"owl/views/walk"
	"owl/views/widget"
)

// pane is what the shell asks of a view: it takes messages and answers with an
// intent or nil; it draws itself for any size.
type pane interface {
	Update(msg any) (intent any)
	View(w, h int) string
}

// titled is a pane with a name.
type titled interface {
	pane
	Tab() widget.Tab
}

// place is where a key works: a pane, or everywhere.
type place int

// The places that can have the focus, in the order of Tab.
const (
	atAsk place = iota
	atAnswer
	atCitations
	atRecord
	atSignals
	atWalk
	atGraph
	atTrace
	atSessions
	places // how many there are

	atHelp
	atPalette
	atHome // the answer pane before the first question
	anyPane
	everywhere
)

// panePlaces are the panes that can have the focus, in the order of Tab.
func panePlaces() []place {
	list := make([]place, 0, places)
	for p := atAsk + 1; p < places; p++ {
		list = append(list, p)
	}
	return list
}

// mount is one place: its pane and its keys. To add a pane to the console: a
// place above, a line in newPanes and in mounts, and the stacks of plans that
// it stands in.
type mount struct {
	name  string // in help and the palette
	view  titled // nil where there is no pane of its own
	keys  []widget.Key
	there func(*model) bool // whether it can have the focus; nil is always
}

// panes are the views that the shell itself talks to.
type panes struct {
	ask      *ask.Model
	home     *home.Model
	answer   *answer.Model
	sources  *sources.Model
	record   *record.Model
	signals  *signals.Model
	walk     *walk.Model
	graph    *graph.Model
	trace    *tracer.Model
	sessions *sessions.Model
	help     *help.Model
	palette  *palette.Model
	status   *status.Model
}

func newPanes(th theme.Theme, title string, now func() time.Time) panes {
	at := now()
	return panes{
		ask: ask.New(th), home: home.New(th, title), answer: answer.New(th), sources: sources.New(th, now),
		record: record.New(th), signals: signals.New(th, at.Location(), at), walk: walk.New(th, now), graph: graph.New(th), trace: tracer.New(th), help: help.New(th), palette: palette.New(th), sessions: sessions.New(th),
		status: status.New(th, title),
	}
}

// mounts is the table of places.
func (p panes) mounts() map[place]mount {
	asked := func(m *model) bool { return !m.atHome() }
	return map[place]mount{
		atAsk:       {name: "Ask line", keys: ask.Keys()},
		atHome:      {name: "First screen", view: p.home, keys: home.Keys()},
		atAnswer:    {name: "Answer", view: p.answer, keys: answer.Keys()},
		atCitations: {name: "Citations", view: p.sources, keys: sources.Keys(), there: asked},
		atRecord:    {name: "Record", view: p.record, keys: record.Keys(), there: func(*model) bool { return !p.record.Empty() }},
		atSignals:   {name: "Signals", view: p.signals, keys: signals.Keys(), there: func(m *model) bool { return m.fx.deps.Signals != nil }},
		atWalk:      {name: "Walkthrough", view: p.walk, keys: walk.Keys(), there: func(m *model) bool { return m.stage.walking }},
		atGraph:     {name: "Fault graph", view: p.graph, keys: graph.Keys(), there: func(*model) bool { return !p.graph.Empty() }},
		atTrace:     {name: "Trace", view: p.trace, keys: tracer.Keys(), there: asked},
		atSessions:  {name: "Sessions", view: p.sessions, keys: sessions.Keys(), there: func(m *model) bool { return m.fx.deps.Store != nil }},
		atHelp:      {name: "Help", view: p.help, keys: help.Keys()},
		atPalette:   {name: "Commands", view: p.palette, keys: palette.Keys()},
		anyPane:     {name: "Every pane", keys: paneKeys()},
		everywhere:  {name: "Everywhere", keys: globalKeys()},
	}
}

// dressed lists the panes that take the theme.
func (m *model) dressed() []pane {
	list := []pane{m.panes.ask, m.panes.status}
	for _, mt := range m.mounts {
		if mt.view != nil {
			list = append(list, mt.view)
		}
	}
	return list
}

// at returns the pane of a place.
func (m *model) at(p place) titled {
	if p == atAnswer && m.atHome() {
		p = atHome
	}
	return m.mounts[p].view
}

// atHome reports whether nothing was asked yet.
func (m *model) atHome() bool { return !m.stage.begun }

// exists reports whether a place can have the focus.
func (m *model) exists(p place) bool {
	there := m.mounts[p].there
	return there == nil || there(m)
}
