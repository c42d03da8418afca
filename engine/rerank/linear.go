package rerank

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"owl/engine"
	"owl/engine/terms"
)

// Model is a linear ranker: a candidate's score is the sum of its features,
// each times its weight. Its JSON form is the file that people read.
type Model struct {
	About   string             `json:"about"`   // what it was trained on, and what it reached there
	Weights map[string]float64 `json:"weights"` // by the name of the feature
	// Cross is the weight of the cross-encoder's level by intent; an intent that
	// is missing has that of "general".
	Cross map[string]float64 `json:"cross_encoder"`
	// Chance turns a score into a chance; nil when it was not measured.
	Chance *Chance `json:"chance,omitempty"`
}

// Check says which feature is not known or has no weight.
func (m Model) Check() error {
	for _, name := range features() {
		if _, ok := m.Weights[name]; !ok {
			return fmt.Errorf("read the ranker: feature %q has no weight", name)
		}
	}
	for name := range m.Weights {
		if !slices.Contains(features(), name) {
			return fmt.Errorf("read the ranker: no feature %q", name)
		}
	}
	return nil
}

// CrossWeight is the weight of the cross-encoder for an intent.
func (m Model) CrossWeight(intent string) float64 {
	if w, ok := m.Cross[intent]; ok {
		return w
	}
	return m.Cross["general"]
}

// Scored is a candidate's place in the new order.
type Scored struct {
	At      int // in the list of candidates
	Score   float64
	Explain *engine.Explanation // nil unless asked for
}

// Rank orders the candidates, best first; equal ones stay as they were. The error
// is that of the context.
func (m Model) Rank(ctx context.Context, q Question, reader *Reader, candidates []Candidate, weigh terms.Weigher, explain bool) ([]Scored, error) {
	vectors, err := q.Vectors(ctx, reader, candidates, weigh)
	if err != nil {
		return nil, err
	}
	out := make([]Scored, len(candidates))
	for i, v := range vectors {
		out[i] = Scored{At: i, Score: m.score(v)}
		if explain {
			out[i].Explain = m.explain(v)
		}
	}
	sortScored(out)
	return out, nil
}

func sortScored(list []Scored) {
	slices.SortStableFunc(list, func(a, b Scored) int { return cmp.Compare(b.Score, a.Score) })
}

func (m Model) score(v []float64) float64 {
	sum := 0.0
	for i, name := range features() {
		sum += m.Weights[name] * v[i]
	}
	return sum
}

func (m Model) explain(v []float64) *engine.Explanation {
	e := &engine.Explanation{Label: "linear ranker: sum of", Value: m.score(v)}
	for i, name := range features() {
		if part := m.Weights[name] * v[i]; part != 0 {
			e.Parts = append(e.Parts, engine.Explanation{Label: fmt.Sprintf("%s %.3f, weight %.3g", name, v[i], m.Weights[name]), Value: part})
		}
	}
	return e
}
