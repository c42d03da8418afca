package score

import (
	"cmp"
	"slices"

	"owl/bench/stats"
)

// Figure is a mean over questions with its 95 % bootstrap interval. N 0 says
// that there is none.
type Figure struct {
	Metric   string     `json:"metric"`
	Layer    Layer      `json:"layer"`
	N        int        `json:"n"`
	Mean     float64    `json:"mean"`
	Interval [2]float64 `json:"interval"`
	// Short counts the questions whose trace holds too little of the ranking. A
	// mean over the others would be one over the easy ones, so there is none.
	Short int `json:"short,omitempty"`
}

// Bootstrap says how intervals are drawn. The same seed gives the same
// intervals.
type Bootstrap struct {
	Resamples int // 0 is stats.Resamples
	Seed      uint64
}

func (b Bootstrap) resamples() int { return cmp.Or(b.Resamples, stats.Resamples) }

// Figures gives the mean of every metric over some questions.
func Figures(questions []Question, b Bootstrap) []Figure {
	all := Metrics()
	out := make([]Figure, 0, len(all))
	for _, m := range all {
		out = append(out, m.figure(questions, b))
	}
	return out
}

func (m Metric) figure(questions []Question, b Bootstrap) Figure {
	f := Figure{Metric: m.Name, Layer: m.Layer}
	var values []float64
	for _, q := range questions {
		v, ok, short := m.Value(q)
		if ok {
			values = append(values, v)
		}
		if short {
			f.Short++
		}
	}
	if f.Short > 0 || len(values) == 0 {
		return f
	}
	e := stats.Mean(values, b.resamples(), b.Seed)
	f.N, f.Mean, f.Interval = e.N, e.Mean, e.Interval
	return f
}

// Group is the figures of the questions that share something.
type Group struct {
	Name    string   `json:"name"`
	N       int      `json:"n"` // questions
	Figures []Figure `json:"figures"`
}

// By names what questions are grouped by.
type By func(About) string

// ByType groups by query type.
func ByType(a About) string { return a.Type }

// ByCollection groups by the collection that most of the answer stands in.
func ByCollection(a About) string { return a.Collection }

// ByDifficulty groups by difficulty.
func ByDifficulty(a About) string { return a.Difficulty }

// BySplit groups by split.
func BySplit(a About) string { return a.Split }

// Groups gives the figures of each group, by name.
func Groups(questions []Question, by By, b Bootstrap) []Group {
	members := map[string][]Question{}
	for _, q := range questions {
		members[by(q.About)] = append(members[by(q.About)], q)
	}
	out := make([]Group, 0, len(members))
	for name, list := range members {
		out = append(out, Group{Name: name, N: len(list), Figures: Figures(list, b)})
	}
	slices.SortFunc(out, func(a, b Group) int { return cmp.Compare(a.Name, b.Name) })
	return out
}
