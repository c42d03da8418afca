package epics

import (
	"context"
	"fmt"
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
	infos := make([]Info, len(names))
	channels := r.ask(q, names, infos)
	defer r.forget(channels)
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

// ask begins a get of every name. A name that cannot be asked for has its answer
// at once, and no channel.
func (r *live) ask(q *queue, names []string, infos []Info) []*channel {
	r.mu.Lock()
	defer r.mu.Unlock()
	channels := make([]*channel, len(names))
	for i, name := range names {
		c, err := r.open(name, true)
		if err != nil {
			infos[i].Sample = refused(name, err)
			q.push(i, infos[i].Sample)
			continue
		}
		c.subs[subscriber{q, i}] = struct{}{}
		channels[i] = c
	}
	return channels
}

// refused is the sample of a name that cannot be asked for.
func refused(name string, err error) Sample {
	return Sample{PV: name, Quality: None, Err: fmt.Errorf("%s: %w", name, err)}
}

func (r *live) forget(channels []*channel) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, c := range channels {
		if c != nil {
			r.drop(c.links)
		}
	}
}

// collect takes the answers, and says of the rest that there was none.
func (r *live) collect(q *queue, channels []*channel, infos []Info) {
	r.mu.Lock()
	defer r.mu.Unlock()
	silent := q.silent()
	for i, c := range channels {
		switch {
		case c == nil: // it has its answer
			continue
		case slices.Contains(silent, i):
			infos[i].Sample = c.absent(r.options.connectTimeout())
			continue
		}
		infos[i] = Info{Sample: c.present(), Server: c.kept.server, Type: c.kept.kind}
	}
}
