package sim

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"sync"
	"time"
)

// grace is how long an IOC may take to end by itself.
const grace = 2 * time.Second

// IOC is a running owl-ioc.
type IOC struct {
	cmd    *exec.Cmd
	in     io.WriteCloser
	out    *bufio.Writer
	stderr *tail
	exited chan struct{}
	err    error // how it ended; read it after exited
}

// Update is a new value of a PV.
type Update struct {
	PV       string
	Value    string // as feed.h says
	Severity int    // 0, or what it is at least, with the status COMM
	Time     time.Time
}

// Start starts an IOC that serves a database and waits until it does. It is
// killed when ctx ends. Close must be called.
func (p Program) Start(ctx context.Context, database string, ports Ports) (*IOC, error) {
	cmd := exec.CommandContext(ctx, p.Path, p.DBD)
	cmd.Env = ports.Environment()
	cmd.WaitDelay = grace
	i := &IOC{cmd: cmd, stderr: &tail{}, exited: make(chan struct{})}
	cmd.Stderr = i.stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, fmt.Errorf("start IOC: %w", err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, fmt.Errorf("start IOC: %w", err)
	}
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("start IOC: %w", err)
	}
	i.in, i.out = in, bufio.NewWriter(in)
	if err := i.begin(database, out, ports); err != nil {
		return nil, errors.Join(fmt.Errorf("start IOC: %w", err), i.Close())
	}
	return i, nil
}

// begin hands over the database, waits until the IOC serves it and checks that
// it has the ports: a server whose port is taken silently takes another.
func (i *IOC) begin(database string, out io.Reader, ports Ports) error {
	_, wrote := i.out.WriteString(database + "\nend\n")
	lines := bufio.NewScanner(out)
	got := ""
	for wrote == nil && i.out.Flush() == nil && got == "" && lines.Scan() {
		if rest, ok := strings.CutPrefix(lines.Text(), "ready "); ok {
			got = rest
		}
	}
	go func() {
		defer close(i.exited)
		i.err = i.cmd.Wait()
	}()
	switch want := fmt.Sprintf("%d %d", ports.PVA, ports.CA); got {
	case want:
		return nil
	case "":
		err := i.Close() // then stderr is complete
		return errors.Join(fmt.Errorf("it does not serve: %s", i.stderr), err)
	default:
		return fmt.Errorf("it serves on ports %s, not %s: %w", got, want, errPortTaken)
	}
}

var errPortTaken = errors.New("a port is taken")

// Put applies updates in their order.
func (i *IOC) Put(updates []Update) error {
	for _, u := range updates {
		fmt.Fprintf(i.out, "%d %d %s %s\n", u.Time.UnixNano(), u.Severity, u.PV, strings.ReplaceAll(u.Value, "\n", " "))
	}
	if err := i.out.Flush(); err != nil {
		return fmt.Errorf("drive the IOC: %w", err)
	}
	return nil
}

// Exited is closed when the IOC has ended.
func (i *IOC) Exited() <-chan struct{} { return i.exited }

// ended says how it ended.
func (i *IOC) ended() error {
	if i.err == nil {
		return errors.New("the IOC ended")
	}
	return fmt.Errorf("the IOC ended: %w", i.err)
}

// Pid is the number of its process.
func (i *IOC) Pid() int { return i.cmd.Process.Pid }

// Kill ends the IOC at once, as a crash would. Close must still be called.
func (i *IOC) Kill() error {
	err := i.cmd.Process.Kill()
	<-i.exited
	return err
}

// Close ends the IOC, by force when it does not end by itself, and waits for it.
func (i *IOC) Close() error {
	closed := i.in.Close()
	if errors.Is(closed, os.ErrClosed) {
		closed = nil // by the end of the process
	}
	timer := time.NewTimer(grace)
	defer timer.Stop()
	select {
	case <-i.exited:
	case <-timer.C:
		closed = errors.Join(closed, i.cmd.Process.Kill())
		<-i.exited
	}
	return closed
}

// tail keeps the last of what is written to it.
type tail struct {
	mu   sync.Mutex
	text []byte
}

const tailSize = 1024

// Write implements io.Writer.
func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text = append(t.text, p...)
	t.text = t.text[max(0, len(t.text)-tailSize):]
	return len(p), nil
}

// String is what there is as one line, without the colours that EPICS gives it.
func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	plain := regexp.MustCompile(`\x1b\[[0-9;]*m`).ReplaceAllString(string(t.text), "")
	return strings.Join(strings.FieldsFunc(plain, func(r rune) bool { return r < ' ' }), "; ")
}
