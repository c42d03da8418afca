package ranker

import (
	"cmp"
	"slices"

	"owl/bench/metrics"
	"owl/engine/rerank"
)

// Read is a question's held-out order with what the cross-encoder said of its
// first candidates.
type Read struct {
	Intent string
	Order  []string  // doc_ids by the linear ranker that was trained without the question
	Scores []float64 // of the linear ranker, in that order
	Levels []float64 // of the cross-encoder, 0..1, for the first of Order
	Grades metrics.Grades
}

// Read orders the candidates of an example by scores.
func (e Example) Read(scores []float64) Read {
	r := Read{Intent: e.Intent, Grades: e.Grades}
	for _, i := range orderOf(scores) {
		r.Order, r.Scores = append(r.Order, e.Items[i].DocID), append(r.Scores, scores[i])
	}
	return r
}

// First gives the candidates that scores put first.
func (e Example) First(scores []float64, n int) []rerank.Candidate {
	var out []rerank.Candidate
	for _, i := range orderOf(scores)[:min(n, len(scores))] {
		out = append(out, e.Items[i].Candidate)
	}
	return out
}

// CrossWeights lists the weights that are tried.
func CrossWeights() []float64 { return []float64{0, 0.5, 1, 2, 4} }

// Blend gives the order with the cross-encoder's level at a weight.
func (r Read) Blend(weight float64) []string {
	scores := slices.Clone(r.Scores)
	for i, level := range r.Levels {
		scores[i] += weight * level
	}
	at := make([]int, len(scores))
	for i := range at {
		at[i] = i
	}
	slices.SortStableFunc(at, func(a, b int) int { return cmp.Compare(scores[b], scores[a]) })
	out := make([]string, len(at))
	for rank, i := range at {
		out[rank] = r.Order[i]
	}
	return out
}

// Blended is what a weight reaches over the questions of an intent.
type Blended struct {
	Questions int
	MRR, NDCG []float64 // by weight
}

// Cross measures every weight by intent, and over all questions as "".
func Cross(reads []Read) map[string]Blended {
	out := map[string]Blended{}
	for _, r := range reads {
		for _, intent := range []string{"", r.Intent} {
			b := out[intent]
			if b.MRR == nil {
				b.MRR, b.NDCG = make([]float64, len(CrossWeights())), make([]float64, len(CrossWeights()))
			}
			b.Questions++
			for i, w := range CrossWeights() {
				ids := r.Blend(w)
				b.MRR[i] += metrics.MRR(ids, r.Grades, 10)
				b.NDCG[i] += metrics.NDCG(ids, r.Grades, 10)
			}
			out[intent] = b
		}
	}
	for _, b := range out {
		for i := range b.MRR {
			b.MRR[i] /= float64(b.Questions)
			b.NDCG[i] /= float64(b.Questions)
		}
	}
	return out
}

// earns is by how much nDCG@10 must rise before the cross-encoder is worth its
// time; a dozen questions cannot tell less.
const earns = 0.02

// Best is the weight for an intent: 0 unless another one clearly earns its time.
func (b Blended) Best() float64 {
	best := 0
	for i := range b.NDCG {
		if b.NDCG[i] > b.NDCG[0]+earns && b.NDCG[i] > b.NDCG[best] {
			best = i
		}
	}
	return CrossWeights()[best]
}

// HeldOut gives the score that weights trained without its fold give each
// candidate, by question.
func HeldOut(examples []Example, o Options) map[string][]float64 {
	out := map[string][]float64{}
	for fold := range o.Folds {
		var train []Example
		for _, e := range examples {
			if e.fold(o.Folds) != fold {
				train = append(train, e)
			}
		}
		if len(train) == 0 {
			continue
		}
		w := Train(train, o)
		for _, e := range examples {
			if e.fold(o.Folds) == fold {
				out[e.ID] = e.scores(w)
			}
		}
	}
	return out
}
