package text

import "slices"

// candidate is a ranked document: its segment and its number there.
type candidate struct {
	score float32
	seg   int32
	doc   int32
}

// top keeps the best k candidates in a heap with the worst at the root.
type top struct {
	snap  *snapshot // looked at for keys, which only equal scores need
	k     int
	heap  []candidate
	least float32 // no lower score can enter
}

func (t *top) reset(s *snapshot, k int) { t.snap, t.k, t.heap, t.least = s, k, t.heap[:0], 0 }

// better reports whether a comes before b: by score, then by key.
func (t *top) better(a, b candidate) bool {
	return a.score > b.score || a.score == b.score && t.snap.key(a) < t.snap.key(b)
}

func (t *top) offer(c candidate) {
	if len(t.heap) < t.k {
		t.heap = append(t.heap, c)
		t.up(len(t.heap) - 1)
	} else if t.better(c, t.heap[0]) {
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
		if !t.better(t.heap[parent], t.heap[i]) {
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
		if child+1 < len(t.heap) && t.better(t.heap[child], t.heap[child+1]) {
			child++
		}
		if !t.better(t.heap[i], t.heap[child]) {
			return
		}
		t.heap[i], t.heap[child] = t.heap[child], t.heap[i]
		i = child
	}
}

// sorted returns the candidates, best first. It ends the heap.
func (t *top) sorted() []candidate {
	slices.SortFunc(t.heap, func(a, b candidate) int {
		if t.better(a, b) {
			return -1
		}
		return 1
	})
	t.snap = nil
	return t.heap
}
