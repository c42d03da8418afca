package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"owl/app/wire"
	"owl/bench/composer"
	"owl/bench/suite"
	"owl/engine"
	"owl/engine/compose"
	"owl/engine/trace"
)

type benchComposerFlags struct {
	trainFrom
	out string
}

func (s *session) benchComposerCommand() *cobra.Command {
	var f benchComposerFlags
	cmd := &cobra.Command{
		Use:   "train-composer --bench FILE --corpus FILE",
		Short: "Train the weights by which an answer is made of sentences",
		Long: "train-composer fits what sentences, list entries and table rows of the records an answer needs, on questions\n" +
			"whose nuggets or evidence quote the words that the gold answer stands on, and says by cross-validation how well\n" +
			"these are told from the others. Records are found as they are for an answer, so train again when the ranking has\n" +
			"changed. With --out it writes a file that [models] composing = FILE uses in place of the built-in weights.",
		Example: "owl bench train-composer --bench demo --corpus demo --out composing.json",
		Args:    cobra.NoArgs,
		RunE:    s.run(func(ctx context.Context, _ []string) error { return s.runBenchComposer(ctx, f) }),
	}
	flags := cmd.Flags()
	f.flags(cmd)
	flags.StringVar(&f.out, "out", "", "write the weights to this file")
	return cmd
}

func (s *session) runBenchComposer(ctx context.Context, f benchComposerFlags) error {
	if err := f.check(); err != nil {
		return err
	}
	var examples []composer.Example
	for i := range f.bench {
		found, err := s.composerExamples(ctx, f, i)
		if err != nil {
			return err
		}
		examples = append(examples, found...)
	}
	if len(examples) == 0 {
		return usagef("no question has a quote to learn from: nuggets with doc_id and quote, or evidence with quotes")
	}
	return s.trainComposer(examples, f)
}

// composerExamples collects the units of one benchmark's questions.
func (s *session) composerExamples(ctx context.Context, f benchComposerFlags, i int) ([]composer.Example, error) {
	asked, err := s.openSuite(f.bench[i])
	if err != nil {
		return nil, err
	}
	bench, err := s.openBench(ctx, f.corpus[i], f.keepOf(f.corpus[i]))
	if err != nil {
		return nil, err
	}
	out, err := s.unitsOf(ctx, bench, filepath.Base(f.bench[i]), inSplit(asked.Questions, f.split))
	return out, errors.Join(err, bench.Close())
}

func (s *session) unitsOf(ctx context.Context, bench *wire.Bench, set string, questions []suite.Question) ([]composer.Example, error) {
	if err := bench.Embed(ctx, s.embedding); err != nil {
		return nil, err
	}
	var out []composer.Example
	for i, q := range questions {
		s.err.showStatus(fmt.Sprintf("looking at question %d of %d", i+1, len(questions)))
		plan := bench.Loop.Plan(engine.Request{Question: engine.Untrusted(q.Text)})
		found, err := bench.Loop.Search(ctx, &plan, func(trace.Payload) {})
		if err != nil {
			return nil, fmt.Errorf("question %s: %w", q.ID, err)
		}
		records := map[string]engine.Record{}
		for _, p := range found {
			records[p.Record.DocID] = p.Record
		}
		units := compose.Units(compose.Ask(plan.Request.Query.Text, plan.Understanding), found, bench.Retriever.Weigh)
		if labelled := composer.Label(q, units, records); composer.Needed(labelled) > 0 {
			out = append(out, composer.Example{Set: set, ID: q.ID, Units: labelled})
		}
	}
	return out, nil
}

// trainComposer fits, prints what is reached, and writes the weights.
func (s *session) trainComposer(examples []composer.Example, f benchComposerFlags) error {
	held, err := composer.CrossValidate(examples)
	if err != nil {
		return err
	}
	weights, err := composer.Fit(examples)
	if err != nil {
		return err
	}
	s.printComposer(examples, held, weights)
	if f.out == "" {
		return nil
	}
	about := fmt.Sprintf("trained on %d questions of %s, part %s; log loss %.4f in cross-validation, %.4f without features",
		len(examples), strings.Join(composer.Sets(examples), ", "), f.split, held.Loss, held.Base)
	data, err := json.MarshalIndent(weights.Model(about), "", "  ")
	if err != nil {
		return fmt.Errorf("write the composer's weights: %w", err)
	}
	return os.WriteFile(s.path(f.out), append(data, '\n'), 0o644)
}

func (s *session) printComposer(examples []composer.Example, held composer.Measured, weights composer.Weights) {
	s.out.printf("%d questions, %d units; shown is the share of what is needed in the %d words worth most\n\n", held.Questions, held.Units, composer.AtOnce)
	s.out.printf("%-48s %8s %8s\n", "", "log loss", "shown")
	s.out.printf("%-48s %8.4f\n", "without features", held.Base)
	row := func(name string, m composer.Measured) { s.out.printf("%-48s %8.4f %8.3f\n", name, m.Loss, m.Shown) }
	row("cross-validated", held)
	row("built-in weights", composer.Measure(examples, composer.Of(compose.Builtin())))
	row("trained on all", composer.Measure(examples, weights))
	s.out.printf("\n%-48s %8s\n", "", "weight")
	for i, name := range compose.Features() {
		s.out.printf("  %-46s %8.3f\n", name, weights[i])
	}
	s.out.printf("  %-46s %8.3f\n", "without any", weights[len(weights)-1])
}
