package report

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"owl/bench/run"
	"owl/bench/score"
)

const evil = "<script>alert(1)</script>|`x`](y)\x1b[31m"

// sample is a report with all that a report can hold, the text being evil.
func sample() *Report {
	e := cell(score.Figure{N: 50, Mean: 0.638, Interval: [2]float64{0.551, 0.72}})
	other := cell(score.Figure{N: 40, Mean: 0.112, Interval: [2]float64{0.07, 0.16}})
	delta := cell(score.Figure{N: 50, Mean: -0.021, Interval: [2]float64{-0.05, 0.01}})
	delta.Unit = Points
	return &Report{
		Title: "Benchmark " + evil, Notes: []string{"A note."},
		Runs: []Run{{Measured: 50, Manifest: run.Manifest{
			Variant: run.Variant{Name: "naive"}, ConfigHash: "c0ffee", IndexHash: "1dea", Version: "1.2.3", Questions: 50, Jobs: 2,
			Models: map[string]string{"embedder": "0123456789abcdef0123"},
		}}},
		Tables: []Table{
			{Name: "Systems", Columns: []string{"strict vital", "halluc."}, Rows: []Row{{"naive", []Cell{e, other}}, {evil, []Cell{e, {}}}}},
			{Name: "Deltas", Note: "Paired.", Columns: []string{"delta"}, Rows: []Row{{"-loop", []Cell{delta}}}},
		},
		Figures: []Figure{
			{Name: "Recall by type", Unit: Share, Groups: []Group{{evil, []Point{{"naive", 0.5, 0.4, 0.6, 9}}}}},
			{Name: "Deltas", Unit: Points, Groups: []Group{{"", []Point{{"-loop", -0.02, -0.05, 0.01, 9}}}}},
			{Name: "Empty", Unit: Millis},
		},
		Questions: []Question{{
			ID: "q1", Type: evil, Difficulty: "hard", Text: evil, Gold: evil,
			Answers: []Answer{{
				Variant: "naive", Text: evil, Error: evil, Abstained: true, Scores: []Score{{"MRR@10", 0.5, Share}},
				Nuggets: []Nugget{{"vital", "cause", evil, "partial"}}, Evidence: []Evidence{{evil, "primary", 3, true}, {"b", "supporting", 0, false}},
				Citations: []Citation{{1, evil, evil, evil, false, true}}, Steps: []Step{{1.5, "fused", evil}},
			}},
		}},
	}
}

func TestTextHasMeansAboveTheirIntervals(t *testing.T) {
	want := `naive: 50 of 50 questions, configuration c0ffee, index 1dea, models embedder 0123456789abcdef, owl 1.2.3

Systems
       strict vital      halluc.
naive          63.8         11.2
       55.1 to 72.0  7.0 to 16.0
               n=50         n=40
other          63.8            –
       55.1 to 72.0

Deltas
             delta
-loop         -2.1
      -5.0 to +1.0
Paired.

A note.
`
	r := sample()
	r.Tables[0].Rows[1].Name = "other"
	got := r.Text()
	got = strings.ReplaceAll(got, " (n=50)", "       ")
	var lines []string
	for line := range strings.SplitSeq(got, "\n") {
		lines = append(lines, strings.TrimRight(line, " "))
	}
	if squeeze(strings.Join(lines, "\n")) != squeeze(want) {
		t.Errorf("got\n%s", r.Text())
	}
}

// squeeze makes runs of blanks one.
func squeeze(s string) string {
	var out []string
	for line := range strings.SplitSeq(s, "\n") {
		out = append(out, strings.Join(strings.Fields(line), " "))
	}
	return strings.Join(out, "\n")
}

func TestMarkdownKeepsItsTables(t *testing.T) {
	got := sample().Markdown()
	for _, want := range []string{
		"| naive | 63.8 [55.1 to 72.0] n=50 | 11.2 [7.0 to 16.0] n=40 |\n", "| -loop (n=50) | -2.1 [-5.0 to +1.0] |\n", "| – |", "|---|---:|---:|\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	for line := range strings.SplitSeq(got, "\n") {
		if strings.HasPrefix(line, "| &lt;script") && strings.Count(strings.ReplaceAll(line, `\|`, ""), "|") != 4 {
			t.Errorf("a name broke its row: %s", line)
		}
	}
	if strings.ContainsAny(got, "<\x1b") || strings.Contains(got, "](") {
		t.Errorf("text became markup:\n%s", got)
	}
}

func TestHTMLIsOnePageThatEscapesEverything(t *testing.T) {
	got, err := sample().HTML()
	if err != nil {
		t.Fatal(err)
	}
	for _, bad := range []string{"<script", "\x1b", "http://", "https://", "src=", "@import", "ZgotmplZ", "NaN"} {
		if strings.Contains(got, bad) {
			t.Errorf("the page holds %q", bad)
		}
	}
	for _, want := range []string{"&lt;script&gt;", "c0ffee", "1dea", "0123456789abcdef0123", "55.1 to 72.0", "n=40", "v-partial", "found at rank 3", "not found", "<svg", "-5.0 to &#43;1.0"} {
		if !strings.Contains(got, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
}

func TestJSONHoldsNoHoles(t *testing.T) {
	r := sample()
	r.Tables[0].Rows[0].Cells[0] = cell(score.Figure{})
	data, err := json.Marshal(r)
	if err != nil || !strings.Contains(string(data), `"cells":[{},{"unit":"share","value":0.112,"interval":[0.07,0.16],"n":40}]`) {
		t.Errorf("%s, %v", data, err)
	}
}

func TestLatencyHasTheStagesThatRan(t *testing.T) {
	v := Variant{Scored: score.Variant{Name: "naive", Questions: []score.Question{
		{Millis: map[string]float64{"search": 5, "compose": 2, "total": 8}}, {Millis: map[string]float64{"search": 7, "compose": 4, "total": 12}},
	}}}
	table, group := Latency(v)
	var got []string
	for _, row := range table.Rows {
		got = append(got, row.Name+" "+row.Cells[0].main()+" "+row.Cells[1].main())
		if row.Cells[0].Interval != nil {
			t.Errorf("%s: two questions are too few for an interval", row.Name)
		}
	}
	if strings.Join(got, ", ") != "retrieval 5.00 7.00, synthesis 2.00 4.00, whole answer 8.00 12.0" || len(group.Points) != 3 {
		t.Errorf("%q", got)
	}
}

func TestScaleKeepsEveryPointInView(t *testing.T) {
	f := Figure{Unit: Points, Groups: []Group{{"", []Point{{"a", 0.013, -0.021, 0.047, 3}}}}}
	low, high, step := f.scale()
	if low > -0.021 || high < 0.047 || math.Abs(step-0.02) > 1e-9 {
		t.Errorf("%v %v %v", low, high, step)
	}
	p := f.lay()
	if p.Zero < p.Left || p.Rows[0].Low < p.Left || p.Rows[0].High > p.Right || len(p.Ticks) < 4 {
		t.Errorf("%+v", p)
	}
}
