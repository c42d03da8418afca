package cli

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"owl/app/wire"
)

func (s *session) benchCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "bench",
		Short: "Measure search and answers against questions with known answers",
		Long: "bench measures how good and how fast search and answers are. What a run did is kept as trace files, and\n" +
			"every figure comes from these, with its number of questions and its 95 % interval.",
		Args: s.noCommand,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(s.benchRetrievalCommand(), s.benchRunCommand(), s.benchBuildCommand(), s.benchReviewCommand(), s.benchStatsCommand(), s.benchCompareCommand(), s.benchTrainCommand(), s.benchComposerCommand(), s.benchVectorsCommand(), s.benchLatencyCommand(), s.benchLoadCommand())
	return cmd
}

// path makes a path of the command line one that starts at the working folder.
func (s *session) path(name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(s.host.Dir, name)
}

// open opens a file that a flag names; one that cannot be opened is wrong usage.
func (s *session) open(flag, name string) (*os.File, error) {
	file, err := os.Open(s.path(name))
	if err != nil {
		return nil, usageError{fmt.Errorf("--%s: %w", flag, err)}
	}
	return file, nil
}

// benchHooks shows how far the knowledge base of a benchmark is.
func (s *session) benchHooks() wire.DemoHooks {
	return wire.DemoHooks{Progress: s.ingestProgress, Mending: s.mending}
}

func (s *session) badItem(line string) {
	s.log.Warn("bad item", "what", line)
	s.err.printf("owl: %s\n", line)
}
