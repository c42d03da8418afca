package wire

import (
	"context"
	"sync"
)

// warmth loads the fault graph before anybody waits for it. The zero value has not
// begun.
type warmth struct {
	begun sync.Once
	wait  sync.WaitGroup
	stop  context.CancelFunc // nil before it begins
}

// Warm begins to load the fault graph in the background: the first question would
// wait for it. Commands that ask nothing do without. It ends with Close.
func (o *Owl) Warm(ctx context.Context) {
	if o.base == nil {
		return
	}
	o.warming.begun.Do(func() {
		ctx, stop := context.WithCancel(context.WithoutCancel(ctx)) // of the console that comes first
		o.warming.stop = stop
		o.warming.wait.Go(func() {
			_ = guarded(func() error { return o.base.WarmGraph(ctx) }) // whoever asks it is told what is wrong
		})
	})
}

func (w *warmth) close() {
	w.begun.Do(func() {}) // too late now
	if w.stop != nil {
		w.stop()
	}
	w.wait.Wait()
}
