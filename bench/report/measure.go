package report

import (
	"owl/bench/metrics"
	"owl/bench/nuggets"
	"owl/bench/run"
	"owl/bench/suite"
	"owl/engine"
	"owl/engine/trace"
)

// Measure scores the runs of every variant, by their traces alone. Nuggets are
// judged by the deterministic matcher.
func Measure(questions []suite.Question, folders []run.Folder) []Variant {
	matcher := nuggets.NewMatcher()
	out := make([]Variant, 0, len(folders))
	for _, f := range folders {
		v := Variant{Manifest: f.Manifest, Runs: f.Runs, Scores: map[string]Scores{}}
		for _, q := range questions {
			if state, ok := f.Runs[q.ID]; ok {
				v.Scores[q.ID] = measure(matcher, q, state)
			}
		}
		v.evenDepth()
		out = append(out, v)
	}
	return out
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

// measure scores one run. A run that failed has no answer, so it gets what an
// empty one gets.
func measure(matcher nuggets.Matcher, q suite.Question, s trace.State) Scores {
	out := Scores{Values: map[Metric]float64{}}
	var answer engine.Answer
	if s.Answer != nil {
		answer = *s.Answer
	}
	if q.Answerable {
		out.ranking(q, s)
		out.nuggets(matcher, q, answer)
		out.citations(q, answer)
	}
	if answer.Abstained {
		out.Values[AbstainPrecision] = share(!q.Answerable)
	}
	if !q.Answerable {
		out.Values[AbstainRecall] = share(answer.Abstained)
	}
	return out
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
	for m, of := range map[Metric]func() (float64, bool){
		StrictVital: counted.StrictVitalRecall, Vital: counted.VitalRecall, Weighted: counted.WeightedRecall, Chain: counted.ChainCompleteness,
	} {
		if value, ok := of(); ok {
			s.Values[m] = value
		}
	}
}

// citations counts records: precision is the share of the cited ones that are
// evidence, recall the share of the evidence that is cited.
func (s Scores) citations(q suite.Question, answer engine.Answer) {
	gold, cited := q.Grades(), map[string]bool{}
	right := 0.0
	for _, c := range answer.Citations {
		if !cited[c.DocID] && gold[c.DocID] > 0 {
			right++
		}
		cited[c.DocID] = true
	}
	if len(cited) > 0 {
		s.Values[CitePrecision] = right / float64(len(cited))
	}
	s.Values[CiteRecall] = right / float64(len(gold))
}
