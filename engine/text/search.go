package text

import (
	"context"
	"errors"
	"fmt"

	"owl/engine"
	"owl/engine/text/segment"
	"owl/engine/text/token"
)

// scratch is the memory of one search. Between searches the first clean scores
// are zero; damaged postings may have left others dirty.
type scratch struct {
	scores scores
	clean  int
	memo   *token.Tokenizer
	top    top
}

func newScratch() *scratch { return &scratch{memo: token.NewTokenizer()} }

// Search returns at most k hits, best first, equal scores in key order. A query
// without a token gives ErrNothingToSearch. The Parts of a hit's Explain add up
// to its Score.
func (x *Index) Search(ctx context.Context, q engine.Query, k int, explain bool) (hits []engine.Hit, err error) {
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("search text: %w", err)
	}
	s, err := x.acquire()
	if err != nil {
		return nil, fmt.Errorf("search text: %w", err)
	}
	defer func() { err = errors.Join(err, s.leave()) }()
	sc := x.scratch.Get().(*scratch)
	hits, err = s.search(ctx, sc, q, k, explain)
	if err != nil {
		return nil, fmt.Errorf("search text: %w", err) // sc may be dirty: leave it to the collector
	}
	x.scratch.Put(sc)
	return hits, nil
}

func (s *snapshot) search(ctx context.Context, sc *scratch, q engine.Query, k int, explain bool) ([]engine.Hit, error) {
	p, err := s.plan(q, sc.memo)
	if err != nil {
		return nil, err
	}
	sc.top.reset(s, min(max(k, 0), s.live))
	if sc.top.k == 0 {
		return nil, nil
	}
	if sc.clean < s.docs {
		clear(sc.scores[sc.clean:s.docs])
		sc.clean = s.docs
	}
	for i := range s.segments {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if err := s.searchSegment(sc, i, q.Filter, p); err != nil {
			return nil, err
		}
	}
	best := sc.top.sorted()
	hits := make([]engine.Hit, len(best))
	for n, b := range best {
		hits[n] = engine.Hit{Chunk: s.key(b), Score: float64(b.score), Exact: p.exact(b)}
		if explain {
			if hits[n].Explain, err = s.explain(p, b); err != nil {
				return nil, err
			}
		}
	}
	return hits, nil
}

// searchSegment ranks the documents of segment i. It adds up the scores term by
// term and then looks for the best: with few postings at the documents of the
// postings, otherwise at all documents.
func (s *snapshot) searchSegment(sc *scratch, i int, f engine.Filter, p plan) error {
	postings := 0
	for _, t := range p.terms {
		postings += len(t.found[i].Postings)
	}
	if postings == 0 {
		return nil
	}
	g, open, err := newGate(s, i, f, p)
	if err != nil || !open {
		return err
	}
	sat := s.saturation()
	for _, t := range p.terms {
		sc.scores.add(t.found[i].Postings, sat, t.factor, t.bonus)
	}
	docs := s.segments[i].Segment.Docs()
	if postings >= docs/8 {
		sc.offerAll(&g, i, docs)
		clear(sc.scores[:sc.clean])
		return nil
	}
	for _, t := range p.terms {
		sc.offerOf(&g, i, t.found[i].Postings, docs)
	}
	return nil
}

// offerOf offers the documents of the postings and clears their scores.
func (sc *scratch) offerOf(g *gate, i int, postings []segment.Posting, docs int) {
	for _, p := range postings {
		doc := p.Doc()
		score := sc.scores[doc]
		sc.scores[doc] = 0
		if score > 0 && score >= sc.top.least && int(doc) < docs {
			sc.offer(g, i, int(doc), score)
		}
	}
}

// offerAll offers all documents.
func (sc *scratch) offerAll(g *gate, i, docs int) {
	for doc := sc.scores.next(0, docs, sc.top.least); doc < docs; doc = sc.scores.next(doc+1, docs, sc.top.least) {
		sc.offer(g, i, doc, sc.scores[doc])
	}
}

func (sc *scratch) offer(g *gate, i, doc int, score float32) {
	if g.admits(doc) {
		sc.top.offer(candidate{score, int32(i), int32(doc)})
	}
}
