package cli

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"owl/app/wire"
	"owl/assets"
	"owl/engine"
	"owl/engine/guard"
)

func (s *session) demoCommand() *cobra.Command {
	var smoke bool
	cmd := &cobra.Command{
		Use:   "demo",
		Short: "Open the console on a made-up facility; nothing needs to be configured",
		Long: "demo opens the console on the records of a made-up light source, on a night of its own. They are\n" +
			"installed in the cache folder at the first start; the configured knowledge base is not touched. An IOC and an\n" +
			"archiver serve its process variables on free ports of this host until owl ends.",
		Args: cobra.NoArgs,
		RunE: s.run(func(ctx context.Context, _ []string) error { return s.runDemo(ctx, smoke) }),
	}
	cmd.Flags().BoolVar(&smoke, "smoke", false, "without a terminal: ask the first question, print the answer and check its citations")
	return cmd
}

func (s *session) runDemo(ctx context.Context, smoke bool) error {
	if !smoke && !s.interactive() {
		return usagef("the console needs a terminal; owl demo --smoke does not")
	}
	return s.openedDemo(ctx, func(owl *wire.Owl, demo wire.Demo) error {
		if smoke {
			return s.smoke(ctx, owl, demo)
		}
		return s.console(ctx, owl)
	})
}

// openedDemo opens the demo facility, with its PVs.
func (s *session) openedDemo(ctx context.Context, do func(*wire.Owl, wire.Demo) error) error {
	cfg, err := s.config()
	if err != nil {
		return err
	}
	demo, err := wire.ReadDemo(assets.Demo())
	if err != nil {
		return err
	}
	s.err.showStatus("opening " + demo.Name)
	hooks := wire.DemoHooks{Progress: s.ingestProgress, Mending: s.mending}
	owl, err := wire.OpenDemo(ctx, cfg, demo, wire.CacheDir(s.host.Environ), hooks)
	if err != nil {
		return err
	}
	owl.StartPVs(ctx)
	return errors.Join(do(owl, demo), owl.Close())
}

// smoke asks the first suggestion and wants a cited answer whose every citation
// opens.
func (s *session) smoke(ctx context.Context, owl *wire.Owl, demo wire.Demo) error {
	question := demo.Suggestions[0]
	if !s.flags.json {
		s.out.printf("%s\n\n%s\n\n", s.out.strong(demo.Title()), question)
	}
	answer, err := owl.Loop.Ask(ctx, engine.Request{Question: engine.Untrusted(question), Mode: engine.Auto}, s.traceSink())
	if err != nil {
		return err
	}
	if !s.flags.json {
		s.printAnswer(answer, false)
	}
	if answer.Abstained || len(answer.Citations) == 0 {
		return fmt.Errorf("smoke test: no cited answer to %q", question)
	}
	if err := owl.Verify(ctx, answer.Citations); err != nil {
		return fmt.Errorf("smoke test: %w", err)
	}
	s.err.printf("owl: %d citations, each verified and opened\n", len(answer.Citations))
	return s.smokePVs(ctx, owl)
}

// smokePVs wants a live value and an archived one. Without an IOC, which a build
// for another site leaves out, it says so.
func (s *session) smokePVs(ctx context.Context, owl *wire.Owl) error {
	if owl.PVs == nil {
		return nil // the answer's notices say why
	}
	line, err := owl.PVs.Probe(ctx)
	switch {
	case wire.IsNotFound(err):
		s.err.printf("owl: no live PVs: %v\n", err)
		return nil
	case err != nil:
		return fmt.Errorf("smoke test: %w", err)
	}
	s.err.printf("owl: %s\n", guard.Line(line))
	return nil
}
