package chart

import (
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"owl/views/theme"
)

var update = flag.Bool("update", false, "rewrite the golden frames")

func chicago(t testing.TB) *time.Location {
	t.Helper()
	zone, err := time.LoadLocation("America/Chicago")
	if err != nil {
		t.Fatal(err)
	}
	return zone
}

// bins makes n bins of a function of their number; NaN is no value.
func bins(from, to time.Time, n int, f func(i int) (low, high float64)) []Bin {
	out := make([]Bin, n)
	for i := range out {
		low, high := f(i)
		out[i] = Bin{From: from.Add(to.Sub(from) * time.Duration(i) / time.Duration(n)), To: from.Add(to.Sub(from) * time.Duration(i+1) / time.Duration(n)), Low: low, High: high, Last: high}
	}
	return out
}

// story is a current that trips and comes back, with a spike and a gap.
func story(from, to time.Time) Series {
	s := Series{Name: "SR:DI:DCCT1:I", Unit: "mA", Places: 2, Limits: Limits{200, 245, 251, math.NaN()}}
	s.Bins = bins(from, to, 300, func(i int) (float64, float64) {
		x := 250 + 0.3*math.Sin(float64(i)/9)
		switch {
		case i == 60:
			return x, 252
		case i > 140 && i < 170:
			return math.NaN(), math.NaN()
		case i >= 170:
			x = 180 + float64(i-170)/2
		}
		return x, x + 0.1
	})
	for i := range s.Bins {
		if i > 140 && i < 170 {
			s.Bins[i].Gap = "disconnected"
		}
		if i >= 170 {
			s.Bins[i].Severity = 1
		}
	}
	return s
}

func logarithmic(s Series) Series {
	s.Log = true
	return s
}

func pressure(from, to time.Time) Series {
	return Series{Name: "SR03:VAC:CCG1:P", Unit: "Torr", Places: 2, Limits: NoLimits(), Bins: bins(from, to, 300, func(i int) (float64, float64) {
		x := 4e-10 * math.Pow(10, 3*math.Exp(-math.Abs(float64(i-150))/20))
		return x, x
	})}
}

func state(from, to time.Time) Series {
	return Series{Name: "SR:RF:B:STS", Choices: []string{"Off", "Standby", "On", "Trip"}, Limits: NoLimits(), Bins: bins(from, to, 300, func(i int) (float64, float64) {
		x := 2.0
		if i > 150 && i < 220 {
			x = 3
		}
		return x, x
	})}
}

func TestGoldenFrames(t *testing.T) {
	zone := chicago(t)
	from := time.Date(2026, 10, 15, 2, 0, 0, 0, zone)
	to := from.Add(3 * time.Hour)
	one := []Series{story(from, to)}
	three := []Series{story(from, to), pressure(from, to), state(from, to)}
	var twelve []Series
	for i := range 12 {
		s := story(from, to)
		s.Name = fmt.Sprintf("SR%02d:DI:X", i+1)
		twelve = append(twelve, s)
	}
	dark, plain := theme.New(theme.Dark, false), theme.New(theme.None, true)
	for name, c := range map[string]struct {
		series []Series
		o      Options
	}{
		"braille-80x24": {one, Options{Width: 80, Height: 24, Mode: Braille, Theme: dark}},
		"block-60x12":   {one, Options{Width: 60, Height: 12, Mode: Block, Theme: dark}},
		"ascii-80x16":   {one, Options{Width: 80, Height: 16, Mode: ASCII, Theme: plain}},
		"small-20x5":    {one, Options{Width: 20, Height: 5, Mode: Braille, Theme: plain}},
		"three-80x24":   {three, Options{Width: 80, Height: 24, Mode: Braille, Theme: plain}},
		"three-ascii":   {three, Options{Width: 72, Height: 20, Mode: ASCII, Theme: plain}},
		"log":           {[]Series{logarithmic(pressure(from, to))}, Options{Width: 60, Height: 12, Mode: Braille, Theme: plain}},
		"twelve-80x24":  {twelve, Options{Width: 80, Height: 24, Mode: Braille, Theme: plain}},
		"twelve-20x5":   {twelve, Options{Width: 20, Height: 5, Mode: ASCII, Theme: plain}},
		"cursor":        {one, Options{Width: 70, Height: 10, Mode: Braille, Theme: plain, Cursor: from.Add(20 * time.Minute)}},
		"nothing":       {[]Series{{Name: "NO:DATA", Limits: NoLimits()}}, Options{Width: 40, Height: 8, Mode: Braille, Theme: plain}},
		"no-series":     {nil, Options{Width: 40, Height: 8, Mode: Braille, Theme: plain}},
		"constant":      {[]Series{{Name: "FLAT", Unit: "K", Places: 3, Limits: NoLimits(), Bins: bins(from, to, 10, func(int) (float64, float64) { return 4.45, 4.45 })}}, Options{Width: 40, Height: 8, Mode: Braille, Theme: plain}},
	} {
		t.Run(name, func(t *testing.T) {
			c.o.Zone, c.o.From, c.o.To = zone, from, to
			compare(t, name, strings.Join(Draw(c.series, c.o), "\n")+"\n")
		})
	}
}

// The hours around the change of the clocks, both ways.
func TestGoldenAxes(t *testing.T) {
	zone := chicago(t)
	var out []string
	for _, window := range [][2]string{
		{"2025-11-01T22:00:00-05:00", "2025-11-02T06:00:00-06:00"}, // the hour from 1 to 2 comes twice
		{"2026-03-08T00:30:00-06:00", "2026-03-08T04:30:00-05:00"}, // that from 2 to 3 never
		{"2025-11-02T00:00:00-05:00", "2025-11-03T00:00:00-06:00"},
		{"2025-11-01T12:00:00-05:00", "2025-11-02T12:00:00-06:00"},
		{"2026-03-08T00:00:00-06:00", "2026-03-09T00:00:00-05:00"},
		{"2026-10-15T02:47:12-05:00", "2026-10-15T02:47:40-05:00"},
		{"2026-10-01T00:00:00-05:00", "2026-10-31T00:00:00-05:00"},
		{"2025-10-15T00:00:00-05:00", "2026-10-15T00:00:00-05:00"},
		{"2016-01-01T00:00:00-06:00", "2026-01-01T00:00:00-06:00"},
	} {
		from, err1 := time.Parse(time.RFC3339, window[0])
		to, err2 := time.Parse(time.RFC3339, window[1])
		if err1 != nil || err2 != nil {
			t.Fatal(err1, err2)
		}
		out = append(out, strings.TrimRight(write(marks(from, to, zone, 72), 72), " ")+" "+offset(from, to, zone))
	}
	compare(t, "axes", strings.Join(out, "\n")+"\n")
}

func compare(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs; got\n%s\nwant\n%s", name, got, want)
	}
}

// Whatever is drawn, the frame has its size, and ASCII holds only ASCII.
func TestFramesHaveTheirSize(t *testing.T) {
	zone := chicago(t)
	from := time.Date(2026, 10, 15, 2, 0, 0, 0, zone)
	rapid.Check(t, func(t *rapid.T) {
		w, h := rapid.IntRange(1, 130).Draw(t, "w"), rapid.IntRange(1, 40).Draw(t, "h")
		to := from.Add(time.Duration(rapid.Int64Range(0, int64(1000*24*time.Hour)).Draw(t, "length")))
		mode := Mode(rapid.IntRange(0, 2).Draw(t, "mode"))
		value := rapid.OneOf(rapid.Float64(), rapid.SampledFrom([]float64{math.NaN(), 0, 1, 250, -1e-300, 1e300, math.MaxFloat64, -math.MaxFloat64}))
		var series []Series
		for i := range rapid.IntRange(0, 12).Draw(t, "series") {
			s := Series{Name: fmt.Sprintf("A:%d", i), Unit: "mm", Places: rapid.IntRange(-1, 6).Draw(t, "places"), Limits: Limits{value.Draw(t, "lolo"), math.NaN(), value.Draw(t, "high"), math.NaN()}}
			s.Log, s.Chosen = rapid.Bool().Draw(t, "log"), rapid.Bool().Draw(t, "chosen")
			if rapid.Bool().Draw(t, "newest") {
				s.Newest = &Newest{Severity: rapid.IntRange(0, 3).Draw(t, "severity"), Message: "HIHI", Away: rapid.SampledFrom([]string{"", "gone"}).Draw(t, "away")}
			}
			s.Bins = bins(from, to, rapid.IntRange(1, 30).Draw(t, "bins"), func(int) (float64, float64) {
				x, y := value.Draw(t, "x"), value.Draw(t, "y")
				return min(x, y), max(x, y)
			})
			series = append(series, s)
		}
		ascii := mode == ASCII
		lines := Draw(series, Options{Width: w, Height: h, Mode: mode, Theme: theme.New(theme.Dark, ascii), Zone: zone, From: from, To: to, Cursor: from.Add(time.Minute), Marks: []time.Time{from.Add(time.Hour)}})
		if len(lines) != h {
			t.Fatalf("%d lines, want %d", len(lines), h)
		}
		for _, line := range lines {
			bare := ansi.Strip(line)
			if got := ansi.StringWidth(bare); got != w {
				t.Fatalf("%q has %d cells, want %d", bare, got, w)
			}
			if ascii && strings.ContainsFunc(bare, func(r rune) bool { return r > 126 }) {
				t.Fatalf("%q is not ASCII", bare)
			}
		}
	})
}

// One sample that stands out must be seen, however many there are.
func TestASpikeIsNeverLost(t *testing.T) {
	from := time.Date(2026, 10, 15, 2, 0, 0, 0, time.UTC)
	to := from.Add(time.Hour)
	for mode, sign := range map[Mode]string{Braille: "⡇", Block: "│", ASCII: "|"} {
		series := Series{Name: "A", Limits: NoLimits(), Bins: bins(from, to, 10_000, func(i int) (float64, float64) {
			if i == 5_000 {
				return 0, 10
			}
			return 0, 0
		})}
		frame := ansi.Strip(strings.Join(Draw([]Series{series}, Options{Width: 80, Height: 12, Mode: mode, Theme: theme.New(theme.None, mode == ASCII), From: from, To: to}), "\n"))
		if !strings.Contains(frame, sign) && !strings.Contains(frame, "⢸") {
			t.Errorf("mode %d lost the spike:\n%s", mode, frame)
		}
	}
}

func TestAlarmsShowWithoutColour(t *testing.T) {
	from := time.Date(2026, 10, 15, 2, 0, 0, 0, time.UTC)
	to := from.Add(time.Hour)
	for severity, sign := range map[int]string{0: "", 1: "! MINOR", 2: "!! MAJOR", 3: "? INVALID"} {
		s := Series{Name: "A", Limits: NoLimits(), Bins: bins(from, to, 10, func(int) (float64, float64) { return 1, 1 })}
		s.Bins[9].Severity = severity
		title := ansi.Strip(Draw([]Series{s}, Options{Width: 60, Height: 8, Theme: theme.New(theme.None, true), From: from, To: to})[0])
		if !strings.Contains(title, sign) || severity == 0 && strings.ContainsAny(title, "!?") {
			t.Errorf("severity %d: %q", severity, title)
		}
	}
}

func TestTicksAreRound(t *testing.T) {
	for _, c := range []struct {
		low, high float64
		ticks     int
		want      string
	}{
		{0, 10, 6, "0 2 4 6 8 10"},
		{249.7, 250.4, 3, "249.5 250.0 250.5"},
		{4e-10, 4e-7, 3, "0 2e-7 4e-7"},
		{-1, 1, 3, "-1 0 1"},
		{5, 5, 3, "4.95 5.00 5.05"},
		{0, 0, 2, "0 1"},
		{1e6, 1.4e6, 3, "1.0e6 1.2e6 1.4e6"},
	} {
		cols := []column{{low: c.low, high: c.high}}
		sc := newScale(cols, Series{Limits: NoLimits()}, c.ticks)
		var got []string
		for _, tick := range sc.ticks {
			got = append(got, sc.label(tick))
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%g to %g: %v, want %s", c.low, c.high, got, c.want)
		}
	}
}

func BenchmarkDraw(b *testing.B) {
	from := time.Date(2026, 10, 15, 2, 0, 0, 0, time.UTC)
	to := from.Add(3 * time.Hour)
	s := []Series{story(from, to)}
	o := Options{Width: 120, Height: 24, Theme: theme.New(theme.Dark, false), Zone: time.UTC, From: from, To: to}
	for b.Loop() {
		Draw(s, o)
	}
}
