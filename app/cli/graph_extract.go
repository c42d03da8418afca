package cli

import (
	"context"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"owl/app/wire"
	"owl/engine/graph/assist"
)

// Usual budget of a run.
const (
	usualCalls  = 2000
	usualTokens = 2_000_000
)

func (s *session) graphExtractCommand() *cobra.Command {
	var f wire.Learn
	cmd := &cobra.Command{
		Use:   "extract",
		Short: "Have the language model read records for the fault graph, beside the rules",
		Long: "extract is never needed: the rules read every record when it is ingested. With a language model ([llm]) it reads\n" +
			"what the rules may have missed: the records that are about faults, the newest first, two calls each. The second call\n" +
			"and the code check every statement against its quote. What was read is kept at once and not read again until the\n" +
			"record, the model or its instructions change; a run that ended early goes on where it was.",
		Example: "owl graph extract --calls 500\nowl graph extract --time 8h",
		Args:    cobra.NoArgs, ValidArgsFunction: cobra.NoFileCompletions,
		RunE: s.run(func(ctx context.Context, _ []string) error {
			if f.Budget.Calls < 0 || f.Budget.Tokens < 0 || f.Budget.Time < 0 {
				return usagef("--calls, --tokens and --time must not be negative; 0 is no bound")
			}
			return s.withOwl(ctx, func(owl *wire.Owl) error { return s.runExtract(ctx, owl, f) })
		}),
	}
	cmd.Flags().IntVar(&f.Budget.Calls, "calls", usualCalls, "most calls of the model; 0 is no bound")
	cmd.Flags().IntVar(&f.Budget.Tokens, "tokens", usualTokens, "tokens after which no further record is read; 0 is no bound")
	cmd.Flags().DurationVar(&f.Budget.Time, "time", time.Hour, "longest time; 0 is no bound")
	cmd.Flags().BoolVar(&f.Again, "again", false, "read also the records that were read before")
	return cmd
}

func (s *session) runExtract(ctx context.Context, owl *wire.Owl, f wire.Learn) error {
	f.Progress = func(r assist.Report) {
		s.err.showStatus(fmt.Sprintf("%d of %d records read, %d statements, %d calls", r.Passed+r.Read, r.Due, r.Statements, r.Cost.Calls))
	}
	r, err := owl.Learn(ctx, f)
	switch {
	case r.Due == 0 && err != nil:
		return err
	case s.flags.json:
		if failed := s.out.json(extracted(r)); failed != nil {
			return failed
		}
	default:
		s.out.printf("%d records read: %d statements kept, %d dropped, %d replies of no use; %d calls, %d tokens\n",
			r.Read, r.Statements, r.Dropped, r.Unreadable, r.Cost.Calls, r.Cost.Tokens)
	}
	s.note(r.Stopped)
	if left := r.Left(); left > 0 {
		s.err.printf("owl: up to %d records are left; owl graph extract goes on there\n", left)
	}
	return err
}

// extracted is the JSON form of a report.
func extracted(r assist.Report) map[string]any {
	return map[string]any{
		"due": r.Due, "read": r.Read, "no_fault": r.Passed, "statements": r.Statements, "dropped": r.Dropped, "unreadable": r.Unreadable,
		"calls": r.Cost.Calls, "tokens": r.Cost.Tokens, "left": r.Left(), "stopped": r.Stopped,
	}
}
