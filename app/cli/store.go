package cli

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/spf13/cobra"

	"owl/app/wire"
	"owl/engine/mirror"
)

func (s *session) storeCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "store",
		Short: "Keep copies of words and vectors in servers that answer for large sites",
		Long: "With [store] text = \"meilisearch\" and dense = \"qdrant\" these servers answer the channels of words and of meaning.\n" +
			"They hold copies only: the knowledge base stays the truth, and its own indexes answer when a server does not.",
	}
	cmd.AddCommand(&cobra.Command{
		Use:   "push",
		Short: "Bring the copies in Meilisearch and Qdrant up to date",
		Long: "push writes the chunks that a configured server lacks and removes those that are gone. owl ingest does it too. A push\n" +
			"that was interrupted goes on where it was.",
		Args: cobra.NoArgs, ValidArgsFunction: cobra.NoFileCompletions,
		RunE: s.run(func(ctx context.Context, _ []string) error {
			return s.withOwl(ctx, func(owl *wire.Owl) error { return s.runStorePush(ctx, owl) })
		}),
	})
	return cmd
}

func (s *session) runStorePush(ctx context.Context, owl *wire.Owl) error {
	pushed, err := owl.Push(ctx, func(store string, p mirror.Pushed) {
		s.err.showStatus(fmt.Sprintf("%s: %d chunks written", store, p.Written))
	})
	s.err.endStatus()
	if s.flags.json && len(pushed) > 0 {
		if jsonErr := s.out.json(pushed); jsonErr != nil {
			return jsonErr
		}
		return err
	}
	for _, store := range slices.Sorted(maps.Keys(pushed)) {
		p := pushed[store]
		s.out.printf("%s: %d chunks: %d written, %d removed\n", store, p.Chunks, p.Written, p.Removed)
		if p.Without > 0 {
			s.err.printf("owl: %s: %d chunks have no vector yet; owl ingest makes them\n", store, p.Without)
		}
	}
	return err
}
