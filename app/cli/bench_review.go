package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"time"

	"github.com/spf13/cobra"

	"owl/app/reviewer"
	"owl/app/wire"
	"owl/bench/build"
	"owl/bench/review"
	"owl/engine"
)

type benchReviewFlags struct{ corpus, keep, export string }

func (s *session) benchReviewCommand() *cobra.Command {
	var f benchReviewFlags
	cmd := &cobra.Command{
		Use:   "review FILE",
		Short: "Accept, change or reject the questions of a benchmark",
		Long: "review shows the questions of a benchmark one by one, with gold answer, nuggets and the record of each at its\n" +
			"quote. What you decide is kept in FILE.review.jsonl as you decide it, so a review can be stopped and gone on\n" +
			"with; FILE itself is never changed. --export writes the accepted questions and shows nothing.",
		Example: "owl bench review questions.json\nowl bench review questions.json --export accepted.json",
		Args:    cobra.ExactArgs(1),
		RunE:    s.run(func(ctx context.Context, args []string) error { return s.runBenchReview(ctx, args[0], f) }),
	}
	flags := cmd.Flags()
	flags.StringVar(&f.corpus, "corpus", "", "records that the questions are about; what they were built from when not given, else the knowledge base")
	flags.StringVar(&f.keep, "keep", "", "keep the knowledge base in this folder, and bring it up to date when it is there")
	flags.StringVar(&f.export, "export", "", "write the accepted questions to this file")
	return cmd
}

func (s *session) runBenchReview(ctx context.Context, name string, f benchReviewFlags) error {
	if f.export == "" && !s.interactive() {
		return usagef("a review needs a terminal; --export FILE writes what was accepted")
	}
	r, err := review.Load(s.path(name))
	if errors.Is(err, fs.ErrNotExist) {
		return usageError{err}
	}
	if err != nil {
		return s.faults(err)
	}
	if f.export != "" {
		return s.exportReview(r, f.export)
	}
	if f.corpus == "" {
		if f.corpus, err = build.CorpusOf(s.path(name)); err != nil {
			return err
		}
	}
	return s.withRecords(ctx, f, func(records engine.Records) error {
		s.err.endStatus()
		err := reviewer.Run(ctx, reviewer.Options{NoColor: !s.out.color, Env: s.host.Environ}, reviewer.Deps{Review: r, Records: records, Now: time.Now})
		s.reviewed(name, r)
		return err
	})
}

// withRecords opens the records that questions are about.
func (s *session) withRecords(ctx context.Context, f benchReviewFlags, do func(engine.Records) error) error {
	if f.corpus == "" {
		return s.withOwl(ctx, func(owl *wire.Owl) error { return do(owl.Records) })
	}
	bench, err := s.openBench(ctx, f.corpus, f.keep)
	if err != nil {
		return err
	}
	return errors.Join(do(bench.Records), bench.Close())
}

// reviewed says how far a review is.
func (s *session) reviewed(name string, r *review.Review) {
	n := r.Counts()
	s.err.printf("owl: %d accepted (%d with a change), %d rejected, %d open; decisions are in %s\n",
		n[review.Accepted]+n[review.Edited], n[review.Edited], n[review.Rejected], n[review.Open], review.DecisionsOf(name))
}

func (s *session) exportReview(r *review.Review, name string) error {
	n, err := r.Export(s.path(name))
	if err != nil {
		return fmt.Errorf("export to %s: %w", name, err)
	}
	s.out.printf("%d accepted questions in %s\n", n, name)
	return nil
}
