package sim_test

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"owl/epics/sim"
	"owl/epics/sim/ioctest"
)

func kill(t testing.TB, pid int) {
	t.Helper()
	if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
}

const ownerEnv = "OWL_TEST_OWNER"

// TestOwner is not a test: it starts an IOC for TestTheIOCEndsWithItsOwner and
// waits to be killed.
func TestOwner(t *testing.T) {
	if os.Getenv(ownerEnv) == "" {
		t.Skip("only for another test")
	}
	ports, err := sim.FreePorts()
	if err != nil {
		t.Fatal(err)
	}
	ioc, err := ioctest.Program(t).Start(t.Context(), `record(ai, "x") {}`, ports)
	if err != nil {
		t.Fatal(err)
	}
	fmt.Println("\npid", ioc.Pid()) // the other test reads it
	<-ioc.Exited()
}

func TestTheIOCEndsWithItsOwner(t *testing.T) {
	t.Parallel()
	program := ioctest.Program(t)
	owner := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestOwner$", "-test.v")
	owner.Env = append(os.Environ(), ownerEnv+"=1")
	out, err := owner.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := owner.Start(); err != nil {
		t.Fatal(err)
	}
	pid := 0
	for lines := bufio.NewScanner(out); pid == 0 && lines.Scan(); {
		if rest, ok := strings.CutPrefix(lines.Text(), "pid "); ok {
			if pid, err = strconv.Atoi(rest); err != nil {
				t.Fatal(err)
			}
		}
	}
	if pid == 0 || !ioctest.Runs(pid, program.Path) {
		t.Fatalf("the IOC with the number %d does not run", pid)
	}
	kill(t, owner.Process.Pid)
	if err := owner.Wait(); err == nil {
		t.Error("the owner was not killed")
	}
	until(t, "the IOC is gone", func() bool { return !ioctest.Runs(pid, program.Path) })
}

func TestAnIOCThatCannotStartSaysWhy(t *testing.T) {
	t.Parallel()
	program := ioctest.Program(t)
	ports, err := sim.FreePorts()
	if err != nil {
		t.Fatal(err)
	}
	for what, c := range map[string]struct {
		program  sim.Program
		database string
		want     string
	}{
		"no program":           {sim.Program{Path: filepath.Join(t.TempDir(), "gone")}, "", "no such file"},
		"no definitions":       {sim.Program{Path: program.Path, DBD: t.TempDir()}, "", "cannot load the definitions"},
		"an unknown record":    {program, `record(nosuch, "x") {}`, "cannot load the database"},
		"a broken database":    {program, `record(ai "x") {}`, "syntax error"},
		"a field that is none": {program, `record(ai, "x") { field(NOSUCH, "1") }`, "cannot load the database"},
	} {
		if ioc, err := c.program.Start(t.Context(), c.database, ports); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, error %v", what, ioc, err)
		}
	}
}

func TestATakenPortIsTold(t *testing.T) {
	t.Parallel()
	_, ports := ioctest.Start(t, `record(ai, "x") {}`)
	if _, err := ioctest.Program(t).Start(t.Context(), `record(ai, "x") {}`, ports); err == nil || !strings.Contains(err.Error(), "port") {
		t.Errorf("a second IOC on the same ports: %v", err)
	}
}
