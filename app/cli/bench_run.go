package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"owl/app/wire"
	"owl/assets"
	benchrun "owl/bench/run"
	"owl/bench/suite"
	"owl/engine"
)

// demoName stands for the demo facility where a file is asked for.
const demoName = "demo"

// questionsFile holds the questions of a run, in the shape that they were read
// in: the traces can be scored again with nothing else.
const questionsFile = "questions.json"

type benchRunFlags struct {
	bench, corpus, split, out, keep string
	variants                        []string
	jobs                            int
	again                           bool
	by                              graderFlags
}

func (s *session) benchRunCommand() *cobra.Command {
	var f benchRunFlags
	cmd := &cobra.Command{
		Use:   "run --bench FILE --corpus FILE --out DIR",
		Short: "Ask the questions of a benchmark and score the answers",
		Long: "run asks every question of a benchmark and keeps the trace of each in DIR/VARIANT/QUESTION.jsonl, then scores\n" +
			"these as owl bench stats does. What DIR holds of the same configuration and index is not run again.\n" +
			"FILE = demo stands for the demo facility and its own questions. Questions are asked at the time of the newest\n" +
			"record, those of the demo at the demo's.",
		Example: "owl bench run --bench demo --corpus demo --out results",
		Args:    cobra.NoArgs,
		RunE:    s.run(func(ctx context.Context, _ []string) error { return s.runBenchRun(ctx, f) }),
	}
	flags := cmd.Flags()
	flags.StringVar(&f.bench, "bench", "", "benchmark: a file, a folder of files, or demo")
	flags.StringVar(&f.corpus, "corpus", "", "records that the questions are about: a file or folder in corpus_v2, or demo")
	flags.StringSliceVar(&f.variants, "variants", []string{"naive"}, "configurations to run: naive, hybrid, agentic, graph, full; and the full one without a part, such as -loop")
	flags.StringVar(&f.split, "split", "dev", "part of the benchmark: dev, test or all; a question of no part is in each")
	flags.StringVar(&f.out, "out", "", "folder for the traces and the report")
	flags.StringVar(&f.keep, "keep", "", "keep the knowledge base in this folder, and bring it up to date when it is there")
	flags.BoolVar(&f.again, "again", false, "ask everything again; for a development build, which does not know that it has changed")
	flags.IntVar(&f.jobs, "jobs", runtime.NumCPU(), "questions asked at the same time; 1 for latencies that mean something")
	f.by.add(cmd)
	return cmd
}

func (s *session) runBenchRun(ctx context.Context, f benchRunFlags) error {
	variants, err := f.check()
	if err != nil {
		return err
	}
	by, err := f.by.options(s, f.out)
	if err != nil {
		return err
	}
	asked, err := s.openSuite(f.bench)
	if err != nil {
		return err
	}
	asked.Questions = inSplit(asked.Questions, f.split)
	if len(asked.Questions) == 0 {
		return usagef("--split %s: the benchmark has no such question", f.split)
	}
	bench, err := s.openBench(ctx, f.corpus, f.keep)
	if err != nil {
		return err
	}
	err = s.askAll(ctx, f, bench, asked, variants)
	if err := errors.Join(err, bench.Close()); err != nil {
		return err
	}
	return s.benchStats(ctx, f.out, by)
}

// check looks at the flags and finds the variants.
func (f benchRunFlags) check() ([]benchrun.Variant, error) {
	switch {
	case f.bench == "" || f.corpus == "" || f.out == "":
		return nil, usagef("--bench, --corpus and --out must be given")
	case f.split != "dev" && f.split != "test" && f.split != "all":
		return nil, usagef("--split %s: there is dev, test, all", f.split)
	case f.jobs < 1:
		return nil, usagef("--jobs %d: want at least 1", f.jobs)
	case len(f.variants) == 0:
		return nil, usagef("--variants is empty")
	}
	var out []benchrun.Variant
	for _, name := range f.variants {
		v, err := benchrun.Find(name, wire.BenchParts())
		if err != nil {
			return nil, usageError{err}
		}
		out = append(out, v)
	}
	return out, nil
}

func inSplit(all []suite.Question, split string) []suite.Question {
	var out []suite.Question
	for _, q := range all {
		if split == "all" || q.Split == "" || q.Split == split {
			out = append(out, q)
		}
	}
	return out
}

// openSuite reads a benchmark; each refused record is one line.
func (s *session) openSuite(name string) (*suite.Suite, error) {
	if name == demoName {
		return suite.OpenFolder(assets.Demo(), "bench")
	}
	file, err := s.open("bench", name)
	if err != nil {
		return nil, err
	}
	_ = file.Close() // it was opened to see that it can be
	found, err := suite.Open(s.path(name))
	return found, s.faults(err)
}

// faults prints each record that was refused on a line of its own.
func (s *session) faults(err error) error {
	var fault *suite.Fault
	if !errors.As(err, &fault) {
		return err
	}
	for line := range strings.SplitSeq(err.Error(), "\n") {
		s.err.printf("owl: %s\n", line)
	}
	return errSaid
}

// openBench opens the knowledge base of a corpus, or the demo's.
func (s *session) openBench(ctx context.Context, corpus, keep string) (*wire.Bench, error) {
	if corpus != demoName {
		return s.openCorpus(ctx, corpus, keep)
	}
	cfg, err := s.config()
	if err != nil {
		return nil, err
	}
	demo, err := wire.ReadDemo(assets.Demo())
	if err != nil {
		return nil, err
	}
	return demo.Bench(ctx, cfg, wire.CacheDir(s.host.Environ), s.benchHooks())
}

// askAll runs every variant.
func (s *session) askAll(ctx context.Context, f benchRunFlags, bench *wire.Bench, asked *suite.Suite, variants []benchrun.Variant) error {
	known := func(id string) bool {
		r, err := bench.Records.Record(ctx, id)
		return err == nil && r.DocID == id
	}
	if err := asked.CheckRecords(known); err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return s.faults(err)
	}
	out := s.path(f.out)
	if err := writeQuestions(out, asked.Questions); err != nil {
		return err
	}
	var questions []benchrun.Question
	for _, q := range asked.Questions {
		questions = append(questions, benchrun.Question{ID: q.ID, Text: q.Text})
	}
	settings, err := bench.Settings()
	if err != nil {
		return fmt.Errorf("identify the settings: %w", err)
	}
	for _, v := range variants {
		if slices.Contains(v.Parts, benchrun.Dense) {
			if err := bench.Embed(ctx, s.embedding); err != nil {
				return fmt.Errorf("variant %s: %w", v.Name, err)
			}
		}
		result, err := benchrun.Job{
			Dir: out, Asker: bench.Variant(v), Questions: questions, Again: f.again, Progress: s.benchProgress,
			Manifest: benchrun.Manifest{Variant: v, ConfigHash: v.Hash(settings), IndexHash: bench.Hash, Models: bench.Models(), Version: s.version(), Questions: len(questions), Jobs: f.jobs},
		}.Run(ctx)
		s.log.Info("benchmark", "variant", v.Name, "asked", result.Asked, "reused", result.Reused, "failed", result.Failed, "error", err)
		if err != nil {
			return err
		}
		s.ranNote(v.Name, result)
	}
	return benchrun.WriteRecords(ctx, out, bench.Records)
}

// writeQuestions keeps the questions beside the traces.
func writeQuestions(dir string, questions []suite.Question) error {
	for i, q := range questions {
		if len(q.Nuggets) == 0 { // null would be a missing field
			questions[i].Nuggets = []suite.Nugget{}
		}
		if len(q.Evidence) == 0 {
			questions[i].Evidence = []suite.Evidence{}
		}
	}
	doc, err := json.MarshalIndent(questions, "", " ")
	if err != nil {
		return fmt.Errorf("write the questions: %w", err)
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("make the folder of the benchmark: %w", err)
	}
	if err := os.WriteFile(filepath.Join(dir, questionsFile), append(doc, '\n'), 0o644); err != nil {
		return fmt.Errorf("write the questions: %w", err)
	}
	return nil
}

func (s *session) benchProgress(p benchrun.Progress) {
	line := fmt.Sprintf("%s: %d of %d questions", p.Variant, p.Done, p.Total)
	if left, known := p.Left(); known {
		line += ", " + left.Round(time.Second).String() + " left"
	}
	s.err.showStatus(line)
}

// ranNote says what a user would not expect of a run.
func (s *session) ranNote(variant string, r benchrun.Result) {
	if r.Removed > 0 {
		s.err.printf("owl: %s: %d runs of another configuration, index or version were replaced\n", variant, r.Removed)
	}
	for _, id := range r.Failed {
		s.err.printf("owl: %s: the run of question %s failed; its trace says why\n", variant, engine.Untrusted(id))
	}
}
