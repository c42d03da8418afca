package epics

import (
	"context"
	"slices"
	"strings"
	"time"

	"owl/engine"
)

// Get implements Reader.
func (r *live) Get(ctx context.Context, names ...string) ([]Sample, error) {
	infos, err := r.read(ctx, names)
	if err != nil {
		return nil, err
	}
	samples := make([]Sample, len(infos))
	for i := range infos {
		samples[i] = infos[i].Sample
	}
	return samples, nil
}

// Info implements Reader. CA does not tell the description, so it is asked for
// as a PV of its own.
func (r *live) Info(ctx context.Context, names ...string) ([]Info, error) {
	infos, err := r.read(ctx, names)
	if err != nil {
		return nil, err
	}
	var asked []string
	var owner []int
	for i, name := range names {
		bare, _ := r.options.split(name)
		record, _, _ := strings.Cut(bare, ".")
		if infos[i].Provider == CA && infos[i].Err == nil {
			asked, owner = append(asked, string(CA)+"://"+record+".DESC"), append(owner, i)
		}
	}
	described, err := r.read(ctx, asked)
	if err != nil {
		return nil, err
	}
	for k, d := range described {
		text, ok := d.Value.(Text)
		if i := owner[k]; ok && infos[i].Meta != nil {
			meta := *infos[i].Meta
			meta.Description = engine.Untrusted(text)
			infos[i].Meta = &meta
		}
	}
	return infos, nil
}

// read gets every name once.
func (r *live) read(ctx context.Context, names []string) ([]Info, error) {
	if err := r.enter(); err != nil {
		return nil, err
	}
	defer r.leave()
	q := newQueue(len(names))
	channels, err := r.ask(q, names)
	defer r.forget(channels)
	if err != nil {
		return nil, err
	}
	infos := make([]Info, len(names))
	timer := time.NewTimer(r.options.connectTimeout())
	defer timer.Stop()
	for len(q.silent()) > 0 {
		late, err := r.wait(ctx, q, timer.C)
		if err != nil {
			return nil, err
		}
		if late {
			break
		}
	}
	r.collect(q, channels, infos)
	return infos, nil
}

// ask begins a get of every name. What it has begun is returned in any case.
func (r *live) ask(q *queue, names []string) ([]*channel, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	var channels []*channel
	for i, name := range names {
		c, err := r.open(name, true)
		if err != nil {
			return channels, err
		}
		c.subs[subscriber{q, i}] = struct{}{}
		channels = append(channels, c)
	}
	return channels, nil
}

func (r *live) forget(channels []*channel) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, c := range channels {
		r.drop(c.links)
	}
}

// collect takes the answers, and says of the rest that there was none.
func (r *live) collect(q *queue, channels []*channel, infos []Info) {
	r.mu.Lock()
	defer r.mu.Unlock()
	silent := q.silent()
	for i, c := range channels {
		if slices.Contains(silent, i) {
			infos[i].Sample = c.absent(r.options.connectTimeout())
			continue
		}
		infos[i] = Info{Sample: c.present(), Server: c.kept.server, Type: c.kept.kind}
	}
}
