package dense

import (
	"math"
	"slices"

	"owl/engine"
)

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

// sieve keeps the best k prospects and some more, which it drops now and then:
// that takes less than keeping them in order.
type sieve struct {
	k     int
	list  []prospect
	least prospect // others need not be offered
}

func (s *sieve) reset(k int) { s.k, s.list, s.least = k, s.list[:0], 0 }

func (s *sieve) offer(p prospect) {
	if p <= s.least {
		return
	}
	s.list = append(s.list, p)
	if len(s.list) >= 4*s.k {
		s.best()
	}
}

// best returns the best k, the worst of them first.
func (s *sieve) best() []prospect {
	slices.Sort(s.list)
	if drop := len(s.list) - s.k; drop >= 0 {
		s.list = slices.Delete(s.list, 0, drop)
		s.least = s.list[0]
	}
	return s.list
}

// worst is the bound that prospects have to reach.
func (s *sieve) worst() float32 {
	if s.least == 0 {
		return lowest
	}
	return s.least.bound()
}

// top keeps the best k candidates in a heap with the worst at the root.
type top struct {
	k    int
	heap []candidate
}

func (t *top) reset(k int) { t.k, t.heap = k, t.heap[:0] }

func (t *top) full() bool { return len(t.heap) == t.k }

// offer takes x in if it belongs to the best.
func (t *top) offer(x candidate) {
	if !t.full() {
		t.heap = append(t.heap, x)
		t.up(len(t.heap) - 1)
	} else if x.before(t.heap[0]) {
		t.heap[0] = x
		t.down()
	}
}

func (t *top) up(i int) {
	for i > 0 {
		parent := (i - 1) / 2
		if !t.heap[parent].before(t.heap[i]) {
			return
		}
		t.heap[i], t.heap[parent] = t.heap[parent], t.heap[i]
		i = parent
	}
}

func (t *top) down() {
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
func (t *top) sorted() []candidate {
	slices.SortFunc(t.heap, func(a, b candidate) int {
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
