package models

import (
	"context"
	"math"
	"strings"
	"testing"

	"owl/engine"
)

// vectors is an embedder that gives what a function says.
type vectors struct {
	dim   int
	embed func(text string) []float32
}

func (v vectors) ID() engine.ModelID { return engine.ModelID{Name: "fake", Dim: v.dim} }

func (v vectors) EmbedQuery(_ context.Context, text string) ([]float32, error) {
	return v.embed(text), nil
}

func (v vectors) EmbedPassages(_ context.Context, texts []string) ([][]float32, error) {
	var out [][]float32
	for _, t := range texts {
		out = append(out, v.embed(t))
	}
	return out, nil
}

// letters counts the words of a text by their first four letters, which is
// enough to pass.
func letters(text string) []float32 {
	out := make([]float32, 512)
	for word := range strings.FieldsSeq(strings.ToLower(text)) {
		sum := 0
		for i, r := range strings.Trim(word, ".,?") {
			if i < 4 {
				sum = sum*31 + int(r)
			}
		}
		out[sum%len(out)]++
	}
	var length float64
	for _, x := range out {
		length += float64(x * x)
	}
	for i := range out {
		out[i] /= float32(math.Sqrt(length))
	}
	return out
}

func refused(t *testing.T, err error, want string) {
	t.Helper()
	if want == "" {
		if err != nil {
			t.Errorf("a sound model is refused: %v", err)
		}
		return
	}
	if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "fake") || strings.Contains(err.Error(), "\n") {
		t.Errorf("error %v, want one line with the name and %q", err, want)
	}
}

func TestSelfTestOfEmbedders(t *testing.T) {
	change := func(f func(text string, v []float32) []float32) func(string) []float32 {
		return func(text string) []float32 { return f(text, letters(text)) }
	}
	for _, c := range []struct {
		name  string
		embed func(string) []float32
		want  string
	}{
		{"a sound one", letters, ""},
		{"always the same vector", func(string) []float32 { return letters("same") }, "is not nearer"},
		{"the nearest taken for the farthest", change(func(text string, v []float32) []float32 {
			if strings.HasSuffix(text, "?") {
				for i := range v {
					v[i] = -v[i]
				}
			}
			return v
		}), "is not nearer"},
		{"long texts alike", change(func(text string, v []float32) []float32 {
			if len(text) > 500 {
				return letters("a")
			}
			return v
		}), "long texts come out alike"},
		{"no number", change(func(_ string, v []float32) []float32 { v[3] = float32(math.NaN()); return v }), "length NaN"},
		{"zero", func(string) []float32 { return make([]float32, 512) }, "length 0"},
		{"not of unit length", change(func(_ string, v []float32) []float32 {
			for i := range v {
				v[i] *= 2
			}
			return v
		}), "length 2"},
		{"another dimension", change(func(_ string, v []float32) []float32 { return v[:511] }), "511 elements"},
	} {
		t.Run(c.name, func(t *testing.T) {
			refused(t, CheckEmbedder(t.Context(), vectors{512, c.embed}), c.want)
		})
	}
}

// scores is a cross-encoder that gives what a function says.
type scores func(query string, passages []string) []float32

func (scores) ID() engine.ModelID { return engine.ModelID{Name: "fake"} }

func (s scores) Score(_ context.Context, query string, passages []string) ([]float32, error) {
	return s(query, passages), nil
}

func TestSelfTestOfCrossEncoders(t *testing.T) {
	overlap := func(sign float32) scores {
		return func(query string, passages []string) (out []float32) {
			for _, p := range passages {
				var sum float32
				for i, x := range letters(query) {
					sum += x * letters(p)[i]
				}
				out = append(out, sign*sum)
			}
			return out
		}
	}
	for _, c := range []struct {
		name  string
		score scores
		want  string
	}{
		{"a sound one", overlap(1), ""},
		{"the wrong way round", overlap(-1), "it prefers"},
		{"always the same", func(_ string, p []string) []float32 { return make([]float32, len(p)) }, "it prefers"},
		{"no number", func(_ string, p []string) []float32 {
			out := overlap(1)("beam", p)
			out[1] = float32(math.NaN())
			return out
		}, "it prefers"},
		{"a score too few", func(_ string, p []string) []float32 { return make([]float32, len(p)-1) }, "1 scores for 2"},
	} {
		t.Run(c.name, func(t *testing.T) { refused(t, CheckCrossEncoder(t.Context(), c.score), c.want) })
	}
}
