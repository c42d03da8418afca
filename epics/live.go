package epics

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"owl/epics/native"
)

// live is the Reader over package native. One goroutine, in run, takes the events
// of all PVs.
type live struct {
	client  *native.Client
	options Options
	closing chan struct{} // closed when Close begins
	ended   chan struct{} // closed when run has returned
	failed  error         // why run returned; read it after ended
	users   sync.WaitGroup

	mu       sync.Mutex
	closed   bool
	nextID   uint32
	links    map[uint32]*link
	watched  map[string]*channel
	resting  map[*channel]struct{} // those with a retry
	away     away
	updates  uint64
	tooSlow  uint64 // lost by handlers of watches that have ended
	watching map[*queue]struct{}
}

// Open makes a Reader. Where PVs are looked for is decided now; that nobody
// serves them shows when they are read. The error says in one line why this
// program cannot read live PVs.
func Open(o Options) (Reader, error) {
	providers := make([]native.Provider, 0, 2)
	for _, p := range []Provider{PVA, CA} { // a name may ask for either
		providers = append(providers, providerOf(p))
	}
	client, err := native.Open(o.definitions(), providers...)
	if err != nil {
		return nil, err
	}
	r := &live{
		client: client, options: o, closing: make(chan struct{}), ended: make(chan struct{}),
		links: map[uint32]*link{}, watched: map[string]*channel{}, resting: map[*channel]struct{}{}, watching: map[*queue]struct{}{},
		away: away{links: map[*link]string{}},
	}
	go r.run()
	return r, nil
}

func (r *live) run() {
	defer close(r.ended)
	defer func() {
		if v := recover(); v != nil {
			r.failed = fmt.Errorf("the reader of live PVs broke: %v", v)
		}
	}()
	r.failed = r.client.Run(r.dispatch)
}

// dispatch gives a batch of events to their channels.
func (r *live) dispatch(events []native.Event) {
	r.mu.Lock()
	defer r.mu.Unlock()
	now := time.Now()
	for i := range events {
		e := &events[i]
		l := r.links[e.ID]
		if l == nil {
			continue // it was given up
		}
		if e.Kind == native.Updated {
			r.updates++
		}
		r.drop(l.channel.apply(l, e, now))
		r.anew(r.away.note(l, e.Kind))
		if !l.channel.once && !l.channel.retry.IsZero() {
			r.resting[l.channel] = struct{}{}
		}
	}
	for c := range r.resting {
		if now.After(c.retry) {
			delete(r.resting, c)
			c.retry = time.Time{}
			r.anew([]*link{c.kept})
		}
	}
	r.anew(r.away.probes(now))
}

// anew subscribes once more in the place of links that are down. All of them are
// given up first, because a PV that is still held would not be searched for anew.
func (r *live) anew(links []*link) {
	servers := make([]string, len(links))
	for i, old := range links {
		servers[i] = r.away.links[old]
	}
	r.drop(links)
	for i, old := range links {
		c := old.channel
		l, err := r.link(c, old.provider, old.bare)
		if err != nil {
			c.down = err
			continue
		}
		c.kept, c.links = l, []*link{l}
		if servers[i] != "" {
			r.away.links[l] = servers[i]
		}
	}
}

// link subscribes to a PV over one provider.
func (r *live) link(c *channel, p Provider, bare string) (*link, error) {
	r.nextID++
	l := &link{id: r.nextID, provider: p, bare: bare, channel: c}
	r.links[l.id] = l
	start := r.client.Watch
	if c.once {
		start = r.client.Get
	}
	if err := start(l.id, providerOf(p), bare); err != nil {
		delete(r.links, l.id)
		return nil, err
	}
	return l, nil
}

func (r *live) drop(links []*link) {
	for _, l := range links {
		delete(r.links, l.id)
		delete(r.away.links, l)
		r.client.Cancel(l.id)
	}
}

// open makes a channel with a link for each of the name's providers. The error
// concerns this name only.
func (r *live) open(name string, once bool) (*channel, error) {
	bare, providers := r.options.split(name)
	if err := checkName(bare); err != nil {
		return nil, err
	}
	c := &channel{name: name, once: once, subs: map[subscriber]struct{}{}}
	for _, p := range providers {
		l, err := r.link(c, p, bare)
		if err != nil {
			r.drop(c.links)
			return nil, err
		}
		c.links = append(c.links, l)
	}
	return c, nil
}

// enter admits a call unless the Reader is being closed; leave must follow.
func (r *live) enter() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return ErrClosed
	}
	r.users.Add(1)
	return nil
}

func (r *live) leave() { r.users.Done() }

// gone says why nothing comes any more.
func (r *live) gone() error {
	select {
	case <-r.ended:
		return errors.Join(ErrClosed, r.failed)
	default:
		return ErrClosed
	}
}

// wait waits for a queue, a deadline or an end. late tells that it was the
// deadline.
func (r *live) wait(ctx context.Context, q *queue, deadline <-chan time.Time) (late bool, err error) {
	select {
	case <-q.ready:
		return false, nil
	case <-deadline:
		return true, nil
	case <-ctx.Done():
		return false, ctx.Err()
	case <-r.closing:
		return false, ErrClosed
	case <-r.ended:
		return false, r.gone()
	}
}

// Stats implements Reader.
func (r *live) Stats() Stats {
	if err := r.enter(); err != nil {
		return Stats{}
	}
	defer r.leave()
	drops := r.client.Drops()
	r.mu.Lock()
	defer r.mu.Unlock()
	s := Stats{Subscriptions: len(r.watched), Updates: r.updates, Lost: Lost{Server: drops.Server, Client: drops.Client, Handler: r.tooSlow}}
	for _, c := range r.watched {
		if c.kept != nil && c.kept.up {
			s.Connected++
		}
	}
	for q := range r.watching {
		s.Lost.Handler += q.dropped()
	}
	return s
}

// Close implements Reader.
func (r *live) Close() error {
	r.mu.Lock()
	if r.closed {
		r.mu.Unlock()
		return nil
	}
	r.closed = true
	r.mu.Unlock()
	close(r.closing)
	r.users.Wait()
	r.client.Stop()
	<-r.ended
	r.client.Close()
	return r.failed
}
