package models

import (
	"context"
	"fmt"
	"math"

	"owl/engine"
	"owl/engine/models/vec"
)

// alike is the cosine above which vectors of different texts say nothing.
const alike = 0.98

// neighbours is a question, what answers it and what has nothing to do with it.
type neighbours struct{ question, near, far string }

func known() []neighbours {
	return []neighbours{
		{"How do I reset the vacuum interlock?", "To clear the vacuum interlock, press reset on its panel.", "The cafeteria serves soup and bread on Mondays."},
		{"Why did the electron beam go down?", "The electron beam was lost because of a power failure.", "My grandmother grows tomatoes in her garden."},
		{"What is the water temperature?", "The temperature of the water is 21 degrees.", "The museum shows paintings of the last century."},
	}
}

// long are different texts that fill the window of a small model. A network
// that is broken in the usual way gives all of them nearly one vector.
func long() []string {
	sentences := []string{
		"The pump ran through the night and the pressure in the chamber fell below the set limit. ",
		"Children played in the park while their parents talked about the coming school year. ",
		"The court decided that the contract was void because one party had not signed it. ",
		"Fry the onions in butter, add flour and milk, and stir the sauce until it is thick. ",
		"The comet passed the sun in spring and was seen with the naked eye for eleven days. ",
	}
	for i, s := range sentences {
		for range 11 {
			sentences[i] += s
		}
	}
	return sentences
}

// CheckEmbedder embeds a few texts that are known to be near or far and refuses
// a model that cannot tell them apart. The error is one line that names it.
func CheckEmbedder(ctx context.Context, e engine.Embedder) error {
	if err := checkVectors(ctx, e); err != nil {
		return fmt.Errorf("self-test of the embedder %s: %w", e.ID().Name, err)
	}
	return nil
}

func checkVectors(ctx context.Context, e engine.Embedder) error {
	for _, n := range known() {
		q, err := e.EmbedQuery(ctx, n.question)
		if err != nil {
			return err
		}
		v, err := e.EmbedPassages(ctx, []string{n.near, n.far})
		if err != nil {
			return err
		}
		if err := sound(e.ID().Dim, append(v, q), 3); err != nil {
			return err
		}
		if near, far := vec.Dot(q, v[0]), vec.Dot(q, v[1]); near <= far {
			return fmt.Errorf("%q is not nearer to %q (%.3f) than to %q (%.3f)", n.question, n.near, near, n.far, far)
		}
	}
	return checkLong(ctx, e)
}

func checkLong(ctx context.Context, e engine.Embedder) error {
	texts := long()
	v, err := e.EmbedPassages(ctx, texts)
	if err != nil {
		return err
	}
	if err := sound(e.ID().Dim, v, len(texts)); err != nil {
		return err
	}
	for i := range v {
		for j := range v[:i] {
			if c := vec.Dot(v[i], v[j]); c > alike {
				return fmt.Errorf("different long texts come out alike, with a cosine of %.3f", c)
			}
		}
	}
	return nil
}

// sound refuses vectors that are not of one dimension and of unit length.
func sound(dim int, vectors [][]float32, want int) error {
	if len(vectors) != want {
		return fmt.Errorf("%d vectors for %d texts", len(vectors), want)
	}
	for _, v := range vectors {
		if dim == 0 || len(v) != dim {
			return fmt.Errorf("a vector of %d elements where the model has %d", len(v), dim)
		}
		if length := math.Sqrt(vec.Dot(v, v)); !(math.Abs(length-1) < 1e-3) { // written so that NaN is refused
			return fmt.Errorf("a vector of the length %.3g, want 1", length)
		}
	}
	return nil
}

// CheckCrossEncoder judges a few passages that are known to be right or wrong
// and refuses a model that prefers a wrong one. The error is one line that
// names it.
func CheckCrossEncoder(ctx context.Context, c engine.CrossEncoder) error {
	for _, n := range known() {
		scores, err := c.Score(ctx, n.question, []string{n.far, n.near})
		switch {
		case err != nil:
		case len(scores) != 2:
			err = fmt.Errorf("%d scores for 2 passages", len(scores))
		case !(scores[1] > scores[0]): // written so that NaN is refused
			err = fmt.Errorf("to %q it prefers %q (%.3f) to %q (%.3f)", n.question, n.far, scores[0], n.near, scores[1])
		}
		if err != nil {
			return fmt.Errorf("self-test of the reranker %s: %w", c.ID().Name, err)
		}
	}
	return nil
}
