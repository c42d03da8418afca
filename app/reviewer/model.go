package reviewer

import (
	"context"
	"strings"

	tea "charm.land/bubbletea/v2"

	pane "owl/views/review"
	"owl/views/widget"
)

// model is the root: it routes, the pane knows what to show.
type model struct {
	opts   Options
	keeper *keeper
	pane   *pane.Model
	want   pane.Wanted       // the record that is to be shown
	busy   bool              // a decision is being kept
	queue  []tea.KeyPressMsg // that were pressed meanwhile
	w, h   int
}

func newModel(ctx context.Context, opts Options, deps Deps) *model {
	return &model{opts: opts, keeper: newKeeper(ctx, deps, opts.Env), pane: pane.New(themeOf(opts, false))}
}

// Init shows the first open question.
func (m *model) Init() tea.Cmd {
	return tea.Batch(tea.RequestBackgroundColor, m.intent(m.pane.Update(m.keeper.questions())))
}

// Update takes one message. It does no I/O: what touches the outside is returned
// as a command.
func (m *model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.w, m.h = msg.Width, msg.Height
	case tea.BackgroundColorMsg:
		m.pane.Update(themeOf(m.opts, !msg.IsDark()))
	case tea.KeyPressMsg:
		return m, m.key(msg)
	case tea.PasteMsg:
		m.pane.Update(msg)
	case loaded:
		if msg.want == m.want {
			m.pane.Update(msg.message)
		}
	case kept:
		return m, m.keptOne(msg)
	case written:
		return m, m.edit(msg)
	case closed:
		return m, m.keeper.read(msg)
	}
	return m, nil
}

// key takes a key. While a decision is being kept keys wait: the next one is
// meant for the question after it, and leaving must not lose it.
func (m *model) key(msg tea.KeyPressMsg) tea.Cmd {
	if m.busy {
		m.queue = append(m.queue, msg)
		return nil
	}
	keys := pane.Keys()
	if m.pane.Typing() {
		keys = pane.TypingKeys()
	}
	switch act := pane.Find(keys, msg.String()); act {
	case widget.Quit:
		return tea.Quit
	case widget.NoAction:
		return m.intent(m.pane.Update(msg))
	default:
		return m.intent(m.pane.Update(act))
	}
}

// intent turns what the pane wants into a command.
func (m *model) intent(intent any) tea.Cmd {
	switch i := intent.(type) {
	case pane.Wanted:
		m.want = i
		return m.keeper.load(i)
	case pane.Decided:
		m.busy = true
		return m.keeper.decide(i)
	case pane.Rewrote:
		m.busy = true
		return m.keeper.write(i.Question)
	}
	return nil
}

// keptOne shows what came of a decision, and goes on when it was kept.
func (m *model) keptOne(msg kept) tea.Cmd {
	m.busy = false
	var commands []tea.Cmd
	if msg.err != nil {
		m.pane.Update(pane.Said{Line: msg.err.Error()})
	} else {
		commands = append(commands, m.intent(m.pane.Update(msg.questions)), m.intent(m.pane.Advance()))
	}
	for len(m.queue) > 0 && !m.busy {
		next := m.queue[0]
		m.queue = m.queue[1:]
		commands = append(commands, m.key(next))
	}
	return tea.Batch(commands...)
}

// edit opens the file of a question in the editor.
func (m *model) edit(msg written) tea.Cmd {
	if msg.err != nil {
		return m.keptOne(kept{err: msg.err})
	}
	return tea.ExecProcess(msg.editor, func(err error) tea.Msg { return closed{written: msg, failed: err} })
}

// View draws the whole screen.
func (m *model) View() tea.View {
	text := ""
	if m.w > 0 && m.h > 0 {
		text = strings.Join(widget.Fit(m.pane.View(m.w, m.h), m.w, m.h, 0), "\n")
	}
	frame := tea.NewView(text)
	frame.AltScreen = true
	return frame
}

// loaded is a record, or why there is none.
type loaded struct {
	want    pane.Wanted
	message any // record.Opened or record.Failed
}

// kept is what came of a decision: all questions as they are then.
type kept struct {
	questions pane.Questions
	err       error
}
