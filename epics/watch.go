package epics

import (
	"context"
	"fmt"
	"time"
)

// Watch implements Reader.
func (r *live) Watch(ctx context.Context, handle func([]Sample) error, names ...string) error {
	if err := r.enter(); err != nil {
		return err
	}
	defer r.leave()
	q := newQueue(len(names))
	defer r.unsubscribe(q, names)
	r.subscribe(q, names)
	timer := time.NewTimer(r.options.connectTimeout())
	defer timer.Stop()
	var batch []Sample
	for {
		late, err := r.wait(ctx, q, timer.C)
		switch {
		case err != nil && ctx.Err() != nil:
			return nil
		case err != nil:
			return err
		case late:
			r.missing(q, names)
			continue
		}
		batch = q.take(batch)
		if len(batch) == 0 {
			continue
		}
		if err := handle(batch); err != nil {
			return err
		}
	}
}

// subscribe joins the shared subscriptions of the names, or makes them.
func (r *live) subscribe(q *queue, names []string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.watching[q] = struct{}{}
	for i, name := range names {
		c := r.watched[name]
		if c == nil {
			made, err := r.open(name, false)
			if err != nil {
				q.push(i, refused(name, err))
				continue
			}
			c = made
			r.watched[name] = c
		}
		c.subs[subscriber{q, i}] = struct{}{}
		if c.last != nil || c.down != nil {
			q.push(i, c.present())
		}
	}
}

func (r *live) unsubscribe(q *queue, names []string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.watching, q)
	r.tooSlow += q.dropped()
	for i, name := range names {
		c := r.watched[name]
		if c == nil {
			continue
		}
		delete(c.subs, subscriber{q, i})
		if len(c.subs) == 0 {
			delete(r.watched, name)
			delete(r.resting, c)
			r.drop(c.links)
		}
	}
}

// missing tells of the names that nothing came of by the deadline.
func (r *live) missing(q *queue, names []string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, i := range q.silent() {
		if c := r.watched[names[i]]; c != nil {
			q.push(i, c.absent(r.options.connectTimeout()))
		}
	}
}

// absent is the sample of a PV that nothing came of.
func (c *channel) absent(after time.Duration) Sample {
	s := Sample{PV: c.name, Quality: None, Err: fmt.Errorf("%s: %w within %s", c.name, ErrNoAnswer, after)}
	if c.kept != nil {
		s.Provider = c.kept.provider
		s.Err = fmt.Errorf("%s: %w with a value within %s, although %s has it", c.name, ErrNoAnswer, after, c.kept.server)
	}
	return s
}
