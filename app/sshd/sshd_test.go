package sshd

import (
	"bufio"
	"context"
	"crypto/ed25519"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"owl/app/shell"
	"owl/engine"
)

// served is a server on loopback whose console says what it was told, and then
// repeats what is typed until q.
type served struct {
	t       *testing.T
	address string
	dir     string
	keys    []gossh.Signer // authorised
	end     context.CancelFunc
	ended   chan error
	opened  chan shell.Terminal
}

const limit = 20 * time.Second

func newSigner(t *testing.T) gossh.Signer {
	t.Helper()
	_, private, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	signer, err := gossh.NewSignerFromKey(private)
	if err != nil {
		t.Fatal(err)
	}
	return signer
}

func authorised(key gossh.Signer, comment string) string {
	return strings.TrimSpace(string(gossh.MarshalAuthorizedKey(key.PublicKey()))) + " " + comment + "\n"
}

func serve(t *testing.T, most int) *served {
	t.Helper()
	s := &served{t: t, dir: t.TempDir(), keys: []gossh.Signer{newSigner(t)}, ended: make(chan error, 1), opened: make(chan shell.Terminal, 10)}
	s.writeKeys("# operators\n\n" + authorised(s.keys[0], "night\x1b[2J shift"))
	audit, err := OpenAudit(filepath.Join(s.dir, "ssh.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	ctx, end := context.WithCancel(context.Background())
	s.end = end
	server, err := New(ctx, Options{
		HostKey: filepath.Join(s.dir, "host"), AuthorizedKeys: filepath.Join(s.dir, "keys"), MaxConsoles: most, Audit: audit,
		Log: func(error) {}, Now: time.Now, Console: s.console,
	})
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s.address = l.Addr().String()
	go func() { s.ended <- server.Serve(l) }()
	t.Cleanup(func() { end(); _ = audit.Close() })
	return s
}

func (s *served) writeKeys(text string) {
	s.t.Helper()
	if err := os.WriteFile(filepath.Join(s.dir, "keys"), []byte(text), 0o600); err != nil {
		s.t.Fatal(err)
	}
}

func (s *served) console(ctx context.Context, who Who, terminal shell.Terminal) error {
	s.opened <- terminal
	fmt.Fprintf(terminal.Out, "hello %q %dx%d %s\n", who.Fingerprint, terminal.Width, terminal.Height, terminal.Env[0])
	typed := make(chan byte)
	go func() {
		defer close(typed)
		for b := make([]byte, 1); ; {
			if _, err := terminal.In.Read(b); err != nil {
				return
			}
			typed <- b[0]
		}
	}()
	for {
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case b := <-typed:
			switch b {
			case 'q':
				return nil
			case 'p':
				panic("a bug in the console")
			case 'i':
				return shell.ErrIdle
			}
		}
	}
}

func (s *served) dial(key gossh.Signer) (*gossh.Client, error) {
	return gossh.Dial("tcp", s.address, &gossh.ClientConfig{
		User: "console", Auth: []gossh.AuthMethod{gossh.PublicKeys(key)}, HostKeyCallback: gossh.InsecureIgnoreHostKey(), Timeout: limit,
	})
}

func (s *served) client() *gossh.Client {
	s.t.Helper()
	c, err := s.dial(s.keys[0])
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() { _ = c.Close() })
	return c
}

// visitor is somebody at a console.
type visitor struct {
	t      *testing.T
	in     io.Writer
	out    *bufio.Reader
	sess   *gossh.Session
	waited chan error
}

func visit(t *testing.T, c *gossh.Client, term string, w, h int) *visitor {
	t.Helper()
	sess, err := c.NewSession()
	if err != nil {
		t.Fatal(err)
	}
	if err := sess.RequestPty(term, h, w, nil); err != nil {
		t.Fatal(err)
	}
	in, _ := sess.StdinPipe()
	out, _ := sess.StdoutPipe()
	if err := sess.Shell(); err != nil {
		t.Fatal(err)
	}
	v := &visitor{t: t, in: in, out: bufio.NewReader(out), sess: sess, waited: make(chan error, 1)}
	go func() { v.waited <- sess.Wait() }()
	return v
}

func (v *visitor) line() string {
	v.t.Helper()
	line, err := v.out.ReadString('\n')
	if err != nil {
		v.t.Fatalf("read %q: %v", line, err)
	}
	return line
}

func (v *visitor) press(keys string) {
	v.t.Helper()
	if _, err := io.WriteString(v.in, keys); err != nil {
		v.t.Fatal(err)
	}
}

func (v *visitor) end() error {
	v.t.Helper()
	select {
	case err := <-v.waited:
		return err
	case <-time.After(limit):
		v.t.Fatal("the console did not end")
		return nil
	}
}

// audited waits until the log has an entry that holds all of these.
func (s *served) audited(want ...string) Entry {
	s.t.Helper()
	for deadline := time.Now().Add(limit); time.Now().Before(deadline); {
		data, err := os.ReadFile(filepath.Join(s.dir, "ssh.jsonl"))
		if err != nil {
			s.t.Fatal(err)
		}
		for line := range strings.Lines(string(data)) {
			var e Entry
			if json.Unmarshal([]byte(line), &e) == nil && holds(line, want) {
				return e
			}
		}
	}
	s.t.Fatalf("the audit log has no entry with %q", want)
	return Entry{}
}

func holds(line string, want []string) bool {
	for _, w := range want {
		if !strings.Contains(line, w) {
			return false
		}
	}
	return true
}

func TestAnAuthorisedKeyGetsAConsole(t *testing.T) {
	t.Parallel()
	s := serve(t, 2)
	v := visit(t, s.client(), "xterm-256color", 120, 40)
	fingerprint := gossh.FingerprintSHA256(s.keys[0].PublicKey())
	if got, want := v.line(), fmt.Sprintf("hello %q 120x40 TERM=xterm-256color\r\n", fingerprint); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	v.press("q")
	if err := v.end(); err != nil {
		t.Errorf("ended with %v", err)
	}
	if e := s.audited(`"closed"`, fingerprint); strings.Contains(e.Name, "\x1b") || !strings.Contains(e.Name, "shift") || e.User != "console" {
		t.Errorf("audited %+v", e)
	}
}

func TestWithoutAnAuthorisedKeyNobodyComesIn(t *testing.T) {
	t.Parallel()
	s := serve(t, 2)
	stranger := newSigner(t)
	if c, err := s.dial(stranger); err == nil {
		_ = c.Close()
		t.Error("a stranger came in")
	}
	s.audited(`"refused"`, gossh.FingerprintSHA256(stranger.PublicKey()), "not authorised")
	_, err := gossh.Dial("tcp", s.address, &gossh.ClientConfig{User: "x", Auth: []gossh.AuthMethod{gossh.Password("x")}, HostKeyCallback: gossh.InsecureIgnoreHostKey(), Timeout: limit})
	if err == nil {
		t.Error("a password was taken")
	}
	s.writeKeys(authorised(stranger, "new operator"))
	if _, err := s.dial(s.keys[0]); err == nil {
		t.Error("a key that was taken away still works")
	}
	c, err := s.dial(stranger)
	if err != nil {
		t.Fatalf("a key that was added does not work: %v", err)
	}
	_ = c.Close()
}

func TestNothingButAConsoleIsServed(t *testing.T) {
	t.Parallel()
	s := serve(t, 2)
	c := s.client()
	session := func() *gossh.Session {
		sess, err := c.NewSession()
		if err != nil {
			t.Fatal(err)
		}
		return sess
	}
	if err := session().Run("id"); err == nil {
		t.Error("a command was run")
	}
	s.audited(`"refused"`, "asked for exec")
	if err := session().RequestSubsystem("sftp"); err == nil {
		t.Error("there is a file transfer")
	}
	if err := session().Shell(); err == nil {
		t.Error("a shell without a terminal was opened")
	}
	if conn, err := c.Dial("tcp", s.address); err == nil {
		_ = conn.Close()
		t.Error("a port was forwarded")
	}
	if l, err := c.Listen("tcp", "127.0.0.1:0"); err == nil {
		_ = l.Close()
		t.Error("a remote port was forwarded")
	}
	if ok, _, _ := c.SendRequest("streamlocal-forward@openssh.com", true, nil); ok {
		t.Error("a socket was forwarded")
	}
	if len(s.opened) > 0 {
		t.Error("a console was opened")
	}
}

func TestConsolesAreLimited(t *testing.T) {
	t.Parallel()
	s := serve(t, 1)
	c := s.client()
	first := visit(t, c, "xterm", 80, 24)
	first.line()
	second := visit(t, c, "xterm", 80, 24)
	if got := second.line(); !strings.Contains(got, "1 consoles are open, which is the limit") {
		t.Errorf("the second is told %q", got)
	}
	if err := second.end(); err == nil {
		t.Error("the second ended well")
	}
	first.press("q")
	if err := first.end(); err != nil {
		t.Error(err)
	}
	s.audited(`"closed"`)
	third := visit(t, c, "xterm", 80, 24)
	third.line()
}

func TestWhatAClientSaysOfItsTerminalIsBounded(t *testing.T) {
	t.Parallel()
	s := serve(t, 4)
	c := s.client()
	sess, err := c.NewSession()
	if err != nil {
		t.Fatal(err)
	}
	for name, value := range map[string]string{"LD_PRELOAD": "x.so", "COLORTERM": "truecolor", "LANG": "../../x\n", "OWL_HOME": "x", "NO_COLOR": "1"} {
		if err := sess.Setenv(name, value); err != nil {
			t.Fatal(err)
		}
	}
	if err := sess.RequestPty("../../etc/passwd", 1<<30, 1<<30, nil); err != nil {
		t.Fatal(err)
	}
	if err := sess.Shell(); err != nil {
		t.Fatal(err)
	}
	got := <-s.opened
	env := strings.Join(got.Env, " ")
	if !strings.Contains(env, "TERM=dumb") || !strings.Contains(env, "COLORTERM=truecolor") || !strings.Contains(env, "NO_COLOR=1") ||
		strings.Contains(env, "LD_PRELOAD") || strings.Contains(env, "OWL_HOME") || strings.Contains(env, "LANG") {
		t.Errorf("environment %q", env)
	}
	if got.Width != maxCells || got.Height != maxCells {
		t.Errorf("%dx%d cells", got.Width, got.Height)
	}
	if err := sess.WindowChange(50, 90); err != nil {
		t.Fatal(err)
	}
	for {
		w, h, ok := got.Resized(t.Context())
		if !ok {
			t.Fatal("the new size did not come")
		}
		if w == 90 && h == 50 {
			return
		}
	}
}

func TestTheEndOfAConsoleIsSaidAndAPanicEndsOneOnly(t *testing.T) {
	t.Parallel()
	s := serve(t, 4)
	c := s.client()
	idle := visit(t, c, "xterm", 80, 24)
	idle.line()
	broken := visit(t, c, "xterm", 80, 24)
	broken.line()
	broken.press("p")
	if err := broken.end(); err == nil {
		t.Error("a console with a bug ended well")
	}
	idle.press("i")
	if got := idle.line(); !strings.Contains(got, "no key was pressed for too long") {
		t.Errorf("said %q", got)
	}
	s.audited(`"closed"`, "no key was pressed")
	left := visit(t, c, "xterm", 80, 24)
	left.line()
	s.end()
	select {
	case err := <-s.ended:
		if err != nil {
			t.Errorf("served until %v", err)
		}
	case <-time.After(limit):
		t.Fatal("the server did not end")
	}
}

func TestFilesOfKeysThatCannotBeMeant(t *testing.T) {
	key := newSigner(t)
	for name, text := range map[string]string{
		"an option":  `command="id" ` + authorised(key, "x"),
		"no key":     "ssh-ed25519 AAAA x\n",
		"empty":      "# nobody\n",
		"other text": "hello\n",
	} {
		file := filepath.Join(t.TempDir(), "keys")
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := New(t.Context(), Options{AuthorizedKeys: file, HostKey: filepath.Join(t.TempDir(), "host"), MaxConsoles: 1})
		if err == nil {
			t.Errorf("%s: accepted", name)
		}
		if name != "empty" && !errors.Is(err, engine.ErrUsage) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func FuzzReadKeys(f *testing.F) {
	f.Add([]byte("ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGxx x\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		file := filepath.Join(t.TempDir(), "keys")
		if err := os.WriteFile(file, data, 0o600); err != nil {
			t.Fatal(err)
		}
		_, _ = readKeys(file)
	})
}
