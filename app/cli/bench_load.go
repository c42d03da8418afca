package cli

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"owl/app/wire"
	"owl/bench/load"
	"owl/bench/report"
	"owl/bench/suite"
	"owl/engine"
	"owl/engine/guard"
)

// Limits of a load test.
const (
	maxSessions    = 1000
	maxLoadSeconds = 3600
	maxLoadAnswers = 1_000_000
	loadGrace      = 30 * time.Second // for the questions under way when the time is up
)

type benchLoadFlags struct {
	bench, corpus, keep        string
	sessions, seconds, answers int
}

func (s *session) benchLoadCommand() *cobra.Command {
	var f benchLoadFlags
	cmd := &cobra.Command{
		Use:   "load --corpus FILE --bench FILE",
		Short: "Ask from many sessions at the same time",
		Long: "load asks the questions of a benchmark from several sessions in one process, each without a pause, and gives\n" +
			"throughput, latencies of an answer, errors and peak memory. It ends after --seconds or --answers, whichever\n" +
			"comes first; answers under way are waited for, at most half a minute. It exits 1 when a question failed.",
		Example: "owl bench load --corpus demo --sessions 8 --seconds 30",
		Args:    cobra.NoArgs,
		RunE:    s.run(func(ctx context.Context, _ []string) error { return s.runBenchLoad(ctx, f) }),
	}
	flags := cmd.Flags()
	flags.StringVar(&f.bench, "bench", "", "benchmark: a file, a folder of files, or demo; the demo's for --corpus demo")
	flags.StringVar(&f.corpus, "corpus", "", "records that the questions are about: a file or folder in corpus_v2, or demo")
	flags.StringVar(&f.keep, "keep", "", "keep the knowledge base in this folder, and bring it up to date when it is there")
	flags.IntVar(&f.sessions, "sessions", 4, "sessions that ask at the same time")
	flags.IntVar(&f.seconds, "seconds", 10, "for how long questions are asked")
	flags.IntVar(&f.answers, "answers", 100_000, "questions that are asked at most")
	return cmd
}

// check looks at the flags.
func (f *benchLoadFlags) check() error {
	if f.bench == "" && f.corpus == demoName {
		f.bench = demoName
	}
	switch {
	case f.bench == "" || f.corpus == "":
		return usagef("--bench and --corpus must be given")
	case f.sessions < 1 || f.sessions > maxSessions:
		return usagef("--sessions %d: want 1 to %d", f.sessions, maxSessions)
	case f.seconds < 1 || f.seconds > maxLoadSeconds:
		return usagef("--seconds %d: want 1 to %d", f.seconds, maxLoadSeconds)
	case f.answers < 1 || f.answers > maxLoadAnswers:
		return usagef("--answers %d: want 1 to %d", f.answers, maxLoadAnswers)
	}
	return nil
}

func (s *session) runBenchLoad(ctx context.Context, f benchLoadFlags) error {
	if err := f.check(); err != nil {
		return err
	}
	asked, err := s.openSuite(f.bench)
	if err != nil {
		return err
	}
	bench, err := s.openBench(ctx, f.corpus, f.keep)
	if err != nil {
		return err
	}
	result, err := s.underLoad(ctx, f, bench, asked)
	if err := errors.Join(err, bench.Close()); err != nil {
		return err
	}
	table := report.Load(result)
	if s.flags.json {
		err = s.out.json(map[string]any{"load": result, "index_hash": bench.Hash, "version": s.version(), "table": table})
	} else {
		s.out.write(guard.Text(engine.Untrusted(table.Text())) + fmt.Sprintf("Index %s.\n", bench.Hash))
	}
	if err == nil && result.Errors > 0 {
		return fmt.Errorf("%d questions failed, the first one with: %s", result.Errors, result.FirstError)
	}
	return err
}

func (s *session) underLoad(ctx context.Context, f benchLoadFlags, bench *wire.Bench, asked *suite.Suite) (load.Result, error) {
	job := load.Job{
		Asker: bench.Loop, Mode: engine.Fast, Sessions: f.sessions, Time: time.Duration(f.seconds) * time.Second, Grace: loadGrace, Most: f.answers,
		Progress: func(n int) { s.err.showStatus(fmt.Sprintf("%d sessions: %d questions", f.sessions, n)) },
	}
	for _, q := range asked.Questions {
		job.Questions = append(job.Questions, engine.Untrusted(q.Text))
	}
	return job.Run(ctx)
}
