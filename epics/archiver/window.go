package archiver

import (
	"errors"
	"fmt"
	"time"

	"owl/engine"
	"owl/epics"
)

// errEnough ends a history whose limit is reached.
var errEnough = errors.New("enough")

// window turns sorted items into the samples of a query: it marks the one in
// force at the start, cuts at the end and puts gaps where they belong.
type window struct {
	q      Query
	each   func(Sample)
	sum    *Summary
	before *item     // the last one before the window
	last   time.Time // of what was handed on
}

func (w *window) add(it *item) error {
	switch {
	case it.time.Before(w.q.From):
		held := *it
		w.before = &held
		return nil
	case it.time.After(w.q.To) && w.q.Op == None: // the middle of a bin may lie behind
		return nil
	}
	if err := w.inForce(); err != nil {
		return err
	}
	w.gap(it)
	return w.give(it, false)
}

// inForce hands on what was in force at the start of the window, once.
func (w *window) inForce() error {
	if w.before == nil {
		return nil
	}
	it := w.before
	w.before = nil
	return w.give(it, true)
}

// gap hands on the gap that an item ends.
func (w *window) gap(it *item) {
	if it.cause == "" {
		return
	}
	from := it.lost
	if from.Before(w.last) {
		from = w.last
	}
	if from.IsZero() {
		return // nothing is known of the time before
	}
	if from.Before(w.q.From) {
		from = w.q.From
	}
	if !from.Before(it.time) {
		return
	}
	g := Sample{}
	g.PV, g.Provider, g.Time, g.Meta = w.q.PV, Provider, from, it.meta
	g.Quality, g.Message = epics.Gap, engine.Untrusted(it.cause)
	w.sum.Gaps++
	w.each(g)
}

func (w *window) give(it *item, before bool) error {
	if w.q.Limit > 0 && w.sum.Samples >= w.q.Limit {
		w.sum.Capped = true
		w.sum.note(fmt.Sprintf("capped at %d samples: what comes after %s is missing", w.q.Limit, w.last.In(w.q.From.Location()).Format(time.RFC3339)))
		return errEnough
	}
	s := it.sample(w.q.PV)
	s.Before, w.last = before, it.time
	if s.Quality == epics.Gap {
		w.sum.Gaps++
	} else {
		w.sum.Samples++
	}
	w.each(s)
	return nil
}
