package wire

import (
	"context"
	"time"

	"owl/engine/kb"
	"owl/engine/query"
	"owl/engine/query/spell"
)

// reader holds what questions are read by: what is known of the facility, and
// the words of its records, which are collected in the background.
type reader struct {
	facility
	now       func() time.Time
	systems   []string
	collected chan struct{} // closed when words is complete
	words     *spell.Words  // nil when they could not be read
	stop      context.CancelFunc
}

func newReader(ctx context.Context, about facility, base *kb.Base, now func() time.Time) (*reader, error) {
	r := &reader{facility: about, now: now, collected: make(chan struct{}), stop: func() {}}
	if base == nil {
		close(r.collected)
		return r, nil
	}
	var err error
	if r.systems, err = base.Systems(ctx); err != nil {
		return nil, err
	}
	ctx, r.stop = context.WithCancel(ctx)
	go r.collect(ctx, base)
	return r, nil
}

// collect reads the words of all records.
func (r *reader) collect(ctx context.Context, base *kb.Base) {
	defer close(r.collected)
	_ = guarded(func() error { // without words nothing is corrected, which each question's steps say
		words, err := base.Words(ctx)
		if err == nil {
			r.words = words
		}
		return err
	})
}

// wordsWait is how long a question waits for the list of words.
const wordsWait = 100 * time.Millisecond

// context is what the next question is read by.
func (r *reader) context() query.Context {
	c := query.Context{Now: r.now(), Lexicon: r.lexicon, Systems: r.systems, Runs: r.calendar.Runs, Shutdowns: r.calendar.Shutdowns, Shifts: r.calendar.Shifts}
	wait := time.NewTimer(wordsWait)
	defer wait.Stop()
	select {
	case <-r.collected:
		if r.words != nil {
			c.Vocabulary = r.words
		}
	case <-wait.C:
	}
	return c
}

func (r *reader) close() {
	r.stop()
	<-r.collected
}
