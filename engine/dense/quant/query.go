package quant

import "math"

const (
	// deviations is how many standard deviations of its error a bound allows for.
	deviations = 6
	// rounding is more than 32-bit floats lose on the way to a bound, as a part of
	// the largest number there; no product is above 2.
	rounding = 1e-6
)

// Query is a query of unit length, ready to be compared with codes.
type Query struct {
	levels     []int8  // p of the package comment, in units of the scale
	off        float64 // what r.v can be for v of length 1
	high, both Bound   // of vectors of no length around zero
}

// Bound turns the product of a query and a code into what the product of the
// query and the vector does not exceed.
type Bound struct {
	slope, offset float32 // times the step of the vector
	slack         float32
	width, rest   float32 // the product can be below the bound by twice width times the step, and rest
}

// At is the bound for a product and the step of the vector. The conversions keep
// a compiler from joining steps, so that all kernels give the same.
func (b *Bound) At(product int32, step float32) float32 {
	steps := float32(b.slope*float32(product)) + b.offset
	return float32(step*steps) + b.slack
}

// Below is what the product of the query and the vector does not fall below.
func (b *Bound) Below(product int32, step float32) float32 {
	return b.At(product, step) - 2*(step*b.width+b.rest)
}

// High bounds by the product with the high half row, for codes of vectors less a
// center: shift is the product of the query and the center, and radius what no
// vector is further away from it.
func (q *Query) High(shift, radius float64) Bound { return q.around(q.high, shift, radius) }

// Both bounds as High does, by the products with both halves, as Join joins them.
func (q *Query) Both(shift, radius float64) Bound { return q.around(q.both, shift, radius) }

func (q *Query) around(b Bound, shift, radius float64) Bound {
	rest := q.off*radius + rounding
	b.slack, b.rest = float32(shift+rest), float32(rest)
	return b
}

// Join is the product with a code by those with its halves.
func Join(high, low int32) int32 { return high<<4 + low }

// Query prepares a query of unit length.
func (c Coder) Query(v []float32) *Query {
	turned, peak := c.turn(v)
	scale := peak / math.MaxInt8
	q := &Query{levels: make([]int8, len(turned)), off: deviations / 2 * scale}
	var sum, zero float64 // the sum of p, and what p.v is when the code is all zeros
	for i, x := range turned {
		level := math.Floor(x/scale + c.chance[i])
		q.levels[i] = int8(level)
		sum += level * scale
		zero -= level * scale * (middle + c.dither[i])
	}
	root := math.Sqrt(float64(len(turned)))
	bound := func(width float64) Bound { // in steps
		off := width/2*(deviations/math.Sqrt(3)+q.off*root) + rounding*middle*root
		return Bound{slope: float32(scale * width), offset: float32(zero + sum*width/2 + off), width: float32(off)}
	}
	q.high, q.both = bound(16), bound(1)
	return q
}
