package wire

import (
	"context"
	"fmt"
	"sync"
	"time"

	"owl/engine"
	"owl/views/signals"
)

// Feed brings PVs to one chart pane: it carries out requests and collects what
// comes of them until it is asked for it. What waits is bounded; live values are
// folded without losing an extreme. It owns its goroutines: Close ends them.
type Feed struct {
	pvs    *PVs
	ctx    context.Context // of everything it runs; ended by Close
	cancel context.CancelFunc
	work   sync.WaitGroup
	slots  chan struct{} // of the reads of the archive that run at a time
	wake   chan struct{} // has a value when something waits

	mu       sync.Mutex
	follows  map[string]*follow
	fetches  map[string]context.CancelFunc // by PV: a later window makes an earlier one pointless
	search   context.CancelFunc
	messages []any
}

const (
	feedGrain  = 100 * time.Millisecond // between two pieces of a PV
	feedPieces = 600                    // of a PV that wait
	feedSlots  = 3
	feedTick   = time.Second     // the time is told at least so often
	feedRetry  = 5 * time.Second // after live PVs could not be had
)

// Feed starts a feed that ends with ctx, or by Close.
func (p *PVs) Feed(ctx context.Context) *Feed {
	f := &Feed{
		pvs: p, slots: make(chan struct{}, feedSlots), wake: make(chan struct{}, 1),
		follows: map[string]*follow{}, fetches: map[string]context.CancelFunc{}, search: func() {},
	}
	f.ctx, f.cancel = context.WithCancel(ctx)
	return f
}

// Close ends all reading and waits for it.
func (f *Feed) Close() {
	f.cancel()
	f.work.Wait()
}

// Do carries out a request of the pane. It returns at once.
func (f *Feed) Do(r signals.Request) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.ctx.Err() != nil {
		return
	}
	f.followOnly(r.Follow)
	for _, fetch := range r.Fetch {
		if before := f.fetches[fetch.PV]; before != nil {
			before()
		}
		f.fetches[fetch.PV] = f.run(func(ctx context.Context) { f.fetch(ctx, fetch) })
	}
	if r.Find != "" || len(r.Names) > 0 {
		f.search()
		f.search = f.run(func(ctx context.Context) { f.put(f.pvs.look(ctx, r)) })
	}
}

// run does something in a goroutine of the feed. A panic in it becomes a notice.
func (f *Feed) run(do func(context.Context)) context.CancelFunc {
	ctx, cancel := context.WithCancel(f.ctx)
	f.work.Go(func() {
		defer cancel()
		defer func() {
			if r := recover(); r != nil {
				f.put(signals.Found{Notes: []engine.Untrusted{engine.Untrusted(fmt.Sprintf("internal error: %v", r))}})
			}
		}()
		do(ctx)
	})
	return cancel
}

// put adds a message for the pane, unless the feed has ended.
func (f *Feed) put(msg any) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.messages = append(f.messages, msg)
	f.ring()
}

func (f *Feed) ring() {
	select {
	case f.wake <- struct{}{}:
	default:
	}
}

// Next waits until something came, but not long, and at least for pause: the
// screen need not be drawn more often. It returns the messages for the pane, the
// last of which is a signals.Live; none when ctx or the feed has ended.
func (f *Feed) Next(ctx context.Context, pause time.Duration) []any {
	if !f.sleep(ctx, pause, nil) || !f.sleep(ctx, feedTick, f.wake) {
		return nil
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	out := f.messages
	f.messages = nil
	live := signals.Live{Now: f.pvs.Now(), Notice: f.pvs.said()}
	for pv, fl := range f.follows {
		if u, ok := fl.update(pv); ok {
			live.PVs = append(live.PVs, u)
		}
	}
	return append(out, live)
}

// sleep waits for a time or a signal; it is false when there is nothing to wait
// for any more.
func (f *Feed) sleep(ctx context.Context, d time.Duration, wake <-chan struct{}) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-wake:
	case <-ctx.Done():
		return false
	case <-f.ctx.Done():
		return false
	}
	return true
}

// said is what there is to say about live PVs.
func (p *PVs) said() engine.Untrusted {
	if p.machine == nil {
		return ""
	}
	_, last := p.machine.said()
	return engine.Untrusted(last)
}
