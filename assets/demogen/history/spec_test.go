package history

import (
	"strings"
	"testing"
	"time"

	"owl/assets/demogen/channel"
)

func TestClockTimesFollowTheOneBefore(t *testing.T) {
	clk := clock{zone: time.UTC}
	for _, c := range []struct{ text, want string }{
		{"2025-03-01 23:58", "2025-03-01T23:58:00Z"},
		{"23:59:30.5", "2025-03-01T23:59:30.5Z"},
		{"00:04", "2025-03-02T00:04:00Z"},
		{"2025-03-05T00:00:00-05:00", "2025-03-05T05:00:00Z"},
		{"06:00", "2025-03-05T06:00:00Z"},
	} {
		got, err := clk.read(c.text)
		if err != nil || got.Format(time.RFC3339Nano) != c.want {
			t.Errorf("%s: %s, error %v, want %s", c.text, got, err, c.want)
		}
	}
	for _, text := range []string{"noon", "2025-13-01", ""} {
		if got, err := clk.read(text); err == nil {
			t.Errorf("%q is %s", text, got)
		}
	}
	if _, err := (&clock{zone: time.UTC}).read("10:00"); err == nil {
		t.Error("a clock time without a day was accepted")
	}
}

func TestWaysFromPointToPoint(t *testing.T) {
	at := func(minute int) time.Time { return time.Date(2025, 1, 1, 0, minute, 0, 0, time.UTC) }
	for _, c := range []struct {
		name, shape string
		log         bool
		want        float64
	}{{"line", "line", false, 50.5}, {"step", "step", false, 1}, {"exp", "exp", false, 81.94}, {"logarithm", "line", true, 10}} {
		way := course{at: []time.Time{at(0), at(10)}, points: []point{{value: 1}, {value: 100, shape: c.shape}}}
		if got := way.value(at(5), c.log); got < c.want-0.01 || got > c.want+0.01 {
			t.Errorf("%s: half way at %v, want %v", c.name, got, c.want)
		}
	}
}

func TestBadTracksAreRefused(t *testing.T) {
	table, err := channel.Load(time.UTC)
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		`{"pv": "SR:RF:A:KV", "path": [["2025-01-01 00:00", 1], ["2025-01-01 00:00", 2]]}`: "does not come after",
		`{"pv": "SR:RF:A:KV", "path": [["2025-01-01 00:00", 1]]}`:                          "one point",
		`{"pv": "SR:RF:A:KV", "path": [["2025-01-01 00:00", 1], ["later", 2]]}`:            "not a time",
		`{"pv": "SR:RF:A:KV", "states": [["2025-01-01 00:00", "On"]]}`:                     "wrong kind",
		`{"pv": "SR:RF:A:STS", "states": [["2025-01-01 00:00", "Sleeping"]]}`:              `no state "Sleeping"`,
		`{"pv": "SR:RF:A:STS", "path": [["2025-01-01 00:00", 1], ["00:01", 2]]}`:           "wrong kind",
		`{"pv": "SR:RF:A:KV", "frames": [{"at": "2025-01-01 00:00"}]}`:                     "wrong kind",
		`{"pv": "SR:RF:{A,C}:KV", "gaps": [{"from": "2025-01-01 00:00", "to": "00:10"}]}`:  "no channel SR:RF:C:KV",
		`{"pv": "SR:RF:A:KV", "gaps": [{"from": "2025-01-01 00:00", "to": "x"}]}`:          "not a time",
		`{"pv": "SR:RF:A:KV", "days": ["1 May"], "path": [["00:00", 1], ["00:10", 2]]}`:    "not a time",
		`{"pv": "SR:RF:{A", "gaps": []}`:                                                   "closing brace",
	} {
		file, err := parseStories([]byte(`{"tracks": [` + text + `]}`))
		if err == nil {
			err = tell(map[string]*told{}, table, time.UTC, file.Tracks[0])
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s\nerror %v, want %q", text, err, want)
		}
	}
}

func FuzzStories(f *testing.F) {
	f.Add([]byte(`{"about": "x", "tracks": [{"pv": "SR:RF:A:KV", "days": ["2025-01-01"], "path": [["00:00", 1], ["00:10", 2, "exp"]], "noise": 0}]}`))
	f.Add([]byte(`{"tracks": [{"pv": "SR{01..24}:VAC:GV1:STS", "states": [["2025-01-01 00:00", "Open"]], "gaps": [{"from": "2025-01-01 00:00", "to": "00:10"}]}]}`))
	table, err := channel.Load(time.UTC)
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		file, err := parseStories(text)
		if err != nil {
			return
		}
		for _, tr := range file.Tracks {
			all := map[string]*told{}
			if err := tell(all, table, time.UTC, tr); err == nil && len(all) == 0 {
				t.Errorf("track of %q is lost", tr.PV)
			}
		}
	})
}
