package cli

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
)

func (s *session) rootCommand() *cobra.Command {
	root := &cobra.Command{
		Use:   "owl",
		Short: "Ask the records of a facility; every citation is checked",
		Long: "owl answers questions from the facility's own records, with citations that are checked.\n" +
			"Without a command it opens the console on the configured knowledge base.",
		Example: "owl demo\nowl ingest ./logbook.jsonl ./docs\nowl ask \"why did the beam dump?\"",
		Args:    s.noCommand,
		RunE:    s.run(s.runConsole),
	}
	root.SetIn(s.host.In)
	root.SetOut(s.host.Out)
	root.SetErr(s.host.Err)
	root.SuggestionsMinimumDistance = 2
	flags := root.PersistentFlags()
	flags.StringVar(&s.flags.home, "home", "", "folder of the knowledge base ($OWL_HOME, else $XDG_DATA_HOME/owl)")
	flags.StringVar(&s.flags.config, "config", "", "configuration file ($OWL_CONFIG, else $XDG_CONFIG_HOME/owl/owl.toml)")
	flags.BoolVar(&s.flags.json, "json", false, "print JSON for a program to read")
	flags.BoolVar(&s.flags.noColor, "no-color", false, "no colour, like a non-empty $NO_COLOR")
	flags.BoolVarP(&s.flags.verbose, "verbose", "v", false, "say more on stderr and in the log")
	root.AddCommand(s.demoCommand(), s.askCommand(), s.searchCommand(), s.showCommand(), s.graphCommand(), s.walkCommand(), s.briefCommand(), s.handoverCommand(),
		s.ingestCommand(), s.sourcesCommand(), s.sessionsCommand(), s.exportCommand(), s.pvCommand(), s.sshCommand(), s.serveCommand(), s.mcpCommand(), s.storeCommand(), s.skillCommand(), s.doctorCommand(), s.modelsCommand(), s.configCommand(), s.benchCommand())
	return root
}

// noCommand refuses an argument of the root: a command that is not there.
func (s *session) noCommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	hint := "see owl --help"
	if like := cmd.SuggestionsFor(args[0]); len(like) > 0 {
		hint = "did you mean " + strings.Join(like, ", ") + "?"
	}
	return fmt.Errorf("unknown command %q; %s", args[0], hint)
}

// run makes a command's function one that cobra calls. Its error is kept, see
// execute.
func (s *session) run(f func(ctx context.Context, args []string) error) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) error {
		s.failure = f(cmd.Context(), args)
		return nil
	}
}
