// Package screen runs a program on a pseudo-terminal with an emulated terminal
// at its other end: for pictures of what it shows and for measurements.
package screen

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/vt"
	"github.com/creack/pty"
)

// Screen is a program and its terminal. It is safe for concurrent use.
type Screen struct {
	cmd  *exec.Cmd
	ptmx *os.File

	mu      sync.Mutex
	changed *sync.Cond
	vt      *vt.Emulator
	bytes   int
	gone    bool
	work    sync.WaitGroup
}

// Start runs cmd on a terminal of w x h cells.
func Start(cmd *exec.Cmd, w, h int) (*Screen, error) {
	ptmx, err := pty.StartWithSize(cmd, &pty.Winsize{Rows: uint16(h), Cols: uint16(w)})
	if err != nil {
		return nil, fmt.Errorf("start %s: %w", cmd.Path, err)
	}
	s := &Screen{cmd: cmd, ptmx: ptmx, vt: vt.NewEmulator(w, h)}
	s.changed = sync.NewCond(&s.mu)
	s.work.Go(s.listen)
	s.work.Go(func() { _, _ = io.Copy(ptmx, s.vt) }) // what the terminal answers
	return s, nil
}

// listen feeds the terminal with what the program writes.
func (s *Screen) listen() {
	part := make([]byte, 64<<10)
	for {
		n, err := s.ptmx.Read(part)
		s.mu.Lock()
		if n > 0 {
			_, _ = s.vt.Write(part[:n])
			s.bytes += n
		}
		s.gone = s.gone || err != nil
		s.changed.Broadcast()
		s.mu.Unlock()
		if err != nil {
			return
		}
	}
}

// Press sends keys as bytes.
func (s *Screen) Press(keys string) error {
	if _, err := io.WriteString(s.ptmx, keys); err != nil {
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
	stop := context.AfterFunc(ctx, s.changed.Broadcast)
	defer stop()
	s.mu.Lock()
	defer s.mu.Unlock()
	for !strings.Contains(s.text(), text) {
		switch {
		case ctx.Err() != nil:
			return fmt.Errorf("wait for %q: %w; the screen shows\n%s", text, ctx.Err(), s.text())
		case s.gone:
			return fmt.Errorf("wait for %q: the program has ended; the screen shows\n%s", text, s.text())
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
	_ = s.cmd.Process.Kill() // it may have ended
	_ = s.cmd.Wait()         // it was killed
	err := s.ptmx.Close()
	if pipe, ok := s.vt.InputPipe().(io.Closer); ok {
		err = errors.Join(err, pipe.Close())
	}
	s.work.Wait()
	return err
}
