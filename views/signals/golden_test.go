package signals

import (
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"owl/engine"
	"owl/views/theme"
	"owl/views/widget"
	"owl/views/widget/chart"
)

var update = flag.Bool("update", false, "rewrite the golden frames")

// full is a chart of four PVs with what there is to show: a live and an archived
// part, an alarm, a gap, states, a logarithmic scale, one that does not exist.
func full(t *testing.T, th theme.Theme) *Model {
	t.Helper()
	zone, err := time.LoadLocation("America/Chicago")
	if err != nil {
		t.Fatal(err)
	}
	m := New(th, zone, noon())
	m.Update(Found{PVs: []string{"SR:DI:DCCT1:I", "SR17:VAC:CCG1:P", "SR:RF:B:STS", "NO:SUCH"}})
	now := noon().Add(4 * time.Minute)
	live := Live{Now: now}
	for _, name := range []string{"SR:DI:DCCT1:I", "SR17:VAC:CCG1:P", "SR:RF:B:STS"} {
		m.Update(past(*m.strip(name).pending))
		live.PVs = append(live.PVs, Update{PV: name, Pieces: present(name, now), State: state(name)})
	}
	m.Update(History{Fetch: *m.strip("NO:SUCH").pending, Why: "history of NO:SUCH: not archived"})
	live.PVs = append(live.PVs, Update{PV: "NO:SUCH", Pieces: []Piece{gap(noon(), "no server answered")}, State: &State{Away: "no server answered"}})
	m.Update(live)
	m.sel = 1
	m.Update(Log)
	return m
}

func value(name string, t time.Time) float64 {
	x := t.Sub(noon()).Seconds()
	switch name {
	case "SR:DI:DCCT1:I":
		return 250 + 0.4*math.Sin(x/20)
	case "SR17:VAC:CCG1:P":
		return 4e-10 * math.Pow(10, 2*math.Exp(-(x-200)*(x-200)/2000))
	}
	return float64(2 + int(x/100)%2)
}

func past(f Fetch) History {
	h := archive(f, 0)
	for i := range h.Bins {
		b := &h.Bins[i]
		x := value(f.PV, b.From)
		b.Low, b.High, b.Last = x, x, x
		if since := b.From.Sub(noon()); f.PV == "SR:DI:DCCT1:I" && since > -4*time.Minute && since < -3*time.Minute {
			b.Low, b.High, b.Last, b.Gap = math.NaN(), math.NaN(), math.NaN(), "archiver restart"
		}
	}
	return h
}

func present(name string, now time.Time) []Piece {
	var list []Piece
	for at := noon(); !at.After(now); at = at.Add(time.Second) {
		p := point(at, value(name, at))
		if name == "SR17:VAC:CCG1:P" && p.Last > 5e-9 {
			p.Severity, p.Alarm = 2, 2
		}
		list = append(list, p)
	}
	return list
}

func state(name string) *State {
	switch name {
	case "SR:DI:DCCT1:I":
		limits := chart.NoLimits()
		limits.Low, limits.High = 249.5, 250.6
		return &State{Meta: &Meta{Unit: "mA", Places: 2, Limits: limits}}
	case "SR17:VAC:CCG1:P":
		return &State{Severity: 2, Message: "HIGH_ALARM", Meta: &Meta{Unit: "Torr", Places: 2, Limits: chart.NoLimits()}}
	}
	return &State{Meta: &Meta{Places: -1, Choices: choices(), Limits: chart.NoLimits()}}
}

func TestGoldenFrames(t *testing.T) {
	looks := map[string]theme.Theme{
		"truecolor": theme.New(theme.Dark, false), "16": theme.New(theme.Sixteen, false),
		"none": theme.New(theme.None, false), "ascii": theme.New(theme.None, true),
	}
	for look, th := range looks {
		for _, size := range [][2]int{{80, 24}, {120, 40}, {200, 60}} {
			m := full(t, th)
			m.View(size[0], size[1]) // it learns its width
			compare(t, fmt.Sprintf("live-%dx%d-%s", size[0], size[1], look), m.View(size[0], size[1]), size)
		}
	}
	m := full(t, looks["none"])
	m.Update(Goto{At: noon().Add(-9 * time.Minute), Name: "[2]"})
	compare(t, "past-80x24-none", m.View(80, 24), [2]int{80, 24})
	m.Update(One)
	m.Update(Longer)
	compare(t, "one-80x24-none", m.View(80, 24), [2]int{80, 24})
	compare(t, "empty-80x24-none", New(looks["none"], time.UTC, noon()).View(80, 24), [2]int{80, 24})
}

func compare(t *testing.T, name, got string, size [2]int) {
	t.Helper()
	lines := widget.Fit(got, size[0], size[1], 0)
	for _, line := range strings.Split(got, "\n") {
		if widget.Width(line) > size[0] {
			t.Errorf("%s: %d cells: %q", name, widget.Width(line), line)
		}
	}
	got = strings.Join(lines, "\n") + "\n"
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs (go test -update rewrites it):\n%s", name, got)
	}
}

func TestDrawsAtAnySize(t *testing.T) {
	for _, th := range []theme.Theme{theme.New(theme.Dark, false), theme.New(theme.None, true)} {
		m := full(t, th)
		for _, a := range []widget.Action{Cursor, One, Log, Longer, Earlier, widget.Left, Shorter, Now, Remove} {
			m.Update(a)
			for _, w := range []int{0, 1, 2, 7, 20, 60, 300} {
				for _, h := range []int{0, 1, 2, 3, 5, 9, 100} {
					for line := range strings.SplitSeq(m.View(w, h), "\n") {
						if widget.Width(line) > w {
							t.Fatalf("%dx%d: %q", w, h, line)
						}
					}
				}
			}
		}
	}
}

func choices() []engine.Untrusted { return []engine.Untrusted{"Off", "Standby", "On", "Trip"} }
