package report

import (
	"fmt"
	"slices"

	"owl/bench/score"
)

// Build makes the tables and figures. A metric that no variant has a value for
// has no column but in the first table, which has the reference system's; a
// table without columns is left out.
func Build(in Input) (*Report, error) {
	r := &Report{Title: in.Title, Notes: in.Notes, Tables: []Table{}, Figures: []Figure{}}
	b := builder{Input: in}
	for _, v := range in.Variants {
		r.Runs = append(r.Runs, Run{Manifest: v.Manifest, Measured: len(v.Scored.Questions)})
		b.whole = append(b.whole, byName(score.Figures(v.Scored.Questions, in.Bootstrap)))
		b.types = append(b.types, score.Groups(v.Scored.Questions, score.ByType, in.Bootstrap))
	}
	for _, l := range layers() {
		r.Tables = append(r.Tables, b.layer(l)...)
	}
	r.Tables = append(r.Tables, b.agreement()...)
	for _, metric := range []string{score.StrictVital, "R@10"} {
		table, figure := b.byType(metric)
		r.Tables, r.Figures = append(r.Tables, table), append(r.Figures, figure)
	}
	b.latency(r)
	if err := b.comparisons(r); err != nil {
		return nil, err
	}
	r.Questions = b.questions()
	return r, nil
}

// builder holds what the tables need.
type builder struct {
	Input
	whole []map[string]score.Figure // of each variant
	types [][]score.Group           // of each variant
}

func byName(figures []score.Figure) map[string]score.Figure {
	out := map[string]score.Figure{}
	for _, f := range figures {
		out[f.Metric] = f
	}
	return out
}

// cell writes a figure; one of no questions stays empty.
func cell(f score.Figure) Cell {
	if f.N == 0 {
		return Cell{}
	}
	return Cell{Unit: Share, Value: &f.Mean, Interval: &f.Interval, N: f.N}
}

// layer makes the table of a layer.
func (b builder) layer(l layer) []Table {
	t := Table{Name: l.name, Note: l.note}
	for _, m := range l.metrics {
		if l.whole || slices.ContainsFunc(b.whole, func(f map[string]score.Figure) bool { return f[m].N > 0 }) {
			t.Columns = append(t.Columns, m)
		}
	}
	if len(t.Columns) == 0 {
		return nil
	}
	for i, v := range b.Variants {
		row := Row{Name: v.Scored.Name}
		for _, m := range t.Columns {
			row.Cells = append(row.Cells, cell(b.whole[i][m]))
		}
		t.Rows = append(t.Rows, row)
	}
	return []Table{t}
}

// byType makes the table and the figure of a metric by type of question.
func (b builder) byType(metric string) (Table, Figure) {
	t := Table{Name: "By type of question: " + metric, Columns: b.typeNames()}
	f := Figure{Name: t.Name, Note: "Mean in per cent with its 95 % interval.", Unit: Share}
	for _, kind := range t.Columns {
		f.Groups = append(f.Groups, Group{Name: kind})
	}
	for i, v := range b.Variants {
		row := Row{Name: v.Scored.Name, Cells: make([]Cell, len(t.Columns))}
		for _, g := range b.types[i] {
			at, found := slices.Index(t.Columns, g.Name), byName(g.Figures)[metric]
			row.Cells[at] = cell(found)
			if found.N > 0 {
				f.Groups[at].Points = append(f.Groups[at].Points, Point{v.Scored.Name, found.Mean, found.Interval[0], found.Interval[1], found.N})
			}
		}
		t.Rows = append(t.Rows, row)
	}
	return t, f
}

// typeNames lists the types of question in the order of the benchmark.
func (b builder) typeNames() []string {
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
		t, g := Latency(v)
		if len(t.Rows) > 0 {
			r.Tables, f.Groups = append(r.Tables, t), append(f.Groups, g)
		}
	}
	if len(f.Groups) > 0 {
		r.Figures = append(r.Figures, f)
	}
}

// Latency makes the table of stages of one variant.
func Latency(v Variant) (Table, Group) {
	t := Table{
		Name: "Latency of " + v.Scored.Name, Columns: []string{"p50 ms", "p95 ms"},
		Note: fmt.Sprintf("Nearest rank, with the distribution-free 95 %% interval of the quantile where there are enough questions for one; %d questions were asked at a time.", v.Manifest.Jobs),
	}
	g := Group{Name: v.Scored.Name}
	times := score.Latencies(v.Scored.Questions)
	for _, s := range stages() {
		i := slices.IndexFunc(times, func(t score.Stage) bool { return t.Name == s.key })
		if i < 0 {
			continue
		}
		found := times[i]
		t.Rows = append(t.Rows, Row{Name: s.name, Cells: []Cell{quantile(found.P50, found.N), quantile(found.P95, found.N)}})
		g.Points = append(g.Points, Point{s.name, found.P50.Value, found.P50.Value, found.P95.Value, found.N})
	}
	return t, g
}

// stage is one step of an answer, under the key of its time in the answer.
type stage struct{ name, key string }

// stages lists the steps in the reference system's words and order; the keys
// are those of engine.Answer.Timings.
func stages() []stage {
	return []stage{{"retrieval", "search"}, {"reranker", "rerank"}, {"synthesis", "compose"}, {"verification", "verify"}, {"whole answer", "total"}}
}

// quantile writes a quantile, with its interval when that covers 95 %.
func quantile(q score.Quantile, n int) Cell {
	c := Cell{Unit: Millis, Value: &q.Value, N: n}
	if q.Confidence >= 0.95 {
		c.Interval = &q.Interval
	}
	return c
}
