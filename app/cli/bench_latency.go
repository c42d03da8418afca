package cli

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"owl/bench/report"
	benchrun "owl/bench/run"
	"owl/engine"
	"owl/engine/guard"
)

func (s *session) benchLatencyCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "latency DIR",
		Short: "Show how long each stage of the answers took",
		Long:  "latency reads the traces of owl bench run and gives the median and the 95th percentile of each stage.",
		Args:  cobra.ExactArgs(1),
		RunE:  s.run(s.runBenchLatency),
	}
}

func (s *session) runBenchLatency(_ context.Context, args []string) error {
	folders, err := s.readRuns(args[0])
	if err != nil {
		return err
	}
	tables := []report.Table{}
	for _, f := range folders {
		var answers []engine.Answer
		for _, state := range f.Runs {
			if state.Answer != nil {
				answers = append(answers, *state.Answer)
			}
		}
		table, _ := report.Latency(f.Manifest.Variant.Name, answers)
		table.Note += fmt.Sprintf(" %d questions were asked at a time.", f.Manifest.Jobs)
		tables = append(tables, table)
	}
	if s.flags.json {
		return s.out.json(map[string]any{"tables": tables})
	}
	for i, table := range tables {
		if i > 0 {
			s.out.write("\n")
		}
		s.out.write(guard.Text(engine.Untrusted(table.Text())))
	}
	return nil
}

// readRuns reads the folder of owl bench run; one that is none is wrong usage.
func (s *session) readRuns(dir string) ([]benchrun.Folder, error) {
	folders, err := benchrun.Read(s.path(dir))
	if errors.Is(err, engine.ErrNotFound) {
		return nil, usageError{err}
	}
	return folders, err
}
