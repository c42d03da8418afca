package models

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"runtime"

	"owl/engine"
	"owl/engine/models/tokenizer"
)

// loadEmbedder loads a local embedder and tests it.
func loadEmbedder(ctx context.Context, spec Spec) (*embedder, error) {
	l, err := spec.layout(0)
	if err != nil {
		return nil, err
	}
	if spec.Prefixes != nil {
		l.prefixes = *spec.Prefixes
	}
	outputs := []string{"sentence_embedding", "last_hidden_state", "token_embeddings", "hidden_states"}
	if l.dense {
		outputs = outputs[:1] // only such an output has passed the further layer
	}
	enc, hash, err := l.open(ctx, spec, outputs)
	if err != nil {
		return nil, err
	}
	e := &embedder{encoder: enc, id: engine.ModelID{
		Name: l.name, Hash: hash, Pooling: string(l.pooling),
		QueryPrefix: l.prefixes.Query, PassagePrefix: l.prefixes.Passage,
	}}
	v, err := e.embed(ctx, e.net, "beam")
	e.id.Dim = len(v)
	if err == nil {
		err = tested(spec.Tested).once(testKey(Embedder, e.id, enc.runtime), func() error { return CheckEmbedder(ctx, e) })
	}
	if err != nil {
		return nil, errors.Join(err, e.Close())
	}
	if threads := min(enc.workers, maxThreads); threads > 1 { // the questions of the self-test do not count
		e.questions = newQuestions(func() (runner, error) { return openNetwork(l.network, outputs, 1, threads) })
	}
	return e, nil
}

// maxThreads is how many cores share one text: more gain little.
const maxThreads = 4

// loadReranker loads a local cross-encoder and tests it.
func loadReranker(ctx context.Context, spec Spec) (*reranker, error) {
	l, err := spec.layout(1)
	if err != nil {
		return nil, err
	}
	enc, hash, err := l.open(ctx, spec, []string{"logits", "scores"})
	if err != nil {
		return nil, err
	}
	r := &reranker{enc, engine.ModelID{Name: l.name, Hash: hash}}
	if err := tested(spec.Tested).once(testKey(Reranker, r.id, enc.runtime), func() error { return CheckCrossEncoder(ctx, r) }); err != nil {
		return nil, errors.Join(err, r.Close())
	}
	return r, nil
}

// layout is that of the n-th built-in model or of the folder.
func (s Spec) layout(n int) (layout, error) {
	if s.builtin() {
		return Builtin()[n].layout(s.Native), nil
	}
	return readFolder(s.Source)
}

// open reads all that a model consists of.
func (l layout) open(ctx context.Context, spec Spec, outputs []string) (encoder, string, error) {
	enc := encoder{name: l.name, lower: l.lower, workers: spec.Workers}
	if enc.workers <= 0 {
		enc.workers = runtime.GOMAXPROCS(0)
	}
	version, err := load(spec.Native)
	if err != nil {
		return enc, "", fmt.Errorf("model %s: %w", l.name, err)
	}
	enc.runtime = version
	tokens, err := tokenizer.Load(l.folder)
	if err != nil {
		return enc, "", fmt.Errorf("model %s: %w", l.name, err)
	}
	enc.tokens = tokens
	enc.limit = cmp.Or(l.tokens, max(tokens.Limit(), 0), usualTokens)
	hash, err := fingerprint(ctx, l.network)
	if err == nil && l.sha256 != "" && hash != l.sha256 {
		err = fmt.Errorf("%s: %w, its SHA-256 is %s", l.network, engine.ErrDamaged, hash)
	}
	if err != nil {
		return enc, "", fmt.Errorf("model %s: %w", l.name, err)
	}
	if enc.net, err = openNetwork(l.network, outputs, enc.workers, 1); err != nil {
		return enc, "", fmt.Errorf("model %s: %w", l.name, err)
	}
	return enc, hash, nil
}

// fingerprint is the SHA-256 of a network. A large one keeps its weights in a
// file beside it, which is read on.
func fingerprint(ctx context.Context, path string) (string, error) {
	digest := sha256.New()
	for i, name := range []string{path, path + "_data", path + ".data"} {
		f, err := os.Open(name)
		if i > 0 && errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return "", fmt.Errorf("read a network: %w", err)
		}
		_, err = io.Copy(digest, &reader{ctx, f})
		if err = errors.Join(err, f.Close()); err != nil {
			return "", fmt.Errorf("read %s: %w", name, err)
		}
	}
	return hex.EncodeToString(digest.Sum(nil)), nil
}

// reader ends with its context.
type reader struct {
	ctx  context.Context
	from io.Reader
}

func (r *reader) Read(p []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	return r.from.Read(p)
}
