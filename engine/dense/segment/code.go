package segment

import (
	"context"
	"math"

	"owl/engine/dense/quant"
)

// coded is what searches read of vectors: how they lie around their center.
type coded struct {
	center []float32
	radius float32 // no vector is further from the center
	steps  []float32
	codes  codes
}

// codes holds half rows.
type codes struct {
	bytes     int // of a half row
	high, low []byte
}

func (c *codes) half(rows []byte, row int) []byte { return rows[row*c.bytes : (row+1)*c.bytes] }

// encode finds the center of the vectors and codes them.
func (m *image) encode(ctx context.Context) error {
	sum := make([]float64, m.dim)
	err := m.each(ctx, func(v []float32) error {
		for i, x := range v {
			sum[i] += float64(x)
		}
		return nil
	})
	if err != nil {
		return err
	}
	m.center = make([]float32, m.dim)
	for i, x := range sum {
		m.center[i] = float32(x / float64(len(m.places)))
	}
	n, coder := quant.RowBytes(m.dim), quant.NewCoder(m.dim)
	m.codes = codes{n, make([]byte, n*len(m.places)), make([]byte, n*len(m.places))}
	return m.each(ctx, func(v []float32) error {
		row := len(m.steps)
		m.radius = max(m.radius, subtract(v, m.center))
		m.steps = append(m.steps, coder.Encode(v, m.codes.half(m.codes.high, row), m.codes.half(m.codes.low, row)))
		return nil
	})
}

// subtract takes the center from v, and returns the length of what is left,
// rounded up.
func subtract(v, center []float32) float32 {
	sum := 0.0
	for i := range v {
		v[i] -= center[i]
		sum += float64(v[i]) * float64(v[i])
	}
	return float32(math.Sqrt(sum) * (1 + 1e-6))
}
