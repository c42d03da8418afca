package shell

import (
	"context"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"owl/engine"
	"owl/engine/trace"
	"owl/views/ask"
	"owl/views/home"
	"owl/views/status"
	"owl/views/theme"
)

// model is the root of the console. It routes; the panes know what to show.
type model struct {
	opts   Options
	fx     effects
	look   look
	panes  panes
	mounts map[place]mount
	stage  stage
	asking asking
	talk   talk
	run    run
	pace   pace
	exit   exit
	desk   DeskState // as it was kept last
	frame  tea.View  // the last one drawn
}

// stage is where things stand on the screen.
type stage struct {
	w, h   int
	focus  place
	tab    place   // the pane that has the focus or had it last; never the ask line
	recent []place // the panes in the order in which they had it, the last first
	splits splits
	areas  []area // of the panes in the last frame
	zoom   bool
	over   place  // help or palette, which cover the panes; atAsk is neither
	said   string // what came of the last key; clean
	keys   int    // counts the keys
	enters int    // counts the Enters of the ask line
	held   bool   // the last Enter may still be part of a paste
	prompt prompt
	offers []command // what the palette lists

	begun    bool // a question was asked or a conversation reopened
	charting bool // live values are awaited
	walking  bool // a walkthrough was begun
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
	orderly  bool // the operator has quit
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
		fx:     effects{ctx: ctx, deps: deps, crew: crew, now: opts.Now, desk: &sync.Mutex{}, tasks: &tasks{}},
		panes:  newPanes(th, opts.Title, opts.Now),
		stage:  stage{focus: atAsk, tab: atAnswer},
		asking: asking{mode: engine.Auto},
		run:    run{stop: func() {}},
		pace:   pace{least: leastWait, silence: silence},
		frame:  blank(),
	}
	m.mounts = m.panes.mounts()
	m.panes.record.Update(look.shows(opts.Images))
	m.offer()
	m.restore()
	m.panes.status.Update(status.Notices(opts.Notices))
	return m
}

// offer shows questions to begin with.
func (m *model) offer() {
	offered := m.opts.Suggestions[:min(9, len(m.opts.Suggestions))]
	m.panes.ask.Update(ask.Suggestions(offered))
	m.panes.home.Update(home.Suggestions(offered))
}

// blank is the frame before the size is known. It is on the alternate screen
// already: the cursor that it hides must not be the one of the main screen.
func blank() tea.View {
	frame := tea.NewView("")
	frame.AltScreen = true
	return frame
}

// Init asks for what the first screen shows and for what the terminal can do.
func (m *model) Init() tea.Cmd {
	return tea.Batch(m.fx.sources(), m.reopenLeft(), m.fx.idle(m.opts.Idle, 0), tea.RequestBackgroundColor, m.look.synchronise())
}

// settled reports whether the screen shows everything there is to show, and
// the terminal has taken it.
func (m *model) settled() bool {
	return m.fx.crew.idle() && !m.pace.stale && (!m.pace.waiting || m.pace.open) && m.stage.w > 0
}

// look is how the terminal wants to be drawn on.
type look struct {
	theme  theme.Theme
	asked  theme.Palette // empty suits the terminal
	env    environment
	light  bool
	most   theme.Palette // the most the terminal can show: Dark, Sixteen or None
	method ansi.Method   // how the terminal counts cells
}
