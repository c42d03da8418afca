package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"owl/app/wire"
	"owl/engine/graph/ask"
)

func (s *session) graphCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "graph",
		Short: "Walk the fault graph: what broke, why, what was done",
		Long: "graph shows what the records say about faults: symptoms, causes, what helped and what did not, each with\n" +
			"the record and the words that say so.",
	}
	words := "how many faults are shown"
	chain := s.graphPart("chain WORDS|ID...", "Show fault chains from symptom to resolution", words, 3, s.printChains)
	chain.Long = "chain shows faults from the symptom to the resolution, the latest first. Words may name a time, such as a date,\n" +
		"last week or a run: the faults of then are shown."
	chain.Example = "owl graph chain RFB circulator flow\nowl graph chain beam dump 2026-10-15\nowl graph chain BELY_40541"
	again := s.graphPart("again WORDS|ID...", "List how often a fault happened, and when", words, 3, s.printAgain)
	near := s.graphPart("near WORDS|ID...", "List what is joined to a thing", "how many neighbours are shown", 40, s.printNear)
	experts := s.graphPart("experts WORDS...", "List who has worked on a thing, with evidence", "how many people are shown", 5, s.printExperts)
	experts.Aliases = []string{"expert"}
	experts.Example = "owl graph experts the timing system"
	cmd.AddCommand(chain, again, near, experts, s.graphPathCommand(), s.graphQueryCommand(), s.graphExportCommand(), s.graphExtractCommand(), s.graphPushCommand())
	return cmd
}

// shower prints what the fault graph says of words.
type shower func(ctx context.Context, from ask.Source, words string, limit int) error

func (s *session) graphPart(use, short, limitHelp string, limit int, show shower) *cobra.Command {
	cmd := &cobra.Command{Use: use, Short: short, Args: cobra.MinimumNArgs(1), ValidArgsFunction: cobra.NoFileCompletions}
	flag := cmd.Flags().IntP("limit", "n", limit, limitHelp)
	cmd.RunE = s.run(func(ctx context.Context, args []string) error {
		if *flag < 1 || *flag > 1000 {
			return usagef("--limit %d: want 1 to 1000", *flag)
		}
		return s.withAsk(ctx, func(from ask.Source) error { return show(ctx, from, strings.Join(args, " "), *flag) })
	})
	return cmd
}

// withAsk runs a command on the fault graph.
func (s *session) withAsk(ctx context.Context, do func(ask.Source) error) error {
	return s.withOwl(ctx, func(owl *wire.Owl) error {
		from, err := owl.Ask(ctx)
		if err == nil {
			err = do(from)
		}
		var none *ask.NothingError
		if errors.As(err, &none) {
			return fmt.Errorf("%w; owl search looks for words", err)
		}
		return err
	})
}

func (s *session) printChains(ctx context.Context, from ask.Source, words string, limit int) error {
	found, err := from.Chains(ctx, words, limit)
	if err != nil {
		return err
	}
	s.note(found.Note)
	if s.flags.json {
		return s.out.json(found)
	}
	for _, c := range found.Chains {
		s.printChain(c)
	}
	return nil
}

// note says how a question was taken.
func (s *session) note(line string) {
	if line != "" {
		s.err.printf("owl: %s\n", line)
	}
}

func (s *session) printChain(c ask.Chain) {
	s.out.printf("%s  %s\n", s.out.strong(c.Fault), s.out.faint(fmt.Sprintf("%.0f %% of symptom, cause, resolution known", 100*c.Completeness)))
	for _, claim := range c.Claims {
		s.printClaim(claim)
	}
	if len(c.Occurrences) > 0 {
		s.out.printf("  %-13s %s\n", "happened", happened(c.Occurrences))
	}
	s.out.printf("\n")
}

func happened(all []ask.Occurrence) string {
	var out []string
	for _, o := range all {
		out = append(out, strings.TrimSpace(day(o.Date)+" "+o.DocID))
	}
	return strings.Join(out, ", ")
}

func (s *session) printClaim(c ask.Statement) {
	s.out.printf("  %-13s %s\n", c.Role, c.Name)
	s.out.printf("  %-13s %s\n", "", s.out.faint(joined(c.DocID, day(c.Date), cameBack(c.CameBack))))
	if c.Quote != "" && c.Role != "on" {
		s.out.text("“"+c.Quote+"”", "                ")
	}
}

func cameBack(date string) string {
	if date == "" {
		return ""
	}
	return "came back " + day(date)
}

func (s *session) printAgain(ctx context.Context, from ask.Source, words string, limit int) error {
	found, err := from.Recurrences(ctx, words, limit)
	if err != nil {
		return err
	}
	s.note(found.Note)
	if s.flags.json {
		return s.out.json(found)
	}
	for _, h := range found.Histories {
		s.out.printf("%s  %s\n", s.out.strong(h.Fault), s.out.faint(joined(fmt.Sprintf("reported %d times", h.Times), "last "+cmp.Or(day(h.Last), "never"))))
		for i, o := range h.Occurrences {
			after := ""
			if i > 0 && i <= len(h.Days) {
				after = fmt.Sprintf("%.0f days later", h.Days[i-1])
			}
			s.out.printf("  %s\n", joined(day(o.Date), o.DocID, o.Title, after))
		}
	}
	return nil
}

func (s *session) printNear(ctx context.Context, from ask.Source, words string, limit int) error {
	found, err := from.Near(ctx, words, limit)
	if err != nil {
		return err
	}
	if s.flags.json {
		return s.out.json(found)
	}
	s.out.printf("%s  %s\n", s.out.strong(found.Node), s.out.faint(found.Kind))
	for _, c := range found.Near {
		s.out.printf("  %-24s %s\n", c.Role, joined(c.Name, c.Kind, c.DocID, day(c.Date)))
	}
	return nil
}

func (s *session) printExperts(ctx context.Context, from ask.Source, words string, limit int) error {
	found, err := from.Experts(ctx, words, limit)
	if err != nil {
		return err
	}
	if s.flags.json {
		return s.out.json(found)
	}
	for _, x := range found.Experts {
		s.out.printf("%s  %s\n", s.out.strong(x.Name), s.out.faint(joined(fmt.Sprintf("%.2f", x.Score), "last "+day(x.Last))))
		for _, p := range x.Proof {
			s.out.printf("  %s\n", joined(p.DocID, day(p.Date)))
			s.out.text(p.Quote, "    ")
		}
	}
	return nil
}

func (s *session) graphPathCommand() *cobra.Command {
	return &cobra.Command{
		Use: "path A B", Short: "Show the shortest way between two things", Args: cobra.ExactArgs(2), ValidArgsFunction: cobra.NoFileCompletions,
		Example: "owl graph path RFB 'LCW-2'",
		RunE: s.run(func(ctx context.Context, args []string) error {
			return s.withAsk(ctx, func(from ask.Source) error { return s.printPath(ctx, from, args[0], args[1]) })
		}),
	}
}

func (s *session) printPath(ctx context.Context, from ask.Source, a, b string) error {
	found, err := from.Path(ctx, a, b)
	if err != nil {
		return err
	}
	if s.flags.json {
		return s.out.json(found)
	}
	s.out.printf("%s\n", s.out.strong(found.From))
	for _, c := range found.Steps {
		s.out.printf("  %-24s %s\n", c.Role, joined(c.Name, c.DocID, day(c.Date)))
		if c.Quote != "" {
			s.out.text("“"+c.Quote+"”", "      ")
		}
	}
	return nil
}
