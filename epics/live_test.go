package epics_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"owl/epics"
	"owl/epics/sim"
	"owl/epics/sim/ioctest"
)

func TestAKilledServerIsToldAndFoundAgain(t *testing.T) {
	program := ioctest.Program(t)
	ports, err := sim.FreePorts()
	if err != nil {
		t.Fatal(err)
	}
	first := ioctest.Restart(t, program, types+counters(100), ports)
	ioctest.Put(t, first, "t:ai", "1")
	r := open(t, options(ports))
	names := []string{"pva://t:ai", "ca://t:ai", "t:ai"}
	w := follow(t, r, names...)
	const many = 100
	crowd := follow(t, r, append(counterNames(epics.PVA, many), counterNames(epics.CA, many)...)...)
	good := func(s epics.Sample) bool { return s.Quality == epics.Good }
	crowd.until("many PVs are connected", good)
	w.until("all are connected", func(s epics.Sample) bool { return s.Value == epics.Number(1) && s.Quality == epics.Good })

	if err := first.Kill(); err != nil {
		t.Fatal(err)
	}
	w.until("the disconnect is seen", func(s epics.Sample) bool {
		return s.Quality == epics.Stale && s.Value == epics.Number(1) && !s.Connected() && strings.Contains(string(s.Message), "disconnected")
	})
	if n := r.Stats().Connected; n != 0 {
		t.Errorf("%d are connected to a server that was killed", n)
	}
	crowd.until("the disconnect of many is seen", func(s epics.Sample) bool { return s.Quality == epics.Stale })
	late := follow(t, r, "t:ai")
	late.until("a late one is told that the value is stale", func(s epics.Sample) bool { return s.Quality == epics.Stale })

	second := ioctest.Restart(t, program, types+counters(100), ports)
	ioctest.Put(t, second, "t:ai", "2")
	w.until("the values come again", func(s epics.Sample) bool { return s.Value == epics.Number(2) && s.Quality == epics.Good })
	crowd.until("the values of many come again", good)
	crowd.stop()
	w.stop()
	late.stop()
	if s := r.Stats(); s.Subscriptions != 0 || s.Lost.Any() != 0 {
		t.Errorf("after all watches: %+v", s)
	}
}

func shares(t *testing.T, ioc *sim.IOC, ports sim.Ports) {
	ioctest.Put(t, ioc, "t:ai", "1")
	r := open(t, options(ports))
	is := func(x epics.Number) func(epics.Sample) bool {
		return func(s epics.Sample) bool { return s.Value == x }
	}
	one := follow(t, r, "t:ai")
	one.until("the first has the value", is(1))
	two := follow(t, r, "t:ai", "t:ai")
	two.until("the second has it", is(1))
	if s := r.Stats(); s.Subscriptions != 1 || s.Connected != 1 || s.Updates != 1 {
		t.Errorf("%+v", s)
	}
	one.stop()
	ioctest.Put(t, ioc, "t:ai", "2")
	two.until("the second goes on", is(2))
	two.stop()
	if s := r.Stats(); s.Subscriptions != 0 {
		t.Errorf("%d subscriptions are left", s.Subscriptions)
	}
}

// counters are n records that count up ten times a second.
func counters(n int) string {
	var db strings.Builder
	for i := range n {
		fmt.Fprintf(&db, "record(calc, \"c:%d\") { field(SCAN, \".1 second\") field(CALC, \"VAL+1\") }\n", i)
	}
	return db.String()
}

func TestNothingIsLostOfAThousandPVs(t *testing.T) {
	const pvs, rounds = 1000, 10
	_, ports := ioctest.Start(t, counters(pvs))
	for _, p := range providers() {
		t.Run(string(p), func(t *testing.T) {
			r := open(t, options(ports))
			var names []string
			for i := range pvs {
				names = append(names, fmt.Sprintf("%s://c:%d", p, i))
			}
			last, first := map[string]epics.Number{}, map[string]epics.Number{}
			complete := 0
			watch(t, r, func(s epics.Sample) bool {
				if s.Quality == epics.Undefined {
					return false // the record has not counted yet
				}
				x, ok := s.Value.(epics.Number)
				before, seen := last[s.PV]
				if !ok || s.Quality != epics.Good || seen && x != before+1 {
					t.Errorf("%s: %+v after %v", s.PV, s, before)
				}
				if !seen {
					first[s.PV] = x
				}
				last[s.PV] = x
				if x == first[s.PV]+rounds {
					complete++
				}
				return complete == pvs || t.Failed()
			}, names...)
			if s := r.Stats(); s.Lost.Any() != 0 || s.Connected != 0 {
				t.Errorf("%+v", s)
			}
		})
	}
}

// follower watches in the background and keeps the newest sample of each name.
type follower struct {
	t      testing.TB
	names  []string
	cancel context.CancelFunc
	ended  chan error

	mu     sync.Mutex
	newest map[string]epics.Sample
}

func follow(t testing.TB, r epics.Reader, names ...string) *follower {
	ctx, cancel := context.WithCancel(t.Context())
	f := &follower{t: t, names: names, cancel: cancel, ended: make(chan error, 1), newest: map[string]epics.Sample{}}
	go func() {
		f.ended <- r.Watch(ctx, func(batch []epics.Sample) error {
			f.mu.Lock()
			defer f.mu.Unlock()
			for _, s := range batch {
				f.newest[s.PV] = s
			}
			return nil
		}, names...)
	}()
	t.Cleanup(cancel)
	return f
}

// until waits until the newest sample of every name is right.
func (f *follower) until(what string, right func(epics.Sample) bool) {
	f.t.Helper()
	defer func() {
		if f.t.Failed() {
			f.log(right)
		}
	}()
	until(f.t, what, func() bool {
		f.mu.Lock()
		defer f.mu.Unlock()
		for _, name := range f.names {
			if s, ok := f.newest[name]; !ok || !right(s) {
				return false
			}
		}
		return true
	})
}

// log shows what is not right.
func (f *follower) log(right func(epics.Sample) bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, name := range f.names {
		if s, ok := f.newest[name]; !ok || !right(s) {
			f.t.Logf("%s: %+v", name, s)
		}
	}
}

func (f *follower) stop() {
	f.t.Helper()
	f.cancel()
	if err := <-f.ended; err != nil {
		f.t.Error(err)
	}
}

func failingHandler(t *testing.T, _ *sim.IOC, ports sim.Ports) {
	r := open(t, options(ports))
	broken := errors.New("broken")
	if err := r.Watch(t.Context(), func([]epics.Sample) error { return broken }, "t:ai"); !errors.Is(err, broken) {
		t.Errorf("error %v", err)
	}
}
