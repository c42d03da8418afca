package retrieve

import (
	"context"
	"sync"

	"owl/engine"
	"owl/engine/rerank"
	"owl/engine/trace"
)

// begin starts a search with a reader that no other search uses.
func (r *Retriever) begin(req Request, say func(trace.Payload)) *search {
	return &search{
		Retriever: r, Request: req, say: say, reader: r.readers.take(),
		records: map[string]engine.Record{}, places: map[engine.ChunkKey]engine.Chunk{},
	}
}

func (s *search) end() { s.readers.give(s.reader) }

// readers keeps readers for the searches to come: a new one knows no word.
type readers struct {
	mu   sync.Mutex
	free []*rerank.Reader
}

// keptReaders is how many are kept; each may hold some megabytes of words.
const keptReaders = 2

func (p *readers) take() *rerank.Reader {
	p.mu.Lock()
	defer p.mu.Unlock()
	if n := len(p.free); n > 0 {
		r := p.free[n-1]
		p.free = p.free[:n-1]
		return r
	}
	return rerank.NewReader()
}

func (p *readers) give(r *rerank.Reader) {
	r.Forget()
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.free) < keptReaders {
		p.free = append(p.free, r)
	}
}

// placesOf is the places of chunks, of which this search reads each once. One
// that is gone is left out.
func (s *search) placesOf(ctx context.Context, keys []engine.ChunkKey) ([]engine.Chunk, error) {
	var missing []engine.ChunkKey
	for _, key := range keys {
		if _, known := s.places[key]; !known {
			missing = append(missing, key)
		}
	}
	if len(missing) > 0 {
		list, err := s.Records.Places(ctx, missing)
		if err != nil {
			return nil, err
		}
		for _, c := range list {
			s.places[c.Key] = c
		}
	}
	out := make([]engine.Chunk, 0, len(keys))
	for _, key := range keys {
		if c, ok := s.places[key]; ok {
			out = append(out, c)
		}
	}
	return out, nil
}
