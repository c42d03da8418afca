package screen

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"sync"
	"syscall"

	"github.com/creack/pty"
	"golang.org/x/sys/unix"
)

// local is a program of this host on a pseudo-terminal.
type local struct {
	cmd    *exec.Cmd
	ptmx   *os.File
	before *unix.Termios // the line settings when it was started
	after  *unix.Termios // and when it had ended; nil before
	ended  chan struct{}
	work   sync.WaitGroup
}

func run(cmd *exec.Cmd, w, h int) (*local, error) {
	ptmx, tty, err := pty.Open()
	if err != nil {
		return nil, fmt.Errorf("open a terminal: %w", err)
	}
	l := &local{cmd: cmd, ptmx: ptmx, ended: make(chan struct{})}
	fail := func(err error) (*local, error) {
		return nil, errors.Join(fmt.Errorf("start %s: %w", cmd.Path, err), ptmx.Close(), tty.Close())
	}
	if err := pty.Setsize(ptmx, size(w, h)); err != nil {
		return fail(err)
	}
	if l.before, err = unix.IoctlGetTermios(int(tty.Fd()), unix.TCGETS); err != nil {
		return fail(err)
	}
	cmd.Stdin, cmd.Stdout, cmd.Stderr = tty, tty, tty
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	if err := cmd.Start(); err != nil {
		return fail(err)
	}
	l.work.Go(func() { l.wait(tty) })
	return l, nil
}

// wait waits for the end of the program. What it wrote is read to its end, since
// the terminal is closed only then.
func (l *local) wait(tty *os.File) {
	defer close(l.ended)
	_ = l.cmd.Wait() // how it ended matters to nobody here
	l.after, _ = unix.IoctlGetTermios(int(tty.Fd()), unix.TCGETS)
	_ = tty.Close()
}

func size(w, h int) *pty.Winsize { return &pty.Winsize{Rows: uint16(h), Cols: uint16(w)} }

func (l *local) close() error {
	_ = l.cmd.Process.Kill() // it may have ended
	l.work.Wait()
	return l.ptmx.Close()
}

// PID is the process of a program of this host.
func (s *Screen) PID() int { return s.local.cmd.Process.Pid }

// Signal sends a signal to a program of this host.
func (s *Screen) Signal(sig os.Signal) error { return s.local.cmd.Process.Signal(sig) }

// Resize gives the terminal of a program of this host another size.
func (s *Screen) Resize(w, h int) error {
	s.mu.Lock()
	s.vt.Resize(w, h)
	s.mu.Unlock()
	return pty.Setsize(s.local.ptmx, size(w, h))
}

// Restored waits for the end of a program of this host and reports what it has not
// put back: the line settings, the main screen, the cursor.
func (s *Screen) Restored(ctx context.Context) error {
	err := s.until(ctx, "its end", func() bool { return s.gone })
	if err != nil {
		return err
	}
	<-s.local.ended
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.local.after == nil || *s.local.after != *s.local.before:
		return errors.New("the line settings are not restored")
	case s.alt:
		return errors.New("the alternate screen is left on")
	case s.vt.CursorHidden():
		return errors.New("the cursor is left hidden")
	}
	return nil
}
