package score

import (
	"fmt"

	"owl/bench/stats"
	"owl/engine"
)

// Comparison is one metric of one variant against the base, over the questions
// that it applies to in both.
type Comparison struct {
	Metric     string     `json:"metric"`
	Base       string     `json:"base"`
	Variant    string     `json:"variant"`
	N          int        `json:"n"`
	Unpaired   int        `json:"unpaired"` // questions that it applies to in one of them only
	BaseMean   float64    `json:"base_mean"`
	Mean       float64    `json:"mean"`
	Difference float64    `json:"difference"` // variant minus base
	Interval   [2]float64 `json:"interval"`   // 95 %, paired bootstrap
	Test                  // paired bootstrap
}

// Outcomes compares yes/no outcomes: how many questions only one of the two got
// right.
type Outcomes struct {
	Base        string `json:"base"`
	Variant     string `json:"variant"`
	N           int    `json:"n"`
	OnlyBase    int    `json:"only_base"`
	OnlyVariant int    `json:"only_variant"`
	Test               // exact McNemar
}

// Test is a p-value with its adjustments for the number of comparisons that
// were made together.
type Test struct {
	P          float64 `json:"p"`
	Holm       float64 `json:"p_holm"`
	Bonferroni float64 `json:"p_bonferroni"`
	BH         float64 `json:"p_bh"` // Benjamini-Hochberg
}

// Compared is what Compare found. The adjustments are over all Metrics together,
// and over all Success together.
type Compared struct {
	Metrics []Comparison `json:"metrics"`
	Success []Outcomes   `json:"strict_success"`
}

// Compare compares variants with a base in some metrics, by a paired bootstrap
// over questions, and in strict success, by McNemar's exact test. A metric
// without a common question is left out.
func Compare(base Variant, others []Variant, metrics []string, b Bootstrap) (Compared, error) {
	var out Compared
	success, _ := FindMetric(StrictSuccess)
	for _, v := range others {
		for _, name := range metrics {
			m, ok := FindMetric(name)
			if !ok {
				return Compared{}, fmt.Errorf("compare variants: no metric %q: %w", name, engine.ErrUsage)
			}
			c, err := compareOne(m, base, v, b)
			if err != nil {
				return Compared{}, err
			}
			if c.N > 0 {
				out.Metrics = append(out.Metrics, c)
			}
		}
		p := pair(success, base, v)
		o := Outcomes{Base: base.Name, Variant: v.Name, N: len(p.base)}
		var err error
		if o.OnlyBase, o.OnlyVariant, o.P, err = stats.McNemar(outcomes(p.base), outcomes(p.other)); err != nil {
			return Compared{}, fmt.Errorf("compare %s with %s: %w", v.Name, base.Name, err)
		}
		out.Success = append(out.Success, o)
	}
	adjust(out.Metrics, func(c *Comparison) *Test { return &c.Test })
	adjust(out.Success, func(o *Outcomes) *Test { return &o.Test })
	return out, nil
}

func compareOne(m Metric, base, v Variant, b Bootstrap) (Comparison, error) {
	p := pair(m, base, v)
	c := Comparison{Metric: m.Name, Base: base.Name, Variant: v.Name, N: len(p.base), Unpaired: p.unpaired}
	if c.N == 0 {
		return c, nil
	}
	d, err := stats.Paired(p.other, p.base, b.resamples(), b.Seed)
	if err != nil {
		return c, fmt.Errorf("compare %s with %s in %s: %w", v.Name, base.Name, m.Name, err)
	}
	c.BaseMean, c.Mean = mean(p.base), mean(p.other)
	c.Difference, c.Interval, c.P = d.Mean, d.Interval, d.P
	return c, nil
}

// pairs are the values of a metric on the questions that both variants have.
type pairs struct {
	base, other []float64
	unpaired    int
}

func pair(m Metric, base, v Variant) pairs {
	values := map[string]float64{}
	for _, q := range base.Questions {
		if x, ok := m.Of(q); ok {
			values[q.ID] = x
		}
	}
	var p pairs
	for _, q := range v.Questions {
		x, ok := m.Of(q)
		y, also := values[q.ID]
		switch {
		case ok && also:
			p.base, p.other = append(p.base, y), append(p.other, x)
		case ok:
			p.unpaired++
		}
	}
	p.unpaired += len(values) - len(p.base)
	return p
}

func outcomes(values []float64) []bool {
	out := make([]bool, len(values))
	for i, v := range values {
		out[i] = v == 1
	}
	return out
}

func mean(values []float64) float64 {
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	return sum / float64(len(values))
}

// adjust fills in the adjusted p-values of tests that were made together.
func adjust[T any](list []T, test func(*T) *Test) {
	p := make([]float64, len(list))
	for i := range list {
		p[i] = test(&list[i]).P
	}
	holm, bonferroni, bh := stats.Holm(p), stats.Bonferroni(p), stats.BenjaminiHochberg(p)
	for i := range list {
		t := test(&list[i])
		t.Holm, t.Bonferroni, t.BH = holm[i], bonferroni[i], bh[i]
	}
}
