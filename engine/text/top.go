package text

import (
	"slices"

	"owl/engine"
)

// candidate is a ranked document.
type candidate struct {
	score float32
	key   engine.ChunkKey
	seg   int
	doc   int
}

// compare orders candidates, better first: by score, then by key.
func (c candidate) compare(o candidate) int {
	switch {
	case c.score > o.score:
		return -1
	case c.score < o.score:
		return 1
	case c.key < o.key:
		return -1
	case c.key > o.key:
		return 1
	}
	return 0
}

// top keeps the best k candidates in a heap with the worst at the root.
type top struct {
	k     int
	heap  []candidate
	least float32 // no lower score can enter
}

func (t *top) reset(k int) { t.k, t.heap, t.least = k, t.heap[:0], 0 }

func (t *top) offer(c candidate) {
	if len(t.heap) < t.k {
		t.heap = append(t.heap, c)
		t.up(len(t.heap) - 1)
	} else if c.compare(t.heap[0]) < 0 {
		t.heap[0] = c
		t.down()
	}
	if len(t.heap) == t.k {
		t.least = t.heap[0].score
	}
}

func (t *top) up(i int) {
	for i > 0 {
		parent := (i - 1) / 2
		if t.heap[i].compare(t.heap[parent]) <= 0 {
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
		if child+1 < len(t.heap) && t.heap[child+1].compare(t.heap[child]) > 0 {
			child++
		}
		if t.heap[child].compare(t.heap[i]) <= 0 {
			return
		}
		t.heap[i], t.heap[child] = t.heap[child], t.heap[i]
		i = child
	}
}

// sorted returns the candidates, best first. It ends the heap.
func (t *top) sorted() []candidate {
	slices.SortFunc(t.heap, candidate.compare)
	return t.heap
}
