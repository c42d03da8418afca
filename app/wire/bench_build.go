package wire

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"owl/app/config"
	"owl/assets"
	"owl/bench/build"
	"owl/engine"
	"owl/engine/adapters/llm"
	"owl/engine/writer/prompt"
)

// Builder gives what a benchmark is built from: every record, the fault graph and
// each channel of retrieval as a retriever of its own. Without vectors the text
// channel is the only one. The model words the questions; one without an address is
// none. The returned function lets go of it.
func (b *Bench) Builder(ctx context.Context, m config.LLM) (build.Deps, func(), error) {
	deps := build.Deps{Weigh: b.base.IDF, Index: b.Hash, Searchers: []build.Searcher{byWords{b}}}
	if b.meaning.dense != nil && b.meaning.dense.Exists() && b.meaning.unusable() == nil {
		if _, err := b.meaning.model.Wait(ctx); err == nil {
			deps.Embedder = b.meaning.embedder
			deps.Searchers = append(deps.Searchers, byMeaning{b})
		}
	}
	var err error
	if deps.Records, err = b.all(ctx); err != nil {
		return deps, nil, err
	}
	if deps.Graph, err = b.Graph(ctx); err != nil {
		return deps, nil, err
	}
	if m.BaseURL == "" {
		return deps, func() {}, nil
	}
	if deps.Prompt, err = prompt.Read(assets.Prompts(), "benchmark"); err != nil {
		return deps, nil, err
	}
	client, err := llm.New(clientConfig(m, m.Model))
	if err != nil {
		return deps, nil, err
	}
	deps.Chat = client
	return deps, client.Close, nil
}

// recordsAtOnce is how many records are read in one go.
const recordsAtOnce = 500

// all reads every record, in the order of sources and doc_ids.
func (b *Bench) all(ctx context.Context) ([]engine.Record, error) {
	sources, err := b.Sources.Sources(ctx)
	if err != nil {
		return nil, fmt.Errorf("list the sources: %w", err)
	}
	var out []engine.Record
	for _, s := range sources {
		known, err := b.base.Known(ctx, s.Name)
		if err != nil {
			return nil, fmt.Errorf("list the records of %s: %w", s.Name, err)
		}
		for ids := range slices.Chunk(slices.Sorted(maps.Keys(known)), recordsAtOnce) {
			records, err := b.Records.RecordsOf(ctx, ids)
			if err != nil {
				return nil, fmt.Errorf("read the records of %s: %w", s.Name, err)
			}
			out = append(out, records...)
		}
	}
	return out, nil
}

// chunksOver is how many chunks are asked for to find one record.
const chunksOver = 3

// byWords is the text channel alone.
type byWords struct{ *Bench }

func (byWords) Name() string { return "bm25" }

func (b byWords) Search(ctx context.Context, text string, k int) ([]string, error) {
	hits, err := b.base.Lexical().Search(ctx, engine.Query{Raw: engine.Untrusted(text), Text: text}, chunksOver*k, false)
	if errors.Is(err, engine.ErrNothingToSearch) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return b.recordsOf(ctx, hits, k)
}

// byMeaning is the dense channel alone.
type byMeaning struct{ *Bench }

func (byMeaning) Name() string { return "dense" }

func (b byMeaning) Search(ctx context.Context, text string, k int) ([]string, error) {
	vector, err := b.meaning.embedder.EmbedQuery(ctx, text)
	if err != nil {
		return nil, fmt.Errorf("embed a question: %w", err)
	}
	hits, err := b.meaning.dense.Search(ctx, vector, engine.Filter{}, chunksOver*k)
	if err != nil {
		return nil, err
	}
	return b.recordsOf(ctx, hits, k)
}

// recordsOf gives the records of hits, each at its best chunk.
func (b *Bench) recordsOf(ctx context.Context, hits []engine.Hit, k int) ([]string, error) {
	chunks, err := b.Records.Places(ctx, engine.KeysOf(hits))
	if err != nil {
		return nil, fmt.Errorf("find the records of hits: %w", err)
	}
	ids := engine.DocIDsOf(chunks)
	return ids[:min(k, len(ids))], nil
}
