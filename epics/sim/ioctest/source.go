package ioctest

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"owl/epics/sim"
)

// StartSource compiles and starts a PV Access server with PVs c:0, c:1, ... that
// count up, until the test ends.
func StartSource(t testing.TB, count int, hz float64) sim.Ports {
	t.Helper()
	ioc := Program(t)
	native, repository := filepath.Dir(ioc.DBD), filepath.Dir(filepath.Dir(ioc.Path))
	program := filepath.Join(t.TempDir(), "source")
	build := exec.CommandContext(t.Context(), "g++", "-std=c++14", "-O2", "-D_GLIBCXX_USE_CXX11_ABI=0", "-I"+native+"/include",
		filepath.Join(repository, "epics", "sim", "ioctest", "testdata", "source.cpp"), "-o", program, "-pthread", "-L"+native+"/lib", "-Wl,-rpath,"+native+"/lib", "-lpvxs", "-lCom")
	if out, err := build.CombinedOutput(); err != nil {
		t.Skipf("cannot compile the source: %v: %s", err, out)
	}
	ports, err := sim.FreePorts()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(program, fmt.Sprint(count), fmt.Sprint(hz)) //nolint:noctx // it ends with its standard input
	cmd.Env = append(os.Environ(), ports.Environment()...)
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := errors.Join(in.Close(), cmd.Wait()); err != nil {
			t.Error(err)
		}
	})
	if line, err := bufio.NewReader(out).ReadString('\n'); err != nil {
		t.Fatalf("the source says %q, error %v", line, err)
	}
	return ports
}
