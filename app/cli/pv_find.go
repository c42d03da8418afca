package cli

import (
	"context"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"owl/app/wire"
	"owl/engine"
	"owl/engine/guard"
)

func (s *session) pvFindCommand(f *pvFlags) *cobra.Command {
	var limit int
	cmd := &cobra.Command{
		Use:   "find WORDS|GLOB...",
		Short: "List the PVs that words mean, best first, and no others",
		Long: "find lists the PVs that words mean: full and partial names, globs with\n" +
			"* ? {A,B} {01..12}, and the language of devices and sectors. What does not\n" +
			"exist is said not to exist, with the nearest names.",
		Example: "owl pv find 'SR03:*BPM*:X'\nowl pv find vacuum gauges downstream of the second undulator\nowl pv find RF station B circulator flow",
		Args:    cobra.MinimumNArgs(1),

		ValidArgsFunction: cobra.NoFileCompletions,
		RunE:              s.run(func(ctx context.Context, args []string) error { return s.runPVFind(ctx, f, limit, args) }),
	}
	cmd.Flags().IntVar(&limit, "limit", 1000, "most PVs that are listed")
	return cmd
}

func (s *session) runPVFind(ctx context.Context, f *pvFlags, limit int, args []string) error {
	if limit < 1 {
		return usagef("--limit %d: want at least 1", limit)
	}
	return s.withPVs(ctx, f, func(pvs *wire.PVs) error {
		found, err := pvs.Find(ctx, strings.Join(args, " "), limit)
		if err != nil {
			return err
		}
		switch {
		case s.flags.json:
			return s.out.json(found)
		case f.csv:
			s.out.csv("pv", "description", "score", "archived", "connected")
			for _, c := range found.Channels {
				s.out.csv(c.PV, string(c.Description), strconv.FormatFloat(c.Score, 'f', 3, 64), stateWord(c.Archived, "true", "false"), stateWord(c.Connected, "true", "false"))
			}
		default:
			s.printChannels(found)
		}
		s.notes(found.Notes)
		return s.out.failed
	})
}

// stateWord writes a state that may be unknown.
func stateWord(state *bool, yes, no string) string {
	switch {
	case state == nil:
		return ""
	case *state:
		return yes
	}
	return no
}

func (s *session) printChannels(found wire.FoundChannels) {
	width := 0
	for _, c := range found.Channels {
		width = max(width, len(guard.Line(engine.Untrusted(c.PV))))
	}
	for _, c := range found.Channels {
		name := guard.Line(engine.Untrusted(c.PV))
		s.out.printf("%s  %s", s.out.strong(name+strings.Repeat(" ", width-len(name))), c.Description)
		for _, state := range []string{stateWord(c.Archived, "", "not archived"), stateWord(c.Connected, "", "not connected")} {
			if state != "" {
				s.out.printf("  %s", s.out.warn(state))
			}
		}
		s.out.printf("\n")
	}
}
