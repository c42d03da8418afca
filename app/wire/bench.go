package wire

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"time"

	"owl/app/config"
	"owl/bench/run"
	"owl/engine"
	"owl/engine/dense/seed"
	"owl/engine/kb"
	"owl/engine/loop"
	"owl/engine/query"
	"owl/engine/store"
	"owl/ingest"
	"owl/ingest/beir"
	"owl/ingest/corpus"
	"owl/ingest/files"
	"owl/ingest/runner"
)

// Bench is a knowledge base to be measured.
type Bench struct {
	*Owl
	Documents int // records
	Chunks    int
	Built     time.Duration // what reading and indexing took
	Hash      string        // of every record and of how they are split
}

// BenchCorpus says what a knowledge base is built from.
type BenchCorpus struct {
	Path   string         // a file in BEIR layout, or corpus_v2 records
	Keep   string         // folder of the knowledge base; empty for one of this run only
	Zone   *time.Location // of the site
	Models config.Models

	// What is told on the way.
	Bad   func(line string)
	Hooks DemoHooks
}

// benchSource names the one source of a knowledge base that is measured.
const benchSource = "corpus"

// Open builds the knowledge base, or brings a kept one up to date. Its clock
// stands at the newest record, so that "last week" means the same at every run.
func (c BenchCorpus) Open(ctx context.Context) (*Bench, error) {
	connector, kind, err := benchConnector(ctx, c.Path)
	if err != nil {
		return nil, err
	}
	dir, remove := c.Keep, stays
	if dir == "" {
		if dir, err = os.MkdirTemp("", "owl-bench-"); err != nil {
			return nil, fmt.Errorf("make a folder for the benchmark: %w", err)
		}
		remove = func() error { return os.RemoveAll(dir) }
	}
	bench, err := c.build(ctx, dir, runner.Source{Source: store.Source{Name: benchSource, Kind: kind, Where: c.Path}, Connector: connector})
	if err != nil {
		return nil, errors.Join(err, remove())
	}
	bench.end = remove
	return bench, nil
}

// benchConnector reads a collection in BEIR layout, records, or a folder of
// documents, whose doc_ids then begin with the folder's name.
func benchConnector(ctx context.Context, path string) (ingest.Connector, string, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, "", fmt.Errorf("open corpus: %w", err)
	}
	if !info.IsDir() {
		isBEIR, err := beir.Is(path)
		if err != nil {
			return nil, "", err
		}
		if isBEIR {
			return beir.Open(path), "beir", nil
		}
	}
	what, err := detect(ctx, path)
	if err == nil && what.kind == "files" && info.IsDir() {
		connector, err := files.Open(path, filepath.Base(path))
		return connector, what.kind, err
	}
	connector, err := corpus.Open(path)
	return connector, "corpus", err
}

func (c BenchCorpus) build(ctx context.Context, dir string, src runner.Source) (*Bench, error) {
	began := time.Now()
	if err := c.write(ctx, dir, src); err != nil {
		return nil, err
	}
	built := time.Since(began)
	base, err := kb.Open(ctx, dir, kb.Options{Progress: c.Hooks.Mending})
	if err != nil {
		return nil, err
	}
	bench, newest, err := measured(ctx, base)
	if err != nil {
		return nil, errors.Join(err, base.Close())
	}
	bench.Owl, bench.Built = &Owl{config: config.Config{Home: dir, Site: config.Site{Zone: c.Zone}, Models: c.Models}, now: stopped(newest, c.Zone)}, built
	if err := bench.connect(ctx, base, nil); err != nil {
		return nil, errors.Join(err, bench.Close())
	}
	bench.steady()
	return bench, nil
}

// steady has results depend on nothing but the records and the question, however
// busy the machine is.
func (b *Bench) steady() {
	<-b.reader.collected
	b.Retriever.Patience = time.Minute
}

// stopped is a clock that stands; at the zero time it is the host's.
func stopped(at time.Time, zone *time.Location) func() time.Time {
	if at.IsZero() {
		return func() time.Time { return time.Now().In(zone) }
	}
	return func() time.Time { return at.In(zone) }
}

func (c BenchCorpus) write(ctx context.Context, dir string, src runner.Source) error {
	w, err := kb.OpenWriter(ctx, dir, kb.Options{Progress: c.Hooks.Mending})
	if err != nil {
		return err
	}
	err = onlySource(ctx, w.Base, src.Name)
	if err == nil {
		_, err = runner.Run(ctx, w, src, runner.Options{
			Progress: c.Hooks.Progress, Report: func(bad *ingest.ItemError) { c.Bad(bad.Error()) },
		})
	}
	return errors.Join(err, w.Close(context.WithoutCancel(ctx)))
}

// onlySource keeps a benchmark out of a knowledge base that is in use.
func onlySource(ctx context.Context, base *kb.Base, name string) error {
	all, err := base.Sources().Sources(ctx)
	if err != nil {
		return err
	}
	for _, s := range all {
		if s.Name != name {
			return fmt.Errorf("%w: %s is a knowledge base with other sources, such as %s; keep the benchmark's in a folder of its own", engine.ErrUsage, base.Dir(), s.Name)
		}
	}
	return nil
}

// measured looks at what a knowledge base holds, and how new it is.
func measured(ctx context.Context, base *kb.Base) (out *Bench, newest time.Time, err error) {
	all, err := base.Sources().Sources(ctx)
	if err != nil {
		return nil, newest, fmt.Errorf("list the sources: %w", err)
	}
	out = &Bench{}
	sum := sha256.New()
	for _, s := range all {
		out.Documents += s.Records
		out.Chunks += s.Chunks
		if s.FreshAsOf.After(newest) {
			newest = s.FreshAsOf
		}
		known, err := base.Known(ctx, s.Name)
		if err != nil {
			return nil, newest, fmt.Errorf("read what is known of %s: %w", s.Name, err)
		}
		for _, id := range slices.Sorted(maps.Keys(known)) {
			fmt.Fprintf(sum, "%q %x\n", id, known[id])
		}
	}
	out.Hash = hex.EncodeToString(sum.Sum(nil))[:16]
	return out, newest, nil
}

// Bench opens the demo facility to be measured.
func (d Demo) Bench(ctx context.Context, cfg config.Config, cache string, hooks DemoHooks) (*Bench, error) {
	owl, err := OpenDemo(ctx, cfg, d, cache, hooks)
	if err != nil {
		return nil, err
	}
	bench, _, err := measured(ctx, owl.base)
	if err != nil {
		return nil, errors.Join(err, owl.Close())
	}
	bench.Owl = owl
	bench.steady()
	return bench, nil
}

// BenchParts lists what variants of a benchmark may need and this version has.
func BenchParts() []run.Part {
	return []run.Part{run.Text, run.Dense, run.Weights, run.Reranker, run.Temporal, run.Synonyms, run.Acronyms, run.MultiQuery, run.Loop, run.Gate, run.Graph}
}

// Variant answers with the parts of a variant and no others.
func (b *Bench) Variant(v run.Variant) *loop.Loop {
	lacks := func(p run.Part) bool { return !slices.Contains(v.Parts, p) }
	return b.loopWithout(loop.Off{
		Off: query.Off{
			Temporal: lacks(run.Temporal), Synonyms: lacks(run.Synonyms), Acronyms: lacks(run.Acronyms),
			MultiQuery: lacks(run.MultiQuery), Typos: lacks(run.Synonyms),
		},
		Dense: lacks(run.Dense), Graph: lacks(run.Graph), Reranker: lacks(run.Reranker), Weights: lacks(run.Weights),
		Loop: lacks(run.Loop), Gate: lacks(run.Gate),
	})
}

// Settings are those of the ranking and of the composer, as JSON: what all variants
// share.
func (b *Bench) Settings() (json.RawMessage, error) {
	return json.Marshal([]any{b.Retriever.Settings, b.composer})
}

// Models names the models that take part, by role, with what identifies them.
func (b *Bench) Models() map[string]string {
	out := map[string]string{}
	if m := b.speaks.model; m != nil {
		out["writer"] = m.Writer.Model.Name()
	}
	if b.meaning.dense == nil {
		return out
	}
	if id := b.meaning.model.ID(); id.Name != "" {
		out["embedder"] = id.Name + " " + id.Hash[:min(len(id.Hash), 16)]
	}
	return out
}

// Embed gives every chunk a vector, so that the dense channel can be measured.
func (b *Bench) Embed(ctx context.Context, progress func(kb.EmbedProgress)) error {
	switch {
	case b.meaning.failed != nil:
		return b.meaning.failed
	case b.meaning.dense == nil:
		return errors.New("the embedder is switched off (models.embedder is none)")
	}
	return b.meaning.embed(ctx, progress)
}

// WriteVectors writes the vectors of every chunk, as they come with the demo.
func (b *Bench) WriteVectors(ctx context.Context, w io.Writer) error {
	var texts []string
	var vectors [][]float32
	err := b.meaning.dense.Each(ctx, func(text string, vector []float32) error {
		texts, vectors = append(texts, text), append(vectors, vector)
		return nil
	})
	if err != nil {
		return err
	}
	return seed.Write(w, b.meaning.model.ID(), texts, vectors)
}
