package epics_test

import (
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"owl/epics"
	"owl/epics/native"
	"owl/epics/sim"
	"owl/epics/sim/ioctest"
)

// state is what must stay flat.
type state struct{ goroutines, handles, resident int }

func present(t *testing.T) state {
	t.Helper()
	runtime.GC()
	text, err := os.ReadFile("/proc/self/status")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(text), "VmRSS:")
	kb, err := strconv.Atoi(strings.Fields(rest)[0])
	if err != nil {
		t.Fatal(err)
	}
	return state{runtime.NumGoroutine(), native.Handles(), kb >> 10}
}

// TestSoak watches counters, gets PVs and restarts the IOC, for the time that
// OWL_SOAK says, such as 30m. Goroutines and handles must come back to what they
// were after the first tenth, and memory must not grow by more than 10 MB.
func TestSoak(t *testing.T) {
	length, err := time.ParseDuration(os.Getenv("OWL_SOAK"))
	if err != nil {
		t.Skip("runs when OWL_SOAK says for how long")
	}
	const pvs = 300
	program := ioctest.Program(t)
	ports, err := sim.FreePorts()
	if err != nil {
		t.Fatal(err)
	}
	ioc := ioctest.Restart(t, program, counters(pvs), ports)
	o := options(ports)
	o.ConnectTimeout = 2 * time.Second
	r := open(t, o)
	watch := follow(t, r, append(counterNames(epics.PVA, pvs), counterNames(epics.CA, pvs)...)...)
	counting := func(s epics.Sample) bool { return s.Quality == epics.Good }
	watch.until("all count", counting)
	var before state
	begin := time.Now()
	for round := 0; time.Since(begin) < length; round++ {
		if round%20 == 19 {
			if err := ioc.Kill(); err != nil {
				t.Fatal(err)
			}
			watch.until("all are stale", func(s epics.Sample) bool { return s.Quality == epics.Stale })
			ioc = ioctest.Restart(t, program, counters(pvs), ports)
			watch.until("all count again", counting)
		}
		for i := range 20 {
			get(t, r, fmt.Sprintf("c:%d", i))
		}
		get(t, r, "c:nosuch")
		if before.resident == 0 && time.Since(begin) > length/10 {
			before = present(t)
		}
	}
	after := present(t)
	t.Logf("goroutines, handles and MB: %v after a tenth, %v at the end; %+v", before, after, r.Stats())
	if after.goroutines > before.goroutines || after.handles > before.handles || after.resident > before.resident+10 {
		t.Errorf("%+v have become %+v", before, after)
	}
	watch.stop()
}
