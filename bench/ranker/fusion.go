package ranker

import (
	"context"
	"fmt"

	"owl/bench/metrics"
	"owl/engine/fuse"
	"owl/engine/retrieve"
)

// Question is what a fusion is measured with.
type Question struct {
	Request retrieve.Request
	Grades  metrics.Grades
}

// Measured is what one fusion reaches, by intent and over all questions ("").
type Measured struct {
	Name   string
	Fusion retrieve.Fusion
	NDCG   map[string]float64
	Recall map[string]float64 // at 20
}

// Candidates lists the fusions that are compared: the reference system's weighted
// reciprocal rank, and normalised scores with more or less of each channel.
func Candidates() map[string]func(intent string) retrieve.Fusion {
	second := map[string]float64{retrieve.Paraphrases: 0.2, retrieve.Feedback: 0.3, retrieve.Alike: 0.3, retrieve.Linked: 0.3}
	with := func(f retrieve.Fusion, scale float64) retrieve.Fusion {
		weights := map[string]float64{}
		for name, w := range f.Weights {
			weights[name] = w
		}
		for name, w := range second {
			weights[name] = scale * w
		}
		f.Weights = weights
		return f
	}
	out := map[string]func(string) retrieve.Fusion{
		"reciprocal rank, weights of the reference": func(intent string) retrieve.Fusion {
			f, ok := retrieve.Reference()[intent]
			if !ok {
				f = retrieve.Reference()["general"]
			}
			return with(f, 0.5)
		},
	}
	for _, text := range []float64{0.3, 0.6, 1} {
		for _, smoothing := range []float64{0, 0.3} {
			f := retrieve.Fusion{Method: fuse.Normalised, Weights: map[string]float64{retrieve.Text: text, retrieve.Dense: 1, retrieve.Graph: 0.3}, Smoothing: smoothing}
			out[fmt.Sprintf("normalised scores, text %g, smoothing %g", text, smoothing)] = func(string) retrieve.Fusion { return with(f, 1) }
		}
	}
	return out
}

// Measure ranks every question by one fusion.
func Measure(ctx context.Context, parts retrieve.Parts, name string, fusion func(intent string) retrieve.Fusion, questions []Question) (Measured, error) {
	m := Measured{Name: name, Fusion: fusion(""), NDCG: map[string]float64{}, Recall: map[string]float64{}}
	counts := map[string]float64{}
	for _, q := range questions {
		parts.Settings.Fusion = map[string]retrieve.Fusion{"general": fusion(q.Request.Intent)}
		judged, err := retrieve.New(parts).Judge(ctx, q.Request)
		if err != nil {
			return m, fmt.Errorf("fusion by %s: %w", name, err)
		}
		var ids []string
		for _, j := range judged {
			ids = append(ids, j.DocID)
		}
		for _, intent := range []string{"", q.Request.Intent} {
			counts[intent]++
			m.NDCG[intent] += metrics.NDCG(ids, q.Grades, 10)
			m.Recall[intent] += metrics.Recall(ids, q.Grades, 20)
		}
	}
	for intent, n := range counts {
		m.NDCG[intent] /= n
		m.Recall[intent] /= n
	}
	return m, nil
}

// value is what fusions are compared by: the order near the top, and what comes
// into the ranker's reach.
func (m Measured) value(intent string) float64 { return m.NDCG[intent] + m.Recall[intent] }

// clearly is by how much an intent's own fusion must be better than the one for
// all: a dozen questions an intent cannot tell smaller differences.
const clearly = 0.04

// Best gives the fusion that is best over all questions, and an intent's own where
// another one is clearly better for it.
func Best(all []Measured, fusions map[string]func(string) retrieve.Fusion) map[string]retrieve.Fusion {
	best := all[0]
	for _, m := range all {
		if m.value("") > best.value("") {
			best = m
		}
	}
	out := map[string]retrieve.Fusion{"general": fusions[best.Name]("general")}
	for intent := range best.NDCG {
		own := best
		for _, m := range all {
			if m.value(intent) > own.value(intent)+clearly {
				own = m
			}
		}
		if intent != "" && own.Name != best.Name {
			out[intent] = fusions[own.Name](intent)
		}
	}
	return out
}
