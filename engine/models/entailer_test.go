//go:build cgo

package models

import (
	"math"
	"strings"
	"testing"
)

func TestEntailerOfTheUser(t *testing.T) {
	folder := func(network, config string) Spec {
		files := map[string]string{"model.onnx": "@" + network + ".onnx", "vocab.txt": wordVocabulary()}
		if config != "" {
			files["config.json"] = config
		}
		return Spec{Source: modelFolder(t, "mine", files), Native: native(t)}
	}
	for _, config := range []string{"", `{"id2label": {"0": "contradiction", "1": "entailment"}}`} {
		e, err := OpenEntailer(t.Context(), folder("classes", config))
		if err != nil {
			t.Fatal(err)
		}
		p, err := e.Entails(t.Context(), "beam vacuum", "water")
		// Only [SEP] is shared: classes -1 and 1.
		if want := 1 / (1 + math.Exp(-2)); err != nil || math.Abs(p-want) > 1e-6 {
			t.Errorf("%v, %v, want %v", p, err, want)
		}
		if p, err := e.Entails(t.Context(), strings.Repeat("beam ", 100000)+"\xff", "beam"); err != nil || p < 0.5 || p > 1 {
			t.Errorf("a long premise: %v, %v", p, err)
		}
		if e.ID().Name != "mine" || len(e.ID().Hash) != 64 || e.Close() != nil {
			t.Errorf("%+v", e.ID())
		}
	}
	for config, want := range map[string]string{
		`{"id2label": {"0": "entailment", "1": "contradiction"}}`: "self-test of the model of inference mine", // the labels say the wrong one
		`{"id2label": {"7": "entailment"}}`:                       "none of its 2 outputs",
	} {
		_, err := OpenEntailer(t.Context(), folder("classes", config))
		oneLineWith(t, err, want)
	}
	if _, err := OpenEntailer(t.Context(), Spec{Source: BuiltinSource}); err == nil {
		t.Error("the built-in reranker was taken for a model of inference")
	}
}

func TestProbabilityReadsEveryShape(t *testing.T) {
	half := 1 / (1 + math.Exp(-1.0))
	for name, c := range map[string]struct {
		t     tensor
		class int
		want  float64 // below 0: refused
	}{
		"one output":              {tensor{[]float32{1}, []int64{1, 1}}, -1, half},
		"two outputs":             {tensor{[]float32{0, 1}, []int64{1, 2}}, -1, half},
		"a class":                 {tensor{[]float32{1, 0}, []int64{1, 2}}, 0, half},
		"three outputs":           {tensor{[]float32{0, 0, 0}, []int64{1, 3}}, 2, 1.0 / 3},
		"three without labels":    {tensor{[]float32{0, 0, 0}, []int64{1, 3}}, -1, -1},
		"an output a token":       {tensor{[]float32{0, 1, 9, 0, 9, 0}, []int64{1, 3, 2}}, -1, half},
		"an output without shape": {tensor{}, -1, -1},
		"no number":               {tensor{[]float32{float32(math.NaN()), 1}, []int64{1, 2}}, -1, -1},
	} {
		got, err := c.t.probability(c.class)
		if (err != nil) != (c.want < 0) || err == nil && math.Abs(got-c.want) > 1e-6 {
			t.Errorf("%s: %v, %v", name, got, err)
		}
	}
}

func TestModelsThatReadOneTextHaveAPrompt(t *testing.T) {
	dir := modelFolder(t, "mine", map[string]string{"config.json": `{"model_type": "HHEMv2Config"}`})
	e := &Entailer{}
	if err := e.configure(layout{folder: dir}); err != nil || e.prompt != hhemPrompt {
		t.Errorf("%q, %v", e.prompt, err)
	}
}
