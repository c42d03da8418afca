package models

import (
	"context"
	"errors"
	"fmt"

	"owl/engine/nativedir"
)

// library is the ONNX Runtime that the binding was tried with.
const library = "lib/libonnxruntime.so.1.32.0"

// Role is what a model is for.
type Role string

// The roles of the built-in models.
const (
	Embedder Role = "embedder" // text to a vector
	Reranker Role = "reranker" // question and passage to one score
)

// File is one file of a model.
type File struct {
	Name   string // inside the folder of native parts
	SHA256 string // in hexadecimal
}

// Model is one built-in model in Hugging Face layout.
type Model struct {
	Role   Role
	Name   string
	Output string // the tensor that is read
	Files  []File // the first is the network
}

// Builtin lists the models that come with Owl.
func Builtin() []Model {
	const vocabulary = "07eced375cec144d27c900241f3e339478dec958f92fddbc551f295c992038a3"
	return []Model{
		{Embedder, "bge-small-en-v1.5", "last_hidden_state", []File{
			{"models/embedder/model.onnx", "68807e3ff2abb83cdd708d8243fd398246e397bfee2ba611c2bad728e27df743"},
			{"models/embedder/tokenizer.json", "d241a60d5e8f04cc1b2b3e9ef7a4921b27bf526d9f6050ab90f9267a1f9e5c66"},
			{"models/embedder/vocab.txt", vocabulary},
		}},
		{Reranker, "ms-marco-MiniLM-L-12-v2", "logits", []File{
			{"models/reranker/model.onnx", "1225ccd6afd0f1b43a1b08bf67cd1cb68c05aafb443e9d8450015b8b3837ffd1"},
			{"models/reranker/tokenizer.json", "cb374d6bc042c22455946f4e09a89d29882a199fdaf8fb25be00dc8b8857a448"},
			{"models/reranker/vocab.txt", vocabulary},
		}},
	}
}

// Status says what the model runtime can do here.
type Status struct {
	Library string // path of ONNX Runtime
	Version string // as the library names itself, such as "1.32.0"
	Models  []ModelStatus
}

// ModelStatus says whether one model can be used.
type ModelStatus struct {
	Model Model
	Err   error // nil when its files are there and it opens
}

// Depth says how much Runtime reads.
type Depth int

// The depths of a check.
const (
	Open Depth = iota // files are there and the network opens: under a second a model
	Full              // the SHA-256 of every file too
)

// Runtime loads ONNX Runtime from dir and opens each built-in model once. The
// error is for the runtime as a whole, in one line; what is wrong with one
// model stands in its ModelStatus.
func Runtime(ctx context.Context, dir nativedir.Dir, depth Depth) (Status, error) {
	version, err := load(dir)
	if err != nil {
		return Status{}, fmt.Errorf("models are not available: %w", err)
	}
	status := Status{Library: dir.Path(library), Version: version}
	for _, m := range Builtin() {
		status.Models = append(status.Models, ModelStatus{Model: m, Err: m.check(ctx, dir, depth)})
	}
	return status, nil
}

func (m Model) check(ctx context.Context, dir nativedir.Dir, depth Depth) error {
	for _, f := range m.Files {
		_, err := dir.File(f.Name)
		if err == nil && depth == Full {
			err = dir.Check(ctx, f.Name, f.SHA256)
		}
		if err != nil {
			return fmt.Errorf("model %s: %w", m.Name, err)
		}
	}
	if err := errors.Join(ctx.Err(), tryOpen(dir.Path(m.Files[0].Name), m.Output)); err != nil {
		return fmt.Errorf("model %s: %w", m.Name, err)
	}
	return nil
}
