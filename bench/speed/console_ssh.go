package main

import (
	"bufio"
	"context"
	"crypto/ed25519"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"golang.org/x/crypto/ssh"

	"owl/bench/screen"
)

const (
	visitors  = 4
	watchTime = 10 * time.Second
)

// overSSH has four people at consoles over SSH, each with an answer and live charts
// on 120x40, and measures what the serving process takes of a core.
func overSSH(ctx context.Context, b *bench) (_ figures, err error) {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Minute)
	defer cancel()
	env, err := installedDemo(ctx, b)
	if err != nil {
		return nil, err
	}
	signer, keys, err := newKey(b.dir)
	if err != nil {
		return nil, err
	}
	server, address, err := serveSSH(ctx, env, keys)
	if err != nil {
		return nil, err
	}
	defer func() { _ = server.Wait() }()
	defer cancel()
	for range visitors {
		v, err := visit(ctx, address, signer)
		if err != nil {
			return nil, err
		}
		defer v.close()
	}
	time.Sleep(settling)
	before, err := cpuOf(server.Process.Pid)
	if err != nil {
		return nil, err
	}
	time.Sleep(watchTime)
	after, err := cpuOf(server.Process.Pid)
	return figures{"cpu%": 100 * (after - before).Seconds() / watchTime.Seconds()}, err
}

// newKey makes a key and the file that authorises it.
func newKey(dir string) (ssh.Signer, string, error) {
	_, private, err := ed25519.GenerateKey(nil)
	if err != nil {
		return nil, "", err
	}
	signer, err := ssh.NewSignerFromKey(private)
	if err != nil {
		return nil, "", err
	}
	file := filepath.Join(dir, "authorized_keys")
	return signer, file, os.WriteFile(file, ssh.MarshalAuthorizedKey(signer.PublicKey()), 0o600)
}

// serveSSH starts the server and returns where it listens.
func serveSSH(ctx context.Context, env []string, keys string) (*exec.Cmd, string, error) {
	cmd := exec.CommandContext(ctx, program, "ssh", "--demo", "--listen", "127.0.0.1:0", "--authorized-keys", keys)
	cmd.Env = env
	out, err := cmd.StderrPipe()
	if err != nil {
		return nil, "", err
	}
	if err := cmd.Start(); err != nil {
		return nil, "", fmt.Errorf("start the server: %w", err)
	}
	lines := bufio.NewReader(out)
	for {
		line, err := lines.ReadString('\n')
		if err != nil {
			return nil, "", fmt.Errorf("the server does not listen: %w", err)
		}
		if _, rest, ok := strings.Cut(line, "consoles at "); ok {
			address, _, _ := strings.Cut(rest, ",")
			return cmd, address, nil
		}
	}
}

// visitor is somebody at a console over SSH.
type visitor struct {
	client *ssh.Client
	screen *screen.Screen
}

// visit opens a console, asks its first question and has the PVs of the answer
// charted.
func visit(ctx context.Context, address string, key ssh.Signer) (*visitor, error) {
	client, err := ssh.Dial("tcp", address, &ssh.ClientConfig{
		User: "console", Auth: []ssh.AuthMethod{ssh.PublicKeys(key)}, Timeout: 10 * time.Second,
		HostKeyCallback: func(string, net.Addr, ssh.PublicKey) error { return nil }, // it was started a moment ago on this host
	})
	if err != nil {
		return nil, fmt.Errorf("connect: %w", err)
	}
	v := &visitor{client: client}
	if err := v.open(ctx); err != nil {
		v.close()
		return nil, err
	}
	return v, nil
}

func (v *visitor) open(ctx context.Context) error {
	session, err := v.client.NewSession()
	if err != nil {
		return err
	}
	in, err := session.StdinPipe()
	if err != nil {
		return err
	}
	out, err := session.StdoutPipe()
	if err != nil {
		return err
	}
	if err := errors.Join(session.RequestPty("xterm-256color", 40, 120, ssh.TerminalModes{}), session.Shell()); err != nil {
		return err
	}
	v.screen = screen.Terminal{W: 120, H: 40}.Attach(out, in)
	s := v.screen
	return errors.Join(
		s.Wait(ctx, "type a question"), s.Press("1\r"), s.Wait(ctx, answered), s.Press("v"), s.Wait(ctx, "▸ Signals"),
	)
}

func (v *visitor) close() {
	_ = v.client.Close() // the server ends with the measurement
	if v.screen != nil {
		_ = v.screen.Close()
	}
}

// cpuOf is the processor time that a process has used.
func cpuOf(pid int) (time.Duration, error) {
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0, fmt.Errorf("read processor time: %w", err)
	}
	_, rest, ok := strings.Cut(string(data), ") ")
	fields := strings.Fields(rest)
	const user, system, ticks = 11, 12, 100 // of proc(5), after the name; USER_HZ
	if !ok || len(fields) <= system {
		return 0, errors.New("read processor time: proc has another form")
	}
	u, err := strconv.Atoi(fields[user])
	s, err2 := strconv.Atoi(fields[system])
	return time.Duration(u+s) * time.Second / ticks, errors.Join(err, err2)
}
