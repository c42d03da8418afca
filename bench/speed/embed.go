package main

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"owl/engine/kb"
	"owl/engine/models"
	"owl/engine/models/tokenizer"
	"owl/engine/nativedir"
	"owl/engine/store"
)

// embedRows are the figures of the making of vectors. What a processor gives
// differs by ten between those with and without instructions for 8-bit products,
// so the same network is run by the same runtime from Python beside it.
func embedRows() []row {
	return []row{
		{label: "embed chunks, chunks/s", part: embedPart, figure: "chunks_per_s", target: ">= 33", rival: "chunks_per_s", by: runtimePart, higher: true},
		{label: "peak memory of the embedding, MB", part: embedPart, figure: "peak_mb", target: "<= 600", rival: "peak_mb", by: runtimePart},
	}
}

const (
	embedPart   = "embed"
	runtimePart = "onnxruntime"
	// embedTexts is how many chunks are embedded to time it.
	embedTexts = 100
)

// embedChunks times the making of vectors by all cores, over chunks of the
// knowledge base.
func embedChunks(ctx context.Context, b *bench) (figures, error) {
	texts, err := b.embedded(ctx)
	if err != nil {
		return nil, err
	}
	e, err := builtinEmbedder(ctx)
	if err != nil {
		return nil, err
	}
	start := time.Now()
	_, err = e.EmbedPassages(ctx, texts)
	rate := embedTexts / time.Since(start).Seconds()
	return figures{"chunks_per_s": rate}, errors.Join(err, e.Close())
}

// embedded gives the texts of chunks as the embedder is given them.
func (b *bench) embedded(ctx context.Context) (texts []string, err error) {
	s, err := store.Open(ctx, filepath.Join(b.searchHome(), "owl.db"))
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	enough := errors.New("enough")
	err = s.EachChunk(ctx, 0, func(p store.Passage) error {
		if texts = append(texts, kb.Embedded(p.Record, p.Chunk)); len(texts) == embedTexts {
			return enough
		}
		return nil
	})
	if !errors.Is(err, enough) {
		return nil, errors.Join(err, fmt.Errorf("there are %d chunks, %d are wanted", len(texts), embedTexts))
	}
	return texts, nil
}

//go:embed onnxruntime.py
var runtimeScript []byte

// plainRuntime makes the process that runs the built-in embedder's network over
// as many tokens as embedChunks does, and does nothing else.
func plainRuntime(ctx context.Context, b *bench) (*exec.Cmd, error) {
	native, err := nativedir.Default()
	if err != nil {
		return nil, err
	}
	network := native.Path(models.Builtin()[0].Files[0].Name)
	tokens, err := tokenizer.Load(filepath.Dir(network))
	if err != nil {
		return nil, err
	}
	texts, err := b.embedded(ctx)
	if err != nil {
		return nil, err
	}
	lengths := make([]int, len(texts))
	for i, text := range texts {
		lengths[i] = len(tokens.Encode(text, mostTokens).IDs)
	}
	data, err := json.Marshal(lengths)
	if err != nil {
		return nil, err
	}
	path := filepath.Join(b.dir, "embed-lengths.json")
	if err := os.WriteFile(path, data, 0o644); err != nil {
		return nil, err
	}
	return rival{module: "onnxruntime", name: "onnxruntime", pin: "1.32.0", script: runtimeScript}.command(ctx, b, network, path)
}

// mostTokens is the window of the built-in embedder.
const mostTokens = 512
