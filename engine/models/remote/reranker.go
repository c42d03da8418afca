package remote

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"

	"owl/engine"
)

// rerankBatch is how many passages go into one request.
const rerankBatch = 64

// Reranker is an engine.CrossEncoder behind HTTP. Its scores are those of the
// service: logits, or numbers from 0 to 1.
type Reranker struct {
	client *client
	model  string
	texts  bool // passages are called "texts" (Text Embeddings Inference), not "documents"
	id     engine.ModelID
}

var _ engine.CrossEncoder = (*Reranker)(nil)

// OpenReranker asks a service to judge two texts, to learn which request it
// takes.
func OpenReranker(ctx context.Context, cfg Config) (*Reranker, error) {
	c, err := newClient(cfg, false, "rerank")
	if err != nil {
		return nil, err
	}
	r := &Reranker{client: c, model: cfg.Model, id: engine.ModelID{Name: cmp.Or(cfg.Model, c.shown), Hash: c.shown}}
	probe := []string{"beam", "bread"}
	_, err = r.score(ctx, "beam", probe)
	var no *refusal
	if errors.As(err, &no) && (no.status == http.StatusBadRequest || no.status == http.StatusUnprocessableEntity) {
		r.texts = true
		_, err = r.score(ctx, "beam", probe)
	}
	if err != nil {
		c.close()
		return nil, err
	}
	return r, nil
}

// ID implements engine.CrossEncoder.
func (r *Reranker) ID() engine.ModelID { return r.id }

// Close ends idle connections.
func (r *Reranker) Close() error {
	r.client.close()
	return nil
}

// Score implements engine.CrossEncoder.
func (r *Reranker) Score(ctx context.Context, query string, passages []string) ([]float32, error) {
	out := make([]float32, 0, len(passages))
	for from := 0; from < len(passages); from += rerankBatch {
		scores, err := r.score(ctx, query, passages[from:min(from+rerankBatch, len(passages))])
		if err != nil {
			return nil, err
		}
		out = append(out, scores...)
	}
	return out, nil
}

// rerankRequest has Documents and TopN of Jina, Cohere and llama-server, or
// Texts and the switches of Text Embeddings Inference.
type rerankRequest struct {
	Model     string   `json:"model,omitempty"`
	Query     string   `json:"query"`
	Documents []string `json:"documents,omitempty"`
	TopN      int      `json:"top_n,omitempty"`
	Texts     []string `json:"texts,omitempty"`
	RawScores bool     `json:"raw_scores,omitempty"`
	Truncate  bool     `json:"truncate,omitempty"`
}

type judged struct {
	Index     *int     `json:"index"`
	Relevance *float32 `json:"relevance_score"`
	Score     *float32 `json:"score"`
}

// rerankAnswer is {"results": [...]} or the list alone.
type rerankAnswer []judged

// UnmarshalJSON reads both shapes.
func (a *rerankAnswer) UnmarshalJSON(data []byte) error {
	if json.Unmarshal(data, (*[]judged)(a)) == nil {
		return nil
	}
	var wrapped struct {
		Results []judged `json:"results"`
	}
	if err := json.Unmarshal(data, &wrapped); err != nil {
		return fmt.Errorf("want a list of results: %w", err)
	}
	*a = wrapped.Results
	return nil
}

func (r *Reranker) score(ctx context.Context, query string, passages []string) ([]float32, error) {
	request := rerankRequest{Query: query, Model: r.model, Documents: passages, TopN: len(passages)}
	if r.texts {
		request = rerankRequest{Query: query, Texts: passages, RawScores: true, Truncate: true}
	}
	var answer rerankAnswer
	if err := r.client.post(ctx, request, &answer); err != nil {
		return nil, fmt.Errorf("reranker: %w", err)
	}
	out, err := answer.order(len(passages))
	if err != nil {
		return nil, fmt.Errorf("reranker: %s: %w", r.client.shown, err)
	}
	return out, nil
}

// order puts the scores in the order of the passages.
func (a rerankAnswer) order(n int) ([]float32, error) {
	out := make([]float32, n)
	p := newPlaces(n)
	for _, j := range a {
		i, err := p.take(j.Index)
		if err != nil {
			return nil, err
		}
		score := cmp.Or(j.Relevance, j.Score)
		if score == nil {
			return nil, fmt.Errorf("the answer has no score for the index %d", i)
		}
		out[i] = *score
	}
	return out, p.full()
}
