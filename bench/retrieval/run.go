package retrieval

import (
	"context"
	"fmt"
	"slices"
	"time"

	"owl/bench/metrics"
)

// Depth is how many documents of a ranking are scored.
const Depth = 20

// Search ranks documents for a query: at most k different ids, best first.
type Search func(ctx context.Context, query string, k int) ([]string, error)

// Score is what one query got.
type Score struct {
	Query    string        `json:"query"`
	MRR10    float64       `json:"mrr@10"`
	NDCG10   float64       `json:"ndcg@10"`
	Recall5  float64       `json:"recall@5"`
	Recall10 float64       `json:"recall@10"`
	Recall20 float64       `json:"recall@20"`
	Success1 float64       `json:"success@1"`
	Success5 float64       `json:"success@5"`
	Latency  time.Duration `json:"-"`
}

// Report is the mean over the judged queries. Its JSON form is part of the
// outer contract.
type Report struct {
	Queries  int     `json:"queries"`
	MRR10    float64 `json:"mrr@10"`
	NDCG10   float64 `json:"ndcg@10"`
	Recall5  float64 `json:"recall@5"`
	Recall10 float64 `json:"recall@10"`
	Recall20 float64 `json:"recall@20"`
	Success1 float64 `json:"success@1"` // of the queries, those with a relevant document first
	Success5 float64 `json:"success@5"`
	Latency  Latency `json:"latency_ms"`
	Index    Index   `json:"index"`
}

// Latency is in milliseconds.
type Latency struct {
	P50 float64 `json:"p50"`
	P95 float64 `json:"p95"`
}

// Index says what building the index cost.
type Index struct {
	Seconds float64 `json:"seconds"`
	Chunks  int     `json:"chunks"`
}

// Run asks every query that has a relevant document and scores the ranking.
func Run(ctx context.Context, search Search, queries []Query, qrels Qrels) ([]Score, error) {
	var out []Score
	for _, q := range queries {
		grades := qrels[q.ID]
		if !anyRelevant(grades) {
			continue
		}
		start := time.Now()
		ranked, err := search(ctx, q.Text, Depth)
		if err != nil {
			return nil, fmt.Errorf("query %s: %w", q.ID, err)
		}
		out = append(out, Score{
			Query: q.ID, Latency: time.Since(start),
			MRR10: metrics.MRR(ranked, grades, 10), NDCG10: metrics.NDCG(ranked, grades, 10),
			Recall5: metrics.Recall(ranked, grades, 5), Recall10: metrics.Recall(ranked, grades, 10), Recall20: metrics.Recall(ranked, grades, 20),
			Success1: metrics.Success(ranked, grades, 1), Success5: metrics.Success(ranked, grades, 5),
		})
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("no query has a relevant document among %d queries and %d judged ones", len(queries), len(qrels))
	}
	return out, nil
}

func anyRelevant(grades metrics.Grades) bool {
	for _, g := range grades {
		if g > 0 {
			return true
		}
	}
	return false
}

// Summarise gives the means and the latencies.
func Summarise(scores []Score, index Index) Report {
	r := Report{Queries: len(scores), Index: index}
	var times []time.Duration
	n := float64(len(scores))
	for _, s := range scores {
		r.MRR10 += s.MRR10 / n
		r.NDCG10 += s.NDCG10 / n
		r.Recall5 += s.Recall5 / n
		r.Recall10 += s.Recall10 / n
		r.Recall20 += s.Recall20 / n
		r.Success1 += s.Success1 / n
		r.Success5 += s.Success5 / n
		times = append(times, s.Latency)
	}
	slices.Sort(times)
	r.Latency = Latency{P50: at(times, 0.50), P95: at(times, 0.95)}
	return r
}

// at is the nearest-rank quantile in milliseconds.
func at(sorted []time.Duration, q float64) float64 {
	if len(sorted) == 0 {
		return 0
	}
	i := min(len(sorted)-1, int(q*float64(len(sorted))))
	return float64(sorted[i].Microseconds()) / 1000
}
