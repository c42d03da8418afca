package archive

import (
	"context"
	"math"
	"testing"
	"time"

	"owl/assets"
	"owl/assets/demogen/history"
	"owl/epics"
	"owl/epics/archiver"
	"owl/epics/sim"
)

// joined serves an archive that was played on from its now for a while, ended for
// a minute and was played on again.
func joined(t *testing.T, now time.Time, length time.Duration) *archiver.Client {
	t.Helper()
	h, err := history.Open(assets.Demo())
	if err != nil {
		t.Fatal(err)
	}
	p, err := sim.NewPlayer(assets.Demo(), sim.Scenes(now), 1)
	if err != nil {
		t.Fatal(err)
	}
	r := NewRecorder(h)
	for tick := int64(0); tick < int64(length/sim.Tick); tick++ {
		at := now.Add(time.Duration(tick) * sim.Tick)
		updates, err := p.Step(tick, at)
		if err != nil {
			t.Fatal(err)
		}
		r.Record(updates)
	}
	r.Lost(now.Add(length))
	p.Forget()
	later := now.Add(length + time.Minute)
	updates, err := p.Step(int64(later.Sub(now)/sim.Tick), later)
	if err != nil {
		t.Fatal(err)
	}
	r.Record(updates)
	s, err := New(h, r, func() time.Time { return later.Add(time.Second) }).Start(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return clients(s)["raw"]
}

func TestThePlayJoinsTheHistory(t *testing.T) {
	now := at("2026-10-15T06:30:00-05:00")
	c := joined(t, now, 30*time.Second)
	for _, pv := range []string{"SR:DI:DCCT1:I", "CF:LCW2:T", "SR:RF:B:STS"} {
		all, _ := read(t, c, archiver.Query{PV: pv, From: now.Add(-30 * time.Second), To: now.Add(25 * time.Second)})
		var last archiver.Sample
		for _, s := range all {
			if s.Quality != epics.Good {
				t.Errorf("%s: %+v where the play joins", pv, s)
			}
			x, _ := epics.Float(s.Value)
			before, ok := epics.Float(last.Value)
			if ok && math.Abs(x-before) > 2 {
				t.Errorf("%s jumps from %v to %v at %s", pv, before, x, s.Time)
			}
			if s.Time.Before(last.Time) || pv != "SR:RF:B:STS" && last.Value != nil && s.Time.Sub(last.Time) > 21*time.Second {
				t.Errorf("%s: %s follows on %s", pv, s.Time, last.Time)
			}
			last = s
		}
		if pv == "SR:DI:DCCT1:I" && len(all) < 45 {
			t.Errorf("%d samples", len(all))
		}
	}
}

func TestTheTimeWithoutAnIOCIsAGap(t *testing.T) {
	now := at("2026-10-15T06:30:00-05:00")
	c := joined(t, now, 10*time.Second)
	all, _ := read(t, c, archiver.Query{PV: "SR:DI:DCCT1:I", From: now, To: now.Add(2 * time.Minute)})
	gaps := 0
	for _, s := range all {
		if s.Quality == epics.Gap {
			gaps++
			if string(s.Message) != "disconnected" || s.Time.Sub(now) < 9*time.Second || s.Time.Sub(now) > 11*time.Second {
				t.Errorf("%s %s", s.Time.Sub(now), s.Message)
			}
		}
	}
	if gaps != 1 || !all[len(all)-1].Time.Equal(now.Add(70*time.Second)) {
		t.Errorf("%d gaps, the last sample at %s", gaps, all[len(all)-1].Time)
	}
}

func TestARecorderIsBounded(t *testing.T) {
	h, err := history.Open(assets.Demo())
	if err != nil {
		t.Fatal(err)
	}
	r, now := NewRecorder(h), at("2026-10-15T06:30:00-05:00")
	for i := range 5 * maxHeld {
		r.Record([]sim.Update{{PV: "SR:DI:DCCT1:I", Value: "250", Time: now.Add(time.Duration(i) * time.Second)}})
	}
	all := r.samples("SR:DI:DCCT1:I", history.Window{From: now, To: now.Add(24 * time.Hour)})
	if len(all) > maxHeld || len(all) < maxHeld/2 || !all[0].Time.Equal(now) || !all[len(all)-1].Time.Equal(now.Add((5*maxHeld-1)*time.Second)) {
		t.Errorf("%d samples from %s to %s", len(all), all[0].Time, all[len(all)-1].Time)
	}
}
