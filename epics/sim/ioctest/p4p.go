package ioctest

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"owl/epics/sim"
)

// p4p is the version of the independent client.
const p4p = "p4p==4.3.0"

// again is how long a failed attempt to get p4p counts, so that a host without a
// network is not asked by every test.
const again = time.Hour

// Python returns an interpreter with p4p, from an environment in .cache of the
// repository that is made when there is none. The test is skipped when p4p cannot
// be had.
func Python(t testing.TB) string {
	t.Helper()
	cache := filepath.Join(filepath.Dir(filepath.Dir(Program(t).Path)), ".cache")
	python := filepath.Join(cache, "p4p", "bin", "python")
	if err := os.MkdirAll(cache, 0o755); err != nil {
		t.Fatal(err)
	}
	defer lock(t, filepath.Join(cache, "p4p.lock"))()
	if exec.CommandContext(t.Context(), python, "-c", "import p4p").Run() == nil {
		return python
	}
	failed := filepath.Join(cache, "p4p.failed")
	if info, err := os.Stat(failed); err == nil && time.Since(info.ModTime()) < again {
		t.Skipf("no p4p: it could not be had lately, see %s", failed)
	}
	for _, command := range [][]string{
		{"python3", "-m", "venv", "--clear", filepath.Join(cache, "p4p")},
		{python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--retries", "0", "--timeout", "5", "--only-binary=:all:", p4p},
	} {
		if out, err := exec.CommandContext(t.Context(), command[0], command[1:]...).CombinedOutput(); err != nil {
			if err := os.WriteFile(failed, out, 0o644); err != nil {
				t.Fatal(err)
			}
			t.Skipf("no p4p: %s: %v", strings.Join(command, " "), err)
		}
	}
	return python
}

// lock waits until nobody else makes the environment.
func lock(t testing.TB, path string) (unlock func()) {
	t.Helper()
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o644)
	if err != nil {
		t.Fatal(err)
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX); err != nil {
		t.Fatal(err)
	}
	return func() { _ = f.Close() } // which unlocks it
}

// ClientEnv is the environment of a client of the IOC on these ports.
func ClientEnv(ports sim.Ports) []string {
	return append(os.Environ(),
		"EPICS_PVA_ADDR_LIST=127.0.0.1", "EPICS_PVA_AUTO_ADDR_LIST=NO", "EPICS_PVA_INTF_ADDR_LIST=127.0.0.1",
		"EPICS_PVA_BROADCAST_PORT="+strconv.Itoa(ports.PVASearch), "EPICS_PVA_SERVER_PORT="+strconv.Itoa(ports.PVA))
}

// RunPython runs a script with p4p against the IOC on these ports and reads the
// JSON that it prints into out.
func RunPython(t testing.TB, ports sim.Ports, script string, out any, args ...string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), Python(t), append([]string{"-c", script}, args...)...)
	cmd.Env = ClientEnv(ports)
	cmd.Stderr = os.Stderr
	text, err := cmd.Output()
	if err != nil {
		t.Fatalf("p4p: %v", err)
	}
	if err := json.Unmarshal(text, out); err != nil {
		t.Fatalf("p4p printed %q: %v", text, err)
	}
}
