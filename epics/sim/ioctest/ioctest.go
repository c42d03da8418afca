// Package ioctest starts IOCs for tests.
package ioctest

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"owl/epics/sim"
)

// Program returns the IOC that make has built. The test is skipped when there is
// none.
func Program(t testing.TB) sim.Program {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for ; dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			break
		}
	}
	path := filepath.Join(dir, "bin", "owl-ioc")
	native := os.Getenv("OWL_NATIVE")
	if native == "" {
		native = filepath.Join(dir, ".native")
	}
	for _, needed := range []string{path, filepath.Join(native, "dbd", "base.dbd")} {
		if _, err := os.Stat(needed); err != nil {
			t.Skipf("no IOC: %v; run make build", err)
		}
	}
	return sim.Program{Path: path, DBD: filepath.Join(native, "dbd")}
}

// Start starts an IOC with a database, on free ports and until the test ends.
func Start(t testing.TB, database string) (*sim.IOC, sim.Ports) {
	t.Helper()
	program := Program(t)
	ports, err := sim.FreePorts()
	if err != nil {
		t.Fatal(err)
	}
	return Restart(t, program, database, ports), ports
}

// Restart starts an IOC on given ports.
func Restart(t testing.TB, program sim.Program, database string, ports sim.Ports) *sim.IOC {
	t.Helper()
	ioc, err := program.Start(t.Context(), database, ports)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := ioc.Close(); err != nil {
			t.Logf("close the IOC: %v", err)
		}
	})
	return ioc
}

// Put gives PVs their values, in pairs of name and value.
func Put(t testing.TB, ioc *sim.IOC, pairs ...string) {
	t.Helper()
	var updates []sim.Update
	for i := 0; i < len(pairs); i += 2 {
		updates = append(updates, sim.Update{PV: pairs[i], Value: pairs[i+1], Time: time.Now()})
	}
	if err := ioc.Put(updates); err != nil {
		t.Fatal(err)
	}
}
