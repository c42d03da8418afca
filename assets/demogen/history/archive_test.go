package history

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"owl/assets"
)

func open(t testing.TB) *Archive {
	t.Helper()
	a, err := Open(assets.Demo())
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func (a *Archive) at(t testing.TB, text string) time.Time {
	t.Helper()
	when, err := (&clock{zone: a.cal.Zone}).read(text)
	if err != nil {
		t.Fatal(err)
	}
	return when
}

func samples(t testing.TB, a *Archive, pv string, w Window) []Sample {
	t.Helper()
	seq, err := a.Samples(pv, w)
	if err != nil {
		t.Fatal(err)
	}
	return slices.Collect(seq)
}

// inForce is the sample that holds at a time.
func inForce(t *testing.T, a *Archive, pv, text string) Sample {
	t.Helper()
	when := a.at(t, text).Add(time.Nanosecond) // a sample taken at the time itself counts
	list := samples(t, a, pv, Window{From: when, To: when, Before: true})
	if len(list) != 1 {
		t.Fatalf("%s at %s: %d samples", pv, text, len(list))
	}
	return list[0]
}

func TestNumbersOfTheStories(t *testing.T) {
	a := open(t)
	for _, c := range []struct {
		pv, at    string
		want, off float64 // off is how far the sample may be away
	}{
		{"SR:RF:B:CIRC:FLOW", "2026-10-15 01:49", 42.0, 0.5},
		{"SR:RF:B:CIRC:FLOW", "2026-10-15 02:10", 38.4, 0.5},
		{"SR:RF:B:CIRC:FLOW", "2026-10-15 02:46", 31.2, 0.5},
		{"SR:RF:B:CIRC:FLOW", "2026-10-15 03:52", 42.4, 0.5},
		{"SR:RF:B:CIRC:TOUT", "2026-10-15 02:00", 47.5, 0.5},
		{"SR:RF:B:CIRC:TOUT", "2026-10-15 02:47:12", 60.3, 0.5},
		{"SR:RF:B:CIRC:TOUT", "2026-10-15 03:52", 47.9, 0.5},
		{"SR:RF:A:CIRC:FLOW", "2026-10-15 06:20", 41.0, 0.5},
		{"SR:DI:DCCT1:I", "2026-10-15 02:47:11", 250.1, 0.6},
		{"SR:DI:DCCT1:I", "2026-10-15 02:47:14", 0, 0},
		{"SR:DI:DCCT1:I", "2026-10-15 04:20:02", 250, 0.6},
		{"SR:RF:B:ARC", "2026-10-15 02:50", 8, 0},
		{"SR17:VAC:CCG1:P", "2025-06-18 10:28", 4.0e-10, 0.4e-10},
		{"SR17:VAC:CCG1:P", "2025-06-18 11:07", 3.1e-8, 0.3e-8},
		{"SR17:VAC:CCG1:P", "2025-06-18 11:08:33", 1.1e-7, 0.1e-7},
		{"SR17:VAC:BLW3:T", "2025-06-23 16:00", 66, 1},
		{"B:DS:I", "2024-10-08 05:50", -3.2, 0.1},
		{"BO:PS:DIPS:I", "2024-10-08 06:20", 84.9, 0.1},
		{"BO:PS:DIPS:I", "2026-02-11 08:00", -1.1, 1.2},
		{"BO:DI:EFF", "2024-10-08 06:00", 61, 3},
		{"SR:RF:A:CIRC:TOUT", "2025-03-11 02:14:02", 78, 0},
		{"SR:RF:A:CIRC:TOUT", "2025-03-11 02:13:58", 47.5, 1},
		{"05i:scan1.AWAIT", "2025-10-02 02:00", 1, 0},
		{"SR11:DI:BPM09:X", "2024-03-13 09:20:46", 0.42, 0.01},
		{"SR11:PS:HC04:I", "2024-03-13 09:21:06", 6.8, 0.05},
		{"CRY:CBX:TURB1:SPD", "2026-01-31 19:27", 0, 0},
		{"CRY:CBX:TURB2:SPD", "2026-02-01 12:00", 3280, 10},
		{"SR19:CRY:PHE", "2026-01-31 19:38", 1318, 4},
		{"SR19:CRY:TCAV", "2026-01-31 20:22", 6.1, 0.05},
		{"SR19:CRY:TUNER", "2026-02-01 12:00", 900, 2},
		{"TI:GPS:OFFS", "2024-11-03T01:10:00-06:00", 3.6e9, 1},
		{"TI:GPS:OFFS", "2024-11-03T01:10:00-05:00", 0.2, 0.2},
		{"L:K4:KV", "2024-07-09 23:00", 0, 0},
		{"LN:RF:K3:VMOD", "2024-07-09 23:00", 246.5, 0.5},
		{"LN:RF:K4:VMOD", "2025-10-15 12:00", 0, 0},
		{"SR08:ID:GAP", "2025-07-08 20:00", 9.80, 0},
		{"CF:LCW1:T", "2024-08-02 15:00", 25.34, 0.05},
		{"SR:DI:ORBRMSX", "2024-08-02 15:10", 13, 1.5},
		{"SR14:PS:Q3A:I", "2026-07-04 21:30", 0, 0},
		{"SR13:PS:Q3A:I", "2026-07-04 21:30", 187.4, 0.1},
		{"SR:RF:CAV3:VAC", "2024-11-12 03:50", 6e-8, 0.8e-8},
		{"SR:RF:CAV3:V", "2024-12-01 12:00", 540, 3},
		{"SR:DI:DCCT2:I", "2024-12-05 15:00", 247.9, 0.6},
		{"SR:DI:DCCT1:TAU", "2024-12-03 17:00", 10.9, 0.4},
		{"LN:GUN:RG2:VAC", "2026-06-16 09:40", 4.8e-8, 0.5e-8},
		{"SR:DI:EMITY", "2024-10-29 19:15:20", 0.140, 0.02},
		{"SR:DI:TFB:Y:GAIN", "2024-10-29 19:40", 18, 0.5},
		{"SR:DI:TFB:Y:AMPT", "2024-10-29 19:40", 63, 1},
		{"SR:PS:IK1:V", "2025-02-10 12:00", 6.10, 0.02},
		{"SR:PS:IK3:V", "2026-10-14 12:00", 6.32, 0.02},
		{"SR:OPS:INJEFF", "2025-02-13 18:00", 34, 5},
	} {
		got := inForce(t, a, c.pv, c.at).Value.Number
		if math.Abs(got-c.want) > c.off {
			t.Errorf("%s at %s: %v, want %v within %v", c.pv, c.at, got, c.want, c.off)
		}
	}
}

func TestStatesAreLabels(t *testing.T) {
	a := open(t)
	for _, c := range []struct{ pv, at, want string }{
		{"SR:RF:B:STS", "2026-10-15 02:47:11", "On"},
		{"SR:RF:B:STS", "2026-10-15 03:00", "Trip"},
		{"SR:RF:B:STS", "2026-10-15 03:58", "On"},
		{"SR:RF:A:STS", "2026-10-15 03:00", "On"},
		{"SR:MPS:FIRST", "2026-10-15 02:50", "RFB"},
		{"SR:MPS:SUM", "2026-10-15 04:10", "OK"},
		{"SR:OPS:MODE", "2026-10-15 02:50", "Down"},
		{"SR:OPS:MODE", "2026-10-15 04:10", "Injection"},
		{"SR:OPS:MODE", "2026-10-15 06:00", "User"},
		{"SR:OPS:TOPUP", "2026-10-15 06:00", "Running"},
		{"SR:OPS:FILL", "2025-06-18 12:00", "H24"},
		{"SR17:VAC:GV1:STS", "2025-06-18 11:30", "Closed"},
		{"SR16:VAC:GV1:STS", "2025-06-18 11:30", "Open"},
		{"05i:det1:DetectorState_RBV", "2025-10-02 02:00", "Acquire"},
		{"05i:HDF1:WriteStatus", "2025-10-02 02:00", "Error"},
		{"SR19:CRY:QUENCH", "2026-01-31 20:00", "Quench"},
		{"TI:EVG1:STS", "2024-11-03T01:06:00-06:00", "Stop"},
		{"SR21:VAC:GV1:STS", "2026-02-15 03:00:07", "Closed"},
		{"SR08:ID:STS", "2025-07-08 20:00", "Fault"},
		{"FE12:PS:STS", "2024-04-10 13:27:00", "Moving"},
		{"SR:OPS:TOPUP", "2025-06-02 06:00", "Held"},
		{"SR:OPS:MODE", "2024-12-25 12:00", "Shutdown"},
	} {
		s := inForce(t, a, c.pv, c.at)
		channel, _ := a.table.Find(c.pv)
		if s.Value.Text != c.want {
			t.Errorf("%s at %s: %q, want %q", c.pv, c.at, s.Value.Text, c.want)
		}
		if channel.Kind == "enum" && channel.Choices[int(s.Value.Number)] != c.want {
			t.Errorf("%s at %s: index %v does not stand for %q", c.pv, c.at, s.Value.Number, c.want)
		}
	}
}

func TestAlarms(t *testing.T) {
	a := open(t)
	for _, c := range []struct {
		pv, at   string
		severity Severity
		status   string
	}{
		{"SR:RF:B:CIRC:FLOW", "2026-10-15 01:00", NoAlarm, "NO_ALARM"},
		{"SR:RF:B:CIRC:FLOW", "2026-10-15 02:30", Minor, "LOW"},
		{"SR:RF:B:CIRC:TOUT", "2026-10-15 02:47:12", Major, "HIHI"},
		{"SR:RF:B:STS", "2026-10-15 03:00", Major, "STATE"},
		{"SR17:VAC:CCG1:P", "2025-06-18 10:45", Minor, "HIGH"},
		{"SR19:CRY:LHE", "2026-01-31 20:30", Major, "LOLO"},
	} {
		s := inForce(t, a, c.pv, c.at)
		if s.Severity != c.severity || s.Status.String() != c.status {
			t.Errorf("%s at %s reads %v: %v %s, want %v %s", c.pv, c.at, s.Value.Number, s.Severity, s.Status, c.severity, c.status)
		}
	}
}

func TestGapsHoldNoSampleAndSayWhy(t *testing.T) {
	a := open(t)
	for _, c := range []struct{ pv, from, to, cause string }{
		{"SR14:VAC:CCG1:P", "2025-10-22 14:06:10", "2025-10-22 14:31:00", "disconnected"},
		{"SR14:VAC:GV1:STS", "2025-10-22 14:06:10", "2025-10-22 14:31:00", "disconnected"},
		{"BO:PS:DIPS:I", "2025-01-14 06:00:03", "2025-02-20 16:45:20", "not archived, rename"},
		{"SR:DI:DCCT1:I", "2024-07-15 17:41", "2024-07-16 00:40", "archiver restart"},
	} {
		gap := Window{From: a.at(t, c.from), To: a.at(t, c.to)}
		if list := samples(t, a, c.pv, gap); len(list) > 0 {
			t.Errorf("%s: %d samples in the gap from %s", c.pv, len(list), c.from)
		}
		around := samples(t, a, c.pv, Window{From: gap.From.Add(-time.Minute), To: gap.To.Add(5 * time.Minute), Before: true})
		i := slices.IndexFunc(around, func(s Sample) bool { return s.Gap != nil })
		if i < 1 || around[i].Gap.Cause != c.cause || around[i].Time.Before(gap.To) || !around[i-1].Time.Before(gap.From) {
			t.Errorf("%s: samples around the gap: %v", c.pv, around)
		}
		held := samples(t, a, c.pv, Window{From: gap.To.Add(-time.Second), To: gap.To.Add(-time.Second), Before: true})
		if len(held) != 1 || !held[0].Time.Before(gap.From) {
			t.Errorf("%s: in the gap holds %v", c.pv, held)
		}
	}
	if list := samples(t, a, "SR12:VAC:CCG1:P", Window{From: a.at(t, "2025-10-22 14:06:10"), To: a.at(t, "2025-10-22 14:31")}); len(list) < 290 {
		t.Errorf("the neighbouring sector has %d samples", len(list))
	}
}

func TestLegacyNamesEndWithTheRenaming(t *testing.T) {
	a := open(t)
	w := Window{From: a.at(t, "2025-01-14 05:00"), To: a.at(t, "2025-01-14 07:00")}
	old, present := samples(t, a, "L:K4:KV", w), samples(t, a, "LN:RF:K4:VMOD", w)
	if len(old) < 1700 || len(old) > 1801 || len(present) < 3500 {
		t.Errorf("%d samples under the old name, %d under the present one", len(old), len(present))
	}
}

func TestUnknownChannel(t *testing.T) {
	if _, err := open(t).Samples("SR:NO:SUCH", Window{}); !errors.Is(err, ErrUnknown) {
		t.Errorf("error %v", err)
	}
}

func TestWaveforms(t *testing.T) {
	a := open(t)
	filled := func(at string) (n int, largest float64) {
		for _, v := range inForce(t, a, "SR:DI:FILLPAT", at).Value.Wave {
			if v > 0.05 {
				n++
			}
			largest = max(largest, v)
		}
		return n, largest
	}
	for _, c := range []struct {
		at      string
		n       int
		largest float64
	}{{"2026-10-14 12:00", 864, 0.29}, {"2025-06-18 10:00", 24, 10.4}, {"2026-05-28 12:00", 801, 4.0}} {
		if n, largest := filled(c.at); n != c.n || math.Abs(largest-c.largest) > 0.05 {
			t.Errorf("%s: %d buckets, at most %.2f mA, want %d and %.2f", c.at, n, largest, c.n, c.largest)
		}
	}
	bad, good := inForce(t, a, "BO:PS:DIPS:ERR", "2024-10-08 06:00").Value.Wave, inForce(t, a, "BO:PS:DIPS:ERR", "2024-10-08 07:00").Value.Wave
	if len(bad) != 256 || bad[0] > -80 || math.Abs(good[0]) > 0.1 {
		t.Errorf("deviation of the slave %v in the fault, %v after it", bad[0], good[0])
	}
}

func TestEveryStoryHasTracks(t *testing.T) {
	files, err := readFiles(assets.Demo())
	if err != nil {
		t.Fatal(err)
	}
	told := map[string]bool{}
	for _, file := range files {
		for _, tr := range file.Tracks {
			told[tr.Story] = true
		}
	}
	for _, story := range strings.Fields("S01 S02 S03 S06 S07 S10 S11 S12 S13 S16 S17 S18 S19 S22 S25 S27 S30 S32 S33 S35") {
		if !told[story] {
			t.Errorf("no track of %s", story)
		}
	}
}
