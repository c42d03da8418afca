package main

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"

	"github.com/rogpeppe/go-internal/testscript"
	"golang.org/x/sys/unix"
)

// nobody is a user who owns nothing.
const nobody = 65534

// asUser runs owl as somebody who may write only where all may, and wants this
// exit code: asuser CODE ARGS... A test that does not run as root runs it as
// the user that it has. stdout and stderr are files of these names.
func asUser(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: asuser CODE ARGS...")
	}
	cmd := owlCommand(ts, args[1:])
	if os.Geteuid() == 0 {
		cmd.Path = readableCopy(ts, cmd.Path)
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
	}
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	ts.Check(os.WriteFile(ts.MkAbs("user-stdout"), stdout.Bytes(), 0o644))
	ts.Check(os.WriteFile(ts.MkAbs("user-stderr"), stderr.Bytes(), 0o644))
	ts.Logf("[user-stdout]\n%s[user-stderr]\n%s", stdout.String(), stderr.String())
	wantCode(ts, cmd, err, args[0])
}

// owlCommand makes a command that runs owl in the script's environment.
func owlCommand(ts *testscript.TestScript, args []string) *exec.Cmd {
	cmd := exec.Command("owl", args...)
	cmd.Dir = ts.MkAbs(".")
	for _, name := range []string{"HOME", "OWL_HOME", "XDG_CACHE_HOME", "TZ", "TERM", "PATH", "TMPDIR", "OWL_MODELS_EMBEDDER", "OWL_MODELS_EMBEDDER_NAME", "OWL_MODELS_RERANKER"} {
		if value := ts.Getenv(name); value != "" {
			cmd.Env = append(cmd.Env, name+"="+value)
		}
	}
	return cmd
}

// readableCopy puts a program where another user can run it.
func readableCopy(ts *testscript.TestScript, program string) string {
	dir := ts.MkAbs("program")
	ts.Check(os.MkdirAll(dir, 0o755))
	to := filepath.Join(dir, "owl")
	if os.Link(program, to) == nil {
		return to
	}
	if _, err := os.Stat(to); err == nil {
		return to
	}
	data, err := os.ReadFile(program)
	ts.Check(err)
	ts.Check(os.WriteFile(to, data, 0o755))
	return to
}

func wantCode(ts *testscript.TestScript, cmd *exec.Cmd, err error, want string) {
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		ts.Fatalf("run owl: %v", err)
	}
	got := strconv.Itoa(cmd.ProcessState.ExitCode())
	if status, ok := cmd.ProcessState.Sys().(syscall.WaitStatus); ok && status.Signaled() {
		got = unix.SignalName(status.Signal())
	}
	if got != want {
		ts.Fatalf("%s ended with %s, want %s", strings.Join(cmd.Args, " "), got, want)
	}
}

// written finds how many records a line of progress acknowledges.
var written = regexp.MustCompile(`(\d+) written`)

// feed ingests from a pipe that never ends, sends a signal once records were
// acknowledged, and wants this end; the variable ACKED is then how many were:
// feed SIGNAL END FILE
func feed(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: feed SIGNAL END FILE")
	}
	pipe := ts.MkAbs(args[2])
	ts.Check(unix.Mkfifo(pipe, 0o600))
	cmd := owlCommand(ts, []string{"ingest", "-v", pipe})
	stderr, err := cmd.StderrPipe()
	ts.Check(err)
	ts.Check(cmd.Start())
	fed := make(chan error, 1)
	go func() { fed <- fill(pipe) }()

	acked := ""
	lines := bufio.NewScanner(stderr)
	for lines.Scan() {
		if found := written.FindStringSubmatch(lines.Text()); found != nil && found[1] != "0" && acked == "" {
			acked = found[1]
			ts.Check(cmd.Process.Signal(unix.SignalNum(args[0])))
		}
	}
	wantCode(ts, cmd, cmd.Wait(), args[1])
	if reader, err := unix.Open(pipe, unix.O_RDONLY|unix.O_NONBLOCK, 0); err == nil {
		ts.Check(unix.Close(reader)) // lets a writer go on whom nobody ever read
	}
	if err := <-fed; !errors.Is(err, syscall.EPIPE) {
		ts.Fatalf("feeding ended with %v", err)
	}
	ts.Setenv("ACKED", acked)
	ts.Check(os.Remove(pipe))
}

// fill writes records into a pipe until nobody reads it.
func fill(pipe string) error {
	file, err := os.OpenFile(pipe, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	defer file.Close()
	w := bufio.NewWriter(file)
	for n := 0; ; n++ {
		if err := writeRecord(io.Writer(w), n); err != nil {
			return err
		}
	}
}
