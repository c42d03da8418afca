package history

import (
	"slices"
	"testing"
	"time"
)

func TestPhasesFollowEachOther(t *testing.T) {
	a := open(t)
	if !slices.IsSortedFunc(a.phases, func(x, y phase) int { return x.from.Compare(y.from) }) {
		t.Error("the phases are out of order")
	}
	for i := 1; i < len(a.phases); i++ {
		if p := a.phases[i]; p.mode == "User" && p.topup == "Running" && a.phases[i-1].end != 0 && a.phases[i-1].mode == "Injection" &&
			a.phases[i-1].end != a.cal.Current(p.from) {
			t.Errorf("filled to %v mA, run with %v at %s", a.phases[i-1].end, a.cal.Current(p.from), p.from)
		}
	}
}

func TestRowsOfDowntimeShowInTheBeam(t *testing.T) {
	a := open(t)
	for _, c := range []struct {
		name, row, text string
		first           string
		kept            float64
	}{
		{"a station of the RF", "RF", "RFA", "RFA", 0},
		{"a cavity of station B", "RF", "CAV6", "RFB", 0},
		{"vacuum", "Vacuum", "S05", "VAC S05", 0},
		{"a quadrupole", "Power Supplies", "SR06 Q5B", "BPLD S06", 0},
		{"a safety zone", "Personnel Safety", "PSS Z3", "PSS Z3", 0},
		{"the injector", "Linac", "K2 modulator", "", 238},
	} {
		row := map[string]string{"start": "2025-02-28 10:00", "end": "2025-02-28 11:00", "system": c.row, "subsystem": c.text}
		l, err := lossOf(row, correction{}, a.cal.Zone)
		if err != nil || l.first != c.first || l.kept != c.kept {
			t.Errorf("%s: %+v, error %v", c.name, l, err)
		}
		b := Archive{cal: a.cal, table: a.table, phases: phases(a.cal, []loss{l})}
		during, after := b.current(l.at.Add(30*time.Minute)), b.current(l.full.Add(time.Minute))
		if lost := during == 0; lost != (c.kept == 0) || after < 249 {
			t.Errorf("%s: %v mA in between, %v after", c.name, during, after)
		}
	}
	if _, err := lossOf(map[string]string{"start": "2025-02-28 10:00", "end": "2025-02-28 09:00"}, correction{}, a.cal.Zone); err == nil {
		t.Error("a row that ends before it starts was accepted")
	}
}

func TestBeamThroughTheWeek(t *testing.T) {
	a := open(t)
	for _, c := range []struct {
		at       string
		min, max float64
	}{
		{"2024-12-25 12:00", 0, 0},     // shutdown
		{"2025-02-10 12:00", 249, 251}, // user beam
		{"2025-02-11 12:00", 0, 0},     // intervention
		{"2025-02-25 12:00", 99, 101},  // studies
		{"2026-08-02 12:00", 179, 181}, // in the heat
		{"2025-03-05 16:30", 0, 0},     // a loss
		{"2025-06-02 06:00", 83, 85},   // held by the permit
		{"2024-07-09 22:50", 232, 234}, // without injector
		{"2025-02-11 15:55", 150, 249}, // filling
	} {
		s := inForce(t, a, "SR:DI:DCCT1:I", c.at)
		if got := s.Value.Number; got < c.min || got > c.max {
			t.Errorf("%s: %v mA, want %v to %v", c.at, got, c.min, c.max)
		}
	}
}
