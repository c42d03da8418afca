package shell

import (
	"bytes"
	"context"
	"io"
	"strings"
	"sync"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/vt"
)

// looks are the terminals that frames are kept for.
func looks() map[string][]string {
	tty := []string{"TTY_FORCE=1", "LANG=C.UTF-8"}
	with := func(env ...string) []string { return append(tty[:len(tty):len(tty)], env...) }
	return map[string][]string{
		"truecolor": with("TERM=xterm-256color", "COLORTERM=truecolor"),
		"16":        with("TERM=xterm"),
		"none":      with("TERM=xterm-256color", "NO_COLOR=yes"),
		"ascii":     with("TERM=linux"),
	}
}

// console is the real program on an emulated terminal.
type console struct {
	t       *testing.T
	program *tea.Program
	model   *model
	seen    *observer
	screen  *screen
	ended   chan error
	stop    context.CancelFunc
}

// deadline ends a test that waits for something that will not come.
const deadline = 20 * time.Second

func open(t *testing.T, w, h int, env []string, opts Options, deps Deps) *console {
	t.Helper()
	scr := newScreen(w, h)
	input, typing := io.Pipe()
	opts.Terminal = Terminal{In: input, Out: scr, Env: env, Width: w, Height: h}
	ctx, stop := context.WithCancel(context.Background())
	crew := newCrew()
	m := newModel(ctx, opts, deps, crew)
	m.pace.least, m.pace.silence = deadline, deadline // the emulator never fails to answer, but may be slow on a busy machine
	seen := &observer{Model: m, inner: m}
	seen.cond = sync.NewCond(&seen.mu)
	c := &console{t: t, model: m, seen: seen, screen: scr, ended: make(chan error, 1), stop: stop}
	c.program = tea.NewProgram(seen, append(programOptions(opts), tea.WithFPS(120))...)
	crew.attach(c.program.Send)
	answers := make(chan struct{})
	go func() { defer close(answers); _, _ = io.Copy(typing, scr.emulator) }()
	go func() { _, err := c.program.Run(); c.ended <- err }()
	t.Cleanup(func() {
		stop()
		c.program.Kill()
		crew.dismiss(patience)
		_ = scr.emulator.InputPipe().(io.Closer).Close()
		_ = input.Close()
		<-answers
	})
	c.settle()
	return c
}

// observer lets a test wait until the console is idle.
type observer struct {
	tea.Model
	inner   *model
	mu      sync.Mutex
	cond    *sync.Cond
	pings   int
	answers int // to a query of the test
	sized   bool
	profile bool
	settled bool
}

type ping struct{}

func (o *observer) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	_, cmd := o.Model.Update(msg)
	o.mu.Lock()
	defer o.mu.Unlock()
	switch msg.(type) {
	case ping:
		o.pings++
	case tea.CursorPositionMsg:
		o.answers++
	case tea.WindowSizeMsg:
		o.sized = true
	case tea.ColorProfileMsg:
		o.profile = true
	}
	o.settled = o.sized && o.profile && o.inner.settled()
	o.cond.Broadcast()
	return o, cmd
}

// settle waits until everything that was sent is handled, no work is left, and
// the terminal has drawn the result.
func (c *console) settle() {
	c.t.Helper()
	c.seen.mu.Lock()
	want := c.seen.pings + 1
	c.seen.mu.Unlock()
	c.program.Send(ping{})
	c.until(func() bool { return c.seen.pings >= want && c.seen.settled })
	// The renderer writes at its own pace, queries first. Two queries, one after
	// the other's answer, have the last frame between them.
	for range 2 {
		c.seen.mu.Lock()
		want := c.seen.answers + 1
		c.seen.mu.Unlock()
		c.program.Send(tea.RawMsg{Msg: ansi.RequestExtendedCursorPositionReport})
		c.until(func() bool { return c.seen.answers >= want })
	}
}

// until waits for a condition of the observer.
func (c *console) until(ok func() bool) {
	c.t.Helper()
	late := time.AfterFunc(deadline, func() {
		c.seen.mu.Lock()
		defer c.seen.mu.Unlock()
		c.seen.pings = -1 << 30
		c.seen.cond.Broadcast()
	})
	defer late.Stop()
	c.seen.mu.Lock()
	defer c.seen.mu.Unlock()
	for !ok() {
		if c.seen.pings < 0 {
			c.t.Fatalf("the console did not settle; it shows\n%s", c.screen.text())
		}
		c.seen.cond.Wait()
	}
}

// press sends keys: names such as "enter" or single characters.
func (c *console) press(keys ...string) {
	c.t.Helper()
	for _, k := range keys {
		c.program.Send(keyOf(k))
	}
	c.settle()
}

func (c *console) typeText(text string) {
	for _, r := range text {
		c.program.Send(tea.KeyPressMsg{Code: r, Text: string(r)})
	}
}

// ask types a question and waits for its answer.
func (c *console) ask(question string) {
	c.t.Helper()
	c.typeText(question)
	c.press("enter")
}

func keyOf(name string) tea.KeyPressMsg {
	switch name {
	case "enter":
		return tea.KeyPressMsg{Code: tea.KeyEnter}
	case "tab":
		return tea.KeyPressMsg{Code: tea.KeyTab}
	case "shift+tab":
		return tea.KeyPressMsg{Code: tea.KeyTab, Mod: tea.ModShift}
	case "esc":
		return tea.KeyPressMsg{Code: tea.KeyEscape}
	case "up":
		return tea.KeyPressMsg{Code: tea.KeyUp}
	case "down":
		return tea.KeyPressMsg{Code: tea.KeyDown}
	case "pgdown":
		return tea.KeyPressMsg{Code: tea.KeyPgDown}
	case "ctrl+c":
		return tea.KeyPressMsg{Code: 'c', Mod: tea.ModCtrl}
	}
	r := []rune(name)[0]
	return tea.KeyPressMsg{Code: r, Text: name}
}

// mustShow fails unless all of these stand on the screen.
func (c *console) mustShow(want ...string) {
	c.t.Helper()
	text := c.screen.text()
	for _, w := range want {
		if !strings.Contains(text, w) {
			c.t.Errorf("%q is not on the screen:\n%s", w, text)
		}
	}
}

func (c *console) mustNotShow(not ...string) {
	c.t.Helper()
	text := c.screen.text()
	for _, n := range not {
		if strings.Contains(text, n) {
			c.t.Errorf("%q is on the screen:\n%s", n, text)
		}
	}
}

// wait returns how the program ended.
func (c *console) wait() error {
	c.t.Helper()
	select {
	case err := <-c.ended:
		return err
	case <-time.After(deadline):
		c.t.Fatalf("the console did not end; it shows\n%s", c.screen.text())
		return nil
	}
}

// screen is an emulated terminal that keeps what was written to it.
type screen struct {
	mu       sync.Mutex
	emulator *vt.Emulator
	raw      bytes.Buffer
	driven   bool // there is a terminal driver in between
}

func newScreen(w, h int) *screen { return &screen{emulator: vt.NewEmulator(w, h)} }

// Write takes the program's output. Without a terminal driver in between, a
// line feed must bring its carriage return along; with one the program knows that
// it does not.
func (s *screen) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.raw.Write(p)
	n := len(p)
	if !s.driven {
		p = bytes.ReplaceAll(p, []byte("\n"), []byte("\r\n"))
	}
	_, err := s.emulator.Write(p)
	return n, err
}

// frame is what the terminal shows, with styles.
func (s *screen) frame() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return strings.ReplaceAll(s.emulator.Render(), "\r\n", "\n") + "\n"
}

func (s *screen) text() string { return ansi.Strip(s.frame()) }

func (s *screen) written() []byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	return bytes.Clone(s.raw.Bytes())
}
