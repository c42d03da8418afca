package dense

import (
	"math"
	"sort"
	"sync"
	"sync/atomic"

	"owl/engine"
	"owl/engine/dense/quant"
)

const (
	// blockRows is how many rows are looked at in a go; a multiple of 64.
	blockRows = 1 << 10
	// out is the product of a row that is not looked at further. No row has it:
	// a product is at most 15 * 127 an element, either way.
	out = math.MinInt32
)

// lowest is below every bound and score.
var lowest = float32(math.Inf(-1))

// scratch is the memory of one search. The rows of all parts that the filter
// leaves open are counted through; such a number is a place.
type scratch struct {
	kernel   quant.Kernel
	unit     []float32
	query    *quant.Query
	gates    []gate  // of the open parts
	bases    []int   // of the open parts: place of the first row
	products []int32 // by place, with the high half of the code
	blocks   []block
	helpers  []helper
	likely   sieve // what is scored first

	mu   sync.Mutex
	best top
	// least is what a hit has to score, as the bits of a float32 that is not above.
	least atomic.Uint32
}

// block is some rows of an open part; from is a multiple of 64.
type block struct{ part, from, to int }

func (sc *scratch) productsOf(b block) []int32 {
	return sc.products[sc.bases[b.part]+b.from : sc.bases[b.part]+b.to]
}

// at says what is at a place.
func (sc *scratch) at(place int) (part, row int) {
	part = sort.SearchInts(sc.bases, place+1) - 1
	return part, place - sc.bases[part]
}

// helper is the memory of one worker.
type helper struct {
	words  [blockRows / 64]uint64
	low    [blockRows]int32
	vector []float32
	sieve  sieve // by the bounds of the high halves
}

// help returns helpers for so many workers.
func (sc *scratch) help(workers, k int) []helper {
	for len(sc.helpers) < workers {
		sc.helpers = append(sc.helpers, helper{vector: make([]float32, len(sc.unit))})
	}
	for i := range sc.helpers[:workers] {
		sc.helpers[i].sieve.reset(k)
	}
	return sc.helpers[:workers]
}

func (sc *scratch) resetBest(k int) {
	sc.best.reset(k)
	sc.least.Store(math.Float32bits(lowest))
}

// reach is what a row has to be able to score.
func (sc *scratch) reach() float32 { return math.Float32frombits(sc.least.Load()) }

// raise makes reach at least v. One goroutine at a time may call it.
func (sc *scratch) raise(v float32) {
	if v > sc.reach() {
		sc.least.Store(math.Float32bits(v))
	}
}

// score scores a row and offers it to the best.
func (sc *scratch) score(h *helper, part, row int) error {
	s := sc.gates[part].Segment
	if err := s.Vector(row, h.vector); err != nil {
		return err
	}
	c := candidate{dot(sc.unit, h.vector), s.Key(row)}
	sc.mu.Lock()
	defer sc.mu.Unlock()
	sc.best.offer(c)
	if sc.best.full() {
		sc.raise(math.Nextafter32(float32(sc.best.heap[0].score), lowest))
	}
	return nil
}

// hits returns the best.
func (sc *scratch) hits() (hits []engine.Hit) {
	for _, c := range sc.best.sorted() {
		hits = append(hits, engine.Hit{Chunk: c.key, Score: c.score})
	}
	return hits
}

// dot is the product of two vectors. That of two elements is exact in 64 bits,
// and the order of the sums is fixed, so the result is the same everywhere.
func dot(a, b []float32) float64 {
	var s0, s1, s2, s3 float64
	for len(a) >= 4 && len(b) >= 4 {
		s0 += float64(a[0]) * float64(b[0])
		s1 += float64(a[1]) * float64(b[1])
		s2 += float64(a[2]) * float64(b[2])
		s3 += float64(a[3]) * float64(b[3])
		a, b = a[4:], b[4:]
	}
	for i := range a {
		s0 += float64(a[i]) * float64(b[i])
	}
	return (s0 + s1) + (s2 + s3)
}

func fill[T any](s []T, v T) {
	for i := range s {
		s[i] = v
	}
}
