package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"owl/app/wire"
	"owl/bench/metrics"
	"owl/bench/retrieval"
	"owl/bench/stats"
	"owl/engine"
	"owl/engine/retrieve"
)

type benchRetrievalFlags struct {
	corpus, queries, qrels, keep, unit string
	variants                           []string
}

// What is ranked: whole records, or the passages of records. The judgments name
// a passage by doc_id#offset, a byte of the record's text that lies in it.
const (
	unitRecord  = "record"
	unitPassage = "passage"
)

// rankings lists the ways of searching that can be measured.
func rankings() []string { return []string{"bm25", "dense", "hybrid", "hybrid+rerank"} }

func (s *session) benchRetrievalCommand() *cobra.Command {
	var f benchRetrievalFlags
	cmd := &cobra.Command{
		Use:   "retrieval --corpus FILE --queries FILE --qrels FILE",
		Short: "Measure the ranking on a collection with relevance judgments",
		Long: "retrieval indexes a corpus, asks every query that has a relevant document and scores the first 20\n" +
			"documents. The corpus is corpus.jsonl in BEIR layout ({_id, title, text}) or records in corpus_v2, queries are\n" +
			"{_id, text} a line, qrels are query, document and grade separated by tabs. Several variants are compared query by\n" +
			"query. A folder of documents is a corpus too. With --unit passage the passages of records are ranked, in the order in\n" +
			"which an answer reads them; qrels name the one that holds a quote by doc_id#offset, the byte where it begins.",
		Example: "owl bench retrieval --corpus c.jsonl --queries q.jsonl --qrels r.tsv --variant bm25,hybrid",
		Args:    cobra.NoArgs,
		RunE:    s.run(func(ctx context.Context, _ []string) error { return s.runBenchRetrieval(ctx, f) }),
	}
	flags := cmd.Flags()
	flags.StringVar(&f.corpus, "corpus", "", "corpus.jsonl, or a file or folder of corpus_v2 records")
	flags.StringVar(&f.queries, "queries", "", "queries.jsonl")
	flags.StringVar(&f.qrels, "qrels", "", "qrels.tsv")
	flags.StringSliceVar(&f.variants, "variant", []string{"bm25"}, "how it is searched: "+strings.Join(rankings(), ", ")+"; several separated by commas")
	flags.StringVar(&f.unit, "unit", unitRecord, "what is ranked: record, or passage")
	flags.StringVar(&f.keep, "keep", "", "keep the knowledge base in this folder, and bring it up to date when it is there")
	return cmd
}

func (s *session) runBenchRetrieval(ctx context.Context, f benchRetrievalFlags) error {
	for _, v := range f.variants {
		if !slices.Contains(rankings(), v) {
			return usagef("--variant %s: no such variant; there is %s", v, strings.Join(rankings(), ", "))
		}
	}
	if f.unit != unitRecord && f.unit != unitPassage {
		return usagef("--unit %s: there is %s, %s", f.unit, unitRecord, unitPassage)
	}
	if f.corpus == "" || f.queries == "" || f.qrels == "" || len(f.variants) == 0 {
		return usagef("--corpus, --queries, --qrels and --variant must be given")
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
	if !slices.Equal(f.variants, []string{"bm25"}) {
		err = bench.Embed(ctx, s.embedding)
	}
	if err == nil {
		err = s.rankAll(ctx, f, bench, queries, qrels)
	}
	return errors.Join(err, bench.Close())
}

// request asks a query as it stands: no character in it has a meaning.
func request(variant, text string, k int) retrieve.Request {
	req := retrieve.Request{Query: engine.Query{Raw: engine.Untrusted(text), Text: text}, K: k, NoRerank: variant != "hybrid+rerank"}
	switch variant {
	case "bm25":
		req.Channels = []string{retrieve.Text}
	case "dense":
		req.Channels = []string{retrieve.Dense}
	default:
		req.Channels = []string{retrieve.Text, retrieve.Dense, retrieve.Feedback, retrieve.Alike, retrieve.Linked}
	}
	return req
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
	return wire.BenchCorpus{Path: s.path(corpus), Keep: keep, Zone: cfg.Site.Zone, Models: cfg.Models, Bad: s.badItem, Hooks: s.benchHooks()}.Open(ctx)
}

// rankAll measures the variants and compares each with the one before it.
func (s *session) rankAll(ctx context.Context, f benchRetrievalFlags, bench *wire.Bench, queries []retrieval.Query, qrels retrieval.Qrels) error {
	runs := make([][]retrieval.Score, len(f.variants))
	reports := make([]retrieval.Report, len(f.variants))
	for i, v := range f.variants {
		var err error
		if runs[i], err = s.rank(ctx, bench, v, f.unit, queries, qrels); err != nil {
			return fmt.Errorf("variant %s: %w", v, err)
		}
		reports[i] = retrieval.Summarise(runs[i], retrieval.Index{Seconds: bench.Built.Seconds(), Chunks: bench.Chunks})
	}
	if s.flags.json && len(runs) == 1 {
		return s.out.json(reports[0])
	}
	if s.flags.json {
		all := map[string]any{}
		for i, v := range f.variants {
			all[v] = reports[i]
		}
		return s.out.json(map[string]any{"variants": all})
	}
	for i, v := range f.variants {
		if i == 0 {
			s.out.printf("%d judged queries, %d documents in %d chunks, read and indexed in %s\n", reports[0].Queries,
				bench.Documents, bench.Chunks, bench.Built.Round(10*time.Millisecond))
		}
		var before []retrieval.Score
		name := ""
		if i > 0 {
			before, name = runs[i-1], f.variants[i-1]
		}
		s.printRanking(bench, v, name, runs[i], before, reports[i])
	}
	return nil
}

func (s *session) rank(ctx context.Context, bench *wire.Bench, variant, unit string, queries []retrieval.Query, qrels retrieval.Qrels) ([]retrieval.Score, error) {
	asked := 0
	judged := map[string]metrics.Grades{}
	for _, q := range queries {
		judged[q.Text] = qrels[q.ID]
	}
	search := func(ctx context.Context, text string, k int) ([]string, error) {
		asked++
		s.err.showStatus(fmt.Sprintf("%s: asking %d of at most %d queries", variant, asked, len(queries)))
		found, err := bench.Retriever.Find(ctx, request(variant, text, k), nil)
		if errors.Is(err, engine.ErrNothingToSearch) {
			err = nil
		}
		if unit == unitPassage {
			return passagesOf(found, judged[text], k), err
		}
		ids := make([]string, len(found))
		for i, p := range found {
			ids[i] = p.Record.DocID
		}
		return ids, err
	}
	return retrieval.Run(ctx, search, queries, qrels)
}

// passagesOf names the passages that were found: by the judged places that lie
// in them, else by where they begin.
func passagesOf(found []engine.Passage, judged metrics.Grades, k int) []string {
	var ids []string
	for _, p := range found {
		for _, c := range p.Chunks {
			names := placesIn(p.Record.DocID, c, judged)
			if len(names) == 0 {
				names = []string{fmt.Sprintf("%s#%d", p.Record.DocID, c.Start)}
			}
			for _, name := range names {
				if !slices.Contains(ids, name) {
					ids = append(ids, name)
				}
			}
		}
	}
	return ids[:min(len(ids), k)]
}

func placesIn(docID string, c engine.Chunk, judged metrics.Grades) (names []string) {
	for _, name := range slices.Sorted(maps.Keys(judged)) {
		doc, offset, _ := strings.Cut(name, "#")
		if at, err := strconv.Atoi(offset); err == nil && doc == docID && c.Start <= at && at < c.End {
			names = append(names, name)
		}
	}
	return names
}

// printRanking prints a variant's figures, and how far each is from that of the
// variant before.
func (s *session) printRanking(bench *wire.Bench, variant, than string, scores, before []retrieval.Score, report retrieval.Report) {
	compared := ""
	if than != "" {
		compared = "  difference to " + than + ", 95 % interval, p"
	}
	s.out.printf("%-13s %7s  %-16s%s\n", variant, "mean", "95 % interval", compared)
	for _, m := range []struct {
		name string
		of   func(retrieval.Score) float64
	}{
		{"MRR@10", func(r retrieval.Score) float64 { return r.MRR10 }},
		{"nDCG@10", func(r retrieval.Score) float64 { return r.NDCG10 }},
		{"Recall@5", func(r retrieval.Score) float64 { return r.Recall5 }},
		{"Recall@10", func(r retrieval.Score) float64 { return r.Recall10 }},
		{"Recall@20", func(r retrieval.Score) float64 { return r.Recall20 }},
		{"Success@1", func(r retrieval.Score) float64 { return r.Success1 }},
		{"Success@5", func(r retrieval.Score) float64 { return r.Success5 }},
	} {
		values, old := make([]float64, len(scores)), make([]float64, len(before))
		for i, score := range scores {
			values[i] = m.of(score)
		}
		for i, score := range before {
			old[i] = m.of(score)
		}
		e := stats.Mean(values, stats.Resamples, 1)
		s.out.printf("%-13s %7.4f  %.4f to %.4f", m.name, e.Mean, e.Interval[0], e.Interval[1])
		if d, err := stats.Paired(values, old, stats.Resamples, 1); err == nil && len(old) > 0 {
			s.out.printf("  %+.4f, %+.4f to %+.4f, p %.3f", d.Mean, d.Interval[0], d.Interval[1], d.P)
		}
		s.out.printf("\n")
	}
	s.out.printf("latency       p50 %.1f ms, p95 %.1f ms a query; index %s\n", report.Latency.P50, report.Latency.P95, bench.Hash)
}
