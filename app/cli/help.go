package cli

import (
	"context"
	"io"
	"strings"

	"charm.land/fang/v2"
	"github.com/spf13/cobra"
)

// help prints the help of a command. fang asks the terminal for its background
// first, and waits for the answer, so it is left alone unless it may use
// colour, and for all but help and the man page.
func (s *session) help(ctx context.Context, cmd *cobra.Command) {
	if s.out.terminal() && !s.out.color {
		new(cobra.Command).HelpFunc()(cmd, nil)
		return
	}
	path := strings.Fields(cmd.CommandPath())[1:]
	s.failure = s.fang(ctx, append(path, "--help"))
}

func (s *session) manCommand() *cobra.Command {
	return &cobra.Command{
		Use:    "man",
		Short:  "Print the manual page",
		Hidden: true,
		Args:   cobra.NoArgs,
		RunE:   s.run(func(ctx context.Context, _ []string) error { return s.fang(ctx, []string{"man"}) }),
	}
}

// fang runs a command line that only prints help on a command tree of its own.
func (s *session) fang(ctx context.Context, args []string) error {
	root := s.rootCommand()
	root.SetArgs(args)
	silent := fang.WithErrorHandler(func(io.Writer, fang.Styles, error) {})
	return fang.Execute(ctx, root, fang.WithVersion(s.version()), silent)
}
