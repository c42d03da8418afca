package retrieve

import (
	"encoding/json"
	"fmt"
	"io"
	"time"

	"owl/engine/fuse"
	"owl/engine/rerank"
)

// Settings say how the channels are joined and their records ordered. Their
// JSON form is a file that people read and that training writes.
type Settings struct {
	Fusion map[string]Fusion `json:"fusion"` // by intent; "general" must be there
	Ranker rerank.Model      `json:"ranker"`
}

// Fusion says how the channels are joined for one intent.
type Fusion struct {
	Method  fuse.Method        `json:"method"`
	Weights map[string]float64 `json:"weights"` // by channel; one that is missing is not asked
	// Feedback moves the question's vector towards what it found first (Rocchio):
	// the question plus this share of the mean of the first three.
	Feedback float64 `json:"feedback"`
	// Smoothing is what the mean of a record's three nearest neighbours among
	// the candidates counts beside its own score.
	Smoothing float64 `json:"smoothing"`
}

// ReadSettings reads settings. The error names what is wrong.
func ReadSettings(r io.Reader) (Settings, error) {
	var s Settings
	d := json.NewDecoder(r)
	d.DisallowUnknownFields()
	if err := d.Decode(&s); err != nil {
		return Settings{}, fmt.Errorf("read the ranking's settings: %w", err)
	}
	if _, ok := s.Fusion[general]; !ok {
		return Settings{}, fmt.Errorf("read the ranking's settings: no fusion for intent %q", general)
	}
	for intent, f := range s.Fusion {
		if f.Method != fuse.Reciprocal && f.Method != fuse.Normalised {
			return Settings{}, fmt.Errorf("read the ranking's settings: intent %q: no method %q", intent, f.Method)
		}
	}
	return s, s.Ranker.Check()
}

const general = "general"

// For gives the fusion of an intent, that of "general" when it has none.
func (s Settings) For(intent string) Fusion {
	if f, ok := s.Fusion[intent]; ok {
		return f
	}
	return s.Fusion[general]
}

func (s Settings) crossDeadline() time.Duration { return 450 * time.Millisecond }

// Reference are the weights that the reference system states for weighted
// reciprocal rank fusion, by intent.
func Reference() map[string]Fusion {
	weights := func(dense, text, graph float64) Fusion {
		return Fusion{Method: fuse.Reciprocal, Weights: map[string]float64{Dense: dense, Text: text, Graph: graph}}
	}
	return map[string]Fusion{
		"factual": weights(0.2, 0.5, 0.3), "value": weights(0.1, 0.6, 0.3), "temporal": weights(0.3, 0.5, 0.2),
		"troubleshooting": weights(0.3, 0.2, 0.5), "multi_hop": weights(0.3, 0.2, 0.5), "comparative": weights(0.4, 0.3, 0.3),
		"code": weights(0.5, 0.5, 0), general: weights(0.4, 0.3, 0.3),
	}
}

// UsesCross reports whether the cross-encoder has a weight for any intent.
func (s Settings) UsesCross() bool {
	for _, w := range s.Ranker.Cross {
		if w != 0 {
			return true
		}
	}
	return false
}
