package score

import (
	"slices"

	"owl/bench/faith"
	"owl/bench/nuggets"
	"owl/bench/operations"
)

// Layer is a group of metrics.
type Layer string

// The layers, in the order of the reference system.
const (
	RetrievalLayer  Layer = "retrieval"
	NuggetLayer     Layer = "nuggets"
	FaithLayer      Layer = "faithfulness"
	ProxyLayer      Layer = "lexical proxies"
	OperationsLayer Layer = "operations"
	MatchLayer      Layer = "answer match"
)

// Metric is one figure of an answer.
type Metric struct {
	Name  string
	Layer Layer
	Lower bool // less is better
	// Value gives the figure of a question, 0..1. ok is false when the metric
	// does not apply to it or could not be measured; short says that it applies
	// and the trace does not hold enough of the ranking.
	Value func(Question) (value float64, ok, short bool)
}

// The names of the metrics that others refer to.
const (
	StrictVital   = "strict vital recall"
	StrictSuccess = "strict success"
	Hallucination = "hallucination"
)

// AtOnceName ends the name of a metric of what is read at once, without what unfolds.
const AtOnceName = " (at once)"

// Metrics lists the metrics in the order of the tables.
func Metrics() []Metric {
	return slices.Concat(retrievalMetrics(), nuggetMetrics(), faithMetrics(), proxyMetrics(), operationsMetrics(), matchMetrics())
}

// FindMetric returns the metric of a name.
func FindMetric(name string) (Metric, bool) {
	all := Metrics()
	i := slices.IndexFunc(all, func(m Metric) bool { return m.Name == name })
	if i < 0 {
		return Metric{}, false
	}
	return all[i], true
}

// Of gives the figure of a question, where it applies.
func (m Metric) Of(q Question) (value float64, ok bool) {
	value, ok, _ = m.Value(q)
	return value, ok
}

func retrievalMetrics() []Metric {
	at := func(name string, k int, of func(Retrieval) float64) Metric {
		return Metric{Name: name, Layer: RetrievalLayer, Value: func(q Question) (float64, bool, bool) {
			deep := q.Retrieval.reaches(k)
			return of(q.Retrieval), q.Answerable && deep, q.Answerable && !deep
		}}
	}
	return []Metric{
		at("MRR@10", 10, func(r Retrieval) float64 { return r.MRR10 }),
		at("NDCG@10", 10, func(r Retrieval) float64 { return r.NDCG10 }),
		at("R@5", 5, func(r Retrieval) float64 { return r.Recall5 }),
		at("R@10", 10, func(r Retrieval) float64 { return r.Recall10 }),
		at("R@20", 20, func(r Retrieval) float64 { return r.Recall20 }),
	}
}

// simple makes a metric of a figure that says itself whether it applies.
func simple(name string, layer Layer, of func(Question) (float64, bool)) Metric {
	return Metric{Name: name, Layer: layer, Value: func(q Question) (float64, bool, bool) {
		v, ok := of(q)
		return v, ok, false
	}}
}

// answerable restricts a metric to questions that the records answer.
func answerable(name string, layer Layer, of func(Question) (float64, bool)) Metric {
	return simple(name, layer, func(q Question) (float64, bool) {
		if !q.Answerable {
			return 0, false
		}
		return of(q)
	})
}

func nuggetMetrics() []Metric {
	by := func(suffix string, scores func(Question) (nuggets.Scores, bool)) []Metric {
		metric := func(name string, of func(nuggets.Scores) (float64, bool)) Metric {
			return answerable(name+suffix, NuggetLayer, func(q Question) (float64, bool) {
				s, ok := scores(q)
				if !ok {
					return 0, false
				}
				return of(s)
			})
		}
		return []Metric{
			metric(StrictVital, nuggets.Scores.StrictVitalRecall),
			metric("vital recall", nuggets.Scores.VitalRecall),
			metric("weighted recall", nuggets.Scores.WeightedRecall),
		}
	}
	matcher := by("", func(q Question) (nuggets.Scores, bool) { return q.Recall, true })
	judged := by(" (judge)", judgedRecall)
	atOnce := by(AtOnceName, func(q Question) (nuggets.Scores, bool) { return q.AtOnce.Recall, true })[:1]
	return slices.Concat(matcher, atOnce, judged, []Metric{simple(StrictSuccess, NuggetLayer, success)})
}

func judgedRecall(q Question) (nuggets.Scores, bool) {
	if q.Judged == nil {
		return nuggets.Scores{}, false
	}
	return q.Judged.Recall, true
}

// success is 1 when every vital nugget is stated in full, or when a question
// without an answer was not answered. The matcher decides.
func success(q Question) (float64, bool) {
	if !q.Answerable {
		return yes(q.Outcome == Abstained), true
	}
	complete, known := q.Recall.Complete()
	return yes(complete), known
}

func yes(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

func faithMetrics() []Metric {
	hallucination := simple(Hallucination, FaithLayer, func(q Question) (float64, bool) { return q.Faith.HallucinationRate() })
	judged := simple(Hallucination+" (judge)", FaithLayer, func(q Question) (float64, bool) {
		if q.Judged == nil || q.Judged.Claims.Judged() == 0 {
			return 0, false
		}
		return float64(q.Judged.Claims.None) / float64(q.Judged.Claims.Judged()), true
	})
	byModel := simple(Hallucination+" (NLI)", FaithLayer, func(q Question) (float64, bool) { return faith.NLIRate(q.Claims) })
	hallucination.Lower, judged.Lower, byModel.Lower = true, true, true
	return []Metric{
		hallucination, judged, byModel,
		simple("supported by quote", FaithLayer, func(q Question) (float64, bool) { return q.Faith.SupportedShare() }),
	}
}

func proxyMetrics() []Metric {
	of := func(name string, value func(Question) float64) Metric {
		return answerable(name, ProxyLayer, func(q Question) (float64, bool) { return value(q), true })
	}
	return []Metric{
		of("faithfulness*", func(q Question) float64 { return q.Proxies.Faithfulness }),
		of("answer relevance*", func(q Question) float64 { return q.Proxies.AnswerRelevance }),
		of("context precision*", func(q Question) float64 { return q.Proxies.ContextPrecision }),
		of("context recall*", func(q Question) float64 { return q.Proxies.ContextRecall }),
	}
}

func operationsMetrics() []Metric {
	return []Metric{
		answerable("fault chain", OperationsLayer, func(q Question) (float64, bool) { return q.Recall.ChainCompleteness() }),
		answerable("citation precision", OperationsLayer, func(q Question) (float64, bool) { return q.Citations.Precision() }),
		answerable("citation support", OperationsLayer, func(q Question) (float64, bool) { return q.Citations.Support() }),
		answerable("citation support"+AtOnceName, OperationsLayer, func(q Question) (float64, bool) { return q.AtOnce.Citations.Support() }),
		answerable("citation recall", OperationsLayer, func(q Question) (float64, bool) { return q.Citations.Recall() }),
		answerable("citation precision"+AtOnceName, OperationsLayer, func(q Question) (float64, bool) { return q.AtOnce.Citations.Precision() }),
		answerable("citation recall"+AtOnceName, OperationsLayer, func(q Question) (float64, bool) { return q.AtOnce.Citations.Recall() }),
		answerable("quotes shown", OperationsLayer, func(q Question) (float64, bool) { return q.Quotes.Share() }),
		answerable("quotes shown"+AtOnceName, OperationsLayer, func(q Question) (float64, bool) { return q.AtOnce.Quotes.Share() }),
		simple("citation validity", OperationsLayer, func(q Question) (float64, bool) { return q.Citations.Validity() }),
		answerable("experts", OperationsLayer, func(q Question) (float64, bool) {
			if q.Experts == nil {
				return 0, false
			}
			return q.Experts.Share()
		}),
		answerable("procedure order", OperationsLayer, func(q Question) (float64, bool) {
			if q.Order == nil {
				return 0, false
			}
			return q.Order.Share()
		}),
		simple("abstention precision", OperationsLayer, func(q Question) (float64, bool) { return q.abstention().Precision() }),
		simple("abstention recall", OperationsLayer, func(q Question) (float64, bool) { return q.abstention().Recall() }),
	}
}

func (q Question) abstention() operations.Abstention {
	return operations.Abstention{Answerable: q.Answerable, Abstained: q.Outcome == Abstained}
}

func matchMetrics() []Metric {
	return []Metric{
		answerable("EM", MatchLayer, func(q Question) (float64, bool) { return yes(q.Match.Exact), true }),
		answerable("F1", MatchLayer, func(q Question) (float64, bool) { return q.Match.F1, true }),
		answerable("Acc", MatchLayer, func(q Question) (float64, bool) {
			if q.Judged == nil || q.Judged.Contained == nuggets.Unjudged {
				return 0, false
			}
			return yes(q.Judged.Contained == nuggets.Support), true
		}),
	}
}
