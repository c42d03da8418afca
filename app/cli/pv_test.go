package cli

import (
	"encoding/csv"
	"encoding/json"
	"strings"
	"testing"
)

func TestPVSaysWhatToConfigure(t *testing.T) {
	code, stdout, _ := run(t, "pv")
	if code != 0 || !strings.Contains(stdout, "archive: nothing; set [archiver] retrieval") || !strings.Contains(stdout, "channels: nothing; set [channels] databases") {
		t.Errorf("pv: %d %q", code, stdout)
	}
	for args, want := range map[string]string{
		"find x":                               "no channels are configured; set [channels] databases or channelfinder, or [archiver] retrieval, in owl.toml",
		"history A:B":                          "no archiver is configured; set [archiver] retrieval in owl.toml",
		"history A:B --op average_60":          `there is no operator "average"; the archiver has caplotbinning`,
		"history A:B --demo --reduce mode":     `a waveform cannot be reduced by "mode"; there is mean`,
		"history A:B --demo --from 2d --to 3d": "is not before --to",
		"history A:B --demo --from soon":       `--from: "soon" is no time`,
		"history --demo":                       "accepts between 1 and 12 arg(s)",
		"find x --limit 0 --demo":              "--limit 0: want at least 1",
		"find x --csv --json --demo":           "--csv and --json: want one of them",
	} {
		code, stdout, stderr := run(t, append([]string{"pv"}, strings.Fields(args)...)...)
		if code != 2 || stdout != "" || !strings.Contains(stderr, want) {
			t.Errorf("pv %s: %d %q %q, want %q", args, code, stdout, stderr, want)
		}
	}
}

func TestPVFindKeepsTheContract(t *testing.T) {
	code, stdout, stderr := run(t, "pv", "find", "--demo", "--json", "horizontal", "BPMs", "in", "sector", "3")
	var got struct {
		Channels []struct {
			PV          string
			Description string
			Score       float64
			Archived    *bool
			Connected   *bool
		}
		Capped *bool
	}
	if err := json.Unmarshal([]byte(stdout), &got); err != nil || code != 0 || stderr != "" {
		t.Fatalf("%d %v %q %q", code, err, stdout, stderr)
	}
	if len(got.Channels) != 2 || got.Channels[0].PV != "SR03:DI:BPM02:X" || got.Channels[1].PV != "SR03:DI:BPM09:X" || got.Capped == nil || *got.Capped {
		t.Errorf("%+v", got)
	}
	if c := got.Channels[0]; c.Archived == nil || !*c.Archived || c.Connected == nil || !*c.Connected || c.Score <= 0 || c.Description == "" {
		t.Errorf("%+v", c)
	}
	code, stdout, stderr = run(t, "pv", "find", "--demo", "SR:RF:C:KV")
	if code != 0 || stdout != "" || stderr != "owl: no channel is called SR:RF:C:KV; the nearest are SR:RF:B:KV, SR:RF:A:KV, SR:RF:B:IK\n" {
		t.Errorf("%d %q %q", code, stdout, stderr)
	}
	code, stdout, _ = run(t, "pv", "find", "--demo", "--csv", "--limit", "3", "*")
	if rows, err := csv.NewReader(strings.NewReader(stdout)).ReadAll(); err != nil || code != 0 || len(rows) != 4 || rows[0][0] != "pv" {
		t.Errorf("%d %v %q", code, err, stdout)
	}
}

func TestPVHistorySaysWhatIsNotThere(t *testing.T) {
	for args, want := range map[string]string{
		"SR:RF:C:KV":                                            "owl: no channel is called SR:RF:C:KV; the nearest are SR:RF:B:KV",
		"SR:DI:DCCT1:I --from 2030-01-01":                       "is not before --to",
		"SR:DI:DCCT1:I --from 2030-01-01 --to 2030-01-02":       "owl: nothing is archived yet: the window begins after now, 2026-10-15 06:30:00 -05:00",
		"SR:DI:DCCT1:I --from 2030-01-01 --to 2030-01-02 --csv": "owl: nothing is archived yet",
	} {
		if _, _, stderr := run(t, append([]string{"pv", "history", "--demo"}, strings.Fields(args)...)...); !strings.Contains(stderr, want) {
			t.Errorf("%s: %q, want %q", args, stderr, want)
		}
	}
	_, whole, _ := run(t, "pv", "history", "--demo", "SR:DI:DCCT1:I", "--to", "2026-10-15 06:00", "--from", "2026-10-15 05:00")
	_, limited, stderr := run(t, "pv", "history", "--demo", "SR:DI:DCCT1:I", "--to", "2026-10-15 06:00", "--from", "2026-10-15 05:00", "--limit", "2")
	if whole != limited || stderr != "" {
		t.Errorf("a chart of two samples: %q\n%s", stderr, limited)
	}
}

func TestPVSaysWhatTheDemoHas(t *testing.T) {
	code, stdout, _ := run(t, "pv", "--demo")
	if code != 0 || !strings.Contains(stdout, "channels: those of the demo facility") || !strings.Contains(stdout, "live: an IOC of the demo") {
		t.Errorf("%d %q", code, stdout)
	}
}

func TestPVHistoryAsData(t *testing.T) {
	args := []string{"pv", "history", "--demo", "--from", "2026-10-15 02:00", "--to", "2026-10-15 05:00", "SR:RF:B:STS"}
	code, stdout, stderr := run(t, append(args, "--json")...)
	var got struct {
		PV, From, To string
		Samples      []struct {
			Time, Value, Severity, Message string
			Before                         bool
		}
		Summary struct{ Samples int }
	}
	if err := json.Unmarshal([]byte(stdout), &got); err != nil || code != 0 || stderr != "" {
		t.Fatalf("%d %v %q %q", code, err, stdout, stderr)
	}
	if got.From != "2026-10-15T02:00:00-05:00" || len(got.Samples) != 3 || got.Summary.Samples != 3 || !got.Samples[0].Before {
		t.Errorf("%+v", got)
	}
	if s := got.Samples[1]; s.Time != "2026-10-15T02:47:12.000-05:00" || s.Value != "Trip" || s.Severity != "MAJOR" || s.Message != "STATE" {
		t.Errorf("%+v", s)
	}
	code, stdout, _ = run(t, append(args, "--csv")...)
	if want := "SR:RF:B:STS,2026-10-15T02:47:12.000-05:00,Trip,MAJOR,STATE,good,false\n"; code != 0 || !strings.Contains(stdout, want) {
		t.Errorf("%d %q", code, stdout)
	}
	code, stdout, stderr = run(t, append(args, "--json", "--limit", "1")...)
	if code != 0 || !strings.Contains(stdout, `"capped":true`) || !strings.Contains(stdout, "capped at 1 samples") {
		t.Errorf("%d %q %q", code, stdout, stderr)
	}
}

func TestPVHistoryAsChart(t *testing.T) {
	code, stdout, stderr := run(t, "pv", "history", "--demo", "--from", "2026-10-15 02:00", "--to", "2026-10-15 05:00", "--ascii", "SR:RF:B:STS", "SR:DI:DCCT1:I")
	for _, want := range []string{"SR:RF:B:STS  On", "Trip|", "SR:DI:DCCT1:I  249", "2026-10-15 02:00:00 to 2026-10-15 05:00:00", "UTC-05:00"} {
		if code != 0 || !strings.Contains(stdout, want) {
			t.Fatalf("no %q: %d %q %q", want, code, stdout, stderr)
		}
	}
	if strings.ContainsFunc(stdout, func(r rune) bool { return r > 126 || r < ' ' && r != '\n' }) {
		t.Errorf("not plain ASCII: %q", stdout)
	}
	code, stdout, _ = run(t, "pv", "history", "--demo", "--from", "2d", "SR:OPS:MSG")
	if code != 0 || !strings.Contains(stdout, "2026-10-15 02:47:12.000 -05:00  Beam lost: RFB") {
		t.Errorf("a text is not listed: %d %q", code, stdout)
	}
	code, stdout, stderr = run(t, "pv", "history", "--demo", "NO:SUCH")
	if code != 1 || stdout != "" || !strings.Contains(stderr, "history of NO:SUCH: archiver 127.0.0.1:") || !strings.Contains(stderr, "not archived") {
		t.Errorf("%d %q %q", code, stdout, stderr)
	}
}

// A cell that a spreadsheet would run is none any more.
func TestCSVIsSafe(t *testing.T) {
	var b strings.Builder
	p := newPrinter(&b, false)
	p.csv("=1+1", "@x", "a,b", "\x1b[31m", "-3")
	if got := b.String(); strings.Contains(got, "\x1b") || !strings.HasPrefix(got, "\" =1+1\",\" @x\",\"a,b\",") || !strings.HasSuffix(got, ",-3\n") {
		t.Errorf("%q", got)
	}
}
