package sshd

import (
	"context"
	"errors"
	"fmt"
	"net"
	"time"

	"charm.land/ssh"
	"charm.land/wish/v2"
	gossh "golang.org/x/crypto/ssh"
	"golang.org/x/net/netutil"

	"owl/app/shell"
	"owl/engine/guard"
)

// Options say who may come and how many.
type Options struct {
	HostKey        string // file of the private key; made when it is not there
	AuthorizedKeys string // file, read again for each login
	MaxConsoles    int    // at once
	Audit          *Audit
	Log            func(err error) // of what goes wrong beside the consoles
	Now            func() time.Time
	// Console runs one console until it ends, or ctx.
	Console func(ctx context.Context, who Who, terminal shell.Terminal) error
}

// The bounds of what somebody who is not known yet may take.
const (
	handshakeTime = 15 * time.Second
	maxTries      = 3
	// waiting is how many connections there may be for each console.
	waiting = 4
)

// Server serves consoles.
type Server struct {
	opts  Options
	ssh   *ssh.Server
	slots chan struct{}
	end   context.Context // of all consoles
}

// New checks the options. The error is an engine.ErrUsage when a key cannot be
// read or nobody may come.
func New(ctx context.Context, opts Options) (*Server, error) {
	keys, err := readKeys(opts.AuthorizedKeys)
	if err != nil {
		return nil, err
	}
	if len(keys) == 0 {
		return nil, fmt.Errorf("%s has no key: nobody could come in", opts.AuthorizedKeys)
	}
	s := &Server{opts: opts, slots: make(chan struct{}, opts.MaxConsoles), end: ctx}
	s.ssh, err = wish.NewServer(wish.WithHostKeyPath(opts.HostKey), wish.WithVersion("owl"))
	if err != nil {
		return nil, fmt.Errorf("read the host key: %w", err)
	}
	s.ssh.Handler = s.visit
	s.ssh.PublicKeyHandler = s.admit
	s.ssh.SessionRequestCallback = s.allow
	s.ssh.ServerConfigCallback = func(ssh.Context) *gossh.ServerConfig { return &gossh.ServerConfig{MaxAuthTries: maxTries} }
	s.ssh.HandshakeTimeout = handshakeTime
	// Nothing but sessions: no forwarding of any kind, no subsystem.
	s.ssh.ChannelHandlers = map[string]ssh.ChannelHandler{"session": ssh.DefaultSessionHandler}
	s.ssh.RequestHandlers = map[string]ssh.RequestHandler{}
	s.ssh.SubsystemHandlers = map[string]ssh.SubsystemHandler{}
	return s, nil
}

// HostKey is the fingerprint that clients are shown.
func (s *Server) HostKey() string { return gossh.FingerprintSHA256(s.ssh.HostSigners[0].PublicKey()) }

// Serve lets people in until the context of New has ended, and waits for their
// consoles.
func (s *Server) Serve(l net.Listener) error {
	stop := context.AfterFunc(s.end, func() { _ = l.Close() })
	defer stop()
	err := s.ssh.Serve(netutil.LimitListener(l, waiting*s.opts.MaxConsoles))
	if s.end.Err() == nil {
		return fmt.Errorf("serve consoles: %w", errors.Join(err, s.ssh.Close()))
	}
	s.empty()
	if err := s.ssh.Close(); !errors.Is(err, net.ErrClosed) {
		return err
	}
	return nil
}

// empty waits until no console is open, but not for ever.
func (s *Server) empty() {
	late := time.After(patience)
	for range cap(s.slots) {
		select {
		case s.slots <- struct{}{}:
		case <-late:
			return
		}
	}
}

// patience is how long the end waits for consoles that have been told to stop.
const patience = 5 * time.Second

// admit lets in who has an authorised key.
func (s *Server) admit(ctx ssh.Context, key ssh.PublicKey) bool {
	keys, err := readKeys(s.opts.AuthorizedKeys)
	if err != nil {
		s.opts.Log(err)
		return false
	}
	who, known := keys[string(key.Marshal())]
	if !known {
		s.note(ctx, Entry{Event: Refused, Fingerprint: gossh.FingerprintSHA256(key), Why: "the key is not authorised"})
		return false
	}
	ctx.SetValue(whoKey{}, who)
	return true
}

// whoKey is where a connection keeps whose it is. The key of a login that has
// ended well is the last one that was asked about.
type whoKey struct{}

// allow answers a request for a shell that has a terminal, and no other.
func (s *Server) allow(sess ssh.Session, request string) bool {
	_, _, terminal := sess.Pty()
	switch {
	case request != "shell":
		s.refuse(sess, "asked for "+request)
	case !terminal:
		s.refuse(sess, "has no terminal")
	default:
		return true
	}
	return false
}

func (s *Server) refuse(sess ssh.Session, why string) {
	s.note(sess.Context(), Entry{Event: Refused, Why: why})
}

// note adds whose connection it is and writes an entry.
func (s *Server) note(ctx ssh.Context, e Entry) {
	e.At, e.User, e.Remote = s.opts.Now(), ctx.User(), ctx.RemoteAddr().String()
	if who, ok := ctx.Value(whoKey{}).(Who); ok {
		e.Name, e.Fingerprint = guard.Line(who.Name), who.Fingerprint
	}
	if err := s.opts.Audit.Write(e); err != nil {
		s.opts.Log(err)
	}
}
