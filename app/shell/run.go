package shell

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	tea "charm.land/bubbletea/v2"

	"owl/engine"
	"owl/engine/session"
	"owl/engine/trace"
)

// Asker answers questions.
type Asker interface {
	// Ask answers one question and reports its steps to sink, which it calls
	// from one goroutine at a time. The last event is a terminal one. It returns
	// soon after ctx has ended.
	Ask(ctx context.Context, req engine.Request, sink trace.Sink) (engine.Answer, error)
}

// Deps is what the console needs from the outside.
type Deps struct {
	Asker   Asker
	Records engine.Records
	Sources engine.Sources
	Signals Signals               // nil when there is no chart
	Walks   Walks                 // nil when there is no walkthrough
	Graph   Graph                 // nil when there is no fault graph
	Talk    *session.Conversation // nil with Store: conversations are not kept
	Store   *session.Store
	Desk    Desk    // nil when nothing is remembered
	Exports Exports // nil when nothing can be written

	Pictures Pictures // nil when attachments are named only
	Briefs   Briefs   // nil when there is nothing to tell from
}

// Options is how the console looks and what it says before the first question.
type Options struct {
	Title       string   // name of the knowledge base
	Notices     []string // what the operator should know; the last one is shown
	Suggestions []string // questions to begin with; at most nine are offered
	Theme       string   // a theme.Palette; empty or "auto" suits the terminal
	ASCII       bool     // draw with ASCII signs only
	NoColor     bool
	Mouse       bool             // wheel and clicks
	Images      string           // off, blocks, kitty; empty or "auto" suits the terminal
	Now         func() time.Time // nil is time.Now
	Idle        time.Duration    // without a key, after which the console ends; 0 is never
	Terminal    Terminal
}

// Terminal is where the console runs. The zero value is the terminal of this
// process.
type Terminal struct {
	In            io.Reader
	Out           io.Writer
	Env           []string // environment of whoever sits at the terminal
	Width, Height int      // for an Out that is no terminal
	// Resized waits for the next size of such an Out; ok is false when there will
	// be none, or ctx has ended. Nil when the size stays.
	Resized func(ctx context.Context) (w, h int, ok bool)
}

// Panic is an internal error that ended the console after the terminal was put
// back in order.
type Panic struct {
	Where string
	Value any
	Stack []byte
}

// Error names the place and the value; Stack is for a log.
func (p *Panic) Error() string { return fmt.Sprintf("internal error in %s: %v", p.Where, p.Value) }

// Run shows the console until the user quits, which gives nil. It ends with
// the cause of ctx when that has ended, with nil on SIGTERM, SIGHUP and
// SIGINT, and with a *Panic after an internal error. The terminal is restored
// whichever way it ends.
func Run(ctx context.Context, opts Options, deps Deps) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	if deps.Signals != nil {
		defer deps.Signals.Close()
	}
	crew := newCrew()
	m := newModel(ctx, opts, deps, crew)
	program := tea.NewProgram(m, programOptions(opts)...)
	crew.attach(program.Send)
	if opts.Terminal.Resized != nil {
		crew.spawn("resize", func() { resize(ctx, opts.Terminal.Resized, crew.send) })
	}
	crew.spawn("watch", func() { watch(ctx, opts.Terminal.In == nil, crew.send) })

	_, err := program.Run()
	m.leave()
	cancel()
	crew.dismiss(patience)
	if m.exit.err != nil {
		return m.exit.err
	}
	if err != nil {
		return fmt.Errorf("run the console: %w", err)
	}
	return nil
}

// resize passes sizes on until there are no more.
func resize(ctx context.Context, next func(context.Context) (w, h int, ok bool), send func(tea.Msg)) {
	for {
		w, h, ok := next(ctx)
		if !ok {
			return
		}
		send(tea.WindowSizeMsg{Width: w, Height: h})
	}
}

// ErrIdle says that nobody has touched a key for as long as Options.Idle.
var ErrIdle = errors.New("no key was pressed for too long")

// patience is how long the end of the console waits for an Asker that has
// been told to stop.
const patience = 2 * time.Second

func programOptions(opts Options) []tea.ProgramOption {
	list := []tea.ProgramOption{tea.WithoutSignalHandler(), tea.WithEnvironment(environ(opts))}
	if opts.Terminal.In != nil {
		list = append(list, tea.WithInput(opts.Terminal.In))
	}
	if opts.Terminal.Out != nil {
		list = append(list, tea.WithOutput(opts.Terminal.Out))
	}
	if opts.Terminal.Width > 0 {
		list = append(list, tea.WithWindowSize(opts.Terminal.Width, opts.Terminal.Height))
	}
	return list
}
