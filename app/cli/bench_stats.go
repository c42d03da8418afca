package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"owl/bench/report"
	benchrun "owl/bench/run"
	"owl/bench/suite"
	"owl/engine"
	"owl/engine/guard"
)

func (s *session) benchStatsCommand() *cobra.Command {
	var f graderFlags
	cmd := &cobra.Command{
		Use:   "stats DIR",
		Short: "Score the traces of a run again and write the report",
		Long: "stats scores the traces of owl bench run, asks no question, prints the tables and writes them to\n" +
			"DIR/report.md, DIR/report.json and DIR/report.html, which is one page that needs nothing beside itself.\n" +
			"With --judge a language model judges the answers too, with --second-judge another one; their verdicts are kept in DIR/judge.",
		Args: cobra.ExactArgs(1),
		RunE: s.run(func(ctx context.Context, args []string) error {
			opts, err := f.options(s, args[0])
			if err != nil {
				return err
			}
			return s.benchStats(ctx, args[0], opts)
		}),
	}
	f.add(cmd)
	return cmd
}

// benchStats scores what is in a folder, prints it and writes the report.
func (s *session) benchStats(ctx context.Context, dir string, by graders) error {
	in, err := s.measured(ctx, dir, by)
	if err != nil {
		return err
	}
	in.Title = "Owl benchmark: " + filepath.Base(s.path(dir))
	r, err := report.Build(in)
	if err != nil {
		return err
	}
	if err := writeReport(s.path(dir), r); err != nil {
		return err
	}
	if s.flags.json {
		return s.out.json(struct {
			Runs   []report.Run   `json:"runs"`
			Tables []report.Table `json:"tables"`
			Notes  []string       `json:"notes"`
		}{r.Runs, r.Tables, r.Notes})
	}
	s.out.write(guard.Text(engine.Untrusted(r.Text())))
	s.err.printf("owl: %s has the questions one by one\n", filepath.Join(dir, "report.html"))
	return nil
}

// measured reads the runs of a folder and scores them.
func (s *session) measured(ctx context.Context, dir string, by graders) (report.Input, error) {
	folders, err := s.readRuns(dir)
	if err != nil {
		return report.Input{}, err
	}
	asked, err := suite.Open(filepath.Join(s.path(dir), questionsFile))
	if errors.Is(err, fs.ErrNotExist) {
		return report.Input{}, usageError{err}
	}
	if err != nil {
		return report.Input{}, s.faults(err)
	}
	who, named, end, err := by.open(ctx, s, folders)
	if err != nil {
		return report.Input{}, err
	}
	scored, err := s.score(ctx, dir, asked.Questions, folders, who)
	return report.Input{Questions: asked.Questions, Variants: scored, Notes: notes(folders, named)}, errors.Join(err, end())
}

// score scores the runs of a folder.
func (s *session) score(ctx context.Context, dir string, asked []suite.Question, folders []benchrun.Folder, by report.Graders) ([]report.Variant, error) {
	kept, err := benchrun.ReadRecords(s.path(dir))
	if err != nil {
		return nil, err
	}
	return report.Measure(ctx, asked, folders, kept, by)
}

// notes says how the figures are to be read.
func notes(folders []benchrun.Folder, named []string) []string {
	out := append([]string{"Means in per cent with the 95 % percentile interval of the bootstrap over questions; – could not be measured."}, named...)
	out = append(out, unfinished(folders)...)
	for _, f := range folders {
		if f.Manifest.IndexHash != folders[0].Manifest.IndexHash {
			return append(out, "The variants ran on different indexes, so they do not compare.")
		}
	}
	return out
}

// unfinished says which traces count for nothing.
func unfinished(folders []benchrun.Folder) []string {
	var out []string
	for _, f := range folders {
		switch n := len(f.Unfinished); n {
		case 0:
		case 1:
			out = append(out, f.Manifest.Variant.Name+": 1 trace does not come to its end and is left out; owl bench run asks such a question again")
		default:
			out = append(out, fmt.Sprintf("%s: %d traces do not come to their end and are left out; owl bench run asks such questions again", f.Manifest.Variant.Name, n))
		}
	}
	return out
}

func writeReport(dir string, r *report.Report) error {
	page, err := r.HTML()
	if err != nil {
		return err
	}
	doc, err := json.MarshalIndent(r, "", " ")
	if err != nil {
		return fmt.Errorf("write the report: %w", err)
	}
	for name, data := range map[string]string{"report.html": page, "report.md": r.Markdown(), "report.json": string(guard.JSON(doc)) + "\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(data), 0o644); err != nil {
			return fmt.Errorf("write the report: %w", err)
		}
	}
	return nil
}
