package cli

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"owl/app/config"
	"owl/app/wire"
	"owl/bench/build"
	"owl/engine"
	"owl/engine/guard"
)

type benchBuildFlags struct {
	corpus, keep, out, seeds, given string
	n                               int
	seed                            uint64
	types, collections              []string
	llm                             config.LLM
}

func (s *session) benchBuildCommand() *cobra.Command {
	var f benchBuildFlags
	cmd := &cobra.Command{
		Use:   "build --corpus FILE --out FILE",
		Short: "Make a benchmark of your own records",
		Long: "build makes questions with gold answers, nuggets and evidence out of records: facts are sampled over types of\n" +
			"questions and collections, a question is worded for them, its difficulty told, and what cannot be found, was\n" +
			"asked already or gives its answer away is dropped; then every fact is looked for again with each retriever.\n" +
			"Difficulty goes by structure: a point each for a second and a fourth record, a third hop, less than half of the\n" +
			"question's words in its evidence, and a record that nearly is the evidence; none is easy, one or two are medium.\n" +
			"Without a language model templates word the questions, and the same seed gives the same file. A build that was stopped goes\n" +
			"on: OUT.journal keeps every decision. Look at the questions with owl bench review before you trust them.",
		Example: "owl bench build --corpus demo --out questions.json --n 50 --seed 1\nowl bench build --corpus records.jsonl --out questions.json --llm http://127.0.0.1:8000/v1 --llm-model NAME",
		Args:    cobra.NoArgs,
		RunE:    s.run(func(ctx context.Context, _ []string) error { return s.runBenchBuild(ctx, f) }),
	}
	flags := cmd.Flags()
	flags.StringVar(&f.corpus, "corpus", "", "records that are asked about: a file or folder in corpus_v2, or demo")
	flags.StringVar(&f.keep, "keep", "", "keep the knowledge base in this folder, and bring it up to date when it is there")
	flags.StringVar(&f.out, "out", "", "file for the questions")
	flags.IntVar(&f.n, "n", 50, "questions wanted")
	flags.Uint64Var(&f.seed, "seed", 1, "seed of all choices")
	flags.StringSliceVar(&f.types, "types", nil, "types of questions; all when not given: "+strings.Join(build.Types(), ", "))
	flags.StringSliceVar(&f.collections, "collections", nil, "collections that are asked about; all when not given")
	flags.StringVar(&f.seeds, "seeds", "", "file of seed queries, one JSON object {question, query_type, source_collection} a line; what they lead to comes first")
	flags.StringVar(&f.given, "given", "", "benchmark whose questions are not asked again: a file, a folder, or demo")
	flags.StringVar(&f.llm.BaseURL, "llm", "", "language model that words the questions: `URL` of an OpenAI-compatible endpoint; the configured one when not given, none for templates")
	flags.StringVar(&f.llm.Model, "llm-model", "", "model that words them")
	flags.StringVar(&f.llm.KeyEnv, "llm-key-env", "", "environment variable with the key of the endpoint")
	return cmd
}

func (f benchBuildFlags) check() error {
	switch {
	case f.corpus == "" || f.out == "":
		return usagef("--corpus and --out must be given")
	case f.n < 1:
		return usagef("--n %d: want at least 1", f.n)
	case (f.llm.BaseURL == "" || f.llm.BaseURL == config.NoModel) && (f.llm.Model != "" || f.llm.KeyEnv != ""):
		return usagef("--llm-model and --llm-key-env need --llm")
	case f.llm.BaseURL != "" && f.llm.BaseURL != config.NoModel && f.llm.Model == "":
		return usagef("--llm needs --llm-model")
	}
	for _, t := range f.types {
		if !slices.Contains(build.Types(), t) {
			return usagef("--types %s: there is %s", t, strings.Join(build.Types(), ", "))
		}
	}
	return nil
}

// options reads what the flags name.
func (s *session) buildOptions(f benchBuildFlags) (build.Options, error) {
	out := s.path(f.out)
	opts := build.Options{N: f.n, Seed: f.seed, Types: f.types, Collections: f.collections, Corpus: f.corpus, Journal: build.JournalOf(out), Progress: s.buildProgress}
	if f.seeds != "" {
		file, err := s.open("seeds", f.seeds)
		if err != nil {
			return opts, err
		}
		defer file.Close()
		if opts.Seeds, err = build.ReadSeeds(file); err != nil {
			return opts, usageError{fmt.Errorf("%s: %w", f.seeds, err)}
		}
	}
	if f.given == "" {
		return opts, nil
	}
	given, err := s.openSuite(f.given)
	if err != nil {
		return opts, err
	}
	for _, q := range given.Questions {
		opts.Given = append(opts.Given, q.Text)
	}
	return opts, nil
}

func (s *session) runBenchBuild(ctx context.Context, f benchBuildFlags) error {
	if err := f.check(); err != nil {
		return err
	}
	opts, err := s.buildOptions(f)
	if err != nil {
		return err
	}
	model, err := s.buildModel(f.llm)
	if err != nil {
		return err
	}
	bench, err := s.openBench(ctx, f.corpus, f.keep)
	if err != nil {
		return err
	}
	result, err := s.buildFrom(ctx, bench, model, opts)
	if closed := bench.Close(); err == nil {
		err = closed
	}
	if err != nil {
		return err
	}
	if err := build.Write(s.path(f.out), result.Records); err != nil {
		return err
	}
	return s.showBuild(f, result)
}

// buildModel is the language model that words the questions: the one that flags
// name, or the configured one, which is said.
func (s *session) buildModel(given config.LLM) (config.LLM, error) {
	switch given.BaseURL {
	case "":
		cfg, err := s.config()
		if err == nil && cfg.LLM.BaseURL != "" {
			s.err.printf("owl: %s words the questions, as [llm] says; --llm none leaves them to templates\n", engine.Untrusted(cmp.Or(cfg.LLM.Model, "the language model")))
		}
		return cfg.LLM, err
	case config.NoModel:
		return config.LLM{}, nil
	}
	return given, nil
}

func (s *session) buildFrom(ctx context.Context, bench *wire.Bench, model config.LLM, opts build.Options) (build.Result, error) {
	if err := bench.Embed(ctx, s.embedding); err != nil {
		s.err.printf("owl: no vectors, so the text channel is the only retriever: %v\n", err)
	}
	deps, end, err := bench.Builder(ctx, model)
	if err != nil {
		return build.Result{}, err
	}
	defer end()
	return build.Run(ctx, deps, opts)
}

func (s *session) buildProgress(p build.Progress) {
	s.err.showStatus(fmt.Sprintf("%d of %d questions, %d samples looked at", p.Kept, p.Wanted, p.Looked))
}

// showBuild prints what each stage kept and dropped.
func (s *session) showBuild(f benchBuildFlags, r build.Result) error {
	if len(r.Records) < f.n {
		s.err.printf("owl: %d of %d questions; there is no sample left\n", len(r.Records), f.n)
	}
	if r.Reused > 0 {
		s.err.printf("owl: %d decisions of an earlier run stood in %s\n", r.Reused, build.JournalOf(f.out))
	}
	if s.flags.json {
		return s.out.json(struct {
			Questions int            `json:"questions"`
			Counts    map[string]int `json:"counts"`
			Stages    []build.Stage  `json:"stages"`
		}{len(r.Records), r.Counts(), r.Stages})
	}
	s.out.write(guard.Text(engine.Untrusted(r.Table())))
	return nil
}
