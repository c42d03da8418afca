package cli

import (
	"context"

	"github.com/spf13/cobra"

	"owl/app/config"
	"owl/engine"
)

func (s *session) configCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "config",
		Short: "Print the effective configuration and where each value comes from",
		Args:  cobra.NoArgs,
		RunE:  s.run(s.runConfig),
	}
}

func (s *session) runConfig(_ context.Context, _ []string) error {
	cfg, err := s.config()
	if err != nil {
		return err
	}
	for _, source := range cfg.Sources {
		if err := cfg.Reachable(source); err != nil {
			return err
		}
	}
	if s.flags.json {
		return s.out.json(struct {
			File   string         `json:"file"`
			Values []config.Value `json:"values"`
		}{cfg.File, cfg.Values()})
	}
	s.out.text(engine.Untrusted(cfg.TOML()), "")
	return nil
}
