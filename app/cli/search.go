package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"owl/app/wire"
	"owl/engine"
	"owl/engine/trace"
)

type searchFlags struct {
	filterFlags
	k        int
	channels []string
	noRerank bool
	explain  bool
}

func (s *session) searchCommand() *cobra.Command {
	var f searchFlags
	cmd := &cobra.Command{
		Use:   "search QUERY...",
		Short: "List the records that match best",
		Long: "search lists records in the order in which an answer would look at them. It reads the query from\n" +
			"stdin when it is \"-\". What is typed is never an error. --explain shows the whole way: what was\n" +
			"understood, the tokens, each channel with its ranks and weights, the fusion, what the ranker saw.",
		Example: "owl search S-DCCT:CurrentM -k 5\nowl search '\"kicker timeout\" since:7d' --explain",
		Args:    cobra.MinimumNArgs(1),

		ValidArgsFunction: cobra.NoFileCompletions,
		RunE:              s.run(func(ctx context.Context, args []string) error { return s.runSearch(ctx, f, args) }),
	}
	f.add(cmd)
	flags := cmd.Flags()
	flags.IntVarP(&f.k, "k", "k", 10, "how many records, at most 1000")
	flags.StringSliceVar(&f.channels, "channels", nil, "search with these only: text, dense, graph, paraphrases, and from what these\nfound feedback, alike, linked; all when not given")
	flags.BoolVar(&f.noRerank, "no-rerank", false, "keep the order of the fused channels, without a second look")
	flags.BoolVar(&f.explain, "explain", false, "show how the query was understood and how each score came about")
	return cmd
}

func (s *session) runSearch(ctx context.Context, f searchFlags, args []string) error {
	if f.k < 1 || f.k > 1000 {
		return usagef("-k %d: want 1 to 1000", f.k)
	}
	text, err := s.question(args)
	if err != nil {
		return err
	}
	return s.withOwl(ctx, func(owl *wire.Owl) error {
		filter, err := f.filter(owl.Now())
		if err != nil {
			return err
		}
		if err := f.check(owl.Channels()); err != nil {
			return err
		}
		owl.Ready(ctx)
		if err := s.warnChannels(f, owl); err != nil {
			return err
		}
		plan := owl.Loop.Plan(engine.Request{Question: text, Filter: filter})
		req := &plan.Request
		req.K, req.NoRerank, req.Explain = f.k, f.noRerank, f.explain
		if len(f.channels) > 0 {
			req.Channels = f.channels
		}
		steps := &searchSteps{session: s}
		found, err := owl.Loop.Search(ctx, &plan, steps.say)
		if steps.instead != "" {
			s.err.printf("owl: %s\n", steps.instead)
		}
		if errors.Is(err, engine.ErrNothingToSearch) {
			s.err.printf("owl: nothing to search for: the query holds no word, PV or record id\n")
			err = nil
		} else if err == nil && len(found) == 0 && !s.flags.json {
			s.err.printf("owl: nothing found\n")
		}
		if err != nil {
			return err
		}
		var tree *searchTree
		if f.explain {
			tree = newSearchTree(owl, plan, steps.all)
		}
		return s.printHits(found, plan.Request.Query, tree)
	})
}

// check refuses channels that do not exist, and those of the second look alone.
func (f searchFlags) check(all []wire.Channel) error {
	var names, first []string
	for _, c := range all {
		names = append(names, c.Name)
		if !c.After {
			first = append(first, c.Name)
		}
	}
	starts := len(f.channels) == 0
	for _, name := range f.channels {
		if !slices.Contains(names, name) {
			return usagef("--channels %s: no such channel; there is %s", name, strings.Join(names, ", "))
		}
		starts = starts || slices.Contains(first, name)
	}
	if !starts {
		return usagef("--channels %s: starts from what others found; add one of %s", strings.Join(f.channels, ","), strings.Join(first, ", "))
	}
	return nil
}

// warnChannels says what is missing or broken, each thing once. It fails when
// none of the channels that were named is there.
func (s *session) warnChannels(f searchFlags, owl *wire.Owl) error {
	asked := func(name string) bool { return len(f.channels) == 0 || slices.Contains(f.channels, name) }
	var missing []trace.Degraded
	there := len(f.channels) == 0
	for _, c := range owl.Channels() {
		switch {
		case !slices.Contains(f.channels, c.Name):
		case c.Missing != nil:
			missing = append(missing, *c.Missing)
		case !c.After:
			there = true
		}
	}
	if !there {
		return fmt.Errorf("%s: %s; %s", missing[0].What, missing[0].Why, missing[0].Do)
	}
	said := map[string]bool{}
	for _, n := range slices.Concat(missing, owl.Notices()) {
		name, channel := strings.CutSuffix(n.What, " channel")
		if !said[n.What] && (!channel || asked(name)) {
			s.warnNotices([]trace.Degraded{n})
		}
		said[n.What] = true
	}
	return nil
}
