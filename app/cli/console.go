package cli

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/charmbracelet/x/term"

	"owl/app/shell"
	"owl/app/wire"
)

// runConsole opens the console on the configured knowledge base.
func (s *session) runConsole(ctx context.Context, _ []string) error {
	if !s.interactive() {
		return usagef("the console needs a terminal; see owl --help for the commands")
	}
	return s.withOwl(ctx, func(owl *wire.Owl) error {
		owl.EmbedInBackground(ctx)
		return s.console(ctx, owl)
	})
}

// console runs until the user quits.
func (s *session) console(ctx context.Context, owl *wire.Owl) error {
	options, deps := owl.Console(ctx, "")
	options.NoColor = !s.out.color
	options.Terminal.Env = s.host.Environ
	s.err.endStatus()
	err := shell.Run(ctx, options, deps)
	var internal *shell.Panic
	if errors.As(err, &internal) {
		return s.panicked(fmt.Sprintf("%s: %v", internal.Where, internal.Value), internal.Stack)
	}
	return err
}

// interactive reports whether somebody sits at both ends.
func (s *session) interactive() bool {
	in, ok := s.host.In.(*os.File)
	return ok && term.IsTerminal(in.Fd()) && s.out.terminal()
}
