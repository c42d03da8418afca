package retrieve

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"time"

	"owl/engine"
	"owl/engine/fuse"
	"owl/engine/rerank"
	"owl/engine/terms"
	"owl/engine/trace"
)

// The channels.
const (
	Text        = "text"
	Dense       = "dense"
	Graph       = "graph"
	Paraphrases = "paraphrases" // the text channel, asked in other words
)

// Parts are what retrieval works with. Text and Records must be there; of the
// others each may be nil, and is then left out.
type Parts struct {
	Text     engine.Lexical
	Records  engine.Records
	Weigh    terms.Weigher // from the same index as Text
	Dense    Vectors
	HasDense func() bool // whether Dense holds anything yet; nil for yes
	Embedder engine.Embedder
	Graph    Spreader
	Cross    engine.CrossEncoder
	Settings Settings
	Patience time.Duration // how long a channel may take; 0 for two seconds
	// News is what became of the stores since it was last asked: which one
	// answered in place of another. It may be nil.
	News func() []trace.Degraded
}

// Vectors is the dense channel with what it holds.
type Vectors interface {
	engine.Dense
	// Vectors returns the vector of each chunk; nil for one that has none.
	Vectors(ctx context.Context, keys []engine.ChunkKey) ([][]float32, error)
}

// Spreader is the graph channel.
type Spreader interface {
	// Spread ranks the records that the entities of a text lead to, each by its
	// first chunk. Explain holds the way there.
	Spread(ctx context.Context, text string, f engine.Filter, k int) ([]engine.Hit, error)
}

// Request is a question as it was understood.
type Request struct {
	Query       engine.Query
	Paraphrases []string
	Related     string // expansions and synonyms, for the ranker
	Pair        string // the question as the cross-encoder reads it; empty for the query's text
	Intent      string
	Wants       rerank.Wants
	Around      rerank.Span
	Channels    []string // empty for all
	NoRerank    bool     // keep the order of the fusion
	NoCross     bool     // leave the cross-encoder out
	Explain     bool
	K           int // records wanted
}

func (r Request) asks(channel string) bool {
	return len(r.Channels) == 0 || slices.Contains(r.Channels, channel)
}

// Sizes and limits.
const (
	channelHits     = 100 // chunks a channel gives
	deep            = 100 // records that are reordered
	chunksPerRecord = 4
	shownRanks      = 20 // in the trace, as deep as recall is measured
	mostBatch       = 8  // passages that the cross-encoder reads at a time
)

// Retriever finds records. It is safe for concurrent use.
type Retriever struct {
	Parts
	readers readers
}

// New returns a retriever over these parts. Without settings the channels of
// text and of meaning count alike, and nothing is reranked.
func New(p Parts) *Retriever {
	if p.Settings.Fusion == nil {
		p.Settings.Fusion = map[string]Fusion{general: {Method: fuse.Normalised, Weights: map[string]float64{Text: 1, Dense: 1}}}
	}
	return &Retriever{Parts: p}
}

// Find returns at most K records, best first. Each step is told to say, which
// may be nil, from one goroutine at a time. When no channel has anything to
// search for the error is engine.ErrNothingToSearch.
func (r *Retriever) Find(ctx context.Context, req Request, say func(trace.Payload)) ([]engine.Passage, error) {
	if say == nil {
		say = func(trace.Payload) {}
	}
	s := r.begin(req, say)
	defer s.end()
	rankings, err := s.channels(ctx)
	if err != nil {
		return nil, err
	}
	candidates, err := s.candidates(ctx, rankings)
	if err != nil || len(candidates) == 0 {
		return nil, err
	}
	return s.order(ctx, candidates)
}

// candidates fuses what the channels found, and what a second look from there
// adds.
func (s *search) candidates(ctx context.Context, rankings []fuse.Ranking) ([]candidate, error) {
	list, err := s.fuse(ctx, rankings)
	if err != nil || len(list) == 0 {
		return nil, err
	}
	if s.secondLook() {
		more, err := s.related(ctx, list)
		if err != nil {
			return nil, err
		}
		if rankings, err = s.complete(ctx, append(rankings, more...)); err != nil {
			return nil, err
		}
		if list, err = s.fuse(ctx, rankings); err != nil {
			return nil, err
		}
	}
	s.say(trace.Fused{Method: string(s.method), Records: len(list), Top: s.top(list)})
	return list, nil
}

// search is one question on its way through retrieval.
type search struct {
	*Retriever
	Request
	say      func(trace.Payload)
	telling  []terms.Term // what the first records have in common
	vector   []float32    // of the question, once the dense channel answered
	rankings []fuse.Ranking
	method   fuse.Method
	reader   *rerank.Reader
	records  map[string]engine.Record         // that were read
	places   map[engine.ChunkKey]engine.Chunk // likewise
}

// candidate is a fused record with its text.
type candidate struct {
	fuse.Candidate
	record     engine.Record
	neighbours float64
	level      float64 // of the fused score among the candidates, 0..1
}

// fuse makes one list of what the channels found, and reads its best records.
func (s *search) fuse(ctx context.Context, rankings []fuse.Ranking) ([]candidate, error) {
	var keys []engine.ChunkKey
	for _, r := range rankings {
		for _, h := range r.Hits {
			keys = append(keys, h.Chunk)
		}
	}
	slices.Sort(keys)
	places, err := s.placesOf(ctx, slices.Compact(keys))
	if err != nil {
		return nil, fmt.Errorf("read the chunks that were found: %w", err)
	}
	s.rankings, s.method = rankings, s.Settings.For(s.Intent).Method
	if len(rankings) == 1 {
		s.method = fuse.Reciprocal // one channel's own order
	}
	fused := fuse.Fuse(s.method, rankings, places)
	list, err := s.read(ctx, fused[:min(len(fused), max(deep, s.K))])
	if err != nil {
		return nil, err
	}
	if err := s.smooth(ctx, list); err != nil {
		return nil, err
	}
	return distinct(list), nil
}

// read fetches the records of the candidates, and cuts their chunks.
func (s *search) read(ctx context.Context, fused []fuse.Candidate) ([]candidate, error) {
	ids := make([]string, len(fused))
	for i, c := range fused {
		ids[i] = c.DocID
	}
	if err := engine.Fetch(ctx, s.Records, s.records, ids); err != nil {
		return nil, fmt.Errorf("read the records that were found: %w", err)
	}
	var out []candidate
	for _, c := range fused {
		rec, ok := s.records[c.DocID]
		if !ok { // deleted meanwhile
			continue
		}
		c.Chunks = slices.DeleteFunc(c.Chunks, func(chunk engine.Chunk) bool { return chunk.End > len(rec.Content) || chunk.Start > chunk.End })
		c.Chunks = c.Chunks[:min(len(c.Chunks), chunksPerRecord)]
		for i := range c.Chunks {
			c.Chunks[i].Text = rec.Content[c.Chunks[i].Start:c.Chunks[i].End]
		}
		c.Scores = c.Scores[:len(c.Chunks)]
		out = append(out, candidate{Candidate: c, record: rec})
	}
	return out, nil
}

func (s *search) top(list []candidate) []trace.Ranked {
	top := make([]trace.Ranked, 0, shownRanks)
	for _, c := range list[:min(len(list), shownRanks)] {
		explain := c.Explain(s.method, s.rankings)
		top = append(top, trace.Ranked{DocID: c.DocID, Title: c.record.Title, Score: c.Score, Explain: &explain})
	}
	return top
}

// order reranks the candidates and makes them passages.
func (s *search) order(ctx context.Context, list []candidate) ([]engine.Passage, error) {
	scored := make([]rerank.Scored, len(list))
	for i, c := range list {
		scored[i] = rerank.Scored{At: i, Score: c.Score}
	}
	if !s.NoRerank && s.Settings.Ranker.Weights != nil {
		var err error
		if scored, err = s.rerank(ctx, list); err != nil {
			return nil, err
		}
	}
	out := make([]engine.Passage, 0, min(s.K, len(list)))
	for _, at := range scored[:min(len(scored), s.K)] {
		c := list[at.At]
		p := engine.Passage{Record: c.record, Chunks: c.Chunks, Scores: c.Scores, Score: at.Score}
		if s.Explain {
			p.Explain = s.explain(c, at)
		}
		out = append(out, p)
	}
	return out, nil
}

func (s *search) explain(c candidate, at rerank.Scored) *engine.Explanation {
	fused := c.Explain(s.method, s.rankings)
	if at.Explain == nil {
		return &fused
	}
	all := *at.Explain
	all.Parts = append(slices.Clone(all.Parts), engine.Explanation{Label: "before it was reranked, " + fused.Label, Value: fused.Value, Parts: fused.Parts})
	return &all
}

// rerank orders the candidates by the linear ranker, and by the cross-encoder
// where it has a weight.
func (s *search) rerank(ctx context.Context, list []candidate) ([]rerank.Scored, error) {
	start := time.Now()
	question := s.question()
	items := s.items(list)
	scored, err := s.Settings.Ranker.Rank(ctx, question, s.reader, items, s.Weigh, s.Explain)
	if err != nil {
		return nil, err
	}
	ranker := "linear ranker"
	if w := s.Settings.Ranker.CrossWeight(s.Intent); w != 0 && s.Cross != nil && !s.NoCross {
		reranked, err := rerank.Cross{Encoder: s.Cross, Weight: w, Deadline: s.Settings.crossDeadline(), Batch: min(runtime.GOMAXPROCS(0), mostBatch)}.Rank(ctx, s.pair(), items, scored)
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case err != nil:
			s.say(trace.Degraded{What: "cross-encoder", Why: err.Error(), Do: "the order of the linear ranker stands"})
		default:
			scored, ranker = reranked.Scored, fmt.Sprintf("linear ranker, and cross-encoder %s %s", s.Cross.ID().Name, reranked.Note)
		}
	}
	scored = s.namedFirst(list, scored)
	s.say(trace.Reranked{Ranker: ranker, Top: ranked(list, scored), Millis: float64(time.Since(start).Microseconds()) / 1000})
	return scored, nil
}

// ranked lists the first of a new order.
func ranked(list []candidate, scored []rerank.Scored) []trace.Ranked {
	top := make([]trace.Ranked, 0, shownRanks)
	for _, at := range scored[:min(len(scored), shownRanks)] {
		top = append(top, trace.Ranked{DocID: list[at.At].DocID, Title: list[at.At].record.Title, Score: at.Score, Explain: at.Explain})
	}
	return top
}

func (s *search) pair() string {
	if s.Pair != "" {
		return s.Pair
	}
	return s.Query.Text
}

// items gives the ranker what the channels said.
func (s *search) items(list []candidate) []rerank.Candidate {
	out := make([]rerank.Candidate, len(list))
	for i, c := range list {
		item := rerank.Candidate{Record: c.record, Chunks: c.Chunks, Fused: c.level, Neighbours: c.neighbours}
		for n, r := range s.rankings {
			place(&item, r.Channel, c.Channels[n])
		}
		out[i] = item
	}
	return out
}

// place notes what one channel said about a candidate.
func place(item *rerank.Candidate, channel string, at fuse.Standing) {
	switch channel {
	case Text:
		item.Text, item.TextRank, item.Exact = at.Level, at.Rank, at.Exact
	case Dense:
		item.Dense, item.DenseRank = at.Level, at.Rank
	case Graph:
		item.Graph = at.Level
	case Paraphrases:
		item.Other = at.Level
	case Feedback:
		item.Feedback = at.Level
	case Alike:
		item.Alike = at.Level
	case Linked:
		item.Linked = at.Raw
	}
}

// nothing reports that a channel had no word to search for.
func nothing(err error) bool { return errors.Is(err, engine.ErrNothingToSearch) }

// Judged is a candidate as the ranker sees it.
type Judged struct {
	DocID  string
	Fused  float64
	Vector []float64 // as rerank.Features names it
	Item   rerank.Candidate
}

// Judge returns the candidates of a question in fused order with their
// features: what a ranker is trained on.
func (r *Retriever) Judge(ctx context.Context, req Request) ([]Judged, error) {
	s := r.begin(req, func(trace.Payload) {})
	defer s.end()
	rankings, err := s.channels(ctx)
	if err != nil {
		return nil, err
	}
	list, err := s.candidates(ctx, rankings)
	if err != nil {
		return nil, err
	}
	out := make([]Judged, len(list))
	items := s.items(list)
	vectors, err := s.question().Vectors(ctx, s.reader, items, s.Weigh)
	if err != nil {
		return nil, err
	}
	for i, v := range vectors {
		out[i] = Judged{list[i].DocID, list[i].Score, v, items[i]}
	}
	return out, nil
}
