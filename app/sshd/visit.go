package sshd

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"charm.land/ssh"

	"owl/app/shell"
	"owl/engine"
	"owl/engine/guard"
)

// visit runs the console of one terminal.
func (s *Server) visit(sess ssh.Session) {
	select {
	case s.slots <- struct{}{}:
		defer func() { <-s.slots }()
	default:
		s.refuse(sess, "too many consoles")
		s.bye(sess, fmt.Sprintf("owl: %d consoles are open, which is the limit", s.opts.MaxConsoles))
		return
	}
	who, _ := sess.Context().Value(whoKey{}).(Who)
	began := s.opts.Now()
	s.note(sess.Context(), Entry{Event: Opened})
	err := s.console(sess, who)
	closed := Entry{Event: Closed, Seconds: s.opts.Now().Sub(began).Seconds()}
	if err != nil && !errors.Is(err, context.Canceled) {
		closed.Why = err.Error()
		s.bye(sess, "owl: "+err.Error())
	}
	s.note(sess.Context(), closed)
}

// bye says why there is no console. That it may fail has nobody to be told to.
func (s *Server) bye(sess ssh.Session, why string) {
	_, _ = fmt.Fprintf(sess, "%s\r\n", guard.Line(engine.Untrusted(why)))
	_ = sess.Exit(1)
}

// console runs until the person quits, the link is lost or the server ends.
func (s *Server) console(sess ssh.Session, who Who) error {
	ctx, cancel := context.WithCancel(sess.Context())
	defer cancel()
	stop := context.AfterFunc(s.end, cancel)
	defer stop()
	pty, windows, _ := sess.Pty()
	w, h := bounded(pty.Window)
	return s.opts.Console(ctx, who, shell.Terminal{
		In: sess, Out: sess, Env: environ(sess, pty), Width: w, Height: h, Resized: sizes(windows),
	})
}

// sizes passes the sizes of the terminal on, within bounds.
func sizes(windows <-chan ssh.Window) func(context.Context) (w, h int, ok bool) {
	return func(ctx context.Context) (int, int, bool) {
		select {
		case win, ok := <-windows:
			w, h := bounded(win)
			return w, h, ok
		case <-ctx.Done():
			return 0, 0, false
		}
	}
}

// maxCells is the most that a terminal may be wide or high: a frame costs memory
// of both.
const maxCells = 1000

func bounded(win ssh.Window) (w, h int) {
	return max(1, min(win.Width, maxCells)), max(1, min(win.Height, maxCells))
}

// termName is what the name of a terminal may look like: it becomes the name of a
// file.
var termName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._+-]{0,39}$`)

// environ is what the console is told of the terminal: of all that a client may
// say, only what changes how it is drawn.
func environ(sess ssh.Session, pty ssh.Pty) []string {
	term := pty.Term
	if !termName.MatchString(term) {
		term = "dumb"
	}
	// The session is a terminal, although no device of this host.
	env := []string{"TERM=" + term, "SSH_TTY=ssh", "TTY_FORCE=1"}
	for _, entry := range sess.Environ() {
		name, value, _ := strings.Cut(entry, "=")
		known := slices.Contains([]string{"COLORTERM", "NO_COLOR", "LANG", "LC_ALL", "LC_CTYPE"}, name)
		if known && termName.MatchString(value) {
			env = append(env, name+"="+value)
		}
	}
	return env
}
