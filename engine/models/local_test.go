//go:build cgo

package models

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"strings"
	"testing"

	"golang.org/x/sync/errgroup"

	"owl/engine"
	"owl/engine/models/vec"
)

func TestBuiltinPair(t *testing.T) {
	spec := Spec{Native: native(t), Workers: 2}
	e, r := OpenEmbedder(spec), OpenReranker(spec)
	r.Warm(t.Context())
	for _, part := range []struct {
		name string
		test func(*testing.T, LazyEmbedder, LazyReranker)
	}{
		{"who they are", whoTheyAre},
		{"any text is taken", anyText},
		{"the vectors are those of the reference", referenceVectors},
		{"the company changes no vector", company},
		{"a question has one vector", oneVector},
		{"the caller ends a long work", callerEnds},
		{"many use them at once, until the end", manyAtOnce}, // closes them
	} {
		t.Run(part.name, func(t *testing.T) { part.test(t, e, r) })
	}
}

func whoTheyAre(t *testing.T, e LazyEmbedder, r LazyReranker) {
	id, err := e.Wait(t.Context())
	want := engine.ModelID{Name: "bge-small-en-v1.5", Hash: Builtin()[0].Files[0].SHA256, Dim: 384, Pooling: "cls", QueryPrefix: bgeQuery}
	if err != nil || id != want || e.ID() != want {
		t.Errorf("embedder %+v, %v; want %+v", id, err, want)
	}
	id, err = r.Wait(t.Context())
	if want := (engine.ModelID{Name: "ms-marco-MiniLM-L-12-v2", Hash: Builtin()[1].Files[0].SHA256}); err != nil || id != want {
		t.Errorf("reranker %+v, %v; want %+v", id, err, want)
	}
}

// oneVector asks so often that a second session answers.
func oneVector(t *testing.T, e LazyEmbedder, _ LazyReranker) {
	ask := func() []float32 {
		v, err := e.EmbedQuery(t.Context(), "why was there a beam loss")
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	first := ask()
	for range askedOften {
		ask()
	}
	loaded, err := e.get(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	second := loaded.(*embedder).questions
	<-second.done
	if second.net == nil {
		t.Fatal("no second session")
	}
	if !slices.Equal(first, ask()) {
		t.Error("the second session gives another vector")
	}
}

func anyText(t *testing.T, e LazyEmbedder, r LazyReranker) {
	long := strings.Repeat("beam loss ", 5000)
	vectors, err := e.EmbedPassages(t.Context(), []string{"", "[CLS]\x00\xff", long})
	if err != nil || len(vectors) != 3 {
		t.Errorf("%d vectors, %v", len(vectors), err)
	}
	for _, question := range []string{"", "?", long} {
		if _, err := e.EmbedQuery(t.Context(), question); err != nil {
			t.Error(err)
		}
		if got, err := r.Score(t.Context(), question, []string{"", "\x00"}); err != nil || len(got) != 2 {
			t.Errorf("scores %v, %v", got, err)
		}
	}
}

// referenceVectors compares with ONNX Runtime and the tokenizers of Python, run
// over the same files. 8-bit kernels differ a little from CPU to CPU.
func referenceVectors(t *testing.T, e LazyEmbedder, r LazyReranker) {
	const question, passage = "why was there a beam loss", "The beam was lost because a vacuum valve closed."
	q, err := e.EmbedQuery(t.Context(), question)
	if err != nil {
		t.Fatal(err)
	}
	p, err := e.EmbedPassages(t.Context(), []string{passage})
	if err != nil {
		t.Fatal(err)
	}
	s, err := r.Score(t.Context(), question, []string{passage})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name      string
		got, want []float32
		within    float64
	}{
		{"question", q[:4], []float32{-0.0355, -0.0216, -0.0201, 0.0271}, 0.005},
		{"passage", p[0][:4], []float32{-0.0053, -0.0218, 0.0150, 0.0004}, 0.005},
		{"cosine", []float32{float32(vec.Dot(q, p[0]))}, []float32{0.7657}, 0.01},
		{"score", s, []float32{7.752}, 0.3},
	} {
		for i := range c.want {
			if math.Abs(float64(c.got[i]-c.want[i])) > c.within {
				t.Errorf("%s: %v, want %v", c.name, c.got, c.want)
			}
		}
	}
}

func company(t *testing.T, e LazyEmbedder, _ LazyReranker) {
	texts := []string{"The pump was replaced.", strings.Repeat("vacuum pressure ", 100), "ion chamber"}
	together, err := e.EmbedPassages(t.Context(), texts)
	if err != nil {
		t.Fatal(err)
	}
	for i, text := range texts {
		alone, err := e.EmbedPassages(t.Context(), []string{text})
		if err != nil || !slices.Equal(alone[0], together[i]) {
			t.Errorf("text %d gets another vector alone, %v", i, err)
		}
	}
}

func callerEnds(t *testing.T, e LazyEmbedder, r LazyReranker) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	many := slices.Repeat([]string{"beam"}, 100_000)
	if _, err := e.EmbedPassages(ctx, many); !errors.Is(err, context.Canceled) {
		t.Errorf("embedding gives %v", err)
	}
	if _, err := r.Score(ctx, "beam", many); !errors.Is(err, context.Canceled) {
		t.Errorf("judging gives %v", err)
	}
	endsWithin(t, e)
}

// endsWithin ends a run that has begun: it would go on for a second.
func endsWithin(t *testing.T, e LazyEmbedder) {
	loaded, err := e.get(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	net := loaded.(*embedder).net.(*network)
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		for len(net.slots) == 0 {
			runtime.Gosched()
		}
		cancel()
	}()
	if _, err := e.EmbedPassages(ctx, []string{strings.Repeat("beam loss ", 5000)}); !errors.Is(err, context.Canceled) {
		t.Errorf("a run that has begun gives %v", err)
	}
	if _, err := e.EmbedPassages(t.Context(), []string{"beam"}); err != nil {
		t.Errorf("the next run gives %v", err)
	}
}

func manyAtOnce(t *testing.T, e LazyEmbedder, r LazyReranker) {
	var group errgroup.Group
	for i := range 6 {
		group.Go(func() error {
			_, first := e.EmbedPassages(t.Context(), []string{fmt.Sprint("beam ", i), "orbit"})
			_, second := e.EmbedQuery(t.Context(), "beam")
			_, third := r.Score(t.Context(), "beam", []string{"orbit", "beam"})
			return errors.Join(first, second, third)
		})
	}
	if err := group.Wait(); err != nil {
		t.Fatal(err)
	}
	model, err := e.get(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if n := model.(*embedder).net.(*network).live.Load(); n != 0 {
		t.Errorf("%d tensors were not destroyed", n)
	}
	for range 4 {
		group.Go(func() error { // these race with the end: each is answered or told
			if _, err := e.EmbedPassages(t.Context(), []string{"beam", "orbit", "pump"}); !errors.Is(err, errClosed) {
				return err
			}
			return nil
		})
	}
	if err := errors.Join(e.Close(), r.Close(), group.Wait()); err != nil {
		t.Error(err)
	}
	if _, err := model.EmbedQuery(t.Context(), "beam"); !errors.Is(err, errClosed) {
		t.Errorf("a use after the end gives %v", err)
	}
}

// wordVocabulary has the words of the self-test, for the networks of testdata.
func wordVocabulary() string {
	words := []string{"[PAD]", "[UNK]", "[CLS]", "[SEP]", "query", "passage", ":"}
	text := strings.Join(long(), " ")
	for _, n := range known() {
		text += " " + n.question + " " + n.near + " " + n.far
	}
	for word := range strings.FieldsSeq(strings.NewReplacer(".", " . ", ",", " , ", "?", " ? ").Replace(strings.ToLower(text))) {
		if !slices.Contains(words, word) {
			words = append(words, word)
		}
	}
	return strings.Join(words, "\n")
}

func TestFolderOfTheUser(t *testing.T) {
	for _, c := range []struct {
		name, network string
		files         map[string]string
		pooling, want string // want is the error; empty when the model is taken
	}{
		{"mean of the tokens", "hidden", nil, "mean", ""},
		{"positions as an input", "positions", nil, "mean", ""},
		{"a network that pools", "sentence", nil, "mean", ""},
		{"a further layer inside of the network", "sentence", map[string]string{"modules.json": `[{"type": "x.Dense"}]`}, "mean", ""},
		{"a further layer outside of the network", "hidden", map[string]string{"modules.json": `[{"type": "x.Dense"}]`}, "", `no output "sentence_embedding", but last_hidden_state`},
		{"the wrong pooling", "hidden", map[string]string{"1_Pooling/config.json": `{"pooling_mode_cls_token": true}`}, "", "self-test of the embedder mine"},
		{"the last token of a text that always ends alike", "hidden", map[string]string{"1_Pooling/config.json": `{"pooling_mode_lasttoken": true}`}, "", "self-test"},
		{"no tokenizer", "hidden", map[string]string{"vocab.txt": ""}, "", "vocab.txt"},
		{"an output of halves", "half", nil, "", `output "last_hidden_state"`},
		{"short ids", "short-ids", nil, "", `input "input_ids"`},
		{"pictures", "pictures", nil, "", `input "pixel_values"`},
		{"a network that judges", "classes", nil, "", `no output "sentence_embedding" or "last_hidden_state"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			files := map[string]string{"model.onnx": "@" + c.network + ".onnx", "vocab.txt": wordVocabulary()}
			for name, text := range c.files {
				files[name] = text
			}
			e := OpenEmbedder(Spec{Source: modelFolder(t, "mine", files), Native: native(t)})
			defer e.Close()
			id, err := e.Wait(t.Context())
			if c.want != "" {
				oneLineWith(t, err, c.want)
				return
			}
			if err != nil || id.Name != "mine" || id.Dim != 256 || id.Pooling != c.pooling || len(id.Hash) != 64 {
				t.Errorf("id %+v, %v", id, err)
			}
		})
	}
}

func oneLineWith(t *testing.T, err error, want string) {
	t.Helper()
	if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "mine") || strings.Contains(err.Error(), "\n") {
		t.Errorf("error %v, want one line with the model's name and %q", err, want)
	}
}

func TestRerankerOfTheUser(t *testing.T) {
	open := func(network string) LazyReranker {
		files := map[string]string{"onnx/model.onnx": "@" + network + ".onnx", "vocab.txt": wordVocabulary()}
		return OpenReranker(Spec{Source: modelFolder(t, "mine", files), Native: native(t)})
	}
	r := open("classes")
	defer r.Close()
	got, err := r.Score(t.Context(), "beam vacuum", []string{"water", "beam vacuum beam"})
	if err != nil {
		t.Fatal(err)
	}
	// One shared [SEP]; then beam twice and vacuum once more. The two classes are minus and plus that.
	if want := []float32{2, 8}; !slices.Equal(got, want) {
		t.Errorf("scores %v, want %v", got, want)
	}
	for network, want := range map[string]string{"classes-swapped": "self-test of the reranker mine", "hidden": `no output "logits"`} {
		bad := open(network)
		_, err := bad.Wait(t.Context())
		oneLineWith(t, err, want)
		if bad.State().Phase != Failed || bad.Close() != nil {
			t.Errorf("state %+v", bad.State())
		}
	}
}

func TestPrefixesChangeTheVector(t *testing.T) {
	files := map[string]string{"model.onnx": "@hidden.onnx", "vocab.txt": wordVocabulary()}
	dir := modelFolder(t, "mine", files)
	e := OpenEmbedder(Spec{Source: dir, Native: native(t), Prefixes: &Prefixes{"query: ", "passage: "}})
	defer e.Close()
	q, err := e.EmbedQuery(t.Context(), "beam")
	if err != nil {
		t.Fatal(err)
	}
	p, err := e.EmbedPassages(t.Context(), []string{"beam"})
	if err != nil {
		t.Fatal(err)
	}
	// [CLS], the prefix, a colon, beam and [SEP]: four of five are the same.
	if c := vec.Dot(q, p[0]); math.Abs(c-0.8) > 1e-6 {
		t.Errorf("cosine %v, want 0.8", c)
	}
}

func TestBuiltinModelThatWasChangedIsRefused(t *testing.T) {
	e := OpenEmbedder(Spec{Native: damaged(t, "models/embedder/model.onnx", "not this")})
	defer e.Close()
	_, err := e.EmbedQuery(t.Context(), "beam")
	if !errors.Is(err, engine.ErrDamaged) || !strings.Contains(err.Error(), "model.onnx") {
		t.Errorf("error %v", err)
	}
	r := OpenReranker(Spec{Native: damaged(t, "models/reranker/tokenizer.json", "not this")})
	defer r.Close()
	if _, err := r.Score(t.Context(), "a", []string{"b"}); err == nil || !strings.Contains(err.Error(), "tokenizer.json") {
		t.Errorf("error %v", err)
	}
}
