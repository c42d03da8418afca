package cli

import (
	"context"

	"github.com/spf13/cobra"

	"owl/app/wire"
	"owl/engine"
	"owl/engine/kb"
)

func (s *session) doctorCommand() *cobra.Command {
	var verify bool
	cmd := &cobra.Command{
		Use:   "doctor",
		Short: "Check the installation and say what to do",
		Args:  cobra.NoArgs,
		RunE:  s.run(func(ctx context.Context, _ []string) error { return s.runDoctor(ctx, verify) }),
	}
	cmd.Flags().BoolVar(&verify, "verify", false, "read everything and compare the checksums")
	return cmd
}

// runDoctor prints one line a check. A configuration that cannot be used ends
// it like any other command.
func (s *session) runDoctor(ctx context.Context, verify bool) error {
	cfg, err := s.config()
	if err != nil {
		return err
	}
	report := kb.Report{Checks: append(wire.Doctor(ctx, cfg, verify), s.terminalChecks()...)}
	if err := ctx.Err(); err != nil {
		return err
	}
	if s.flags.json {
		if err := s.out.json(report); err != nil {
			return err
		}
	} else {
		for _, c := range report.Checks {
			s.printCheck(c)
		}
	}
	if report.State() == kb.Bad {
		return errSaid
	}
	return nil
}

func (s *session) printCheck(c kb.Check) {
	mark := s.out.good("ok  ")
	switch c.State {
	case kb.Warn:
		mark = s.out.warn("warn")
	case kb.Bad:
		mark = s.out.bad("bad ")
	}
	line := c.Detail
	if c.Do != "" {
		line += engine.Untrusted("; " + c.Do)
	}
	s.out.printf("%s  %-14s %s\n", mark, c.Name, line)
}
