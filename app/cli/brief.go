package cli

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"owl/app/wire"
	"owl/engine"
	"owl/engine/brief"
	"owl/engine/query"
	"owl/engine/wholefile"
)

type briefFlags struct {
	since, until string
	demo, noLive bool
	export       string
}

func (f *briefFlags) add(cmd *cobra.Command, since string) {
	flags := cmd.Flags()
	flags.StringVar(&f.since, "since", since, "from then on: 24h, 7d, yesterday, 2024-10-08, \"2024-10-08 14:30\"")
	flags.StringVar(&f.until, "until", "", "up to then, now when it is not given; a day counts whole")
	flags.BoolVar(&f.demo, "demo", false, "of the demo facility, with the PVs of its IOC on this host")
	flags.BoolVar(&f.noLive, "no-live", false, "read no PVs")
	flags.StringVar(&f.export, "export", "", "write it as Markdown to this new file too")
}

func (s *session) briefCommand() *cobra.Command {
	var f briefFlags
	cmd := &cobra.Command{
		Use:   "brief",
		Short: "Tell what a day held: lost beam, faults, what to watch, work, the log",
		Long: "brief lists what the records of the last 24 hours, or of another span, hold: beam that was lost, faults with\n" +
			"what was found and done and how often they came before, what to watch and follow up with the live values of the\n" +
			"PVs named there, work requests that are new, due or done, documents that were issued, and the log. Every line is\n" +
			"quoted from a record and cited.",
		Example:           "owl brief\nowl brief --since 7d --json\nowl brief --demo --export brief.md",
		Args:              cobra.NoArgs,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE:              s.run(func(ctx context.Context, _ []string) error { return s.runBrief(ctx, f, "Brief") }),
	}
	f.add(cmd, "24h")
	return cmd
}

func (s *session) handoverCommand() *cobra.Command {
	var f briefFlags
	cmd := &cobra.Command{
		Use:   "handover",
		Short: "Draft the hand-over of this shift",
		Long: "handover is owl brief for the shift that is on, since the change of shift; in the first hour of a shift it is\n" +
			"for the one before too, whose crew hands over. The draft is for a person to read, change and post: owl writes\n" +
			"nothing into a logbook. The shifts of the site stand in the calendar ([site] calendar).",
		Example:           "owl handover\nowl handover --export handover.md\nowl handover --since \"2024-10-08 07:00\"",
		Args:              cobra.NoArgs,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE:              s.run(func(ctx context.Context, _ []string) error { return s.runBrief(ctx, f, "Hand-over") }),
	}
	f.add(cmd, "")
	return cmd
}

func (s *session) runBrief(ctx context.Context, f briefFlags, title string) error {
	return s.withFacility(ctx, f.demo, func(owl *wire.Owl, pvs *wire.PVs) error {
		p, err := f.period(owl)
		if err != nil {
			return err
		}
		b, err := owl.Brief(ctx, p)
		if err != nil {
			return err
		}
		s.err.endStatus()
		if f.noLive || s.flags.json && f.export == "" { // nobody would see what they read
			pvs = nil
		}
		if b.Name != "" {
			title += " of the " + b.Name
		}
		zone := owl.Now().Location()
		text := b.Markdown(title, zone, pvs.Live(ctx, b.PVs(), zone))
		if f.export != "" {
			if err := wholefile.Create(s.path(f.export), []byte(text)); err != nil {
				return fmt.Errorf("write %s: %w", s.path(f.export), err)
			}
		}
		if s.flags.json {
			return s.out.json(b)
		}
		s.out.markdown(engine.Untrusted(text))
		s.out.printf("\n%s\n", s.out.faint(coverageLine(b.Coverage)))
		return nil
	})
}

// period is the span that the flags ask for: without --since that of the shift.
func (f briefFlags) period(owl *wire.Owl) (brief.Period, error) {
	now := owl.Now()
	until, err := timeFlag("--until", f.until, now, query.ParseUntil)
	if err != nil {
		return brief.Period{}, err
	}
	since, err := timeFlag("--since", f.since, now, query.ParseTime)
	if err != nil {
		return brief.Period{}, err
	}
	p, ok := owl.Period(since, until)
	if !ok {
		return brief.Period{}, usagef("--since %s is not before %s", f.since, p.Until.Format("2006-01-02 15:04"))
	}
	return p, nil
}
