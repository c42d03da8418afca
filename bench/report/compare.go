package report

import (
	"fmt"

	"owl/bench/score"
)

// comparisons compares every variant with the one that the reference compares
// with: the full one for its ablations, naive for the others; the first variant
// when that was not run.
func (b builder) comparisons(r *Report) error {
	for i, v := range b.Variants {
		base := b.base(v)
		if base == i {
			continue
		}
		t, f, err := Compare(b.Variants[base], v, b.Bootstrap)
		if err != nil {
			return err
		}
		r.Tables, r.Figures = append(r.Tables, t), append(r.Figures, f)
	}
	return nil
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

// Compare makes the table and the figure of how a variant differs from a base,
// over the questions that both have.
func Compare(base, v Variant, boot score.Bootstrap) (Table, Figure, error) {
	found, err := score.Compare(base.Scored, []score.Variant{v.Scored}, compared(), boot)
	if err != nil {
		return Table{}, Figure{}, err
	}
	title := fmt.Sprintf("%s against %s", v.Scored.Name, base.Scored.Name)
	t := Table{
		Name: title, Columns: []string{base.Scored.Name, v.Scored.Name, "difference", "p", "p Bonferroni", "p Holm", "p BH"},
		Note: "Paired bootstrap over the questions that both have, 95 % interval of the difference in percentage points. " +
			"Bonferroni and Holm control the family-wise error of this table, BH (Benjamini-Hochberg) its false discovery rate.",
	}
	g := Group{}
	for _, c := range found.Metrics {
		value := func(v float64) Cell { return Cell{Unit: Share, Value: &v, N: c.N} }
		t.Rows = append(t.Rows, Row{Name: c.Metric, Cells: []Cell{
			value(c.BaseMean), value(c.Mean),
			{Unit: Points, Value: &c.Difference, Interval: &c.Interval, N: c.N},
			probability(c.P), probability(c.Bonferroni), probability(c.Holm), probability(c.BH),
		}})
		g.Points = append(g.Points, Point{c.Metric, c.Difference, c.Interval[0], c.Interval[1], c.N})
	}
	for _, s := range found.Success {
		t.Note += fmt.Sprintf(" Strict success of %d questions: %d only in %s, %d only in %s, McNemar's exact p %s.",
			s.N, s.OnlyVariant, s.Variant, s.OnlyBase, s.Base, probability(s.P).Text)
	}
	return t, Figure{Name: title, Unit: Points, Note: "Difference in percentage points with its 95 % interval.", Groups: []Group{g}}, nil
}

// probability writes a p-value.
func probability(p float64) Cell {
	if p < 0.001 {
		return Cell{Text: "<0.001"}
	}
	return Cell{Text: fmt.Sprintf("%.3f", p)}
}
