package cli

import (
	"context"
	"fmt"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"owl/app/wire"
	"owl/engine"
	"owl/engine/guard"
)

func (s *session) sourcesCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "sources",
		Short: "List what was ingested and how fresh it is",
		Args:  cobra.NoArgs,
		RunE:  s.run(s.runSources),
	}
}

// sourceLine is one source in JSON; an unknown time is empty.
type sourceLine struct {
	Source     string            `json:"source"`
	Kind       string            `json:"kind"`
	Where      string            `json:"where"`
	Collection engine.Collection `json:"collection"` // empty when it has several
	Records    int               `json:"records"`
	Chunks     int               `json:"chunks"`
	LastRun    string            `json:"last_run"`
	FreshAsOf  string            `json:"fresh_as_of"`
	Errors     []string          `json:"errors"`
}

func (s *session) runSources(ctx context.Context, _ []string) error {
	return s.withOwl(ctx, func(owl *wire.Owl) error {
		all, err := owl.AllSources(ctx)
		if err != nil {
			return err
		}
		if s.flags.json {
			lines := make([]sourceLine, 0, len(all))
			for _, src := range all {
				lines = append(lines, sourceLine{
					src.Name, src.Kind, src.Where, src.Collection, src.Records, src.Chunks,
					engine.RFC3339(src.LastRun), engine.RFC3339(src.FreshAsOf), append([]string{}, src.Errors...),
				})
			}
			return s.out.json(map[string]any{"sources": lines, "chunks_without_vector": owl.WithoutVector()})
		}
		if len(all) == 0 {
			s.err.printf("owl: no source yet; owl ingest PATH adds one\n")
			return nil
		}
		s.printSources(all, owl.Now().Location())
		if n := owl.WithoutVector(); n > 0 {
			s.err.printf("owl: %d chunks have no vector yet, their records are found by their words; owl ingest makes the vectors\n", n)
		}
		return nil
	})
}

func (s *session) printSources(all []engine.SourceStatus, zone *time.Location) {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "SOURCE\tKIND\tRECORDS\tCHUNKS\tFRESH AS OF\tLAST RUN\tERRORS\tWHERE")
	for _, src := range all {
		cell := func(v string) string { return guard.Line(engine.Untrusted(v)) }
		fmt.Fprintf(w, "%s\t%s\t%d\t%d\t%s\t%s\t%d\t%s\n", cell(src.Name), cell(src.Kind), src.Records, src.Chunks,
			moment(src.FreshAsOf, zone), moment(src.LastRun, zone), len(src.Errors), cell(src.Where))
	}
	_ = w.Flush() // to memory
	s.out.write(b.String())
	for _, src := range all {
		for _, e := range src.Errors {
			s.err.printf("%s: %s\n", src.Name, e)
		}
	}
}

// moment writes a time for a table; "-" when unknown.
func moment(t time.Time, zone *time.Location) string {
	if t.IsZero() {
		return "-"
	}
	return t.In(zone).Format("2006-01-02 15:04")
}
