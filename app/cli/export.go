package cli

import (
	"cmp"
	"context"
	"fmt"
	"os"

	"github.com/spf13/cobra"
)

func (s *session) exportCommand() *cobra.Command {
	var out string
	cmd := &cobra.Command{
		Use:   "export [ID]",
		Short: "Write a conversation as Markdown, or as JSON with --json",
		Long: "export writes a conversation of owl sessions, the latest when no ID is given, with its citations and\n" +
			"their quotes.",
		Example: "owl export > shift.md\nowl export 20261015 --json --out shift.json",
		Args:    cobra.MaximumNArgs(1),

		ValidArgsFunction: cobra.NoFileCompletions,
		RunE:              s.run(func(ctx context.Context, args []string) error { return s.runExport(ctx, out, args) }),
	}
	cmd.Flags().StringVar(&out, "out", "", "file to write to, which must not be there yet; stdout without it")
	return cmd
}

func (s *session) runExport(ctx context.Context, out string, args []string) (err error) {
	name := cmp.Or(append(args, "last")...)
	store, id, err := s.found(ctx, name)
	if err != nil {
		return err
	}
	c, err := store.Load(ctx, id)
	if err != nil {
		return err
	}
	to := s.out
	if out != "" {
		file, err := os.OpenFile(s.path(out), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
		if err != nil {
			return fmt.Errorf("export: %w", err)
		}
		defer file.Close() // a write that failed is kept by the printer
		to = newPrinter(file, false)
	}
	if s.flags.json {
		return to.json(c)
	}
	to.lines(c.Markdown(), "")
	return to.failed
}
