package quant

// A half row holds four bits of each element of a code, in groups of 128
// elements that take 64 bytes: byte j of a group holds element j in its low and
// element 64+j in its high four bits. What is beyond the last element is zero.
const (
	group      = 128
	groupBytes = group / 2
)

// RowBytes is the size of a half row of vectors with dim elements.
func RowBytes(dim int) int { return (dim + group - 1) / group * groupBytes }

// Kernel is one way to multiply half rows with a query. All give the same
// numbers.
type Kernel struct {
	Name  string // the instructions that it needs
	dots  func(out []int32, rows []byte, query []int8)
	above func(words []uint64, products []int32, steps []float32, b *Bound, least float32)
}

// Dots multiplies each half row in rows with the query's levels: one number a
// row, for as many rows as out is long.
func (k Kernel) Dots(out []int32, rows []byte, q *Query) {
	if len(out) == 0 {
		return
	}
	k.dots(out, rows[:len(out)*len(q.levels)/2], q.levels)
}

// Above says which bounds are at least least: bit i of the words, lowest first, is
// about products[i] and steps[i]. There is a word for each 64 products or part of
// it.
func (k Kernel) Above(words []uint64, products []int32, steps []float32, b Bound, least float32) {
	whole := len(products) / 64
	if whole > 0 {
		k.above(words[:whole], products[:64*whole], steps[:64*whole], &b, least)
	}
	if rest := products[64*whole:]; len(rest) > 0 {
		words[whole] = above(rest, steps[64*whole:], &b, least)
	}
}

// Kernels lists the kernels that this machine can run, the fastest first. The
// last one is plain Go.
func Kernels() []Kernel {
	return append(machineKernels(), Kernel{"plain Go", plainDots, plainAbove})
}

func plainAbove(words []uint64, products []int32, steps []float32, b *Bound, least float32) {
	for i := range words {
		words[i] = above(products[64*i:64*i+64], steps[64*i:], b, least)
	}
}

func above(products []int32, steps []float32, b *Bound, least float32) (word uint64) {
	for i, p := range products {
		if b.At(p, steps[i]) >= least {
			word |= 1 << i
		}
	}
	return word
}

func plainDots(out []int32, rows []byte, query []int8) {
	size := len(query) / 2
	for i := range out {
		row, sum := rows[i*size:(i+1)*size], int32(0)
		for g := 0; g < size; g += groupBytes {
			bytes := (*[groupBytes]byte)(row[g:])
			levels := (*[group]int8)(query[2*g:])
			for j, b := range bytes {
				sum += int32(b&15)*int32(levels[j]) + int32(b>>4)*int32(levels[groupBytes+j])
			}
		}
		out[i] = sum
	}
}
