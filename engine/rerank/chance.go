package rerank

import "math"

// Chance says how likely a record is relevant by its score of one Model: Of is a
// logistic curve that is one half at Middle.
type Chance struct {
	Middle float64 `json:"middle"`
	Slope  float64 `json:"slope"`
}

// Of is the chance of a score, 0..1.
func (c Chance) Of(score float64) float64 { return 1 / (1 + math.Exp(-c.Slope*(score-c.Middle))) }
