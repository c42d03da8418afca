package composer

import (
	"fmt"
	"math"
)

// Ridge is what a squared weight costs beside the log loss of all units.
const Ridge = 1.0

// Weights are those of a logistic regression; the last one is the bias.
type Weights []float64

// Row is one observation: a vector, what is true of it, 0..1, and how much it
// counts.
type Row struct {
	X     []float64
	Y     float64
	Count float64
}

// rowsOf lists the units of examples.
func rowsOf(examples []Example) []Row {
	var out []Row
	for _, e := range examples {
		for _, u := range e.Units {
			out = append(out, Row{u.Vector, u.Needed, 1})
		}
	}
	return out
}

// Of is the chance that the weights give a vector.
func (w Weights) Of(x []float64) float64 {
	z := w[len(w)-1]
	for i, v := range x {
		z += w[i] * v
	}
	return 1 / (1 + math.Exp(-z))
}

// Fit minimises the log loss of the examples with an L2 penalty on all weights
// but the bias, by Newton's method from zero, so that the result is the same each
// time.
func Fit(examples []Example) (Weights, error) { return Regress(rowsOf(examples), Ridge) }

// rounds is how many steps Newton's method takes at most; it needs about ten.
const rounds = 50

// Regress finds the weights of observations; ridge is what a squared weight
// costs.
func Regress(rows []Row, ridge float64) (Weights, error) {
	if len(rows) == 0 {
		return nil, fmt.Errorf("fit weights: nothing to learn from")
	}
	w := make(Weights, len(rows[0].X)+1)
	for range rounds {
		slope, curve := derivatives(rows, w, ridge)
		step, err := solve(curve, slope)
		if err != nil {
			return nil, fmt.Errorf("fit weights: %w", err)
		}
		far := 0.0
		for i := range w {
			w[i] -= step[i]
			far = math.Max(far, math.Abs(step[i]))
		}
		if far < 1e-8 {
			break
		}
	}
	return w, nil
}

// derivatives are the gradient and the Hessian of the loss.
func derivatives(rows []Row, w Weights, ridge float64) (slope []float64, curve [][]float64) {
	n := len(w)
	slope, curve = make([]float64, n), make([][]float64, n)
	for i := range curve {
		curve[i] = make([]float64, n)
		if i < n-1 {
			slope[i], curve[i][i] = ridge*w[i], ridge
		}
	}
	x := make([]float64, n)
	for _, r := range rows {
		copy(x, r.X)
		x[n-1] = 1
		p := w.Of(r.X)
		for i, v := range x {
			if v == 0 {
				continue
			}
			slope[i] += r.Count * (p - r.Y) * v
			for j := 0; j <= i; j++ {
				curve[i][j] += r.Count * p * (1 - p) * v * x[j]
			}
		}
	}
	return slope, curve
}

// solve gives x of a*x = b by Cholesky's method; of a, which must be positive
// definite, only the lower triangle is read.
func solve(a [][]float64, b []float64) ([]float64, error) {
	n := len(b)
	x := make([]float64, n)
	for i := range n {
		for j := 0; j <= i; j++ {
			sum := a[i][j]
			for k := range j {
				sum -= a[i][k] * a[j][k]
			}
			switch {
			case i != j:
				a[i][j] = sum / a[j][j]
			case sum <= 0:
				return nil, fmt.Errorf("feature %d says nothing of its own", i)
			default:
				a[i][i] = math.Sqrt(sum)
			}
		}
	}
	for i := range n {
		x[i] = b[i]
		for k := range i {
			x[i] -= a[i][k] * x[k]
		}
		x[i] /= a[i][i]
	}
	for i := n - 1; i >= 0; i-- {
		for k := i + 1; k < n; k++ {
			x[i] -= a[k][i] * x[k]
		}
		x[i] /= a[i][i]
	}
	return x, nil
}
