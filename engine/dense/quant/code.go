package quant

import "math"

// middle is the level that stands for zero before the dither is added: with
// codes up to 255 and dither up to 16, levels go from 0 to 240.
const middle = 120

// Coder makes codes of vectors with one number of elements. It is safe for
// concurrent use.
type Coder struct {
	signs  []float64 // 1 or -1
	dither []float64 // d of the package comment
	chance []float64 // from 0 to 1: from what on a level of a query is rounded up
}

// NewCoder makes the coder of vectors with dim elements.
func NewCoder(dim int) Coder {
	n := 2 * RowBytes(dim)
	c := Coder{make([]float64, n), make([]float64, n), make([]float64, n)}
	for i := range n {
		random := mix(uint64(i))
		c.signs[i] = 1 - 2*float64(random&1)
		c.dither[i] = 16 * fraction(random)
		c.chance[i] = fraction(mix(uint64(i) | 1<<32))
	}
	return c
}

// mix is SplitMix64 (Steele, Lea, Flood, Fast Splittable Pseudorandom Number
// Generators, 2014): number i of the seed 0.
func mix(i uint64) uint64 {
	z := (i + 1) * 0x9E3779B97F4A7C15
	z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
	z = (z ^ z>>27) * 0x94D049BB133111EB
	return z ^ z>>31
}

// fraction is from 0 to 1, and never 1.
func fraction(random uint64) float64 { return float64(random>>11) / (1 << 53) }

// turn returns the turned vector, and its largest element without its sign.
func (c Coder) turn(v []float32) (turned []float64, peak float64) {
	turned = make([]float64, len(c.signs))
	for i, x := range v {
		turned[i] = float64(x) * c.signs[i]
	}
	for from := 0; from < len(turned); from += group {
		hadamard((*[group]float64)(turned[from:]))
	}
	for _, x := range turned {
		peak = max(peak, math.Abs(x))
	}
	return turned, peak
}

// hadamard multiplies by the Hadamard matrix of order 128, divided by the root of
// 128 so that lengths stay.
func hadamard(x *[group]float64) {
	for half := 1; half < group; half *= 2 {
		for from := 0; from < group; from += 2 * half {
			for i := from; i < from+half; i++ {
				x[i], x[i+half] = x[i]+x[i+half], x[i]-x[i+half]
			}
		}
	}
	for i := range x {
		x[i] /= math.Sqrt(group)
	}
}

// Encode writes the code of a vector to its high and low half rows, and returns
// its step. That of a vector of zeros is 0.
func (c Coder) Encode(v []float32, high, low []byte) (step float32) {
	turned, peak := c.turn(v)
	step = float32(peak / middle)
	clear(high)
	clear(low)
	if step == 0 {
		return 0
	}
	for i, x := range turned {
		code := byte(min(max(x/float64(step)+middle+c.dither[i], 0), 255))
		at, shift := place(i)
		high[at] |= code >> 4 << shift
		low[at] |= code & 15 << shift
	}
	return step
}

// place says where in a half row the four bits of an element are.
func place(i int) (at, shift int) {
	within := i % group
	return i/group*groupBytes + within%groupBytes, within / groupBytes * 4
}
