package build

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"owl/bench/nuggets"
	"owl/engine"
	"owl/engine/graph"
	"owl/engine/terms"
	"owl/engine/writer/chat"
	"owl/engine/writer/prompt"
)

// Searcher is one of the independent retrievers. Implementations are safe for
// concurrent use.
type Searcher interface {
	Name() string
	// Search gives the doc_ids of at most k records, best first, each once. What
	// holds nothing to search for finds nothing.
	Search(ctx context.Context, text string, k int) ([]string, error)
}

// Deps is what a benchmark is built from.
type Deps struct {
	Records   []engine.Record
	Graph     *graph.Graph    // nil without one: then no question is about chains
	Searchers []Searcher      // at least one
	Weigh     terms.Weigher   // of the same records
	Embedder  engine.Embedder // nil: questions are compared by their words alone
	Index     string          // hash of records and index
	Chat      chat.Model      // nil: questions are worded by templates
	Prompt    prompt.Prompt   // what the model is told
}

// Options say what to build.
type Options struct {
	N           int // questions wanted
	Seed        uint64
	Types       []string // none for all
	Collections []string // none for all
	Seeds       []Seed
	Given       []string // questions that are not to be asked again
	Journal     string   // file of the decisions; those that stand there are not made again
	Corpus      string   // what the user calls the records; it goes into the journal
	Progress    func(Progress)
}

// Progress says how far a build is.
type Progress struct{ Kept, Wanted, Looked int }

// Result is what a build gave.
type Result struct {
	Records []Record
	Stages  []Stage
	Reused  int // decisions that stood in the journal
}

// ErrNoSample says that the records hold nothing that a question can be made of.
var ErrNoSample = errors.New("the records hold no fact of the types and collections asked for")

// builder builds one benchmark.
type builder struct {
	Deps
	Options
	corpus    *corpus
	generator generator
	matcher   nuggets.Matcher
	asked     []asked
	stages    stages
	sets      map[string]terms.Set
	answers   map[string]*nuggets.Answer
}

// Run builds a benchmark of at most N questions. It ends early, with what it
// has, when no sample is left. After an error the journal holds what was decided.
func Run(ctx context.Context, deps Deps, opts Options) (Result, error) {
	b, err := newBuilder(ctx, deps, opts)
	if err != nil {
		return Result{}, err
	}
	samples, err := b.corpus.samples(ctx)
	if err != nil {
		return Result{}, fmt.Errorf("take samples: %w", err)
	}
	cells, err := b.newGrid(ctx, samples)
	if err != nil {
		return Result{}, err
	}
	j, err := openJournal(opts.Journal, b.header())
	if err != nil {
		return Result{}, err
	}
	out, err := b.fill(ctx, cells, j)
	if err = errors.Join(err, j.close()); err != nil {
		return Result{}, err
	}
	if b.stages[stageSample].In == 0 {
		return Result{}, ErrNoSample
	}
	out.Stages = b.stages[:]
	return out, nil
}

func newBuilder(ctx context.Context, deps Deps, opts Options) (*builder, error) {
	t, err := readTemplates()
	if err != nil {
		return nil, err
	}
	if len(opts.Types) == 0 {
		opts.Types = Types()
	}
	b := &builder{
		Deps: deps, Options: opts, corpus: readCorpus(deps.Records, deps.Graph), matcher: nuggets.NewMatcher(), stages: newStages(),
		sets: map[string]terms.Set{}, answers: map[string]*nuggets.Answer{},
	}
	b.generator = written{t, opts.Seed}
	if deps.Chat != nil {
		b.generator = spoken{b.generator, deps.Chat, deps.Prompt, b.corpus}
	}
	for _, seed := range opts.Seeds {
		b.Given = append(b.Given, seed.Question)
	}
	for _, q := range b.Given {
		a, err := b.ask(ctx, q, "", nil)
		if err != nil {
			return nil, err
		}
		b.asked = append(b.asked, a)
	}
	return b, nil
}

// fill takes samples until there are enough questions, or no samples.
func (b *builder) fill(ctx context.Context, cells *grid, j *journal) (Result, error) {
	var out Result
	for looked := 1; len(out.Records) < b.N; looked++ {
		s, ok := cells.take()
		if !ok {
			break
		}
		if err := ctx.Err(); err != nil {
			return out, err
		}
		v, known := j.known(s.key())
		if !known {
			var err error
			if v, err = b.decide(ctx, s); err != nil {
				return out, err
			}
			if err := j.add(v); err != nil {
				return out, err
			}
		} else {
			out.Reused++
		}
		b.stages.count(v)
		if v.Record == nil {
			cells.again()
		} else if err := b.keep(ctx, &out, *v.Record); err != nil {
			return out, err
		}
		if b.Progress != nil {
			b.Progress(Progress{len(out.Records), b.N, looked})
		}
	}
	return out, nil
}

func (b *builder) keep(ctx context.Context, out *Result, r Record) error {
	a, err := b.ask(ctx, r.Text, r.Type, primary(r))
	if err != nil {
		return err
	}
	b.asked = append(b.asked, a)
	out.Records = append(out.Records, r)
	return nil
}

// decide takes a sample through the stages.
func (b *builder) decide(ctx context.Context, s sample) (verdict, error) {
	v := verdict{Key: s.key(), Stage: stageGenerate}
	d, refusal, err := b.generator.generate(ctx, s)
	if refusal = cmp.Or(refusal, enough(d.facts)); err != nil || refusal != "" {
		return v.because(refusal), err
	}
	v.Stage = stageDifficulty
	structure, err := b.structure(ctx, d)
	if err != nil {
		return v, err
	}
	v.Stage = stageFilter
	ranks, why, err := b.filter(ctx, d)
	if err != nil || why != "" {
		return v.because(why), err
	}
	v.Stage = stageGold
	d, supporting, why, err := b.rebuild(ctx, d)
	if err != nil || why != "" {
		return v.because(why), err
	}
	structure.Records = len(d.records())
	r := b.record(d, structure, ranks, supporting)
	v.Record = &r
	return v, nil
}

// filter is the fourth stage.
func (b *builder) filter(ctx context.Context, d draft) (ranks map[string]map[string]int, dropped string, err error) {
	if why := b.unanswerable(d); why != "" {
		return nil, why, nil
	}
	a, err := b.ask(ctx, d.question, d.kind, d.records())
	if err != nil {
		return nil, "", err
	}
	if why := b.repeats(a); why != "" {
		return nil, why, nil
	}
	return b.ranks(ctx, d)
}

// primary lists the records that a question stands on.
func primary(r Record) []string {
	var ids []string
	for _, n := range r.Nuggets {
		if !slices.Contains(ids, n.DocID) {
			ids = append(ids, n.DocID)
		}
	}
	return ids
}
