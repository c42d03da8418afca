package cli

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"owl/bench/report"
	benchrun "owl/bench/run"
	"owl/bench/score"
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
	for _, line := range unfinished(folders) {
		s.err.printf("owl: %s\n", line)
	}
	tables := []report.Table{}
	for _, f := range folders {
		timed := score.Variant{Name: f.Manifest.Variant.Name}
		for id, state := range f.Runs {
			if state.Answer != nil {
				timed.Questions = append(timed.Questions, score.Question{About: score.About{ID: id}, Millis: state.Answer.Timings})
			}
		}
		table, _ := report.Latency(report.Variant{Folder: f, Scored: timed})
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
