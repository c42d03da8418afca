package cli

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"owl/app/wire"
)

func (s *session) graphPushCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "push",
		Short: "Bring the copy of the fault graph in Neo4j up to date",
		Long: "push writes what is new or has changed to the database that [store] names, and removes what is gone. owl ingest\n" +
			"does it too. The graph of the knowledge base stays the truth, and answers when the database does not.",
		Args: cobra.NoArgs, ValidArgsFunction: cobra.NoFileCompletions,
		RunE: s.run(func(ctx context.Context, _ []string) error {
			return s.withOwl(ctx, func(owl *wire.Owl) error { return s.runPush(ctx, owl) })
		}),
	}
}

func (s *session) runPush(ctx context.Context, owl *wire.Owl) error {
	p, err := owl.PushGraph(ctx, func(p wire.PushedGraph) {
		s.err.showStatus(fmt.Sprintf("%d nodes and %d relations written", p.NodesWritten, p.EdgesWritten))
	})
	if err != nil {
		return err
	}
	if s.flags.json {
		return s.out.json(map[string]any{
			"nodes": p.Nodes, "relations": p.Edges, "nodes_written": p.NodesWritten, "relations_written": p.EdgesWritten,
			"nodes_removed": p.NodesRemoved, "relations_removed": p.EdgesRemoved,
		})
	}
	s.out.printf("%d nodes and %d relations: %d and %d written, %d and %d removed\n",
		p.Nodes, p.Edges, p.NodesWritten, p.EdgesWritten, p.NodesRemoved, p.EdgesRemoved)
	return nil
}
