package stats

import (
	"fmt"
	"math"
)

// McNemar is the exact two-sided test of paired yes/no outcomes: onlyA
// questions only the first variant answered right, onlyB only the second. The
// p-value is binomial with one half (McNemar 1947, exact form).
func McNemar(a, b []bool) (onlyA, onlyB int, p float64, err error) {
	if len(a) != len(b) {
		return 0, 0, 0, fmt.Errorf("McNemar: %d outcomes against %d", len(a), len(b))
	}
	for i := range a {
		switch {
		case a[i] && !b[i]:
			onlyA++
		case b[i] && !a[i]:
			onlyB++
		}
	}
	return onlyA, onlyB, binomialTwoSided(min(onlyA, onlyB), onlyA+onlyB), nil
}

// binomialTwoSided is twice the lower tail of Binomial(n, 1/2) at k <= n/2, at
// most 1.
func binomialTwoSided(k, n int) float64 {
	tail := 0.0
	for i := 0; i <= k; i++ {
		tail += math.Exp(logChoose(n, i) - float64(n)*math.Ln2)
	}
	return math.Min(1, 2*tail)
}

func logChoose(n, k int) float64 {
	lg := func(x int) float64 { v, _ := math.Lgamma(float64(x + 1)); return v }
	return lg(n) - lg(k) - lg(n-k)
}
