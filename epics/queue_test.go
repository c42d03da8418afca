package epics

import (
	"testing"

	"pgregory.net/rapid"
)

func TestAFullQueueKeepsTheNewestOfEachPV(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const names = 3
		q := newQueue(names)
		var sent, taken, newest [names]int
		steps := rapid.SliceOfN(rapid.IntRange(0, names), 3*queueLimit, 6*queueLimit).Draw(t, "steps")
		take := func() {
			var waiting [names]int
			for _, s := range q.take(nil) {
				i := int(s.Status)
				x := int(s.Value.(Integer))
				if x <= newest[i] {
					t.Fatalf("PV %d: %d after %d", i, x, newest[i])
				}
				newest[i] = x
				waiting[i]++
				taken[i]++
			}
			for i, n := range waiting {
				if n > queueLimit {
					t.Fatalf("%d of one PV were waiting", n)
				}
				if newest[i] != sent[i] {
					t.Fatalf("the newest of PV %d was lost", i)
				}
			}
		}
		for _, step := range steps {
			if step == names {
				take()
				continue
			}
			sent[step]++
			q.push(step, Sample{Status: step, Value: Integer(sent[step])})
		}
		take()
		lost := 0
		for i := range names {
			lost += sent[i] - taken[i]
		}
		if uint64(lost) != q.dropped() {
			t.Fatalf("%d were lost, %d are counted", lost, q.dropped())
		}
	})
}

func TestAQueueKnowsWhoWasSilent(t *testing.T) {
	q := newQueue(3)
	q.push(1, Sample{})
	if s := q.silent(); len(s) != 2 || s[0] != 0 || s[1] != 2 {
		t.Errorf("silent %v", s)
	}
}
