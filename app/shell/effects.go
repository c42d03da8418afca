package shell

import (
	"context"
	"os"
	"os/signal"
	"sync"
	"syscall"
	"time"

	tea "charm.land/bubbletea/v2"

	"owl/engine"
	"owl/engine/trace"
)

// effects is everything that touches the outside. Its methods return commands;
// a command changes no state, it ends in a message.
type effects struct {
	ctx  context.Context
	deps Deps
	crew *crew
	now  func() time.Time
	desk *sync.Mutex // one that writes the desk down at a time

	tasks *tasks
}

type (
	// eventsMsg brings events of a run.
	eventsMsg struct {
		run int
		batch
	}
	// tickMsg brings the time while a run is in flight.
	tickMsg struct {
		run int
		at  time.Time
	}
	// recordMsg brings the record of a citation.
	recordMsg struct {
		citation engine.Citation
		record   engine.Record
		err      error
	}
	// sourcesMsg brings what was ingested.
	sourcesMsg struct {
		sources []engine.SourceStatus
		err     error
	}
	// submitMsg says that an Enter was not part of a paste.
	submitMsg struct{ n int }
	// stopMsg ends the console from outside.
	stopMsg struct{ err error }
	// leaveMsg ends it when the terminal does not answer any more.
	leaveMsg struct{}
)

// ask starts a run; stop cancels it.
func (e effects) ask(req engine.Request, run int) (p *pump, stop context.CancelFunc, cmd tea.Cmd) {
	return e.work(run, func(ctx context.Context, sink trace.Sink) error {
		_, err := e.deps.Asker.Ask(ctx, req, sink)
		return err
	})
}

// work starts what gives the events of a run.
func (e effects) work(run int, ask func(context.Context, trace.Sink) error) (p *pump, stop context.CancelFunc, cmd tea.Cmd) {
	ctx, stop := context.WithCancel(e.ctx)
	p = newPump()
	work := e.crew.job("answer", func() tea.Msg {
		defer stop()
		p.close(ask(ctx, p.put))
		return nil
	})
	return p, stop, tea.Batch(work, e.events(p, run, 0), e.tick(run))
}

// events waits for the next events of a run, at least for pause.
func (e effects) events(p *pump, run int, pause time.Duration) tea.Cmd {
	return e.crew.job("events", func() tea.Msg { return eventsMsg{run, p.take(e.ctx, pause)} })
}

// tickTime is how often the time of a run in flight is shown.
const tickTime = 200 * time.Millisecond

func (e effects) tick(run int) tea.Cmd {
	return e.crew.errand("clock", func() tea.Msg {
		e.sleep(tickTime)
		return tickMsg{run, e.now()}
	})
}

func (e effects) open(c engine.Citation) tea.Cmd {
	return e.task("opening the record", recordMsg{citation: c, err: errStopped}, func(ctx context.Context) tea.Msg {
		rec, err := e.deps.Records.Record(ctx, c.DocID)
		return recordMsg{c, rec, err}
	})
}

func (e effects) sources() tea.Cmd {
	return e.crew.job("list sources", func() tea.Msg {
		list, err := e.deps.Sources.Sources(e.ctx)
		return sourcesMsg{list, err}
	})
}

// idleMsg says that a time has passed since this many keys.
type idleMsg struct{ keys int }

// idle looks after d whether a key was pressed; 0 is never.
func (e effects) idle(d time.Duration, keys int) tea.Cmd {
	if d <= 0 {
		return nil
	}
	return e.later(d, idleMsg{keys})
}

// soon sends msg after d; the screen waits for it.
func (e effects) soon(d time.Duration, msg tea.Msg) tea.Cmd {
	return e.crew.job("timer", func() tea.Msg { e.sleep(d); return msg })
}

// later sends msg after d; nothing waits for it.
func (e effects) later(d time.Duration, msg tea.Msg) tea.Cmd {
	return e.crew.errand("timer", func() tea.Msg { e.sleep(d); return msg })
}

func (e effects) sleep(d time.Duration) {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
	case <-e.ctx.Done():
	}
}

// watch ends the console when ctx ends or, on the terminal of this process,
// when a signal asks for it. The library does not listen to SIGHUP.
func watch(ctx context.Context, signals bool, send func(tea.Msg)) {
	stop := make(chan os.Signal, 1)
	if signals {
		signal.Notify(stop, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGINT)
		defer signal.Stop(stop)
	}
	select {
	case <-stop:
		send(stopMsg{})
	case <-ctx.Done():
		send(stopMsg{context.Cause(ctx)})
	}
}
