// Package ranker trains the linear ranker on questions with known answers, and
// measures by cross-validation what it gains.
package ranker

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"owl/bench/metrics"
	"owl/bench/stats"
	"owl/engine/rerank"
)

// Item is a candidate record of a question.
type Item struct {
	DocID  string
	Fused  float64
	Vector []float64

	Candidate rerank.Candidate // as a cross-encoder reads it; empty where none does
}

// Example is a question with its candidates, in fused order, and its judgments.
type Example struct {
	Set      string // the benchmark that it is from; each counts alike in training
	ID, Kind string
	Intent   string
	Pair     string // the question as a cross-encoder reads it
	Items    []Item
	Grades   metrics.Grades
}

// Options of the training.
type Options struct {
	Ridge   float64        // what a squared standardised weight costs
	Rounds  int            // of gradient descent
	Folds   int            // of the cross-validation
	Off     []int          // features that are held at 0
	Against func(int) bool // features whose weight may be negative; nil for all
}

// Defaults are options that were good on development questions: on those of one
// collection free weights reach as much, and lose on every other.
func Defaults() Options {
	names := rerank.Features()
	return Options{Ridge: 0.01, Rounds: 200, Folds: 5, Against: func(i int) bool { return rerank.MayCountAgainst(names[i]) }}
}

// Train finds weights, one a feature, that put better graded candidates first:
// pairwise logistic loss, each pair weighted by what swapping the two would
// change in nDCG (Burges, MSR-TR-2010-82), minimised by Adam (Kingma and Ba,
// ICLR 2015) from zero, so that the result is the same each time.
func Train(examples []Example, o Options) []float64 {
	scale := scaleOf(examples)
	n := len(scale.deviation)
	w, first, second, slope := make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n)
	share := shares(examples)
	const rate, decay1, decay2 = 0.05, 0.9, 0.999
	for round := 1; round <= o.Rounds; round++ {
		for i := range slope {
			slope[i] = o.Ridge * w[i]
		}
		for _, e := range examples {
			e.slope(w, scale, share[e.Set], slope)
		}
		for i := range w {
			if slices.Contains(o.Off, i) {
				continue
			}
			first[i] = decay1*first[i] + (1-decay1)*slope[i]
			second[i] = decay2*second[i] + (1-decay2)*slope[i]*slope[i]
			step := first[i] / (1 - math.Pow(decay1, float64(round)))
			w[i] -= rate * step / (math.Sqrt(second[i]/(1-math.Pow(decay2, float64(round)))) + 1e-8)
			if o.Against != nil && !o.Against(i) {
				w[i] = max(0, w[i])
			}
		}
	}
	for i := range w {
		w[i] /= scale.deviation[i]
	}
	return w
}

type scaling struct{ deviation []float64 }

func scaleOf(examples []Example) scaling {
	var n float64
	var sum, squares []float64
	for _, e := range examples {
		for _, it := range e.Items {
			if sum == nil {
				sum, squares = make([]float64, len(it.Vector)), make([]float64, len(it.Vector))
			}
			n++
			for i, v := range it.Vector {
				sum[i] += v
				squares[i] += v * v
			}
		}
	}
	s := scaling{make([]float64, len(sum))}
	for i := range sum {
		if s.deviation[i] = math.Sqrt(max(0, squares[i]/n-sum[i]/n*sum[i]/n)); s.deviation[i] < 1e-6 {
			s.deviation[i] = 1
		}
	}
	return s
}

// Sets names the benchmarks that examples are from, sorted.
func Sets(examples []Example) []string {
	return slices.Sorted(maps.Keys(shares(examples)))
}

// shares gives what a question of each benchmark counts: all benchmarks count
// alike, and all together 1.
func shares(examples []Example) map[string]float64 {
	out := map[string]float64{}
	for _, e := range examples {
		out[e.Set]++
	}
	for set, n := range out {
		out[set] = 1 / n / float64(len(out))
	}
	return out
}

// slope adds the gradient of one question's loss, which counts by its share.
func (e Example) slope(w []float64, scale scaling, share float64, slope []float64) {
	scores := make([]float64, len(e.Items))
	for i, it := range e.Items {
		for f, v := range it.Vector {
			scores[i] += w[f] * v / scale.deviation[f]
		}
	}
	ranks := ranksOf(scores)
	ideal := e.ideal()
	if ideal == 0 {
		return
	}
	for i, a := range e.Items {
		ga := e.Grades[a.DocID]
		if ga == 0 {
			continue
		}
		for j, b := range e.Items {
			gb := e.Grades[b.DocID]
			if gb >= ga {
				continue
			}
			change := math.Abs(gain(ga)-gain(gb)) * math.Abs(discount(ranks[i])-discount(ranks[j])) / ideal
			push := share * change / (1 + math.Exp(scores[i]-scores[j]))
			for f := range slope {
				slope[f] -= push * (a.Vector[f] - b.Vector[f]) / scale.deviation[f]
			}
		}
	}
}

func gain(grade int) float64    { return float64(grade) }
func discount(rank int) float64 { return 1 / math.Log2(float64(rank)+1) }
func (e Example) ideal() (d float64) {
	var grades []int
	for _, g := range e.Grades {
		grades = append(grades, g)
	}
	slices.SortFunc(grades, func(a, b int) int { return b - a })
	for i, g := range grades {
		d += gain(g) * discount(i+1)
	}
	return d
}

// ranksOf gives each score its rank from 1; equal ones keep their order.
func ranksOf(scores []float64) []int {
	order := orderOf(scores)
	ranks := make([]int, len(scores))
	for rank, i := range order {
		ranks[i] = rank + 1
	}
	return ranks
}

func orderOf(scores []float64) []int {
	order := make([]int, len(scores))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(scores[b], scores[a]) })
	return order
}

// fold spreads questions over the folds by their id.
func (e Example) fold(folds int) int {
	return stats.Fold(e.ID, folds)
}

// scores of the candidates by weights.
func (e Example) scores(w []float64) []float64 {
	scores := make([]float64, len(e.Items))
	for i, it := range e.Items {
		for f, v := range it.Vector {
			scores[i] += w[f] * v
		}
	}
	return scores
}

// Rank orders the candidates of an example by weights.
func (e Example) Rank(w []float64) []string { return e.byScore(e.scores(w)) }

func (e Example) byScore(scores []float64) []string {
	ids := make([]string, len(e.Items))
	for rank, i := range orderOf(scores) {
		ids[rank] = e.Items[i].DocID
	}
	return ids
}

// Order is the fused order.
func (e Example) Order() []string {
	ids := make([]string, len(e.Items))
	for i, it := range e.Items {
		ids[i] = it.DocID
	}
	return ids
}

// Best is the best order that the candidates allow.
func (e Example) Best() []string {
	ids := e.Order()
	slices.SortStableFunc(ids, func(a, b string) int { return e.Grades[b] - e.Grades[a] })
	return ids
}

// Split parts the examples of one benchmark from those of the others.
func Split(examples []Example, set string) (own, others []Example) {
	for _, e := range examples {
		if e.Set == set {
			own = append(own, e)
		} else {
			others = append(others, e)
		}
	}
	return own, others
}

// CrossValidate ranks every example by weights that were trained without its
// fold.
func CrossValidate(examples []Example, o Options) map[string][]string {
	out := map[string][]string{}
	held := HeldOut(examples, o)
	for _, e := range examples {
		if scores, ok := held[e.ID]; ok {
			out[e.ID] = e.byScore(scores)
		}
	}
	return out
}
