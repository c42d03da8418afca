package cli

import (
	"context"
	"errors"
	"time"

	"github.com/spf13/cobra"

	"owl/app/wire"
	"owl/assets"
)

// pvFlags are the flags of all pv commands.
type pvFlags struct{ demo, csv bool }

func (s *session) pvCommand() *cobra.Command {
	var f pvFlags
	cmd := &cobra.Command{
		Use:   "pv",
		Short: "Find process variables, read them live and from the archive",
		Long: "pv finds the process variables that words mean and reads them, live over\n" +
			"PV Access and Channel Access or from an Archiver Appliance. Nothing is ever\n" +
			"written to a PV. Without a command it says what is configured.",
		Example: "owl pv find horizontal BPMs in sector 3 --demo\nowl pv get SR:DI:DCCT1:I\nowl pv history SR:DI:DCCT1:I --from 8h",
		Args:    cobra.NoArgs,
		RunE:    s.run(func(ctx context.Context, _ []string) error { return s.runPV(ctx, f) }),
	}
	flags := cmd.PersistentFlags()
	flags.BoolVar(&f.demo, "demo", false, "the PVs of the demo facility, served on this host")
	flags.BoolVar(&f.csv, "csv", false, "print CSV")
	cmd.AddCommand(s.pvFindCommand(&f), s.pvGetCommand(&f), s.pvWatchCommand(&f), s.pvHistoryCommand(&f))
	return cmd
}

// withPVs runs a command on the configured PVs, or those of the demo.
func (s *session) withPVs(ctx context.Context, f *pvFlags, do func(*wire.PVs) error) error {
	if f.csv && s.flags.json {
		return usagef("--csv and --json: want one of them")
	}
	cfg, err := s.config()
	if err != nil {
		return err
	}
	open := func() (*wire.PVs, error) { return wire.OpenPVs(cfg) }
	if f.demo {
		demo, err := wire.ReadDemo(assets.Demo())
		if err != nil {
			return err
		}
		open = func() (*wire.PVs, error) { return wire.OpenDemoPVs(ctx, cfg, demo) }
	}
	pvs, err := open()
	if err != nil {
		return err
	}
	return errors.Join(do(pvs), pvs.Close())
}

func (s *session) runPV(ctx context.Context, f pvFlags) error {
	return s.withPVs(ctx, &f, func(pvs *wire.PVs) error {
		lines := pvs.Configured()
		if s.flags.json {
			return s.out.json(map[string]any{"configured": lines})
		}
		for _, line := range lines {
			s.out.printf("%s\n", line)
		}
		return nil
	})
}

// notes prints what a result says beside its data.
func (s *session) notes(lines []string) {
	for _, line := range lines {
		s.err.printf("owl: %s\n", line)
	}
}

// withNearest says, with an error that there is no such PV, which names are like
// it.
func (s *session) withNearest(ctx context.Context, pvs *wire.PVs, name string, err error) error {
	if wire.IsNotFound(err) {
		s.nearest(ctx, pvs, name)
	}
	return err
}

// nearestWait is how long a directory of channels may take for the nearest names,
// which nobody asked for.
const nearestWait = 3 * time.Second

// nearest says of a PV that cannot be read whether it is known, and what is like
// it.
func (s *session) nearest(ctx context.Context, pvs *wire.PVs, name string) {
	ctx, cancel := context.WithTimeout(ctx, nearestWait)
	defer cancel()
	if note := pvs.Nearest(ctx, name); note != "" {
		s.notes([]string{note})
	}
}
