package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"owl/app/wire"
	"owl/bench/metrics"
	"owl/bench/ranker"
	"owl/bench/suite"
	"owl/engine"
	"owl/engine/rerank"
)

type benchTrainFlags struct {
	trainFrom
	out, features                  string
	ablate, misses, fusions, cross bool
}

func (s *session) benchTrainCommand() *cobra.Command {
	var f benchTrainFlags
	cmd := &cobra.Command{
		Use:   "train-ranker --bench FILE --corpus FILE",
		Short: "Train the linear ranker on questions with known evidence",
		Long: "train-ranker finds the weights of the linear ranker that put the evidence of a benchmark's questions first, and\n" +
			"says by cross-validation what they gain over the fused order. Several benchmarks, each with its corpus, train one\n" +
			"ranker in which each counts alike; it is said what a ranker gives on a benchmark that it was not trained on. A\n" +
			"benchmark may be a folder with queries.jsonl and qrels.tsv. With --out it writes the ranking's settings, a file\n" +
			"that [models] ranking = FILE uses in place of the built-in one.",
		Example: "owl bench train-ranker --bench demo --corpus demo --out ranking.json\n" +
			"owl bench train-ranker --bench demo --corpus demo --bench judged/ --corpus documents/",
		Args: cobra.NoArgs,
		RunE: s.run(func(ctx context.Context, _ []string) error { return s.runBenchTrain(ctx, f) }),
	}
	flags := cmd.Flags()
	f.flags(cmd)
	flags.StringVar(&f.features, "features", "", "write the features of every candidate to this file, a JSON object a question and line")
	flags.BoolVar(&f.ablate, "ablate", false, "say also what each feature gives: the cross-validation without it, which takes a while")
	flags.BoolVar(&f.fusions, "fusions", false, "choose also how the channels are joined, by intent")
	flags.BoolVar(&f.cross, "cross", false, "choose also what the cross-encoder counts, by intent; it reads 50 passages a question")
	flags.BoolVar(&f.misses, "misses", false, "list the evidence that is not among the first 20, with its rank")
	flags.StringVar(&f.out, "out", "", "write the settings with the new weights to this file")
	return cmd
}

func (s *session) runBenchTrain(ctx context.Context, f benchTrainFlags) error {
	if err := f.check(); err != nil {
		return err
	}
	if f.fusions && len(f.bench) > 1 {
		return usagef("--fusions: give one benchmark")
	}
	t := &training{session: s, flags: f}
	for i := range f.bench {
		if err := t.collect(ctx, f.bench[i], f.corpus[i]); err != nil {
			return err
		}
	}
	if len(t.examples) == 0 {
		return usagef("no question has evidence to learn from")
	}
	s.printTraining(t.examples, f.ablate)
	if f.misses {
		s.printMisses(t.examples)
	}
	return errors.Join(t.writeFeatures(), t.write())
}

// trained is the model with weights from all examples.
func trained(examples []ranker.Example, old rerank.Model, f benchTrainFlags) rerank.Model {
	m := rerank.Model{Cross: old.Cross, Weights: map[string]float64{}}
	held := ranker.CrossValidate(examples, ranker.Defaults())
	mrr := 0.0
	for _, e := range examples {
		mrr += metrics.MRR(held[e.ID], e.Grades, 10) / float64(len(examples))
	}
	m.About = fmt.Sprintf("trained on %d questions of %s, part %s; MRR@10 %.3f in cross-validation", len(examples), strings.Join(ranker.Sets(examples), ", "), f.split, mrr)
	weights := ranker.Train(examples, ranker.Defaults())
	for i, w := range weights {
		m.Weights[rerank.Features()[i]] = math.Round(1000*w) / 1000
	}
	m.Chance = ranker.ChanceOf(examples, weights)
	return m
}

// chooseFusions measures every way to join the channels, prints the table, and
// goes on with the best.
func (s *session) chooseFusions(ctx context.Context, bench *wire.Bench, asked []suite.Question) error {
	var questions []ranker.Question
	counts := map[string]int{}
	for _, q := range asked {
		if len(q.Grades()) > 0 {
			req := bench.Loop.Plan(engine.Request{Question: engine.Untrusted(q.Text)}).Request
			questions = append(questions, ranker.Question{Request: req, Grades: q.Grades()})
			counts[req.Intent]++
		}
	}
	intents := slices.Sorted(maps.Keys(counts))
	s.out.printf("nDCG@10 / R@20 of the fused order\n%-46s %-13s", "", fmt.Sprintf("all (%d)", len(questions)))
	for _, intent := range intents {
		s.out.printf(" %-13.13s", fmt.Sprintf("%.9s %d", intent, counts[intent]))
	}
	s.out.printf("\n")
	fusions := ranker.Candidates()
	var all []ranker.Measured
	for _, name := range slices.Sorted(maps.Keys(fusions)) {
		m, err := ranker.Measure(ctx, bench.Retriever.Parts, name, fusions[name], questions)
		if err != nil {
			return err
		}
		all = append(all, m)
		s.out.printf("%-46s", name)
		for _, intent := range append([]string{""}, intents...) {
			s.out.printf(" %.3f / %.3f", m.NDCG[intent], m.Recall[intent])
		}
		s.out.printf("\n")
	}
	bench.Retriever.Settings.Fusion = ranker.Best(all, fusions)
	for _, intent := range slices.Sorted(maps.Keys(bench.Retriever.Settings.Fusion)) {
		f := bench.Retriever.Settings.Fusion[intent]
		s.out.printf("chosen for %s: %s, %v, smoothing %g\n", intent, f.Method, f.Weights, f.Smoothing)
	}
	s.out.printf("\n")
	return nil
}

// examples collects the candidates of every question that has evidence.
func (s *session) examples(ctx context.Context, bench *wire.Bench, questions []suite.Question) ([]ranker.Example, error) {
	var out []ranker.Example
	for i, q := range questions {
		grades := q.Grades()
		if len(grades) == 0 {
			continue
		}
		s.err.showStatus(fmt.Sprintf("looking at question %d of %d", i+1, len(questions)))
		req := bench.Loop.Plan(engine.Request{Question: engine.Untrusted(q.Text)}).Request
		judged, err := bench.Retriever.Judge(ctx, req)
		if err != nil {
			return nil, fmt.Errorf("question %s: %w", q.ID, err)
		}
		e := ranker.Example{ID: q.ID, Kind: q.Type, Intent: req.Intent, Pair: req.Pair, Grades: grades}
		for _, j := range judged {
			e.Items = append(e.Items, ranker.Item{DocID: j.DocID, Fused: j.Fused, Vector: j.Vector, Candidate: j.Item})
		}
		out = append(out, e)
	}
	return out, nil
}

// printTraining compares the fused order, the cross-validated one and the one
// without each feature; and by benchmark, where there are several.
func (s *session) printTraining(examples []ranker.Example, ablate bool) {
	o := ranker.Defaults()
	s.out.printf("%d questions, %d features\n\n", len(examples), len(rerank.Features()))
	s.out.printf("%-44s %7s %8s %6s %6s %6s %7s\n", "", "MRR@10", "nDCG@10", "R@5", "R@10", "R@20", "weight")
	s.row("fused", "", examples, ranker.Example.Order)
	s.row("best order of the candidates", "", examples, ranker.Example.Best)
	held := ranker.CrossValidate(examples, o)
	crossed := func(e ranker.Example) []string { return held[e.ID] }
	s.row("cross-validated", "", examples, crossed)
	weights := ranker.Train(examples, o)
	s.row("trained on all", "", examples, func(e ranker.Example) []string { return e.Rank(weights) })
	if sets := ranker.Sets(examples); len(sets) > 1 {
		for _, set := range sets {
			own, others := ranker.Split(examples, set)
			s.row(set+": fused", "", own, ranker.Example.Order)
			s.row(set+": cross-validated", "", own, crossed)
			elsewhere := ranker.Train(others, o)
			s.row(set+": trained on the others", "", own, func(e ranker.Example) []string { return e.Rank(elsewhere) })
		}
	}
	for i, name := range rerank.Features() {
		weight := fmt.Sprintf("%.3f", weights[i])
		if !ablate {
			s.out.printf("  %-84s %s\n", name, weight)
			continue
		}
		without := o
		without.Off = []int{i}
		held := ranker.CrossValidate(examples, without)
		s.row("  without "+name, weight, examples, func(e ranker.Example) []string { return held[e.ID] })
	}
}

// row prints what an order reaches over some questions.
func (s *session) row(name, weight string, examples []ranker.Example, order func(ranker.Example) []string) {
	var sum [5]float64
	for _, e := range examples {
		ids := order(e)
		for i, v := range []float64{
			metrics.MRR(ids, e.Grades, 10), metrics.NDCG(ids, e.Grades, 10),
			metrics.Recall(ids, e.Grades, 5), metrics.Recall(ids, e.Grades, 10), metrics.Recall(ids, e.Grades, 20),
		} {
			sum[i] += v / float64(len(examples))
		}
	}
	s.out.printf("%-44s %7.3f %8.3f %6.3f %6.3f %6.3f %7s\n", name, sum[0], sum[1], sum[2], sum[3], sum[4], weight)
}

// crossDepth is how many candidates the cross-encoder reads.
const crossDepth = 50

// chooseCross measures what the cross-encoder adds to the held-out order at
// several weights, and chooses one an intent.
func (s *session) chooseCross(ctx context.Context, bench *wire.Bench, examples []ranker.Example) (map[string]float64, error) {
	held := ranker.HeldOut(examples, ranker.Defaults())
	encoder := rerank.Cross{Encoder: bench.Retriever.Cross}
	if encoder.Encoder == nil {
		return nil, errors.New("the reranker is switched off (models.reranker is none)")
	}
	var reads []ranker.Read
	for i, e := range examples {
		s.err.showStatus(fmt.Sprintf("reading the candidates of question %d of %d", i+1, len(examples)))
		r := e.Read(held[e.ID])
		var err error
		if r.Levels, err = encoder.Levels(ctx, e.Pair, e.First(held[e.ID], crossDepth)); err != nil {
			return nil, fmt.Errorf("question %s: %w", e.ID, err)
		}
		reads = append(reads, r)
	}
	s.out.printf("cross-encoder over the first %d, MRR@10 / nDCG@10 by its weight\n%-22s", crossDepth, "")
	for _, w := range ranker.CrossWeights() {
		s.out.printf(" %-13g", w)
	}
	s.out.printf("\n")
	out := map[string]float64{}
	all := ranker.Cross(reads)
	for _, intent := range slices.Sorted(maps.Keys(all)) {
		b := all[intent]
		s.out.printf("%-22s", fmt.Sprintf("%s %d", cmp.Or(intent, "all"), b.Questions))
		for i := range b.MRR {
			s.out.printf(" %.3f / %.3f", b.MRR[i], b.NDCG[i])
		}
		s.out.printf("\n")
		if intent != "" {
			out[intent] = b.Best()
		}
	}
	out["general"] = all[""].Best()
	s.out.printf("\n")
	return out, nil
}

// printMisses lists what a held-out ranking does not bring among the first 20.
func (s *session) printMisses(examples []ranker.Example) {
	held := ranker.CrossValidate(examples, ranker.Defaults())
	for _, e := range examples {
		for _, id := range slices.Sorted(maps.Keys(e.Grades)) {
			rank := slices.Index(held[e.ID], id) + 1
			if rank > 20 || rank == 0 {
				s.out.printf("%s %s: %s of grade %d, rank %d; fused %d\n", e.ID, e.Kind, id, e.Grades[id], rank, slices.Index(e.Order(), id)+1)
			}
		}
	}
}
