package report

import (
	"cmp"
	"slices"

	"owl/bench/stats"
	"owl/bench/suite"
	"owl/engine"
	"owl/engine/trace"
)

// seed makes every interval come out the same again.
const seed = 1

// Build makes the tables and figures. A metric that no variant has a value for
// has no column but in the first table, which has the reference system's; a
// table without columns is left out.
func Build(in Input) *Report {
	b := builder{Input: in, resamples: cmp.Or(in.Resamples, stats.Resamples)}
	r := &Report{Title: in.Title, Notes: in.Notes, Tables: []Table{}, Figures: []Figure{}}
	for _, v := range in.Variants {
		r.Runs = append(r.Runs, Run{Manifest: v.Manifest, Measured: len(b.measured(v))})
	}
	for _, l := range layers() {
		r.Tables = append(r.Tables, b.layer(l)...)
	}
	for _, m := range []Metric{StrictVital, Recall10} {
		if b.known(m) {
			table, figure := b.byType(m)
			r.Tables, r.Figures = append(r.Tables, table), append(r.Figures, figure)
		}
	}
	b.latency(r)
	b.comparisons(r)
	r.Questions = b.questions()
	return r
}

// builder computes what the tables need.
type builder struct {
	Input
	resamples int
}

// measured returns the questions that a variant has a whole run of.
func (b builder) measured(v Variant) []suite.Question {
	var out []suite.Question
	for _, q := range b.Questions {
		if _, ok := v.Runs[q.ID]; ok {
			out = append(out, q)
		}
	}
	return out
}

// values returns a variant's values of a metric, over the questions that pass.
func (b builder) values(v Variant, m Metric, pass func(suite.Question) bool) []float64 {
	var out []float64
	for _, q := range b.Questions {
		if value, ok := v.Scores[q.ID].Values[m]; ok && pass(q) {
			out = append(out, value)
		}
	}
	return out
}

func all(suite.Question) bool { return true }

func (b builder) mean(v Variant, m Metric, pass func(suite.Question) bool) stats.Estimate {
	return stats.Mean(b.values(v, m, pass), b.resamples, seed)
}

// known reports whether any variant has a value of the metric.
func (b builder) known(m Metric) bool {
	return slices.ContainsFunc(b.Variants, func(v Variant) bool { return len(b.values(v, m, all)) > 0 })
}

// layer makes the table of a layer.
func (b builder) layer(l layer) []Table {
	t := Table{Name: l.name, Note: l.note}
	var metrics []Metric
	for _, m := range l.metrics {
		if l.whole || b.known(m) {
			metrics, t.Columns = append(metrics, m), append(t.Columns, string(m))
		}
	}
	if len(metrics) == 0 {
		return nil
	}
	for _, v := range b.Variants {
		row := Row{Name: v.Manifest.Variant.Name}
		for _, m := range metrics {
			row.Cells = append(row.Cells, mean(b.mean(v, m, all), Share))
		}
		t.Rows = append(t.Rows, row)
	}
	return []Table{t}
}

// byType makes the table and the figure of a metric by type of question.
func (b builder) byType(m Metric) (Table, Figure) {
	t := Table{Name: "By type of question: " + string(m), Columns: b.types()}
	f := Figure{Name: t.Name, Note: "Mean in per cent with its 95 % interval.", Unit: Share}
	for _, kind := range t.Columns {
		f.Groups = append(f.Groups, Group{Name: kind})
	}
	for _, v := range b.Variants {
		row := Row{Name: v.label()}
		for i, kind := range t.Columns {
			e := b.mean(v, m, func(q suite.Question) bool { return q.Type == kind })
			row.Cells = append(row.Cells, mean(e, Share))
			if e.N > 0 {
				f.Groups[i].Points = append(f.Groups[i].Points, Point{v.label(), e.Mean, e.Interval[0], e.Interval[1], e.N})
			}
		}
		t.Rows = append(t.Rows, row)
	}
	return t, f
}

// types lists the types of question in the order of the benchmark.
func (b builder) types() []string {
	var out []string
	for _, q := range b.Questions {
		if !slices.Contains(out, q.Type) {
			out = append(out, q.Type)
		}
	}
	return out
}

func (b builder) latency(r *Report) {
	f := Figure{Name: "Latency by stage, ms", Note: "The dot is the median, the line ends at the 95th percentile.", Unit: Millis}
	for _, v := range b.Variants {
		t, g := Latency(v.Manifest.Variant.Name, answers(v.Runs))
		if len(t.Rows) > 0 {
			r.Tables, f.Groups = append(r.Tables, t), append(f.Groups, g)
		}
	}
	if len(f.Groups) > 0 {
		r.Figures = append(r.Figures, f)
	}
}

// answers lists the answers of the runs that have one.
func answers(runs map[string]trace.State) []engine.Answer {
	var out []engine.Answer
	for _, s := range runs {
		if s.Answer != nil {
			out = append(out, *s.Answer)
		}
	}
	return out
}
