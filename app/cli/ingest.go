package cli

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"owl/app/wire"
	"owl/engine"
	"owl/ingest/runner"
)

type ingestFlags struct{ full, dryRun, noEmbed bool }

func (s *session) ingestCommand() *cobra.Command {
	var f ingestFlags
	cmd := &cobra.Command{
		Use:   "ingest [SOURCE|PATH...]",
		Short: "Bring the knowledge base up to date with its sources",
		Long: "ingest reads sources and stores what is new, changed or gone. Without arguments it reads every\n" +
			"configured source and every path that was ingested before. A PATH is a file or folder: of records\n" +
			"(.json and .jsonl in corpus_v2) or of documents (.md .txt .rst .tex .html).",
		Example: "owl ingest ./logbook.jsonl ./docs\nowl ingest ops-log --dry-run",
		RunE:    s.run(func(ctx context.Context, args []string) error { return s.runIngest(ctx, f, args) }),
	}
	cmd.Flags().BoolVar(&f.full, "full", false, "write everything again, and believe a source that is empty")
	cmd.Flags().BoolVar(&f.noEmbed, "no-embed", false, "make no vectors now; the console makes them while it is open, or the next ingest")
	cmd.Flags().BoolVar(&f.dryRun, "dry-run", false, "say what would change and change nothing")
	return cmd
}

// ingested is the JSON form of what a run did with one source.
type ingested struct {
	Source    string   `json:"source"`
	Added     int      `json:"added"`
	Changed   int      `json:"changed"`
	Unchanged int      `json:"unchanged"`
	Deleted   int      `json:"deleted"`
	Failed    int      `json:"failed"`
	Kept      int      `json:"kept"`
	Chunks    int      `json:"chunks"`
	Notes     []string `json:"notes"`
	Millis    float64  `json:"took_ms"`
	Error     string   `json:"error"` // empty when it was read to its end
}

func (s *session) runIngest(ctx context.Context, f ingestFlags, args []string) error {
	cfg, err := s.config()
	if err != nil {
		return err
	}
	done := []ingested{}
	failed := false
	err = wire.Ingest{
		Targets: args, Dir: s.host.Dir, Full: f.full, DryRun: f.dryRun, NoEmbed: f.noEmbed,
		Mending: s.mending, Progress: s.ingestProgress, Embedded: s.embedding,
		Bad: func(line string) {
			s.log.Warn("bad item", "what", line)
			s.err.printf("owl: %s\n", line)
		},
		Note: func(line string) { s.err.printf("owl: %s\n", line) },
		Done: func(r runner.Result, err error) {
			failed = failed || err != nil || r.Failed > 0
			s.log.Info("ingested", "result", r, "error", err)
			done = append(done, s.ingestDone(f, r, err))
		},
	}.Run(ctx, cfg)
	if err != nil {
		return err
	}
	if s.flags.json {
		if err := s.out.json(map[string]any{"dry_run": f.dryRun, "sources": done}); err != nil {
			return err
		}
	}
	if failed {
		return errSaid
	}
	return nil
}

// ingestProgress shows how far a source is: on a terminal, and as lines with
// -v. What it says was written is durable.
func (s *session) ingestProgress(p runner.Progress) {
	line := fmt.Sprintf("%s: %d records read, %d written, %d chunks, %d failed", p.Source, p.Read, p.Written, p.Chunks, p.Failed)
	if s.flags.verbose {
		s.err.printf("%s\n", line)
		return
	}
	line += fmt.Sprintf(", %.0f/s", p.Rate())
	if left, known := p.Left(); known {
		line += ", " + left.Round(time.Second).String() + " left"
	}
	s.err.showStatus(line)
}

// ingestDone says what became of one source.
func (s *session) ingestDone(f ingestFlags, r runner.Result, err error) ingested {
	out := ingested{
		Source: r.Source, Added: r.Added, Changed: r.Changed, Unchanged: r.Unchanged, Deleted: r.Deleted, Failed: r.Failed,
		Kept: r.Kept, Chunks: r.Chunks, Notes: append([]string{}, r.Notes...), Millis: float64(r.Took.Microseconds()) / 1000,
	}
	if nothing := r.Took == 0 && err != nil; !s.flags.json && !nothing {
		s.out.printf("%s\n", summary(f, r))
	}
	for _, note := range r.Notes {
		s.err.printf("owl: %s: %s\n", r.Source, note)
	}
	if err != nil && !errors.Is(err, context.Canceled) {
		out.Error = engine.OneLine(err)
		s.err.printf("owl: %s\n", out.Error)
	}
	return out
}

// summary reads "docs: 12 added, 3 changed, 100 unchanged, 1 removed, 340 chunks in 1.2s".
func summary(f ingestFlags, r runner.Result) string {
	parts := []string{fmt.Sprintf("%d added", r.Added)}
	for _, count := range []struct {
		n    int
		what string
	}{{r.Changed, "changed"}, {r.Unchanged, "unchanged"}, {r.Deleted, "removed"}, {r.Kept, "kept"}, {r.Failed, "failed"}} {
		if count.n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", count.n, count.what))
		}
	}
	if f.dryRun {
		return fmt.Sprintf("%s: would be %s", r.Source, strings.Join(parts, ", "))
	}
	return fmt.Sprintf("%s: %s, %d chunks in %s", r.Source, strings.Join(parts, ", "), r.Chunks, r.Took.Round(10*time.Millisecond))
}
