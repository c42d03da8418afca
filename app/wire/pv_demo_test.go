package wire

import (
	"errors"
	"strings"
	"testing"
	"time"

	"owl/app/config"
	"owl/assets"
	"owl/engine"
	"owl/epics"
	"owl/epics/sim"
	"owl/epics/sim/ioctest"
)

func demoPVs(t *testing.T) *PVs {
	t.Helper()
	d, err := ReadDemo(assets.Demo())
	if err != nil {
		t.Fatal(err)
	}
	pvs, err := OpenDemoPVs(t.Context(), config.Config{}, d)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := pvs.Close(); err != nil {
			t.Error(err)
		}
	})
	return pvs
}

// livePVs are those of the demo with its IOC; the test is skipped when none is
// built.
func livePVs(t *testing.T) *PVs {
	t.Helper()
	if s := epics.Native(); !s.Available {
		t.Skip(s.Why)
	}
	program := ioctest.Program(t)
	pvs := demoPVs(t)
	pvs.machine.find = func() (sim.Program, error) { return program, nil }
	pvs.start(t.Context())
	return pvs
}

// The test's program has no owl-ioc beside it.
func TestWithoutAnIOCTheArchiveAnswers(t *testing.T) {
	pvs := demoPVs(t)
	pvs.start(t.Context())
	_, err := pvs.Get(t.Context(), []string{"SR:DI:DCCT1:I"})
	if !errors.Is(err, engine.ErrNotFound) || strings.Contains(err.Error(), "\n") {
		t.Errorf("live without an IOC: %v", err)
	}
	if n := pvs.Notices(); len(n) != 1 || n[0].What != "live PVs" || !strings.Contains(n[0].Why, "owl-ioc") || !strings.Contains(n[0].Why, "run make") {
		t.Errorf("%+v", n)
	}
	_, sum, err := pvs.Bins(t.Context(), HistoryQuery{PV: "SR:DI:DCCT1:I", From: pvs.Now().Add(-time.Hour), To: pvs.Now()}, 60)
	if err != nil || sum.Samples < 3000 {
		t.Errorf("%+v %v", sum, err)
	}
}

func TestAnIOCThatEndsIsTold(t *testing.T) {
	m := demoPVs(t).machine
	ports := sim.Ports{PVA: 1, PVASearch: 2, CA: 3, CABeacon: 4}
	m.serves(ports)
	if now, last := m.said(); now != "" || last != "" {
		t.Errorf("all is well: %q %q", now, last)
	}
	m.away(errors.New("the IOC ended: signal: killed"))
	if now, last := m.said(); now != "the IOC ended: signal: killed; it is being started again" || last != now {
		t.Errorf("ended: %q %q", now, last)
	}
	m.serves(ports)
	if now, last := m.said(); now != "" || !strings.Contains(last, "was started again at 06:30:") {
		t.Errorf("started again: %q %q", now, last)
	}
}

// The clock of the demo runs, and nothing of its archive is later.
func TestTheClockOfTheDemoRuns(t *testing.T) {
	pvs := demoPVs(t)
	first := pvs.Now()
	if first.Format("2006-01-02 15:04 -07:00") != "2026-10-15 06:30 -05:00" {
		t.Errorf("it begins at %s", first)
	}
	for !pvs.Now().After(first) { // it must not stand
		time.Sleep(time.Millisecond)
	}
}

// iocOf is the number of the process of the demo's IOC, a child of this one.
func iocOf(t *testing.T, pvs *PVs) int {
	t.Helper()
	program, err := pvs.machine.find()
	if err != nil {
		t.Fatal(err)
	}
	pids := ioctest.Children(t, program.Path)
	if len(pids) != 1 {
		t.Fatalf("processes of %s: %v", program.Path, pids)
	}
	return pids[0]
}
