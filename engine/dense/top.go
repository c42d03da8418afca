package dense

import (
	"math"
	"slices"

	"owl/engine"
)

// ranked is what has an order, best first.
type ranked[T any] interface{ before(T) bool }

// candidate is a row and its score.
type candidate struct {
	score float64
	key   engine.ChunkKey
}

// before orders by score, then by key.
func (c candidate) before(o candidate) bool {
	return c.score > o.score || c.score == o.score && c.key < o.key
}

// prospect is a place and its bound: the bits of the bound, made to order as
// numbers, above those of the place.
type prospect uint64

func newProspect(bound float32, place int) prospect {
	bits := math.Float32bits(bound)
	if bits>>31 == 0 {
		bits |= 1 << 31
	} else {
		bits = ^bits
	}
	return prospect(bits)<<32 | prospect(uint32(place))
}

func (p prospect) place() int { return int(uint32(p)) }

func (p prospect) bound() float32 {
	bits := uint32(p >> 32)
	if bits>>31 != 0 {
		return math.Float32frombits(bits &^ (1 << 31))
	}
	return math.Float32frombits(^bits)
}

func (p prospect) before(o prospect) bool { return p > o }

// top keeps the best k in a heap with the worst at the root.
type top[T ranked[T]] struct {
	k    int
	heap []T
}

func (t *top[T]) reset(k int) { t.k, t.heap = k, t.heap[:0] }

func (t *top[T]) full() bool { return len(t.heap) == t.k }

// offer takes x in if it belongs to the best.
func (t *top[T]) offer(x T) {
	if !t.full() {
		t.heap = append(t.heap, x)
		t.up(len(t.heap) - 1)
	} else if x.before(t.heap[0]) {
		t.heap[0] = x
		t.down()
	}
}

func (t *top[T]) up(i int) {
	for i > 0 {
		parent := (i - 1) / 2
		if !t.heap[parent].before(t.heap[i]) {
			return
		}
		t.heap[i], t.heap[parent] = t.heap[parent], t.heap[i]
		i = parent
	}
}

func (t *top[T]) down() {
	for i := 0; ; {
		child := 2*i + 1
		if child >= len(t.heap) {
			return
		}
		if child+1 < len(t.heap) && t.heap[child].before(t.heap[child+1]) {
			child++
		}
		if !t.heap[i].before(t.heap[child]) {
			return
		}
		t.heap[i], t.heap[child] = t.heap[child], t.heap[i]
		i = child
	}
}

// sorted returns what is kept, best first. It ends the heap.
func (t *top[T]) sorted() []T {
	slices.SortFunc(t.heap, func(a, b T) int {
		switch {
		case a.before(b):
			return -1
		case b.before(a):
			return 1
		}
		return 0
	})
	return t.heap
}
