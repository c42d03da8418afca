package quant

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// unit makes a vector of unit length; kind chooses how its elements are spread.
func unit(r *rand.Rand, dim, kind int) []float32 {
	v := make([]float32, dim)
	for i := range v {
		switch kind {
		case 0: // even
			v[i] = float32(r.NormFloat64())
		case 1: // few large elements, as the models make them
			v[i] = float32(r.NormFloat64() * math.Exp(r.NormFloat64()))
		case 2: // all alike
			v[i] = 1 + float32(r.NormFloat64())/100
		case 3: // all to the same side of a grid
			v[i] = float32(r.IntN(3) - 1)
		}
	}
	v[r.IntN(dim)] += 1e-3 // never all zeros
	return normal(v)
}

func normal(v []float32) []float32 {
	length := math.Sqrt(dot(v, v))
	for i := range v {
		v[i] = float32(float64(v[i]) / length)
	}
	return v
}

func dot(a, b []float32) (sum float64) {
	for i, x := range a {
		sum += float64(x) * float64(b[i])
	}
	return sum
}

// TestKernelsGiveTheSameNumbers compares every kernel of this machine with the
// definition of the product, also at the ends of what levels and codes can be.
func TestKernelsGiveTheSameNumbers(t *testing.T) {
	for _, k := range Kernels() {
		t.Run(k.Name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				dim := rapid.IntRange(1, 1024).Draw(t, "dim")
				n := rapid.IntRange(0, 9).Draw(t, "rows")
				r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
				extreme := rapid.Bool().Draw(t, "extreme")
				q, rows := &Query{levels: make([]int8, 2*RowBytes(dim))}, make([]byte, n*RowBytes(dim))
				for i := range dim {
					q.levels[i] = int8(r.IntN(255) - 127)
					if extreme {
						q.levels[i] = int8(127 - r.IntN(2)*254)
					}
				}
				for i := range rows {
					rows[i] = byte(r.Uint32())
					if extreme {
						rows[i] = 255
					}
				}
				got := make([]int32, n+1)
				got[n] = 4711
				k.Dots(got[:n], rows, q)
				if want := append(products(rows, q.levels, n), 4711); !slices.Equal(got, want) {
					t.Fatalf("dim %d: %v, want %v", dim, got, want)
				}
			})
		})
	}
}

// products follows the definition element by element.
func products(rows []byte, levels []int8, n int) []int32 {
	out := make([]int32, n)
	for row := range out {
		for i, level := range levels {
			at, shift := place(i)
			out[row] += int32(level) * int32(rows[row*len(levels)/2+at]>>shift&15)
		}
	}
	return out
}

func TestTheLastKernelNeedsNothing(t *testing.T) {
	list := Kernels()
	if last := list[len(list)-1]; last.Name != "plain Go" {
		t.Errorf("last kernel %q", last.Name)
	}
	for _, k := range list {
		t.Logf("this machine has %s", k.Name)
	}
}

// TestTurningKeepsProducts: a search among turned vectors is one among vectors.
func TestTurningKeepsProducts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		dim := rapid.IntRange(1, 700).Draw(t, "dim")
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		c, a, b := NewCoder(dim), unit(r, dim, 0), unit(r, dim, rapid.IntRange(0, 3).Draw(t, "kind"))
		ta, _ := c.turn(a)
		tb, peak := c.turn(b)
		got, largest := 0.0, 0.0
		for i, x := range ta {
			got += x * tb[i]
			largest = max(largest, math.Abs(tb[i]))
		}
		if math.Abs(got-dot(a, b)) > 1e-12 || largest != peak {
			t.Fatalf("product %v, want %v; peak %v, want %v", got, dot(a, b), peak, largest)
		}
	})
}

// TestCodesStandForTheirVectors decodes by the formula of the package comment.
func TestCodesStandForTheirVectors(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		dim := rapid.IntRange(1, 700).Draw(t, "dim")
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		c, v := NewCoder(dim), unit(r, dim, rapid.IntRange(0, 3).Draw(t, "kind"))
		high, low := make([]byte, RowBytes(dim)), make([]byte, RowBytes(dim))
		high[0], low[0] = 255, 255 // what stood there before
		step := float64(c.Encode(v, high, low))
		turned, _ := c.turn(v)
		for i, x := range turned {
			fine, coarse := decode(c, high, low, step, i)
			if math.Abs(fine-x) > 0.501*step || math.Abs(coarse-x) > 8.001*step {
				t.Fatalf("element %d is %v, its code says %v, the half %v; step %v", i, x, fine, coarse, step)
			}
		}
	})
}

func decode(c Coder, high, low []byte, step float64, i int) (fine, coarse float64) {
	at, shift := place(i)
	h, l := float64(high[at]>>shift&15), float64(low[at]>>shift&15)
	return step * (16*h + l + 0.5 - middle - c.dither[i]), step * (16*h + 8 - middle - c.dither[i])
}

// TestBoundsHold looks at products that are small, large, and those of a vector
// with itself and with near copies.
func TestBoundsHold(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var room, fineRoom float64
	const rounds = 40_000
	for range rounds {
		dim := 1 + r.IntN(500)
		c := NewCoder(dim)
		v := unit(r, dim, r.IntN(4))
		q := unit(r, dim, r.IntN(4))
		if r.IntN(2) == 0 {
			share := float32(r.Float64())
			for i := range q {
				q[i] = share*q[i] + (1-share)*v[i]
			}
			normal(q)
		}
		center, shift := v, 0.0
		if r.IntN(2) == 0 { // code what is left of a center nearby
			center = unit(r, dim, r.IntN(4))
			for i := range v {
				center[i] = v[i]*0.8 + center[i]*0.2
			}
			shift = dot(q, center)
		}
		want := dot(q, v)
		if shift != 0 {
			v = difference(v, center)
		}
		high, both := boundsOf(c, q, v, shift)
		if want < high.below || want > high.above || want < both.below || want > both.above {
			t.Fatalf("dim %d: product %v, bounds %+v and %+v", dim, want, high, both)
		}
		room += high.above - high.below
		fineRoom += both.above - both.below
	}
	if room/rounds > 0.15 || fineRoom/rounds > 0.03 {
		t.Errorf("the bounds are %v and %v apart on average", room/rounds, fineRoom/rounds)
	}
}

func difference(a, b []float32) []float32 {
	d := make([]float32, len(a))
	for i := range a {
		d[i] = a[i] - b[i]
	}
	return d
}

// bounds are those of a product.
type bounds struct{ below, above float64 }

func boundsOf(c Coder, q, v []float32, shift float64) (high, both bounds) {
	n := RowBytes(len(v))
	h, l := make([]byte, n), make([]byte, n)
	step := c.Encode(v, h, l)
	p := c.Query(q)
	var hd, ld [1]int32
	k := Kernels()[0]
	k.Dots(hd[:], h, p)
	k.Dots(ld[:], l, p)
	length := math.Sqrt(dot(v, v))
	of := func(b Bound, product int32) bounds {
		return bounds{float64(b.Below(product, step)), float64(b.At(product, step))}
	}
	return of(p.High(shift, length), hd[0]), of(p.Both(shift, length), Join(hd[0], ld[0]))
}

func TestAVectorOfZerosIsItsCenter(t *testing.T) {
	q := make([]float32, 5)
	q[2] = 1
	high, both := boundsOf(NewCoder(5), q, make([]float32, 5), 0.25)
	for _, got := range []float64{high.below, high.above, both.below, both.above} {
		if math.Abs(got-0.25) > 1e-5 {
			t.Errorf("bounds %+v and %+v", high, both)
		}
	}
}

// TestKernelsCompareAlike compares Above of every kernel with the definition, at
// the bounds themselves and at any length.
func TestKernelsCompareAlike(t *testing.T) {
	for _, k := range Kernels() {
		t.Run(k.Name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				n := rapid.IntRange(0, 300).Draw(t, "n")
				r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
				b := Bound{slope: r.Float32() / 1000, offset: r.Float32() - 0.5, slack: r.Float32() - 0.5}
				products, steps := make([]int32, n), make([]float32, n)
				for i := range n {
					products[i], steps[i] = int32(r.IntN(200_000)-100_000), r.Float32()/100
				}
				least := float32(math.Inf(-1))
				if n > 0 && rapid.Bool().Draw(t, "finite") {
					products[0] = math.MinInt32
					i := r.IntN(n)
					least = b.At(products[i], steps[i])
				}
				words := make([]uint64, (n+63)/64)
				k.Above(words, products, steps, b, least)
				for i := range 64 * len(words) {
					want := i < n && b.At(products[i], steps[i]) >= least
					if got := words[i/64]>>(i%64)&1 != 0; got != want {
						t.Fatalf("row %d of %d: %v, want %v", i, n, got, want)
					}
				}
			})
		})
	}
}

// TestTheErrorIsAsSmallAsTheBoundAssumes: the chance of the package comment
// stands on the standard deviation of the error.
func TestTheErrorIsAsSmallAsTheBoundAssumes(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	const dim, rounds = 384, 3000
	c := NewCoder(dim)
	sum, square, worst := 0.0, 0.0, 0.0
	for range rounds {
		v, q := unit(r, dim, r.IntN(4)), unit(r, dim, r.IntN(2))
		high, low := make([]byte, RowBytes(dim)), make([]byte, RowBytes(dim))
		step := float64(c.Encode(v, high, low))
		turned, _ := c.turn(v)
		asked, _ := c.turn(q)
		e := 0.0
		for i, x := range turned {
			_, coarse := decode(c, high, low, step, i)
			e += asked[i] * (coarse - x)
		}
		e /= 8 * step / math.Sqrt(3) // in standard deviations
		sum += e
		square += e * e
		worst = max(worst, math.Abs(e))
	}
	if mean, deviation := sum/rounds, math.Sqrt(square/rounds); math.Abs(mean) > 0.1 || math.Abs(deviation-1) > 0.1 || worst > 5 {
		t.Errorf("mean %v, deviation %v, worst %v", mean, deviation, worst)
	}
}

func BenchmarkKernels(b *testing.B) {
	const dim, n = 384, 130_000
	r := rand.New(rand.NewPCG(5, 6))
	q := NewCoder(dim).Query(unit(r, dim, 0))
	rows, out := make([]byte, n*RowBytes(dim)), make([]int32, n)
	for i := range rows {
		rows[i] = byte(r.Uint32())
	}
	for _, k := range Kernels() {
		b.Run(k.Name, func(b *testing.B) {
			for b.Loop() {
				k.Dots(out, rows, q)
			}
		})
	}
}
