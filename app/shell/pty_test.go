package shell

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/creack/pty"
	"golang.org/x/sys/unix"
)

// child is the console in a process of its own, on a real pseudo-terminal.
type child struct {
	t       testing.TB
	cmd     *exec.Cmd
	ptmx    *os.File
	tty     *os.File
	screen  *screen
	before  unix.Termios
	mu      sync.Mutex
	changed *sync.Cond
	gone    bool
	exited  chan error
}

// start runs the test binary in a child mode on 80x24. A mute terminal answers
// no query.
func start(t testing.TB, mode string, mute bool) *child {
	t.Helper()
	return startSized(t, mode, mute, 80, 24)
}

func startSized(t testing.TB, mode string, mute bool, w, h int) *child {
	t.Helper()
	return startLinked(t, mode, link{w: w, h: h, mute: mute})
}

// link is how a child is reached.
type link struct {
	w, h int
	mute bool
	rate int // bytes a second; 0 is as many as come
}

func startLinked(t testing.TB, mode string, l link) *child {
	t.Helper()
	w, h, mute := l.w, l.h, l.mute
	ptmx, tty, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	c := &child{t: t, ptmx: ptmx, tty: tty, screen: newScreen(w, h), exited: make(chan error, 1)}
	c.changed = sync.NewCond(&c.mu)
	c.screen.driven = true
	if err := pty.Setsize(ptmx, &pty.Winsize{Rows: uint16(h), Cols: uint16(w)}); err != nil {
		t.Fatal(err)
	}
	c.before = c.termios()
	c.cmd = exec.Command(os.Args[0])
	c.cmd.Env = []string{childMode + "=" + mode, "TERM=xterm-256color", "PATH=" + os.Getenv("PATH"), "HOME=" + t.TempDir()}
	c.cmd.Stdin, c.cmd.Stdout, c.cmd.Stderr = tty, tty, tty
	c.cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	if err := c.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go c.listen(l.rate)
	if mute {
		go func() { _, _ = io.Copy(io.Discard, c.screen.emulator) }()
	} else {
		go func() { _, _ = io.Copy(ptmx, c.screen.emulator) }()
	}
	go func() { c.exited <- c.cmd.Wait(); c.note(true) }()
	t.Cleanup(c.close)
	return c
}

func (c *child) termios() unix.Termios {
	c.t.Helper()
	state, err := unix.IoctlGetTermios(int(c.tty.Fd()), unix.TCGETS)
	if err != nil {
		c.t.Fatal(err)
	}
	return *state
}

// listen feeds the terminal with what the process writes.
func (c *child) listen(rate int) {
	buffer := make([]byte, 1<<16)
	if rate > 0 {
		buffer = buffer[:max(1, rate/100)]
	}
	for {
		n, err := c.ptmx.Read(buffer)
		if err != nil {
			return
		}
		_, _ = c.screen.Write(buffer[:n])
		c.note(false)
		if rate > 0 {
			time.Sleep(time.Duration(n) * time.Second / time.Duration(rate))
		}
	}
}

func (c *child) note(gone bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.gone = c.gone || gone
	c.changed.Broadcast()
}

func (c *child) close() {
	_ = c.cmd.Process.Kill()
	_ = c.tty.Close()
	_ = c.ptmx.Close()
	_ = c.screen.emulator.InputPipe().(io.Closer).Close()
}

// until waits for a condition of the screen or of the process.
func (c *child) until(what string, ok func() bool) {
	c.t.Helper()
	late := false
	timer := time.AfterFunc(deadline, func() { c.mu.Lock(); late = true; c.changed.Broadcast(); c.mu.Unlock() })
	defer timer.Stop()
	c.mu.Lock()
	defer c.mu.Unlock()
	for !ok() {
		if late {
			c.t.Fatalf("waited in vain for %s; the screen shows\n%s", what, c.screen.text())
		}
		c.changed.Wait()
	}
}

func (c *child) shows(text string) {
	c.t.Helper()
	c.until(text, func() bool { return strings.Contains(c.screen.text(), text) })
}

func (c *child) press(keys string) {
	c.t.Helper()
	if _, err := io.WriteString(c.ptmx, keys); err != nil {
		c.t.Fatal(err)
	}
}

func (c *child) signal(s os.Signal) {
	c.t.Helper()
	if err := c.cmd.Process.Signal(s); err != nil {
		c.t.Fatal(err)
	}
}

func TestTheTerminalIsRestoredWhicheverWayTheConsoleEnds(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		mode string
		end  func(*child)
		says string
	}{
		"q":      {"answer", func(c *child) { c.press("\x1b"); c.shows("▸ Start"); c.press("q") }, "ended well"},
		"Ctrl-C": {"answer", func(c *child) { c.press("\x03") }, "ended well"},
		"Ctrl-C twice during a question": {"slow", func(c *child) {
			c.press("why?\r")
			c.shows("Esc cancels")
			c.press("\x03")
			c.shows("Cancelled:")
			c.press("\x03")
		}, "ended well"},
		"SIGTERM":              {"answer", func(c *child) { c.signal(syscall.SIGTERM) }, "ended well"},
		"SIGHUP":               {"answer", func(c *child) { c.signal(syscall.SIGHUP) }, "ended well"},
		"SIGINT":               {"answer", func(c *child) { c.signal(syscall.SIGINT) }, "ended well"},
		"panic in a goroutine": {"panic", func(c *child) { c.press("why?\r") }, "ended: internal error in answer: a bug in the engine"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := start(t, c.mode, false)
			p.shows("To begin with")
			c.end(p)
			p.until("the end", func() bool { return p.gone })
			p.shows(c.says)
			mustBeRestored(t, p)
		})
	}
}

func mustBeRestored(t *testing.T, c *child) {
	t.Helper()
	if after := c.termios(); after != c.before {
		t.Errorf("the line settings are %+v, were %+v", after, c.before)
	}
	raw := c.screen.written()
	for name, pair := range map[string][2]string{
		"alternate screen": {"\x1b[?1049h", "\x1b[?1049l"}, "bracketed paste": {"\x1b[?2004h", "\x1b[?2004l"},
		"hidden cursor": {"\x1b[?25l", "\x1b[?25h"}, "keyboard protocol": {"\x1b[>1u", "\x1b[<1u"},
	} {
		on, off := bytes.LastIndex(raw, []byte(pair[0])), bytes.LastIndex(raw, []byte(pair[1]))
		if on > off {
			t.Errorf("%s is left on", name)
		}
	}
	if c.screen.cursorHidden() {
		t.Error("the cursor is left hidden")
	}
}

func (s *screen) cursorHidden() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.emulator.CursorHidden()
}

// leftAlternate reports whether the alternate screen was left after it was entered.
func (s *screen) leftAlternate() bool {
	raw := s.written()
	return bytes.LastIndex(raw, []byte("\x1b[?1049l")) > bytes.LastIndex(raw, []byte("\x1b[?1049h"))
}

func TestATerminalThatAnswersNoQueryWorks(t *testing.T) {
	t.Parallel()
	c := start(t, "answer", true)
	c.shows("To begin with")
	c.press("why?")
	c.shows("Ask  why?")
	c.press("\r")
	c.shows("3 citations checked")
	c.press("\t")
	c.shows("▸ Citations 3")
	c.press("q")
	c.shows("ended well")
	mustBeRestored(t, c)
}

func TestResizesAtAnyMoment(t *testing.T) {
	t.Parallel()
	c := start(t, "slow", false)
	c.shows("To begin with")
	c.press("why?\r")
	c.shows("Esc cancels")
	for i := range 60 {
		w, h := uint16(20+i*37%180), uint16(5+i*13%55)
		c.screen.resize(int(w), int(h))
		if err := pty.Setsize(c.ptmx, &pty.Winsize{Rows: h, Cols: w}); err != nil {
			t.Fatal(err)
		}
	}
	c.screen.resize(100, 30)
	if err := pty.Setsize(c.ptmx, &pty.Winsize{Rows: 30, Cols: 100}); err != nil {
		t.Fatal(err)
	}
	c.shows("3 citations checked")
	c.shows("Citations 3 ─")
	c.press("q")
	c.shows("ended well")
	mustBeRestored(t, c)
}

func (s *screen) resize(w, h int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.emulator.Resize(w, h)
}

// BenchmarkFirstFrame is from the start of the process to the first whole
// screen on a pseudo-terminal.
func BenchmarkFirstFrame(b *testing.B) {
	for name, mute := range map[string]bool{"answering": false, "mute": true} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				c := start(b, "answer", mute)
				c.shows("To begin with")
				c.close()
				if err := <-c.exited; err != nil {
					b.Log(err)
				}
			}
		})
	}
}

// BenchmarkStreaming reports what a question costs on the line: bytes in all
// and a second while its answer grows.
func BenchmarkStreaming(b *testing.B) {
	for _, size := range [][2]int{{80, 24}, {120, 40}, {200, 60}} {
		b.Run(fmt.Sprintf("%dx%d", size[0], size[1]), func(b *testing.B) {
			written := 0
			for b.Loop() {
				c := startSized(b, "slow", false, size[0], size[1])
				c.shows("To begin with")
				before := len(c.screen.written())
				c.press("why?\r")
				c.shows("3 citations checked")
				written += len(c.screen.written()) - before
				c.close()
				if err := <-c.exited; err != nil {
					b.Log(err)
				}
			}
			b.ReportMetric(float64(written)/float64(b.N), "B/question")
			b.ReportMetric(float64(written)/b.Elapsed().Seconds(), "B/s")
		})
	}
}

// BenchmarkKeyToFrame is from a key to the screen that it asks for; p99 is the
// one key in a hundred that waits longest.
func BenchmarkKeyToFrame(b *testing.B) {
	c := startSized(b, "answer", false, 200, 60)
	c.shows("To begin with")
	c.press("why?\r")
	c.shows("3 citations checked")
	var took []time.Duration
	for b.Loop() {
		for _, want := range []string{"▸ Help", "▸ Answer"} {
			pressed := time.Now()
			c.press("?")
			c.shows(want)
			took = append(took, time.Since(pressed))
		}
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "ms-p50")
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "ms-p99")
	c.close()
	if err := <-c.exited; err != nil {
		b.Log(err)
	}
}
