package cli

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"slices"

	"github.com/spf13/cobra"

	talk "owl/engine/session"
)

func (s *session) exportCommand() *cobra.Command {
	var out string
	var feedback bool
	cmd := &cobra.Command{
		Use:   "export [ID]",
		Short: "Write a conversation as Markdown, or as JSON with --json",
		Long: "export writes a conversation of owl sessions, the latest when no ID is given, with its citations and\n" +
			"their quotes. With --feedback it writes the rated answers, those of all conversations when no ID is given, one\n" +
			"JSON object a line: id, question, verdict, reason, citations.",
		Example: "owl export > shift.md\nowl export 20261015 --json --out shift.json\nowl export --feedback > rated.jsonl",
		Args:    cobra.MaximumNArgs(1),

		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: s.run(func(ctx context.Context, args []string) error {
			to, done, err := s.exportTo(out)
			if err != nil {
				return err
			}
			defer done() // a write that failed is kept by the printer
			if feedback {
				return s.exportFeedback(ctx, to, args)
			}
			return s.runExport(ctx, to, args)
		}),
	}
	cmd.Flags().StringVar(&out, "out", "", "file to write to, which must not be there yet; stdout without it")
	cmd.Flags().BoolVar(&feedback, "feedback", false, "the rated answers as JSON lines, for a benchmark")
	return cmd
}

// exportTo is where an export goes.
func (s *session) exportTo(out string) (*printer, func(), error) {
	if out == "" {
		return s.out, func() {}, nil
	}
	file, err := os.OpenFile(s.path(out), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return nil, nil, fmt.Errorf("export: %w", err)
	}
	return newPrinter(file, false), func() { _ = file.Close() }, nil
}

// exportFeedback writes the rated answers of one conversation, or of all.
func (s *session) exportFeedback(ctx context.Context, to *printer, args []string) error {
	store, err := s.sessions()
	if err != nil {
		return err
	}
	ids, err := conversations(ctx, store, args)
	if err != nil {
		return err
	}
	rated := 0
	for _, id := range ids {
		list, err := store.Feedback(ctx, id)
		if err != nil {
			return err
		}
		for _, f := range list {
			if err := to.json(f); err != nil {
				return err
			}
		}
		rated += len(list)
	}
	if rated == 0 {
		s.err.printf("owl: no answer was rated yet; u and d do it in the console, owl sessions rate here\n")
	}
	return to.failed
}

// conversations are the one that is meant, or all, the earliest first.
func conversations(ctx context.Context, store *talk.Store, args []string) ([]string, error) {
	if len(args) > 0 {
		id, err := store.Find(ctx, args[0])
		return []string{id}, err
	}
	all, err := store.List(ctx)
	var ids []string
	for _, i := range slices.Backward(all) {
		ids = append(ids, i.ID)
	}
	return ids, err
}

func (s *session) runExport(ctx context.Context, to *printer, args []string) error {
	name := cmp.Or(append(args, "last")...)
	store, id, err := s.found(ctx, name)
	if err != nil {
		return err
	}
	c, err := store.Load(ctx, id)
	if err != nil {
		return err
	}
	if s.flags.json {
		return to.json(c)
	}
	to.lines(c.Markdown(), "")
	return to.failed
}
