package quant

// middle is the level that stands for zero before the dither is added: with
// codes up to 255 and dither up to 16, levels go from 0 to 240.
const middle = 120

// Coder makes codes of vectors with one number of elements.
type Coder struct{ dither []float64 }

// NewCoder makes the coder of vectors with dim elements.
func NewCoder(dim int) Coder {
	c := Coder{make([]float64, dim)}
	for i := range c.dither {
		c.dither[i] = 16 * float64(mix(uint64(i))>>11) / (1 << 53)
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

// Encode writes the code of a vector of unit length to its high and low half
// rows, and returns its step.
func (c Coder) Encode(v []float32, high, low []byte) (step float32) {
	peak := float32(0)
	for _, x := range v {
		peak = max(peak, x, -x)
	}
	step = peak / middle
	clear(high)
	clear(low)
	for i, x := range v {
		code := byte(min(max(float64(x)/float64(step)+middle+c.dither[i], 0), 255))
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
