package cli

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"owl/app/wire"
	"owl/assets"
	"owl/engine"
	"owl/engine/trace"
	"owl/engine/walk"
)

type walkFlags struct {
	demo, list, noLive bool
	resume, export     string
}

// newest is the value of --resume without a name.
const newest = "newest"

func (s *session) walkCommand() *cobra.Command {
	var f walkFlags
	cmd := &cobra.Command{
		Use:   "walk [SYMPTOM...]",
		Short: "Walk from a symptom to what helped, a check at a time",
		Long: "walk asks one check after the other, each with the record that says so and the live values of its PVs,\n" +
			"until the records' likeliest cause is found: y yes, n no, s skip, b back, m note, w why, o open the record,\n" +
			"e export for the logbook, q leave. On a terminal a key is enough; else each line of stdin is one of these,\n" +
			"and \"m TEXT\" a note. Every answer is kept: --resume takes a walk up again after a lost connection.",
		Example:           "owl walk station B tripped on circulator temperature\nowl walk --demo RFB trip\nowl walk --resume",
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE:              s.run(func(ctx context.Context, args []string) error { return s.runWalk(ctx, f, args) }),
	}
	flags := cmd.Flags()
	flags.BoolVar(&f.demo, "demo", false, "walk the demo facility, with the PVs of its IOC on this host")
	flags.BoolVar(&f.list, "list", false, "list the walks that were kept")
	flags.BoolVar(&f.noLive, "no-live", false, "read no PVs")
	flags.StringVar(&f.resume, "resume", "", "take up a walk of --list again, the newest one when no name is given")
	flags.Lookup("resume").NoOptDefVal = newest
	flags.StringVar(&f.export, "export", "", "write the walk as Markdown to this file at the end")
	return cmd
}

func (s *session) runWalk(ctx context.Context, f walkFlags, args []string) error {
	if len(args) > 0 && (f.list || f.resume != "") {
		return usagef("a symptom begins a new walk; leave it out with --list and --resume=NAME")
	}
	return s.withFacility(ctx, f.demo, func(owl *wire.Owl, pvs *wire.PVs) error {
		switch {
		case f.list:
			return s.listWalks(owl)
		case len(args) == 0 && f.resume == "":
			return usagef("walk from which symptom? such as: owl walk station B tripped; --resume takes the last walk up again")
		}
		w, err := s.openWalk(ctx, owl, f.resume, strings.Join(args, " "))
		if err != nil {
			return err
		}
		if f.noLive {
			pvs = nil
		}
		return s.walk(ctx, owl, pvs, w, f.export)
	})
}

// withFacility runs a command on the configured knowledge base and PVs, or on
// those of the demo.
func (s *session) withFacility(ctx context.Context, demo bool, do func(*wire.Owl, *wire.PVs) error) error {
	if demo {
		return s.withDemo(ctx, do)
	}
	return s.withOwl(ctx, func(owl *wire.Owl) error {
		cfg, err := s.config()
		if err != nil {
			return err
		}
		pvs, err := wire.OpenPVs(cfg)
		if err != nil {
			return err
		}
		return errors.Join(do(owl, pvs), pvs.Close())
	})
}

func (s *session) withDemo(ctx context.Context, do func(*wire.Owl, *wire.PVs) error) error {
	cfg, err := s.config()
	if err != nil {
		return err
	}
	demo, err := wire.ReadDemo(assets.Demo())
	if err != nil {
		return err
	}
	s.err.showStatus("opening " + demo.Name)
	owl, err := wire.OpenDemo(ctx, cfg, demo, wire.CacheDir(s.host.Environ), wire.DemoHooks{Progress: s.ingestProgress, Mending: s.mending})
	if err != nil {
		return err
	}
	pvs, err := wire.OpenDemoPVs(ctx, cfg, demo)
	if err == nil {
		err = errors.Join(do(owl, pvs), pvs.Close())
	}
	return errors.Join(err, owl.Close())
}

// openWalk plans a new walk, or reads a kept one.
func (s *session) openWalk(ctx context.Context, owl *wire.Owl, name, symptom string) (*walk.Walk, error) {
	if name == "" {
		owl.Ready(ctx)
		w, err := owl.Walkthrough(ctx, engine.Untrusted(symptom), func(trace.Payload) {})
		if errors.Is(err, engine.ErrNotFound) {
			return nil, fmt.Errorf("%w; owl search shows what there is", err)
		}
		return w, err
	}
	if name != newest {
		return owl.Walks().Open(name)
	}
	all, err := owl.Walks().List()
	if err != nil {
		return nil, err
	}
	for _, k := range all {
		if !k.Ended {
			return owl.Walks().Open(k.Name)
		}
	}
	return nil, errors.New("no unfinished walk is kept; --list shows all")
}

func (s *session) listWalks(owl *wire.Owl) error {
	all, err := owl.Walks().List()
	if err != nil {
		return err
	}
	if s.flags.json {
		return s.out.json(map[string]any{"walks": all})
	}
	for _, k := range all {
		state := "unfinished"
		if k.Ended {
			state = "ended"
		}
		s.out.printf("%s  %s\n", k.Name, joined(k.Symptom, fmt.Sprintf("%d answers", k.Answers), state))
	}
	return nil
}
