package report

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"

	"golang.org/x/sync/errgroup"

	"owl/bench/faith"
	"owl/bench/lexical"
	"owl/bench/metrics"
	"owl/bench/nuggets"
	"owl/bench/operations"
	"owl/bench/run"
	"owl/bench/suite"
	"owl/engine"
	"owl/engine/trace"
)

// Measure scores the runs of every variant, by their traces and the records that
// were kept with them. Nuggets are judged by the deterministic matcher.
func Measure(ctx context.Context, questions []suite.Question, folders []run.Folder, kept map[string]engine.Record) ([]Variant, error) {
	lookup := func(_ context.Context, id string) (engine.Record, error) {
		rec, ok := kept[id]
		if !ok {
			return engine.Record{}, fmt.Errorf("record %s: %w", id, engine.ErrNotFound)
		}
		return rec, nil
	}
	m := measurer{matcher: nuggets.NewMatcher(), lookup: lookup}
	out := make([]Variant, 0, len(folders))
	for _, f := range folders {
		v := Variant{Manifest: f.Manifest, Runs: f.Runs, Scores: map[string]Scores{}}
		if err := m.all(ctx, questions, v); err != nil {
			return nil, err
		}
		v.evenDepth()
		out = append(out, v)
	}
	return out, nil
}

// all scores every run of a variant, as many at a time as there are processors.
func (m measurer) all(ctx context.Context, questions []suite.Question, v Variant) error {
	var mu sync.Mutex
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0))
	for _, q := range questions {
		state, ok := v.Runs[q.ID]
		if !ok {
			continue
		}
		group.Go(func() (err error) {
			defer func() {
				if p := recover(); p != nil {
					err = fmt.Errorf("score question %s of %s: internal fault: %v", q.ID, v.label(), p)
				}
			}()
			scores, err := m.measure(ctx, q, state)
			if err = errors.Join(err, ctx.Err()); err != nil {
				return fmt.Errorf("score question %s of %s: %w", q.ID, v.label(), err)
			}
			mu.Lock()
			defer mu.Unlock()
			v.Scores[q.ID] = scores
			return nil
		})
	}
	return group.Wait()
}

// evenDepth takes away a recall that only some traces are deep enough for: its
// mean would be one over easy questions.
func (v Variant) evenDepth() {
	for _, m := range []Metric{Recall5, Recall10, Recall20} {
		for _, s := range v.Scores {
			_, ranked := s.Values[MRR10]
			if _, deep := s.Values[m]; ranked && !deep {
				v.drop(m)
				break
			}
		}
	}
}

func (v Variant) drop(m Metric) {
	for _, s := range v.Scores {
		delete(s.Values, m)
	}
}

// measurer is what scoring needs.
type measurer struct {
	matcher nuggets.Matcher
	lookup  faith.Lookup
}

// measure scores one run. A run that failed has no answer, so it gets what an
// empty one gets.
func (m measurer) measure(ctx context.Context, q suite.Question, s trace.State) (Scores, error) {
	out := Scores{Values: map[Metric]float64{}}
	var answer engine.Answer
	if s.Answer != nil {
		answer = *s.Answer
	}
	abstention := operations.Abstention{Answerable: q.Answerable, Abstained: answer.Abstained}
	out.set(AbstainPrecision, abstention.Precision)
	out.set(AbstainRecall, abstention.Recall)
	if q.Answerable {
		out.ranking(q, s)
		out.words(q, answer)
		out.nuggets(m.matcher, q, answer)
		if err := out.operations(ctx, m, q, answer); err != nil {
			return out, err
		}
	}
	return out, out.faithfulness(ctx, m.lookup, answer)
}

// operations scores what is asked of an answer beyond its facts.
func (s Scores) operations(ctx context.Context, m measurer, q suite.Question, answer engine.Answer) error {
	cited, err := operations.CountCitations(ctx, q, answer, m.lookup)
	if err != nil {
		return err
	}
	s.set(CitePrecision, cited.Precision)
	s.set(CiteRecall, cited.Recall)
	s.set(CiteValidity, cited.Validity)
	if experts, asked := operations.CountExperts(q.Text, q.Gold, answer.Text); asked {
		s.set(Experts, experts.Share)
	}
	if q.Type == operations.Procedural {
		order := operations.CountOrder(q.Gold, m.matcher.Read(answer.Text))
		s.set(Steps, order.Share)
		s.set(StepOrder, order.Concordance)
	}
	return nil
}

// faithfulness is not asked of an abstention: it claims nothing of the records.
func (s Scores) faithfulness(ctx context.Context, lookup faith.Lookup, answer engine.Answer) error {
	if answer.Abstained {
		return nil
	}
	findings, err := faith.Check(ctx, answer, lookup)
	if err != nil {
		return err
	}
	counted := faith.Count(findings)
	s.set(Hallucination, counted.HallucinationRate)
	s.set(OnQuote, counted.SupportedShare)
	return nil
}

// words compares the answer with the gold answer by words alone. An abstention
// answers nothing.
func (s Scores) words(q suite.Question, answer engine.Answer) {
	given := answer.Text
	if answer.Abstained {
		given = ""
	}
	s.Values[ExactMatch] = share(lexical.ExactMatch(given, q.Gold))
	s.Values[F1] = lexical.BestWindowF1(given, q.Gold)
	var quotes []string
	for _, c := range answer.Citations {
		quotes = append(quotes, string(c.Quote))
	}
	p := lexical.RAGAS(q.Text, given, q.Gold, quotes)
	s.Values[Faithful], s.Values[AnswerRelevant], s.Values[ContextPrecision], s.Values[ContextRecall] = p.Faithfulness, p.AnswerRelevance, p.ContextPrecision, p.ContextRecall
}

// set keeps a value that could be measured.
func (s Scores) set(m Metric, of func() (float64, bool)) {
	if value, ok := of(); ok {
		s.Values[m] = value
	}
}

func share(yes bool) float64 {
	if yes {
		return 1
	}
	return 0
}

// ranking scores the last ranking of the run. A depth that the trace does not
// reach is not scored.
func (s Scores) ranking(q suite.Question, state trace.State) {
	ranked, whole := rankedIDs(state)
	grades := q.Grades()
	s.Values[MRR10] = metrics.MRR(ranked, grades, 10)
	s.Values[NDCG10] = metrics.NDCG(ranked, grades, 10)
	for m, k := range map[Metric]int{Recall5: 5, Recall10: 10, Recall20: 20} {
		if whole || len(ranked) >= k {
			s.Values[m] = metrics.Recall(ranked, grades, k)
		}
	}
}

// rankedIDs gives the last ranking of a run; whole tells that the trace holds
// all of it.
func rankedIDs(s trace.State) (ids []string, whole bool) {
	var top []trace.Ranked
	records := 0
	for _, e := range s.Events {
		switch p := e.Payload.(type) {
		case trace.Fused:
			top, records = p.Top, p.Records
		case trace.Reranked:
			top = p.Top
		}
	}
	for _, r := range top {
		ids = append(ids, r.DocID)
	}
	return ids, len(ids) >= records
}

func (s *Scores) nuggets(matcher nuggets.Matcher, q suite.Question, answer engine.Answer) {
	read := matcher.Read(answer.Text)
	var verdicts []nuggets.Verdict
	for _, n := range q.Nuggets {
		verdict := read.Find(n.Text).Verdict
		verdicts, s.Verdicts = append(verdicts, verdict), append(s.Verdicts, string(verdict))
	}
	counted := nuggets.Score(q.Nuggets, verdicts)
	s.set(StrictVital, counted.StrictVitalRecall)
	s.set(Vital, counted.VitalRecall)
	s.set(Weighted, counted.WeightedRecall)
	s.set(Chain, counted.ChainCompleteness)
	if complete, known := counted.Complete(); known {
		s.Values[Accuracy] = share(complete)
	}
}
