package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"owl/app/wire"
	"owl/engine"
	"owl/engine/graph"
	"owl/engine/graph/ask"
	"owl/engine/graph/cypher"
	"owl/engine/graph/export"
)

func (s *session) graphQueryCommand() *cobra.Command {
	limit := 0
	cmd := &cobra.Command{
		Use:   "query CYPHER",
		Short: "Ask the fault graph in a part of Cypher that can only read",
		Long: "query matches paths of the fault graph: MATCH, WHERE, RETURN, ORDER BY, SKIP, LIMIT. Nodes have the properties\n" +
			"name, key, kind, doc_id, start, end, extractor, confidence and date; relations have type and modality in place of\n" +
			"name, key and kind. With store.graph = \"neo4j\" the same text is sent there, where texts are compared letter by\n" +
			"letter; here small and capital letters are the same.",
		Example:           "owl graph query \"MATCH (f:Fault)-[:CAUSED_BY]->(x) RETURN f.name, x.name, x.doc_id LIMIT 20\"",
		Args:              cobra.ExactArgs(1),
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: s.run(func(ctx context.Context, args []string) error {
			if limit < 1 || limit > 1000 {
				return usagef("--limit %d: want 1 to 1000", limit)
			}
			query, err := cypher.Parse(args[0])
			if err != nil {
				return usageError{err}
			}
			return s.withAsk(ctx, func(from ask.Source) error { return s.runQuery(ctx, from, query, limit) })
		}),
	}
	cmd.Flags().IntVarP(&limit, "limit", "n", 100, "how many rows are shown")
	return cmd
}

func (s *session) withGraph(ctx context.Context, do func(*graph.Graph) error) error {
	return s.withOwl(ctx, func(owl *wire.Owl) error {
		g, err := owl.Graph(ctx)
		if err != nil {
			return err
		}
		return do(g)
	})
}

func (s *session) runQuery(ctx context.Context, from ask.Source, query *cypher.Query, limit int) error {
	found, note, err := from.Run(ctx, query, limit)
	if err != nil {
		return err
	}
	s.note(note)
	if s.flags.json {
		rows := [][]any{}
		for _, row := range found.Rows {
			out := make([]any, len(row))
			for i, c := range row {
				out[i] = plain(c)
			}
			rows = append(rows, out)
		}
		return s.out.json(map[string]any{"columns": found.Columns, "rows": rows, "capped": found.Capped})
	}
	s.out.printf("%v\n", s.out.faint(engine.Untrusted(strings.Join(found.Columns, " | "))))
	for _, row := range found.Rows {
		cells := make([]string, len(row))
		for i, c := range row {
			if v := plain(c); v != nil {
				cells[i] = fmt.Sprint(v)
			}
		}
		s.out.printf("%v\n", engine.Untrusted(strings.Join(cells, " | ")))
	}
	if found.Capped {
		s.err.printf("owl: there are more rows than %d; --limit or a narrower query shows others\n", limit)
	}
	return nil
}

// plain is a cell as a value of JSON: a text, a number, the name of a node, the
// type of a relation, or null. A text is cleaned where it is printed.
func plain(c cypher.Cell) any {
	switch {
	case c.Text != nil:
		return *c.Text
	case c.Number != nil:
		return *c.Number
	case c.Node != nil:
		return c.Node.Name
	case c.Edge != nil:
		return c.Edge.Relation.String()
	}
	return nil
}

func (s *session) graphExportCommand() *cobra.Command {
	var format, out string
	cmd := &cobra.Command{
		Use:               "export",
		Short:             "Write the fault graph as GraphML, Mermaid or Cypher",
		Example:           "owl graph export --format graphml --out faults.graphml",
		Args:              cobra.NoArgs,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: s.run(func(ctx context.Context, _ []string) error {
			if !slices.Contains(export.Formats(), export.Format(format)) {
				return usagef("--format %s: there is %s", format, formats())
			}
			return s.withGraph(ctx, func(g *graph.Graph) error { return s.exportGraph(g, export.Format(format), out) })
		}),
	}
	cmd.Flags().StringVar(&format, "format", string(export.GraphML), formats())
	cmd.Flags().StringVar(&out, "out", "", "file to write; stdout without it")
	return cmd
}

func formats() string {
	var all []string
	for _, f := range export.Formats() {
		all = append(all, string(f))
	}
	return strings.Join(all, ", ")
}

func (s *session) exportGraph(g *graph.Graph, f export.Format, out string) (err error) {
	if out == "" {
		return export.Write(printed{s.out}, g, nil, f)
	}
	file, err := os.Create(s.path(out))
	if err != nil {
		return fmt.Errorf("export the fault graph: %w", err)
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	return export.Write(file, g, nil, f)
}

// printed is stdout as a writer. What export writes holds no control characters.
type printed struct{ to *printer }

var _ io.Writer = printed{}

func (p printed) Write(b []byte) (int, error) {
	p.to.write(string(b))
	return len(b), nil
}
