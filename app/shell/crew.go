package shell

import (
	"runtime/debug"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"
)

// crew starts every goroutine of the console. A panic in one becomes a message
// that ends the console in an orderly way; left alone it would end the process
// with the terminal in raw mode.
//
// It counts the jobs whose result the screen still waits for, from before they
// start until their message was handled, so that idleness can be told.
type crew struct {
	mu        sync.Mutex
	toProgram func(tea.Msg)
	busy      int
	dismissed bool
	working   sync.WaitGroup
}

func newCrew() *crew { return &crew{toProgram: func(tea.Msg) {}} }

// attach says where messages go.
func (c *crew) attach(send func(tea.Msg)) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.toProgram = send
}

func (c *crew) send(msg tea.Msg) {
	c.mu.Lock()
	send := c.toProgram
	c.mu.Unlock()
	send(msg)
}

// counted is the message of a job that was counted.
type counted struct{ msg tea.Msg }

// job returns a command that counts as work until its message was handled.
func (c *crew) job(where string, f func() tea.Msg) tea.Cmd {
	c.mu.Lock()
	c.busy++
	c.mu.Unlock()
	return func() tea.Msg { return counted{c.safely(where, f)} }
}

// errand returns a command that does not count as work.
func (c *crew) errand(where string, f func() tea.Msg) tea.Cmd {
	return func() tea.Msg { return c.safely(where, f) }
}

// handled takes the message out of a counted one.
func (c *crew) handled(msg tea.Msg) tea.Msg {
	done, ok := msg.(counted)
	if !ok {
		return msg
	}
	c.mu.Lock()
	c.busy--
	c.mu.Unlock()
	return done.msg
}

func (c *crew) idle() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.busy == 0
}

// spawn runs f in a goroutine of its own.
func (c *crew) spawn(where string, f func()) {
	go func() {
		msg := c.safely(where, func() tea.Msg { f(); return nil })
		if msg != nil {
			c.send(msg)
		}
	}()
}

// safely runs f, unless the crew was dismissed, and turns its panic into a
// message.
func (c *crew) safely(where string, f func() tea.Msg) (msg tea.Msg) {
	c.mu.Lock()
	if c.dismissed {
		c.mu.Unlock()
		return nil
	}
	c.working.Add(1)
	c.mu.Unlock()
	defer c.working.Done()
	defer func() {
		if v := recover(); v != nil {
			msg = &Panic{Where: where, Value: v, Stack: debug.Stack()}
		}
	}()
	return f()
}

// dismiss starts no more work and waits for what is running, but not for ever:
// one that does not listen must not hold the user's terminal.
func (c *crew) dismiss(patience time.Duration) {
	c.mu.Lock()
	c.dismissed = true
	c.mu.Unlock()
	done := make(chan struct{})
	go func() {
		c.working.Wait()
		close(done)
	}()
	select {
	case <-done:
	case <-time.After(patience):
	}
}
