//go:build cgo && !noepics

package native_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"owl/epics/native"
	"owl/epics/sim"
	"owl/epics/sim/ioctest"
)

// define lets a client speak with the IOC on these ports only.
func define(p sim.Ports) map[string]string {
	return map[string]string{
		"EPICS_PVA_ADDR_LIST": "127.0.0.1", "EPICS_PVA_AUTO_ADDR_LIST": "NO", "EPICS_PVA_INTF_ADDR_LIST": "127.0.0.1",
		"EPICS_PVA_BROADCAST_PORT": fmt.Sprint(p.PVASearch), "EPICS_PVA_SERVER_PORT": fmt.Sprint(p.PVA),
		"EPICS_CA_ADDR_LIST": "127.0.0.1", "EPICS_CA_AUTO_ADDR_LIST": "NO", "EPICS_CA_SERVER_PORT": fmt.Sprint(p.CA), "EPICS_CA_REPEATER_PORT": fmt.Sprint(p.CABeacon),
	}
}

func open(t *testing.T, ports sim.Ports) *native.Client {
	t.Helper()
	before := native.Handles()
	c, err := native.Open(define(ports), native.PVA, native.CA)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		c.Close()
		if n := native.Handles(); n != before {
			t.Errorf("%d handles, %d before", n, before)
		}
	})
	return c
}

// run takes events until done says so.
func run(t *testing.T, c *native.Client, done func(native.Event) bool) {
	t.Helper()
	stuck := time.AfterFunc(time.Minute, c.Stop)
	defer stuck.Stop()
	finished := false
	if err := c.Run(func(events []native.Event) {
		for _, e := range events {
			if !finished && done(e) {
				finished = true
				c.Stop()
			}
		}
	}); err != nil {
		t.Fatal(err)
	}
	if !finished {
		t.Fatal("waited in vain")
	}
}

func TestAClientThatIsNotServedKeepsTheNewest(t *testing.T) {
	ioc, ports := ioctest.Start(t, `record(longin, "n") { field(TSE, "-2") }`)
	for i, p := range []native.Provider{native.PVA, native.CA} {
		t.Run([]string{"PVA", "CA"}[i], func(t *testing.T) {
			watching := open(t, ports)
			if err := watching.Watch(1, p, "n"); err != nil {
				t.Fatal(err)
			}
			// A second client tells when an update is through the server: the first one
			// is not polled while all of them pass.
			other := open(t, ports)
			if err := other.Watch(1, p, "n"); err != nil {
				t.Fatal(err)
			}
			const last = 1000
			sent := 0
			ioctest.Put(t, ioc, "n", "-1")
			run(t, other, func(e native.Event) bool {
				if e.Kind == native.Updated && sent < last {
					sent++
					ioctest.Put(t, ioc, "n", fmt.Sprint(sent))
				}
				return e.Kind == native.Updated && e.Integer == last
			})
			var values []int64
			run(t, watching, func(e native.Event) bool {
				if e.Kind == native.Updated {
					values = append(values, e.Integer)
				}
				return e.Kind == native.Updated && e.Integer == last
			})
			d := watching.Drops()
			if len(values) > 250 || d.Server+d.Client == 0 {
				t.Errorf("%d of %d updates came, %+v are counted as lost", len(values), last, d)
			}
		})
	}
}

func TestALargeArrayMakesTheArenaGrow(t *testing.T) {
	const elements = 1 << 20 // 8 MB
	ioc, ports := ioctest.Start(t, fmt.Sprintf(`record(waveform, "w") { field(TSE, "-2") field(FTVL, "DOUBLE") field(NELM, "%d") }`, elements))
	ioctest.Put(t, ioc, "w", strings.Repeat("1.5 ", elements-1)+"-7")
	c := open(t, ports)
	for id, p := range []native.Provider{native.PVA, native.CA} {
		if err := c.Watch(uint32(id), p, "w"); err != nil {
			t.Fatal(err)
		}
	}
	whole := 0
	run(t, c, func(e native.Event) bool {
		if e.Kind == native.Updated && len(e.Array) == elements && e.Array[0] == 1.5 && e.Array[elements-1] == -7 {
			whole++
		}
		return whole == 2
	})
}

func TestWrongUseIsRefused(t *testing.T) {
	ports, err := sim.FreePorts()
	if err != nil {
		t.Fatal(err)
	}
	c := open(t, ports)
	if err := c.Watch(1, native.PVA, "x"); err != nil {
		t.Fatal(err)
	}
	if err := c.Watch(1, native.PVA, "y"); err == nil || !strings.Contains(err.Error(), "in use") {
		t.Errorf("a number that is in use: %v", err)
	}
	if err := c.Watch(2, 7, "x"); err == nil {
		t.Error("an unknown provider is accepted")
	}
	for _, p := range []native.Provider{native.PVA, native.CA} {
		if err := c.Watch(3, p, ""); err == nil {
			t.Errorf("provider %d accepts an empty name", p)
		}
	}
	c.Cancel(1)
	c.Cancel(99)
}
