package compose

import (
	"crypto/sha256"
	_ "embed" // for the built-in model
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
)

// Model says how likely an answer needs a unit of a record: a logistic
// regression over readable features. Its JSON form is the file that people read.
type Model struct {
	About   string             `json:"about"` // what it was trained on, and what it reached there
	Bias    float64            `json:"bias"`  // logarithm of the odds of a unit without any feature
	Weights map[string]float64 `json:"weights"`

	hash    string
	inOrder []float64 // the weights, in the order of the features
}

//go:embed composing.json
var builtin string

// Builtin is the model that comes with Owl.
func Builtin() *Model {
	m, err := ReadModel(strings.NewReader(builtin))
	if err != nil {
		panic(err) // a test reads it
	}
	return m
}

// ReadModel reads the JSON form of a model. The error says which feature is not
// known or has no weight.
func ReadModel(r io.Reader) (*Model, error) {
	data, err := io.ReadAll(r)
	if err != nil {
		return nil, fmt.Errorf("read the composer's weights: %w", err)
	}
	m := &Model{}
	if err := json.Unmarshal(data, m); err != nil {
		return nil, fmt.Errorf("read the composer's weights: %w", err)
	}
	sum := sha256.Sum256(data)
	m.hash = hex.EncodeToString(sum[:6])
	return m, m.check()
}

func (m *Model) check() error {
	for _, name := range Features() {
		w, ok := m.Weights[name]
		if !ok {
			return fmt.Errorf("read the composer's weights: feature %q has no weight", name)
		}
		m.inOrder = append(m.inOrder, w)
	}
	for name := range m.Weights {
		if !slices.Contains(Features(), name) {
			return fmt.Errorf("read the composer's weights: no feature %q", name)
		}
	}
	return nil
}

// Hash identifies the file that the model was read from.
func (m *Model) Hash() string { return m.hash }

// likely is the logistic function of the weighted features.
func (m *Model) likely(x []float64) float64 {
	z := m.Bias
	for i, w := range m.inOrder {
		z += w * x[i]
	}
	return 1 / (1 + math.Exp(-z))
}
