package retrieve

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"owl/engine"
	"owl/engine/fuse"
	"owl/engine/text/token"
	"owl/engine/trace"
)

// feedbackFirst is how many chunks move the question's vector.
const feedbackFirst = 3

// dense asks the channel of meaning, and asks it again with the question's
// vector moved towards what came first.
func (s *search) dense(ctx context.Context) ([]engine.Hit, error) {
	if !says(s.Query.Text) {
		return nil, engine.ErrNothingToSearch
	}
	vector, err := s.Embedder.EmbedQuery(ctx, s.Query.Text)
	if err != nil {
		return nil, fmt.Errorf("embed the question: %w", err)
	}
	hits, err := s.Dense.Search(ctx, vector, s.Query.Filter, channelHits)
	if err != nil {
		return nil, err
	}
	share := s.Settings.For(s.Intent).Feedback
	if share == 0 || len(hits) == 0 {
		s.vector = vector
		return hits, nil
	}
	if s.vector, err = s.moved(ctx, vector, hits[:min(len(hits), feedbackFirst)], share); err != nil {
		return nil, err
	}
	return s.Dense.Search(ctx, s.vector, s.Query.Filter, channelHits)
}

// says reports whether a text holds a token: signs alone have a vector too, but
// it means nothing.
func says(text string) (any bool) {
	token.Each(text, func(token.Token) bool {
		any = true
		return false
	})
	return any
}

// moved adds a share of the mean of some chunks' vectors, and makes it of unit
// length again.
func (s *search) moved(ctx context.Context, vector []float32, hits []engine.Hit, share float64) ([]float32, error) {
	near, err := s.Dense.Vectors(ctx, engine.KeysOf(hits))
	if err != nil {
		return nil, fmt.Errorf("read the vectors that came first: %w", err)
	}
	out := slices.Clone(vector)
	for _, v := range near {
		for i := range v {
			out[i] += float32(share) / float32(len(near)) * v[i]
		}
	}
	length := float32(math.Sqrt(float64(dot(out, out))))
	for i := range out {
		out[i] /= length
	}
	return out, nil
}

// lost goes on without vectors once they can be read no longer.
func (s *search) lost(err error) {
	s.vector = nil
	s.say(trace.Degraded{What: Dense + " channel", Why: err.Error(), Do: "the order stands without it"})
}

func dot(a, b []float32) float32 {
	var s0, s1, s2, s3 float32
	n := min(len(a), len(b))
	for i := 0; i+4 <= n; i += 4 {
		s0 += a[i] * b[i]
		s1 += a[i+1] * b[i+1]
		s2 += a[i+2] * b[i+2]
		s3 += a[i+3] * b[i+3]
	}
	for i := n &^ 3; i < n; i++ {
		s0 += a[i] * b[i]
	}
	return s0 + s1 + s2 + s3
}

// complete gives the dense ranking the chunks that only other channels found:
// their cosine is known too, and it says more than that they were not among the
// first.
func (s *search) complete(ctx context.Context, rankings []fuse.Ranking) ([]fuse.Ranking, error) {
	at := slices.IndexFunc(rankings, func(r fuse.Ranking) bool { return r.Channel == Dense })
	if at < 0 || s.vector == nil || len(rankings) == 1 {
		return rankings, nil
	}
	known := map[engine.ChunkKey]bool{}
	for _, h := range rankings[at].Hits {
		known[h.Chunk] = true
	}
	var missing []engine.Hit
	for _, r := range rankings {
		for _, h := range r.Hits {
			if !known[h.Chunk] {
				known[h.Chunk] = true
				missing = append(missing, engine.Hit{Chunk: h.Chunk})
			}
		}
	}
	vectors, err := s.Dense.Vectors(ctx, engine.KeysOf(missing))
	if err != nil {
		s.lost(err)
		return rankings, ctx.Err()
	}
	for i, v := range vectors {
		if v != nil {
			missing[i].Score = float64(dot(v, s.vector))
			rankings[at].Hits = append(rankings[at].Hits, missing[i])
		}
	}
	slices.SortFunc(rankings[at].Hits, func(a, b engine.Hit) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.Chunk, b.Chunk))
	})
	return rankings, nil
}
