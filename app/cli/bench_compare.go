package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"owl/bench/report"
	benchrun "owl/bench/run"
	"owl/bench/score"
	"owl/bench/suite"
	"owl/engine"
	"owl/engine/guard"
)

func (s *session) benchCompareCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "compare A B",
		Short: "Compare two runs, question by question",
		Long: "compare scores the traces of two runs and gives the differences of B from A over the questions that both have,\n" +
			"with 95 % intervals and p-values adjusted for the number of metrics. A and B are folders of one variant\n" +
			"(DIR/VARIANT), or of a run with one variant only.",
		Example: "owl bench compare before/naive after/naive",
		Args:    cobra.ExactArgs(2),
		RunE:    s.run(func(ctx context.Context, args []string) error { return s.runBenchCompare(ctx, args[0], args[1]) }),
	}
}

func (s *session) runBenchCompare(ctx context.Context, nameA, nameB string) error {
	a, err := s.oneRun(nameA)
	if err != nil {
		return err
	}
	b, err := s.oneRun(nameB)
	if err != nil {
		return err
	}
	asked := bothAsked(a, b)
	if len(asked) == 0 {
		return usagef("%s and %s have no question in common", nameA, nameB)
	}
	scoredA, err := s.score(ctx, a.dir, asked, []benchrun.Folder{a.Folder}, report.Graders{})
	if err != nil {
		return err
	}
	scoredB, err := s.score(ctx, b.dir, asked, []benchrun.Folder{b.Folder}, report.Graders{})
	if err != nil {
		return err
	}
	from, to := scoredA[0], scoredB[0]
	if from.Scored.Name == to.Scored.Name {
		from.Scored.Name, to.Scored.Name = nameA, nameB
	}
	table, _, err := report.Compare(from, to, score.Bootstrap{})
	if err != nil {
		return err
	}
	note := fmt.Sprintf("Index %s against %s, configuration %s against %s.", b.Manifest.IndexHash, a.Manifest.IndexHash, b.Manifest.ConfigHash, a.Manifest.ConfigHash)
	if s.flags.json {
		return s.out.json(map[string]any{"questions": len(asked), "table": table, "a": a.Manifest, "b": b.Manifest})
	}
	s.out.write(guard.Text(engine.Untrusted(table.Text())) + note + "\n")
	return nil
}

// ranWith is one run with its questions.
type ranWith struct {
	benchrun.Folder
	dir       string // that the variant's folder is in
	questions []suite.Question
}

// oneRun reads the folder of one variant.
func (s *session) oneRun(name string) (ranWith, error) {
	dir, variant := s.path(name), ""
	if _, err := os.Stat(filepath.Join(dir, questionsFile)); err != nil {
		dir, variant = filepath.Split(filepath.Clean(dir))
	}
	folders, err := benchrun.Read(filepath.Clean(dir))
	if errors.Is(err, engine.ErrNotFound) {
		return ranWith{}, usagef("%s holds no run of owl bench run", name)
	}
	if err != nil {
		return ranWith{}, err
	}
	asked, err := suite.Open(filepath.Join(dir, questionsFile))
	if err != nil {
		return ranWith{}, s.faults(err)
	}
	for _, f := range folders {
		if f.Manifest.Variant.Name == variant || variant == "" && len(folders) == 1 {
			return ranWith{f, dir, asked.Questions}, nil
		}
	}
	if variant == "" {
		return ranWith{}, usagef("%s holds several variants; name one, as in %s", name, filepath.Join(name, folders[0].Manifest.Variant.Name))
	}
	return ranWith{}, usagef("%s holds no run of owl bench run", name)
}

// bothAsked returns the questions of a that both have a run of, with the same
// words.
func bothAsked(a, b ranWith) []suite.Question {
	var out []suite.Question
	for _, q := range a.questions {
		inA, okA := a.Runs[q.ID]
		inB, okB := b.Runs[q.ID]
		if okA && okB && inA.Question == inB.Question {
			out = append(out, q)
		}
	}
	return out
}
