package models

import (
	"sync/atomic"
)

// askedOften is how many questions a process asks before a second session pays:
// a single command ends before.
const askedOften = 4

// questions is a second session of an embedder's network in which all cores share
// one text: a question is alone, and takes half the time. It is opened beside the
// questions that come, since that takes as long as some of them.
type questions struct {
	open  func() (runner, error)
	asked atomic.Int32
	done  chan struct{} // closed when net is set
	net   runner        // nil when it could not be opened: the other session answers
}

func newQuestions(open func() (runner, error)) *questions {
	return &questions{open: open, done: make(chan struct{})}
}

// runner is the second session once it is open, until then the usual one.
func (q *questions) runner(usual runner) runner {
	if q == nil {
		return usual
	}
	if q.asked.Add(1) == askedOften {
		go q.begin()
	}
	select {
	case <-q.done:
		if q.net != nil {
			return q.net
		}
	default:
	}
	return usual
}

func (q *questions) begin() {
	defer close(q.done)
	_ = guarded(func() (err error) { // without it questions only take longer
		q.net, err = q.open()
		return err
	})
}

// close waits for the session if it is being opened, and frees it.
func (q *questions) close() error {
	if q == nil || q.asked.Swap(askedOften) < askedOften { // it will not begin any more
		return nil
	}
	<-q.done
	if q.net == nil {
		return nil
	}
	return q.net.close()
}
