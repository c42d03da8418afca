package shell

import (
	"runtime/debug"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"owl/engine"
	"owl/engine/trace"
	"owl/views/answer"
	"owl/views/ask"
	"owl/views/record"
	"owl/views/sources"
	"owl/views/status"
	"owl/views/walk"
)

// Update takes one message and decides whether to draw. It does no I/O: what
// touches the outside is returned as a command.
func (m *model) Update(msg tea.Msg) (_ tea.Model, cmd tea.Cmd) {
	defer func() {
		if v := recover(); v != nil {
			cmd = m.fail(&Panic{Where: "update", Value: v, Stack: debug.Stack()})
		}
	}()
	msg = m.fx.crew.handled(msg)
	cmd, known := m.pacing(msg)
	if !known {
		cmd, known = m.handle(msg)
		m.pace.stale = m.pace.stale || known
	}
	return m, tea.Batch(cmd, m.keepDesk(), m.paceFrame(msg))
}

// paceFrame has the frame drawn, now or when the terminal has taken the last.
func (m *model) paceFrame(msg tea.Msg) tea.Cmd {
	urgent := false
	switch msg.(type) {
	case tea.WindowSizeMsg:
		m.pace.force()
	case tea.KeyPressMsg, tea.PasteMsg:
		urgent = true
	}
	if !m.pace.step(m.fx.now(), urgent) {
		return nil
	}
	return m.fx.soon(probeDelay, probeDue{m.pace.frame})
}

// handle routes a message. Changed reports whether the screen may look
// different after it; the library's own messages pass through here too.
func (m *model) handle(msg tea.Msg) (cmd tea.Cmd, changed bool) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.stage.w, m.stage.h = msg.Width, msg.Height
	case tea.KeyPressMsg:
		cmd = m.key(msg)
	case tea.PasteMsg:
		m.paste(msg)
	case tea.MouseClickMsg:
		m.click(msg)
	case tea.MouseWheelMsg:
		cmd = m.wheel(msg)
	case submitMsg:
		cmd = m.released(msg.n)
	case tickMsg:
		return m.tick(msg)
	case busyMsg:
		return m.busy()
	case stopMsg:
		m.exit.err = msg.err
		cmd = m.quit()
	case idleMsg:
		cmd = m.unused(msg)
	case leaveMsg:
		cmd = tea.Quit
	case *Panic:
		cmd = m.fail(msg)
	default:
		return m.brought(msg)
	}
	return cmd, true
}

// brought routes what an effect has brought.
func (m *model) brought(msg tea.Msg) (cmd tea.Cmd, changed bool) {
	switch msg := msg.(type) {
	case eventsMsg:
		cmd = m.events(msg)
	case recordMsg:
		cmd = m.opened(msg)
	case picturesMsg:
		cmd = m.pictured(msg)
	case walkMsg:
		cmd = m.walked(msg)
	case walkReadMsg:
		m.panes.walk.Update(walk.Readings(msg))
	case walkSaidMsg:
		m.panes.walk.Update(walk.Said{Line: string(msg)})
	case graphMsg:
		cmd = m.intent(m.panes.graph.Update(msg.reply))
	case sourcesMsg:
		m.listed(msg)
	case signalsMsg:
		return m.charted(msg)
	case sessionsMsg:
		m.sessionsListed(msg)
	case reopenedMsg:
		cmd = m.reopened(msg)
	case saidMsg:
		m.say(string(msg))
	default:
		return nil, m.learn(msg)
	}
	return cmd, true
}

// fail ends the console after an internal error.
func (m *model) fail(p *Panic) tea.Cmd {
	m.exit.err = p
	return m.quit()
}

// unused ends a console that nobody uses. One that was used is looked at again
// after as long a time: it may go on for up to twice that.
func (m *model) unused(msg idleMsg) tea.Cmd {
	if m.stage.keys != msg.keys {
		return m.fx.idle(m.opts.Idle, m.stage.keys)
	}
	m.exit.err = ErrIdle
	return m.quit()
}

// lastWord is how long the end waits for the terminal to answer what it was
// asked; an answer that comes later would land in the user's shell.
const lastWord = 300 * time.Millisecond

func (m *model) quit() tea.Cmd {
	m.run.stop()
	m.exit.quitting = true
	if m.pace.waiting && m.pace.asked && !m.pace.open {
		return m.fx.later(lastWord, leaveMsg{})
	}
	return tea.Quit
}

// start asks a question; a run in flight is cancelled.
func (m *model) start(question engine.Untrusted) tea.Cmd {
	m.cancel("another question was asked")
	m.begin(question)
	var cmd tea.Cmd
	m.run.pump, m.run.stop, cmd = m.fx.ask(m.asking.request(question), m.run.n)
	m.panes.ask.Update(ask.Suggestions(nil))
	m.focus(atAnswer)
	m.showRun()
	return cmd
}

// begin makes a question the one in flight.
func (m *model) begin(question engine.Untrusted) {
	r := &m.run
	r.n++
	r.question, r.live, r.inFlight = question, trace.State{}, true
	r.began = m.fx.now()
	r.now = r.began
	m.stage.begun = true
}

// cancel ends the run in flight at once, however long its Asker takes to
// notice.
func (m *model) cancel(reason string) {
	if !m.run.inFlight {
		return
	}
	m.run.stop()
	m.conclude(trace.Cancelled{Reason: reason})
}

// conclude ends the run with a terminal event of the console's own.
func (m *model) conclude(p trace.Payload) {
	live := m.run.live
	m.reduce(trace.Event{Version: trace.Version, Run: live.Run, Seq: live.Seq + 1, Span: trace.Root, At: m.fx.now(), Payload: p})
	m.showRun()
}

func (m *model) events(msg eventsMsg) tea.Cmd {
	if msg.run != m.run.n {
		return nil
	}
	for _, e := range msg.events {
		m.reduce(e)
	}
	if !msg.ended {
		m.showRun()
		return m.fx.events(m.run.pump, msg.run, frameTime)
	}
	if m.run.inFlight { // its Asker said nothing more
		m.conclude(trace.FailedRun{Error: ending(msg.err)})
	}
	m.showRun()
	return m.fx.sessions("")
}

func ending(err error) string {
	if err == nil {
		return "the run ended without an answer"
	}
	return err.Error()
}

func (m *model) reduce(e trace.Event) {
	r := &m.run
	r.live = trace.Reduce(r.live, e)
	if r.live.Ended == "" {
		return
	}
	r.inFlight = false
	if r.live.Answer != nil && e.Payload.Kind().Terminal() {
		r.shown = r.live
		m.talk.answered(r.live)
		m.panes.sources.Update(sources.Citations(r.live.Answer.Citations))
	}
}

// showRun gives the state of the run to the panes that show it.
func (m *model) showRun() {
	r := m.run
	m.panes.answer.Update(answer.Runs{Shown: r.shown, Live: r.live, InFlight: r.inFlight, Question: r.question, Elapsed: r.now.Sub(r.began)})
	m.panes.trace.Update(r.live)
}

func (m *model) tick(msg tickMsg) (cmd tea.Cmd, changed bool) {
	if msg.run != m.run.n || !m.run.inFlight {
		return nil, false
	}
	m.run.now = msg.at
	m.showRun()
	return m.fx.tick(msg.run), true
}

func (m *model) open(c engine.Citation) tea.Cmd {
	m.panes.record.Update(record.Opening{Citation: c})
	m.focus(atRecord)
	return m.fx.open(c)
}

func (m *model) opened(msg recordMsg) tea.Cmd {
	if msg.err != nil {
		m.panes.record.Update(record.Failed{Why: msg.err.Error()})
		return nil
	}
	m.panes.record.Update(record.Opened{Record: msg.record, Quotes: m.quotesOf(msg.citation), At: msg.citation})
	return m.fx.pictures(msg.record, m.look.shows(m.opts.Images))
}

// quotesOf lists the citations of the shown answer into the same record, and the
// one that was opened, which may be of the walkthrough or of the fault graph.
func (m *model) quotesOf(c engine.Citation) []engine.Citation {
	var same []engine.Citation
	listed := c.Start >= c.End // one that quotes nothing opens the record as a whole
	if m.run.shown.Answer != nil {
		for _, other := range m.run.shown.Answer.Citations {
			if other.DocID == c.DocID {
				same = append(same, other)
				listed = listed || other.Start == c.Start && other.End == c.End
			}
		}
	}
	if !listed {
		same = append(same, c)
	}
	return same
}

func (m *model) listed(msg sourcesMsg) {
	if msg.err != nil {
		notice := "sources cannot be listed: " + strings.TrimSpace(msg.err.Error())
		m.panes.status.Update(status.Notices(append(m.opts.Notices[:len(m.opts.Notices):len(m.opts.Notices)], notice)))
		return
	}
	m.panes.status.Update(status.Sources(msg.sources))
	m.panes.home.Update(status.Sources(msg.sources))
}
