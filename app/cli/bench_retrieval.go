package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"owl/app/wire"
	"owl/bench/retrieval"
	"owl/bench/stats"
	"owl/engine"
	"owl/engine/retrieve"
)

type benchRetrievalFlags struct{ corpus, queries, qrels, variant, keep string }

func (s *session) benchRetrievalCommand() *cobra.Command {
	var f benchRetrievalFlags
	cmd := &cobra.Command{
		Use:   "retrieval --corpus FILE --queries FILE --qrels FILE",
		Short: "Measure the ranking on a collection with relevance judgments",
		Long: "retrieval indexes a corpus, asks every query that has a relevant document and scores the first 20\n" +
			"documents. The corpus is corpus.jsonl in BEIR layout ({_id, title, text}) or records in corpus_v2, queries are\n" +
			"{_id, text} a line, qrels are query, document and grade separated by tabs.",
		Args: cobra.NoArgs,
		RunE: s.run(func(ctx context.Context, _ []string) error { return s.runBenchRetrieval(ctx, f) }),
	}
	flags := cmd.Flags()
	flags.StringVar(&f.corpus, "corpus", "", "corpus.jsonl, or a file or folder of corpus_v2 records")
	flags.StringVar(&f.queries, "queries", "", "queries.jsonl")
	flags.StringVar(&f.qrels, "qrels", "", "qrels.tsv")
	flags.StringVar(&f.variant, "variant", "bm25", "how it is searched; this version has bm25")
	flags.StringVar(&f.keep, "keep", "", "keep the knowledge base in this folder, and bring it up to date when it is there")
	return cmd
}

func (s *session) runBenchRetrieval(ctx context.Context, f benchRetrievalFlags) error {
	if err := checkRanking(f.variant); err != nil {
		return err
	}
	if f.corpus == "" || f.queries == "" || f.qrels == "" {
		return usagef("--corpus, --queries and --qrels must be given")
	}
	queries, err := readInput(s, "queries", f.queries, retrieval.ReadQueries)
	if err != nil {
		return err
	}
	qrels, err := readInput(s, "qrels", f.qrels, retrieval.ReadQrels)
	if err != nil {
		return err
	}
	bench, err := s.openCorpus(ctx, f.corpus, f.keep)
	if err != nil {
		return err
	}
	return errors.Join(s.rank(ctx, bench, queries, qrels), bench.Close())
}

// checkRanking refuses a variant of the ranking that is not there.
func checkRanking(variant string) error {
	switch variant {
	case "bm25":
		return nil
	case "dense", "hybrid":
		return usagef("--variant %s needs the dense channel, which this version does not have; there is bm25", variant)
	case "hybrid+rerank":
		return usagef("--variant %s needs the dense channel and the reranker, which this version does not have; there is bm25", variant)
	}
	return usagef("--variant %s: no such variant; there is bm25", variant)
}

// readInput reads a file that a flag names.
func readInput[T any](s *session, flag, name string, read func(io.Reader) (T, error)) (T, error) {
	file, err := s.open(flag, name)
	if err != nil {
		var none T
		return none, err
	}
	defer file.Close()
	out, err := read(file)
	if err != nil {
		return out, fmt.Errorf("%s: %w", name, err)
	}
	return out, nil
}

// openCorpus builds the knowledge base of a corpus.
func (s *session) openCorpus(ctx context.Context, corpus, keep string) (*wire.Bench, error) {
	cfg, err := s.config()
	if err != nil {
		return nil, err
	}
	file, err := s.open("corpus", corpus)
	if err != nil {
		return nil, err
	}
	_ = file.Close() // it was opened to see that it can be
	if keep != "" {
		keep = s.path(keep)
	}
	return wire.BenchCorpus{Path: s.path(corpus), Keep: keep, Zone: cfg.Site.Zone, Bad: s.badItem, Hooks: s.benchHooks()}.Open(ctx)
}

// rank asks every query as it stands: no character in it has a meaning.
func (s *session) rank(ctx context.Context, bench *wire.Bench, queries []retrieval.Query, qrels retrieval.Qrels) error {
	asked := 0
	search := func(ctx context.Context, text string, k int) ([]string, error) {
		asked++
		s.err.showStatus(fmt.Sprintf("asking: %d of at most %d queries", asked, len(queries)))
		found, err := bench.Retriever.Find(ctx, retrieve.Request{Query: engine.Query{Raw: engine.Untrusted(text), Text: text}, K: k}, nil)
		if errors.Is(err, engine.ErrNothingToSearch) {
			err = nil
		}
		ids := make([]string, len(found))
		for i, p := range found {
			ids[i] = p.Record.DocID
		}
		return ids, err
	}
	scores, err := retrieval.Run(ctx, search, queries, qrels)
	if err != nil {
		return err
	}
	report := retrieval.Summarise(scores, retrieval.Index{Seconds: bench.Built.Seconds(), Chunks: bench.Chunks})
	if s.flags.json {
		return s.out.json(report)
	}
	s.printRanking(bench, scores, report)
	return nil
}

func (s *session) printRanking(bench *wire.Bench, scores []retrieval.Score, report retrieval.Report) {
	s.out.printf("%d judged queries, %d documents in %d chunks, read and indexed in %s\n", report.Queries,
		bench.Documents, bench.Chunks, bench.Built.Round(10*time.Millisecond))
	s.out.printf("%-10s %7s  %s\n", "bm25", "mean", "95 % interval")
	for _, m := range []struct {
		name string
		of   func(retrieval.Score) float64
	}{
		{"MRR@10", func(r retrieval.Score) float64 { return r.MRR10 }},
		{"nDCG@10", func(r retrieval.Score) float64 { return r.NDCG10 }},
		{"Recall@5", func(r retrieval.Score) float64 { return r.Recall5 }},
		{"Recall@10", func(r retrieval.Score) float64 { return r.Recall10 }},
		{"Recall@20", func(r retrieval.Score) float64 { return r.Recall20 }},
	} {
		values := make([]float64, len(scores))
		for i, score := range scores {
			values[i] = m.of(score)
		}
		e := stats.Mean(values, stats.Resamples, 1)
		s.out.printf("%-10s %7.4f  %.4f to %.4f\n", m.name, e.Mean, e.Interval[0], e.Interval[1])
	}
	s.out.printf("latency    p50 %.1f ms, p95 %.1f ms a query; index %s\n", report.Latency.P50, report.Latency.P95, bench.Hash)
}
