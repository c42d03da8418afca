package retrieve

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"owl/engine"
	"owl/engine/fuse"
	"owl/engine/trace"
)

// patience is how long a channel may take before the others answer without it,
// when the parts do not say.
const patience = 2 * time.Second

// channel is one way to look for chunks.
type channel struct {
	name string
	find func(context.Context) ([]engine.Hit, error)
}

// heard is what a channel said.
type heard struct {
	channel string
	hits    []engine.Hit
	took    time.Duration
	err     error
}

// channels asks every channel side by side and gives their rankings in a fixed
// order.
func (s *search) channels(ctx context.Context) ([]fuse.Ranking, error) {
	asked := s.asked()
	wait := cmp.Or(s.Patience, patience)
	within, cancel := context.WithTimeoutCause(ctx, wait, fmt.Errorf("it took more than %s", wait))
	defer cancel()
	answers := make(chan heard, len(asked))
	for _, c := range asked {
		go func() { answers <- c.ask(within) }()
	}
	said := map[string]heard{}
	var failed []heard
	for range asked {
		h := <-answers
		said[h.channel] = h
		if h.err != nil {
			failed = append(failed, h)
			continue
		}
		s.tell(h)
	}
	if len(failed) < len(asked) { // else it is the error of the search
		for _, h := range failed {
			s.tell(h)
		}
	}
	s.news()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return s.collect(ctx, asked, said)
}

// news tells what became of the stores.
func (s *search) news() {
	if s.News == nil {
		return
	}
	for _, n := range s.News() {
		s.say(n)
	}
}

// ask runs a channel. A fault in it is its error.
func (c channel) ask(ctx context.Context) (h heard) {
	start := time.Now()
	defer func() {
		if p := recover(); p != nil {
			h = heard{channel: c.name, err: fmt.Errorf("internal fault: %v", p)}
		}
		h.took = time.Since(start)
	}()
	hits, err := c.find(ctx)
	if err != nil && ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	return heard{channel: c.name, hits: hits, err: err}
}

func (s *search) tell(h heard) {
	switch {
	case h.err == nil:
		s.say(trace.Searched{Channel: h.channel, Hits: len(h.hits), Millis: float64(h.took.Microseconds()) / 1000})
	case nothing(h.err), errors.Is(h.err, context.Canceled):
	default:
		s.say(trace.Degraded{What: h.channel + " channel", Why: h.err.Error(), Do: "the other channels answer"})
	}
}

// asked lists the channels that are there, wanted, and of any weight.
func (s *search) asked() []channel {
	weights := s.Settings.For(s.Intent).Weights
	var out []channel
	add := func(name string, there bool, find func(context.Context) ([]engine.Hit, error)) {
		chosen := slices.Contains(s.Channels, name) // by the caller, whatever it weighs
		if there && s.asks(name) && (chosen || weights[name] > 0) {
			out = append(out, channel{name, find})
		}
	}
	add(Text, true, func(ctx context.Context) ([]engine.Hit, error) {
		return s.Text.Search(ctx, s.Query, channelHits, s.Explain)
	})
	add(Dense, s.meansSomething(), s.dense)
	add(Graph, s.Graph != nil, func(ctx context.Context) ([]engine.Hit, error) {
		return s.Graph.Spread(ctx, s.Query.Text, s.Query.Filter, channelHits)
	})
	add(Paraphrases, len(s.Paraphrases) > 0, s.paraphrases)
	return out
}

// meansSomething reports whether there is anything to ask the channel of
// meaning.
func (s *search) meansSomething() bool {
	return s.Dense != nil && s.Embedder != nil && (s.HasDense == nil || s.HasDense())
}

// collect makes rankings of what was heard. It fails when no channel answered.
func (s *search) collect(ctx context.Context, asked []channel, said map[string]heard) ([]fuse.Ranking, error) {
	weights := s.Settings.For(s.Intent).Weights
	var out []fuse.Ranking
	found := 0
	var failed error // of the first channel: the others tend to fail for the same reason
	for _, c := range asked {
		h := said[c.name]
		if h.err != nil {
			if failed == nil || nothing(failed) {
				failed = fmt.Errorf("search by the %s channel: %w", c.name, h.err)
			}
			continue
		}
		found += len(h.hits)
		out = append(out, fuse.Ranking{Channel: c.name, Weight: cmp.Or(weights[c.name], 1), Hits: h.hits})
	}
	switch {
	case len(out) == 0 && failed == nil:
		return nil, fmt.Errorf("search: %w: none of the channels is there", engine.ErrUsage)
	case len(out) == 0:
		return nil, failed
	case found == 0 && failed != nil:
		return nil, failed // what was not searched may hold it
	}
	return s.complete(ctx, out)
}

// paraphrases asks the text channel in other words. A chunk ranks by its best
// place among them.
func (s *search) paraphrases(ctx context.Context) ([]engine.Hit, error) {
	best := map[engine.ChunkKey]engine.Hit{}
	for _, text := range s.Paraphrases {
		q := s.Query
		q.Text = text
		hits, err := s.Text.Search(ctx, q, channelHits, false)
		if err != nil && !nothing(err) {
			return nil, err
		}
		for rank, h := range hits {
			h.Score, h.Exact = 60/float64(60+rank), 0 // ranks of different queries compare, scores do not
			if old, ok := best[h.Chunk]; !ok || old.Score < h.Score {
				best[h.Chunk] = h
			}
		}
	}
	return sorted(best), nil
}

func sorted(best map[engine.ChunkKey]engine.Hit) []engine.Hit {
	out := make([]engine.Hit, 0, len(best))
	for _, h := range best {
		out = append(out, h)
	}
	slices.SortFunc(out, func(a, b engine.Hit) int { return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.Chunk, b.Chunk)) })
	return out[:min(len(out), channelHits)]
}
