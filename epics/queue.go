package epics

import "sync"

// queueLimit is how many samples of one PV wait for a handler.
const queueLimit = 200

// queue holds the samples for one caller. When a PV has queueLimit of them, a new
// one takes the place of its newest.
type queue struct {
	mu      sync.Mutex
	pending []Sample
	owner   []int // of pending: index of the name
	newest  []int // by index of the name: where its newest sample is in pending
	waiting []int // by index of the name: how many
	seen    []bool
	ready   chan struct{} // has a value while pending is not empty
	lost    uint64
}

func newQueue(names int) *queue {
	return &queue{newest: make([]int, names), waiting: make([]int, names), seen: make([]bool, names), ready: make(chan struct{}, 1)}
}

// push adds a sample of the PV at index.
func (q *queue) push(index int, s Sample) {
	q.mu.Lock()
	q.seen[index] = true
	if q.waiting[index] >= queueLimit {
		q.pending[q.newest[index]] = s
		q.lost++
		q.mu.Unlock()
		return
	}
	q.newest[index] = len(q.pending)
	q.waiting[index]++
	q.pending, q.owner = append(q.pending, s), append(q.owner, index)
	q.mu.Unlock()
	select {
	case q.ready <- struct{}{}:
	default:
	}
}

// take returns what is pending; spare is used for what comes next.
func (q *queue) take(spare []Sample) []Sample {
	q.mu.Lock()
	defer q.mu.Unlock()
	out := q.pending
	for _, index := range q.owner {
		q.waiting[index] = 0
	}
	q.pending, q.owner = spare[:0], q.owner[:0]
	return out
}

// silent lists the names that nothing came of.
func (q *queue) silent() []int {
	q.mu.Lock()
	defer q.mu.Unlock()
	var list []int
	for i, seen := range q.seen {
		if !seen {
			list = append(list, i)
		}
	}
	return list
}

func (q *queue) dropped() uint64 {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.lost
}
