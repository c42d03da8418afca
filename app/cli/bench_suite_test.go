package cli

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"owl/bench/report"
	"owl/bench/score"
)

// update writes the baseline anew from what is measured now.
var update = flag.Bool("update", false, "rewrite testdata/bench-baseline.json")

// baseline is a committed measurement of the demo's development questions, by
// table and metric.
type baseline map[string]map[string]report.Cell

const baselineFile = "testdata/bench-baseline.json"

// headline are the tables that must not get worse.
func headline() []string { return []string{"Systems", "Answers", "Operations"} }

func TestTheDemoBenchmarkHasNotDropped(t *testing.T) {
	if testing.Short() {
		t.Skip("it asks more than a hundred questions")
	}
	got := measureDemo(t)
	if *update {
		data, err := json.MarshalIndent(got, "", " ")
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(baselineFile, append(data, '\n'), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	data, err := os.ReadFile(baselineFile)
	if err != nil {
		t.Fatal(err)
	}
	var want baseline
	if err := json.Unmarshal(data, &want); err != nil {
		t.Fatal(err)
	}
	if len(want) == 0 {
		t.Fatal("the baseline is empty")
	}
	for _, line := range worse(want, got) {
		t.Error(line)
	}
}

// worse lists the metrics that are beyond the interval of the baseline, on its
// bad side.
func worse(want, got baseline) []string {
	var out []string
	for table, metrics := range want {
		for metric, old := range metrics {
			now := got[table][metric]
			m, _ := score.FindMetric(metric)
			switch {
			case old.Value == nil || old.Interval == nil:
			case now.Value == nil:
				out = append(out, table+", "+metric+": is not measured any more")
			case m.Lower && *now.Value > old.Interval[1], !m.Lower && *now.Value < old.Interval[0]:
				out = append(out, table+", "+metric+": "+number(*now.Value)+", was "+number(*old.Value)+" ["+number(old.Interval[0])+" to "+number(old.Interval[1])+"]")
			}
		}
	}
	slices.Sort(out)
	return out
}

func number(v float64) string {
	data, _ := json.Marshal(float64(int(1000*v+0.5)) / 1000)
	return string(data)
}

// measureDemo runs the development questions of the demo as a user does.
func measureDemo(t *testing.T) baseline {
	t.Helper()
	dir := t.TempDir()
	var stderr bytes.Buffer
	code := Run(t.Context(), Host{
		Args:    []string{"bench", "run", "--bench", "demo", "--corpus", "demo", "--out", "out"},
		Environ: []string{"HOME=" + dir}, Dir: dir, Version: "test", In: strings.NewReader(""), Out: &bytes.Buffer{}, Err: &stderr,
	})
	if code != 0 {
		t.Fatalf("owl bench run ended with %d: %s", code, stderr.String())
	}
	data, err := os.ReadFile(filepath.Join(dir, "out", "report.json"))
	if err != nil {
		t.Fatal(err)
	}
	var r report.Report
	if err := json.Unmarshal(data, &r); err != nil {
		t.Fatal(err)
	}
	out := baseline{}
	for _, table := range r.Tables {
		if !slices.Contains(headline(), table.Name) {
			continue
		}
		out[table.Name] = map[string]report.Cell{}
		for i, metric := range table.Columns {
			if cell := table.Rows[0].Cells[i]; cell.Value != nil {
				out[table.Name][metric] = cell
			}
		}
	}
	return out
}

func TestADropBeyondTheIntervalIsFound(t *testing.T) {
	cell := func(v float64) report.Cell { return report.Cell{Value: &v, Interval: &[2]float64{v - 0.1, v + 0.1}} }
	want := baseline{"Systems": {"MRR@10": cell(0.6), "hallucination": cell(0.2), "R@5": cell(0.5)}}
	for name, c := range map[string]struct {
		got  baseline
		want string
	}{
		"the same":               {baseline{"Systems": {"MRR@10": cell(0.6), "hallucination": cell(0.2), "R@5": cell(0.5)}}, ""},
		"within the interval":    {baseline{"Systems": {"MRR@10": cell(0.51), "hallucination": cell(0.29), "R@5": cell(0.9)}}, ""},
		"a drop":                 {baseline{"Systems": {"MRR@10": cell(0.49), "hallucination": cell(0.1), "R@5": cell(0.5)}}, "Systems, MRR@10: 0.49, was 0.6 [0.5 to 0.7]"},
		"a rise that is no good": {baseline{"Systems": {"MRR@10": cell(0.6), "hallucination": cell(0.31), "R@5": cell(0.5)}}, "Systems, hallucination: 0.31, was 0.2 [0.1 to 0.3]"},
		"a metric that has gone": {baseline{"Systems": {"MRR@10": cell(0.6), "hallucination": cell(0.2)}}, "Systems, R@5: is not measured any more"},
		"a table that has gone":  {baseline{}, "Systems, MRR@10: is not measured any more, Systems, R@5: is not measured any more, Systems, hallucination: is not measured any more"},
	} {
		if got := strings.Join(worse(want, c.got), ", "); got != c.want {
			t.Errorf("%s: got %q", name, got)
		}
	}
}
