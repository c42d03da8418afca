package shell

import (
	"context"
	"errors"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"

	"owl/views/words"
)

// tasks are what the operator waits for beside an answer: a record that is opened,
// a walkthrough that is planned. What takes longer than a moment is named with its
// time, and Esc stops it at once, however long it takes to notice.
type tasks struct {
	mu   sync.Mutex
	next int
	all  map[int]task
}

type task struct {
	what    string
	began   time.Time
	stop    context.CancelFunc
	stopped tea.Msg // brings what is shown in the place of the result; nil is nothing
}

// moment is how long a task may take before it is named, and how often its time is
// shown.
const moment = 300 * time.Millisecond

var errStopped = errors.New("stopped by Esc")

// busyMsg says that it is time to look whether tasks are still running.
type busyMsg struct{}

// task does something that the operator waits for.
func (e effects) task(what string, stopped tea.Msg, f func(ctx context.Context) tea.Msg) tea.Cmd {
	ctx, stop := context.WithCancel(e.ctx)
	id := e.tasks.add(task{what, e.now(), stop, stopped})
	work := e.crew.job(what, func() tea.Msg {
		defer stop()
		msg := f(ctx)
		if !e.tasks.done(id) { // it was stopped: its result comes too late
			return nil
		}
		return msg
	})
	return tea.Batch(work, e.later(moment, busyMsg{}))
}

func (t *tasks) add(one task) int {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.all == nil {
		t.all = map[int]task{}
	}
	t.next++
	t.all[t.next] = one
	return t.next
}

// done takes a task off; false when it was stopped before.
func (t *tasks) done(id int) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	_, there := t.all[id]
	delete(t.all, id)
	return there
}

// oldest is the task that is running longest.
func (t *tasks) oldest() (task, bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	var first task
	for _, one := range t.all {
		if first.what == "" || one.began.Before(first.began) {
			first = one
		}
	}
	return first, first.what != ""
}

// stop ends all tasks and returns them.
func (t *tasks) stop() []task {
	t.mu.Lock()
	defer t.mu.Unlock()
	var list []task
	for _, one := range t.all {
		one.stop()
		list = append(list, one)
	}
	t.all = nil
	return list
}

// busy shows how long a task has taken, until there is none.
func (m *model) busy() (tea.Cmd, bool) {
	if _, running := m.fx.tasks.oldest(); !running {
		return nil, false
	}
	return m.fx.later(moment, busyMsg{}), true
}

// doing names the task that is running for more than a moment.
func (m *model) doing() string {
	one, running := m.fx.tasks.oldest()
	if took := m.fx.now().Sub(one.began); running && took >= moment {
		return words.Join(" "+m.look.theme.Glyphs.Dot+" ", m.look.theme.Glyphs.Focus+" "+one.what, words.Elapsed(took), "Esc stops it")
	}
	return ""
}

// stopTasks ends what the operator does not want to wait for; false when there is
// nothing.
func (m *model) stopTasks() (cmd tea.Cmd, some bool) {
	var cmds []tea.Cmd
	for _, one := range m.fx.tasks.stop() {
		m.say("stopped: " + one.what)
		if one.stopped != nil {
			cmd, _ := m.handle(one.stopped)
			cmds = append(cmds, cmd)
		}
		some = true
	}
	return tea.Batch(cmds...), some
}
