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
type state struct{ goroutines, handles, files, resident int }

func (s state) String() string {
	return fmt.Sprintf("%d goroutines, %d handles, %d open files, %d MB", s.goroutines, s.handles, s.files, s.resident)
}

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
	files, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Fatal(err)
	}
	return state{runtime.NumGoroutine(), native.Handles(), len(files), kb >> 10}
}

// soaked runs rounds for a time and returns what was there after each tenth of it.
func soaked(t *testing.T, length time.Duration, round func(n int)) []state {
	t.Helper()
	var states []state
	begin := time.Now()
	for n := 0; time.Since(begin) < length; n++ {
		round(n)
		if passed := time.Since(begin); passed > length*time.Duration(len(states)+1)/10 {
			states = append(states, present(t))
			t.Logf("%7s: %v", passed.Round(time.Second), states[len(states)-1])
		}
	}
	return states
}

// TestSoak watches counters, gets PVs and restarts the IOC, for the time that
// OWL_SOAK says, such as 30m (make soak). Goroutines, handles and open files must
// come back to what they were after the first tenth, and memory must not grow by
// more than 10 MB.
func TestSoak(t *testing.T) {
	length, err := time.ParseDuration(os.Getenv("OWL_SOAK"))
	if err != nil {
		t.Skip("runs when OWL_SOAK says for how long, or by make soak")
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
	t.Logf("  begin: %v", present(t))
	restarts := 0
	states := soaked(t, length, func(n int) {
		if n%20 == 19 {
			if err := ioc.Kill(); err != nil {
				t.Fatal(err)
			}
			watch.until("all are stale", func(s epics.Sample) bool { return s.Quality == epics.Stale })
			ioc = ioctest.Restart(t, program, counters(pvs), ports)
			watch.until("all count again", counting)
			restarts++
		}
		for i := range 20 {
			get(t, r, fmt.Sprintf("c:%d", i))
		}
		get(t, r, "c:nosuch")
	})
	t.Logf("%d restarts of the IOC; %+v", restarts, r.Stats())
	watch.stop()
	if len(states) < 2 {
		t.Fatalf("%s is too short: %d measurements", length, len(states))
	}
	first, last := states[0], states[len(states)-1]
	if last.goroutines > first.goroutines || last.handles > first.handles || last.files > first.files || last.resident > first.resident+10 {
		t.Errorf("after a tenth: %v; at the end: %v", first, last)
	}
}
