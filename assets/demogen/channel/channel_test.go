package channel

import (
	"encoding/json"
	"io/fs"
	"math"
	"slices"
	"testing"
	"time"

	"owl/assets"
)

func load(t *testing.T) *Table {
	t.Helper()
	table, err := Load(time.UTC)
	if err != nil {
		t.Fatal(err)
	}
	return table
}

func TestPatternsExpand(t *testing.T) {
	for pattern, want := range map[string][]string{
		"SR:DI:DCCT1:I":    {"SR:DI:DCCT1:I"},
		"SR{08..10}:X":     {"SR08:X", "SR09:X", "SR10:X"},
		"BPM{02,09}:{X,Y}": {"BPM02:X", "BPM02:Y", "BPM09:X", "BPM09:Y"},
		"SR:PS:IK{1..2}:V": {"SR:PS:IK1:V", "SR:PS:IK2:V"},
	} {
		names, parts, err := Expand(pattern)
		if err != nil || !slices.Equal(names, want) || len(parts) != len(names) {
			t.Errorf("%s: %v %v %v", pattern, names, parts, err)
		}
	}
	for _, pattern := range []string{"SR{1..", "SR{a..b}", "SR{4..2}", "SR{0..99999999}", "{0..999}{0..999}"} {
		if _, _, err := Expand(pattern); err == nil {
			t.Errorf("%s was accepted", pattern)
		}
	}
}

func TestChannelsAreComplete(t *testing.T) {
	table := load(t)
	if n := len(table.Channels); n < 380 || n > 420 {
		t.Errorf("%d channels, want about 400", n)
	}
	for _, c := range table.Channels {
		switch {
		case c.Description == "" || c.System == "" || c.IOC == "":
			t.Errorf("%s: a field is missing", c.Name)
		case c.Kind == Enum && (!slices.Contains(c.Choices, c.State) || c.Bad != "" && !slices.Contains(c.Choices, c.Bad)):
			t.Errorf("%s: %q or %q is none of %q", c.Name, c.State, c.Bad, c.Choices)
		case c.Kind == Float && c.Period == 0, c.Kind == Wave && c.Elements == 0:
			t.Errorf("%s: period %v, %d elements", c.Name, c.Period, c.Elements)
		}
	}
}

func TestNormalValuesRaiseNoAlarm(t *testing.T) {
	for _, c := range load(t).Channels {
		noise := 5 * c.Noise
		if c.Log {
			noise *= c.Normal
		}
		l := c.Limits
		if c.Normal-noise <= l.Lo || c.Normal+noise >= l.Hi {
			t.Errorf("%s reads %v ± %v, limits %v", c.Name, c.Normal, noise, l)
		}
	}
}

func TestDevicesDifferALittle(t *testing.T) {
	table := load(t)
	first, _ := table.Find("SR07:VAC:CCG1:P")
	second, _ := table.Find("SR08:VAC:CCG1:P")
	if first.Normal == second.Normal || math.Abs(first.Normal-4e-10) > 1e-10 {
		t.Errorf("pressures %v and %v", first.Normal, second.Normal)
	}
}

func TestSetPointsThatWereChanged(t *testing.T) {
	table := load(t)
	for _, c := range []struct {
		name, day string
		want      float64
	}{
		{"SR:PS:IK3:V", "2025-02-10", 6.10},
		{"SR:PS:IK3:V", "2025-02-11", 6.40},
		{"SR:PS:IK3:V", "2026-01-27", 6.32},
		{"SR:PS:IK1:V", "2026-10-15", 6.40},
		{"SR:RF:B:KV", "2024-05-01", 88},
		{"SR:RF:CAV3:V", "2024-12-24", 540},
		{"SR:RF:CAV3:V", "2024-05-01", 600},
		{"SR:RF:CAV8:V", "2024-12-24", 608.6},
		{"A:KE:V", "2025-03-01", 21.40},
	} {
		day, err := time.Parse(time.DateOnly, c.day)
		if err != nil {
			t.Fatal(err)
		}
		channel, ok := table.Find(c.name)
		if !ok || channel.NormalAt(day) != c.want {
			t.Errorf("%s on %s is %v, want %v", c.name, c.day, channel.NormalAt(day), c.want)
		}
	}
}

func TestRounding(t *testing.T) {
	pressure, current := &Channel{Log: true, Places: 2}, &Channel{Places: 1}
	if got := pressure.Round(3.1249e-8); math.Abs(got-3.12e-8) > 1e-13 {
		t.Errorf("3.1249e-8 becomes %v", got)
	}
	if got := current.Round(187.44); got != 187.4 {
		t.Errorf("187.44 becomes %v", got)
	}
}

func TestCommittedTableIsTheExpandedOne(t *testing.T) {
	want, err := load(t).JSON()
	if err != nil {
		t.Fatal(err)
	}
	got, err := fs.ReadFile(assets.Demo(), "history/pvs.json")
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != string(want) {
		t.Error("history/pvs.json is not what channels.txt gives; write it again with: go run ./bench/demogen")
	}
	var entries []entry
	if err := json.Unmarshal(got, &entries); err != nil {
		t.Error(err)
	}
}

func TestBadLinesAreRefused(t *testing.T) {
	for _, line := range []string{
		"A:B float", "A:B float mA x -- d", "A:B float mA 1 colour=red -- d", "A:B float mA 1 limits=1/2 -- d",
		"A:B float mA 1 limits=1/x/-/- -- d", "A:{B,B} float mA 1 -- d", "A:{1.. float mA 1 -- d",
	} {
		if err := (&Table{byName: map[string]*Channel{}}).take(line); err == nil {
			t.Errorf("%q was accepted", line)
		}
	}
	for _, line := range []string{"A:B 2025-01-01 1", "A:B 2025-13-01 1 2", "SR:RF:B:KV 2025-01-01 x 2", "A:B 2025-01-01 1 2"} {
		if err := load(t).changed(line, time.UTC); err == nil {
			t.Errorf("%q was accepted", line)
		}
	}
}
