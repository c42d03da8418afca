package stats

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func close(a, b, tolerance float64) bool { return math.Abs(a-b) <= tolerance }

func TestNoDifferenceIsNeverSignificant(t *testing.T) {
	same := []float64{0, 1, 1, 0.5, 1, 0, 0.25}
	d, err := Paired(same, same, Resamples, 1)
	if err != nil || d.Mean != 0 || d.P != 1 || d.Interval != [2]float64{0, 0} {
		t.Errorf("%+v, %v", d, err)
	}
}

func TestClearDifferenceIsFound(t *testing.T) {
	a, b := make([]float64, 60), make([]float64, 60)
	for i := range a {
		a[i] = 0.8 + 0.1*float64(i%2)
		b[i] = 0.3 + 0.1*float64(i%3)
	}
	d, err := Paired(a, b, Resamples, 1)
	if err != nil || d.P > 0.001 || d.Interval[0] <= 0 || !close(d.Mean, 0.45, 1e-9) {
		t.Errorf("%+v, %v", d, err)
	}
}

// Under the null hypothesis about one comparison in twenty comes out below
// 0.05. The bound is four standard deviations wide.
func TestFalseAlarmsAreAsRareAsPromised(t *testing.T) {
	const trials = 200
	rng := rand.New(rand.NewPCG(1, 2))
	alarms := 0
	for trial := range trials {
		a, b := make([]float64, 50), make([]float64, 50)
		for i := range a {
			a[i], b[i] = rng.Float64(), rng.Float64()
		}
		d, err := Paired(a, b, 1000, uint64(trial))
		if err != nil {
			t.Fatal(err)
		}
		if d.P < 0.05 {
			alarms++
		}
	}
	if alarms > 22 {
		t.Errorf("%d of %d null comparisons are called significant", alarms, trials)
	}
}

func TestTinyAndEmptySamples(t *testing.T) {
	d, err := Paired([]float64{1}, []float64{0}, Resamples, 1)
	if err != nil || d.N != 1 || d.Mean != 1 {
		t.Errorf("%+v, %v", d, err)
	}
	if d, err := Paired(nil, nil, Resamples, 1); err != nil || d.N != 0 || d.P != 1 || !math.IsNaN(d.Mean) {
		t.Errorf("%+v, %v", d, err)
	}
	if _, err := Paired([]float64{1}, nil, Resamples, 1); err == nil {
		t.Error("unpaired samples were compared")
	}
}

func TestSameSeedSameInterval(t *testing.T) {
	values := []float64{0, 0.2, 0.9, 1, 0.4}
	if Mean(values, 500, 7) != Mean(values, 500, 7) {
		t.Error("not reproducible")
	}
	if Mean(values, 500, 7).Interval == Mean(values, 500, 8).Interval {
		t.Error("the seed has no effect")
	}
}

// Values of scipy.stats.binomtest(k, n, 0.5).pvalue.
func TestMcNemarAgainstKnownValues(t *testing.T) {
	for _, c := range []struct {
		onlyA, onlyB, both int
		want               float64
	}{
		{1, 5, 3, 0.21875}, {0, 10, 0, 0.001953125}, {8, 2, 20, 0.109375}, {0, 0, 9, 1}, {3, 3, 0, 1},
	} {
		var a, b []bool
		for range c.onlyA {
			a, b = append(a, true), append(b, false)
		}
		for range c.onlyB {
			a, b = append(a, false), append(b, true)
		}
		for range c.both {
			a, b = append(a, true), append(b, true)
		}
		onlyA, onlyB, p, err := McNemar(a, b)
		if err != nil || onlyA != c.onlyA || onlyB != c.onlyB || !close(p, c.want, 1e-12) {
			t.Errorf("%+v: got %d %d %v %v", c, onlyA, onlyB, p, err)
		}
	}
}

// Worked in Holm's and in Benjamini and Hochberg's way by hand.
func TestAdjustments(t *testing.T) {
	p := []float64{0.01, 0.04, 0.03, 0.005}
	for name, c := range map[string]struct{ got, want []float64 }{
		"Bonferroni":         {Bonferroni(p), []float64{0.04, 0.16, 0.12, 0.02}},
		"Holm":               {Holm(p), []float64{0.03, 0.06, 0.06, 0.02}},
		"Benjamini-Hochberg": {BenjaminiHochberg(p), []float64{0.02, 0.04, 0.04, 0.02}},
	} {
		if !slices.EqualFunc(c.got, c.want, func(a, b float64) bool { return close(a, b, 1e-12) }) {
			t.Errorf("%s = %v, want %v", name, c.got, c.want)
		}
	}
}

func TestAdjustedValuesAreOrderedAndBounded(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := rapid.SliceOfN(rapid.Float64Range(0, 1), 1, 20).Draw(t, "p")
		bonferroni, holm, bh := Bonferroni(p), Holm(p), BenjaminiHochberg(p)
		for i := range p {
			if bh[i] < p[i]-1e-12 || bh[i] > holm[i]+1e-12 || holm[i] > bonferroni[i]+1e-12 || bonferroni[i] > 1 {
				t.Fatalf("p %v: BH %v, Holm %v, Bonferroni %v", p[i], bh[i], holm[i], bonferroni[i])
			}
		}
	})
}

// The example of Cohen's paper as often quoted: 20 and 15 of 50 agreed.
func TestKappa(t *testing.T) {
	var a, b []string
	add := func(n int, x, y string) {
		for range n {
			a, b = append(a, x), append(b, y)
		}
	}
	add(20, "yes", "yes")
	add(5, "yes", "no")
	add(10, "no", "yes")
	add(15, "no", "no")
	if k, err := Kappa(a, b); err != nil || !close(k, 0.4, 1e-12) {
		t.Errorf("kappa = %v, %v", k, err)
	}
	if k, err := Kappa([]string{"x", "x"}, []string{"x", "x"}); err != nil || k != 1 {
		t.Errorf("kappa of one label = %v, %v", k, err)
	}
	if _, err := Kappa(nil, nil); err == nil {
		t.Error("no items have no kappa")
	}
}
