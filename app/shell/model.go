package shell

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"owl/engine"
	"owl/engine/trace"
	"owl/views/answer"
	"owl/views/ask"
	"owl/views/help"
	"owl/views/home"
	"owl/views/record"
	"owl/views/sources"
	"owl/views/status"
	"owl/views/theme"
	"owl/views/tracer"
	"owl/views/widget"
)

// model is the root of the console. It routes; the panes know what to show.
type model struct {
	opts  Options
	fx    effects
	look  look
	panes panes
	stage stage
	run   run
	pace  pace
	exit  exit
	frame tea.View // the last one drawn
}

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

type panes struct {
	ask     *ask.Model
	home    *home.Model
	answer  *answer.Model
	sources *sources.Model
	record  *record.Model
	trace   *tracer.Model
	help    *help.Model
	status  *status.Model
}

// stage is where things stand on the screen.
type stage struct {
	w, h   int
	focus  place
	tab    place // the pane shown where only one is; never the ask line
	main   place // answer or record: who has the main column
	zoom   bool
	help   bool
	enters int  // counts the Enters of the ask line
	held   bool // the last Enter may still be part of a paste
}

// run is the question in flight or the last one.
type run struct {
	n        int
	question engine.Untrusted
	live     trace.State // built from its events
	shown    trace.State // the last run that answered
	inFlight bool
	pump     *pump
	stop     context.CancelFunc
	began    time.Time
	now      time.Time
}

type exit struct {
	quitting bool
	err      error
}

func newModel(ctx context.Context, opts Options, deps Deps, crew *crew) *model {
	if opts.Now == nil {
		opts.Now = time.Now
	}
	env := envOf(opts)
	look := newLook(opts, env)
	th := look.theme
	m := &model{
		opts: opts, look: look,
		fx: effects{ctx: ctx, deps: deps, crew: crew, now: opts.Now},
		panes: panes{
			ask: ask.New(th), home: home.New(th, opts.Title), answer: answer.New(th), sources: sources.New(th),
			record: record.New(th), trace: tracer.New(th), help: help.New(th), status: status.New(th, opts.Title),
		},
		stage: stage{focus: atAsk, tab: atAnswer, main: atAnswer},
		run:   run{stop: func() {}},
		pace:  pace{least: leastWait, silence: silence},
		frame: blank(),
	}
	offered := opts.Suggestions[:min(9, len(opts.Suggestions))]
	m.panes.ask.Update(ask.Suggestions(offered))
	m.panes.home.Update(home.Suggestions(offered))
	m.panes.status.Update(status.Notices(opts.Notices))
	return m
}

// blank is the frame before the size is known. It is on the alternate screen
// already: the cursor that it hides must not be the one of the main screen.
func blank() tea.View {
	frame := tea.NewView("")
	frame.AltScreen = true
	return frame
}

// all lists the panes that take the theme.
func (p panes) all() []pane {
	return []pane{p.ask, p.home, p.answer, p.sources, p.record, p.trace, p.help, p.status}
}

// at returns the pane of a place.
func (m *model) at(p place) titled {
	switch p {
	case atCitations:
		return m.panes.sources
	case atRecord:
		return m.panes.record
	case atTrace:
		return m.panes.trace
	case atHelp:
		return m.panes.help
	}
	if m.atHome() {
		return m.panes.home
	}
	return m.panes.answer
}

// atHome reports whether nothing was asked yet.
func (m *model) atHome() bool { return m.run.n == 0 }

// Init asks for what the first screen shows and for what the terminal can do.
func (m *model) Init() tea.Cmd {
	return tea.Batch(m.fx.sources(), tea.RequestBackgroundColor, m.look.synchronise())
}

// settled reports whether the screen shows everything there is to show, and
// the terminal has taken it.
func (m *model) settled() bool {
	return m.fx.crew.idle() && !m.pace.stale && (!m.pace.waiting || m.pace.open) && m.stage.w > 0
}

// look is how the terminal wants to be drawn on.
type look struct {
	theme   theme.Theme
	fixed   bool // the palette was asked for
	env     environment
	light   bool
	colours theme.Palette // the most the terminal can show: Dark, Sixteen or None
	method  ansi.Method   // how the terminal counts cells
}
