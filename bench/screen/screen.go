// Package screen runs a program on a pseudo-terminal with an emulated terminal
// at its other end: for pictures of what it shows and for measurements.
package screen

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"sync"
	"time"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/vt"
)

// Screen is a program and its terminal. It is safe for concurrent use.
type Screen struct {
	in    io.Writer // keys, and what the terminal answers
	out   io.Reader // what the program writes
	rate  int       // bytes a second that are read of it; 0 is as they come
	local *local    // nil when the program runs elsewhere

	mu      sync.Mutex
	changed *sync.Cond
	vt      *vt.Emulator
	bytes   int
	gone    bool
	alt     bool // the alternate screen is on
	work    sync.WaitGroup
}

// Terminal is what a program is run on.
type Terminal struct {
	W, H int  // in cells
	Rate int  // bytes a second that it takes; 0 is as many as come
	Mute bool // it answers no query
}

// Start runs cmd on a terminal of w x h cells.
func Start(cmd *exec.Cmd, w, h int) (*Screen, error) { return Terminal{W: w, H: h}.Start(cmd) }

// Start runs cmd on the terminal.
func (t Terminal) Start(cmd *exec.Cmd) (*Screen, error) {
	l, err := run(cmd, t.W, t.H)
	if err != nil {
		return nil, err
	}
	s := t.screen(l.ptmx, l.ptmx)
	s.local = l
	s.begin(t)
	return s, nil
}

// Attach is the terminal of a program that runs elsewhere, by what comes from it
// and goes to it.
func (t Terminal) Attach(out io.Reader, in io.Writer) *Screen {
	s := t.screen(out, in)
	s.begin(t)
	return s
}

func (t Terminal) screen(out io.Reader, in io.Writer) *Screen {
	s := &Screen{in: in, out: out, rate: t.Rate, vt: vt.NewEmulator(t.W, t.H)}
	s.changed = sync.NewCond(&s.mu)
	s.vt.SetCallbacks(vt.Callbacks{AltScreen: func(on bool) { s.alt = on }}) // called while it writes
	return s
}

func (s *Screen) begin(t Terminal) {
	answers := s.in
	if t.Mute {
		answers = io.Discard
	}
	s.work.Go(s.listen)
	s.work.Go(func() { _, _ = io.Copy(answers, s.vt) })
}

// slice is how long a slow terminal takes for one read.
const slice = 10 * time.Millisecond

// listen feeds the terminal with what the program writes.
func (s *Screen) listen() {
	part := make([]byte, 64<<10)
	if s.rate > 0 {
		part = part[:max(1, int(int64(s.rate)*int64(slice)/int64(time.Second)))]
	}
	for {
		n, err := s.out.Read(part)
		s.mu.Lock()
		if n > 0 {
			s.feed(part[:n])
			s.bytes += n
		}
		s.gone = s.gone || err != nil
		s.changed.Broadcast()
		s.mu.Unlock()
		if err != nil {
			return
		}
		if s.rate > 0 {
			time.Sleep(time.Duration(n) * time.Second / time.Duration(s.rate))
		}
	}
}

// feed writes to the terminal. The emulator may panic when what is written was meant
// for an earlier size; the program draws all again for the new one.
func (s *Screen) feed(part []byte) {
	defer func() { _ = recover() }()
	_, _ = s.vt.Write(part)
}

// Press sends keys as bytes.
func (s *Screen) Press(keys string) error {
	if _, err := io.WriteString(s.in, keys); err != nil {
		return fmt.Errorf("press %q: %w", keys, err)
	}
	return nil
}

// Text is what the terminal shows, without styles.
func (s *Screen) Text() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text()
}

func (s *Screen) text() string { return ansi.Strip(s.vt.Render()) }

// Bytes is how many bytes the program has written so far.
func (s *Screen) Bytes() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.bytes
}

// Wait waits until the terminal shows a text.
func (s *Screen) Wait(ctx context.Context, text string) error {
	return s.until(ctx, fmt.Sprintf("%q", text), func() bool { return strings.Contains(s.text(), text) })
}

// Until waits until the terminal shows exactly this.
func (s *Screen) Until(ctx context.Context, frame string) error {
	return s.until(ctx, "a frame", func() bool { return s.text() == frame })
}

func (s *Screen) until(ctx context.Context, what string, ok func() bool) error {
	stop := context.AfterFunc(ctx, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.changed.Broadcast()
	})
	defer stop()
	s.mu.Lock()
	defer s.mu.Unlock()
	for !ok() {
		switch {
		case ctx.Err() != nil:
			return fmt.Errorf("wait for %s: %w; the screen shows\n%s", what, ctx.Err(), s.text())
		case s.gone:
			return fmt.Errorf("wait for %s: the program has ended; the screen shows\n%s", what, s.text())
		}
		s.changed.Wait()
	}
	return nil
}

// Quiet waits until nothing was written for d.
func (s *Screen) Quiet(ctx context.Context, d time.Duration) error {
	for before := -1; before != s.Bytes(); {
		before = s.Bytes()
		select {
		case <-time.After(d):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

// Close ends the program and its terminal.
func (s *Screen) Close() error {
	var err error
	if s.local != nil {
		err = s.local.close()
	}
	if pipe, ok := s.vt.InputPipe().(io.Closer); ok {
		err = errors.Join(err, pipe.Close())
	}
	s.work.Wait()
	return err
}
