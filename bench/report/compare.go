package report

import (
	"fmt"

	"owl/bench/stats"
)

// compared are the metrics that variants are compared in.
func compared() []Metric {
	return []Metric{StrictVital, Weighted, Hallucination, Accuracy, F1, MRR10, NDCG10, Recall10, CitePrecision, CiteRecall}
}

// comparisons compares every variant with the one that the reference compares
// with: the full one for its ablations, naive for the others; the first variant
// when that was not run.
func (b builder) comparisons(r *Report) {
	for i, v := range b.Variants {
		base := b.base(v)
		if base < 0 || base == i {
			continue
		}
		t, f := b.compare(b.Variants[base], v)
		if len(t.Rows) > 0 {
			r.Tables, r.Figures = append(r.Tables, t), append(r.Figures, f)
		}
	}
}

func (b builder) base(v Variant) int {
	want := "naive"
	if v.Manifest.Variant.Name[0] == '-' {
		want = "full"
	}
	for i, other := range b.Variants {
		if other.Manifest.Variant.Name == want {
			return i
		}
	}
	return 0
}

// Compare makes the table and the figure of how variant b differs from variant
// a, over the questions that both have.
func Compare(in Input, a, b Variant) (Table, Figure) {
	bl := builder{Input: in, resamples: in.Resamples}
	if bl.resamples == 0 {
		bl.resamples = stats.Resamples
	}
	return bl.compare(a, b)
}

func (b builder) compare(from, to Variant) (Table, Figure) {
	title := fmt.Sprintf("%s against %s", to.label(), from.label())
	t := Table{
		Name: title, Columns: []string{from.label(), to.label(), "difference", "p", "p Holm", "p BH", "McNemar p"},
		Note: "Paired bootstrap over the questions that both have, 95 % interval of the difference in percentage points. " +
			"Holm controls the family-wise error of this table, BH (Benjamini-Hochberg) its false discovery rate. " +
			"McNemar's exact test compares how many questions reach 1.",
	}
	f := Figure{Name: title, Unit: Points, Note: "Difference in percentage points with its 95 % interval."}
	g := Group{}
	var p []float64
	for _, m := range compared() {
		x, y := b.paired(from, to, m)
		d, err := stats.Paired(y, x, b.resamples, seed)
		if err != nil || d.N == 0 {
			continue
		}
		p = append(p, d.P)
		t.Rows = append(t.Rows, Row{Name: string(m), Cells: []Cell{
			mean(stats.Mean(x, b.resamples, seed), Share), mean(stats.Mean(y, b.resamples, seed), Share), mean(d.Estimate, Points),
			probability(d.P), {}, {}, mcNemar(x, y),
		}})
		g.Points = append(g.Points, Point{string(m), d.Mean, d.Interval[0], d.Interval[1], d.N})
	}
	holm, bh := stats.Holm(p), stats.BenjaminiHochberg(p)
	for i := range t.Rows {
		t.Rows[i].Cells[4], t.Rows[i].Cells[5] = probability(holm[i]), probability(bh[i])
	}
	f.Groups = []Group{g}
	return t, f
}

func (v Variant) label() string { return v.Manifest.Variant.Name }

// paired returns the values of the questions for which both have one.
func (b builder) paired(from, to Variant, m Metric) (x, y []float64) {
	for _, q := range b.Questions {
		a, okA := from.Scores[q.ID].Values[m]
		c, okC := to.Scores[q.ID].Values[m]
		if okA && okC {
			x, y = append(x, a), append(y, c)
		}
	}
	return x, y
}

func mcNemar(x, y []float64) Cell {
	right := func(values []float64) []bool {
		out := make([]bool, len(values))
		for i, v := range values {
			out[i] = v >= 1
		}
		return out
	}
	_, _, p, err := stats.McNemar(right(x), right(y))
	if err != nil {
		return Cell{}
	}
	return probability(p)
}

// probability writes a p-value.
func probability(p float64) Cell {
	if p < 0.001 {
		return text("<0.001")
	}
	return text(fmt.Sprintf("%.3f", p))
}
