package report

import (
	"owl/bench/run"
	"owl/bench/suite"
	"owl/engine/trace"
)

// Input is what a report is made from.
type Input struct {
	Title     string
	Notes     []string
	Questions []suite.Question
	Variants  []Variant // in the order of the tables
	Resamples int       // of the bootstrap; 0 is stats.Resamples
}

// Variant is one variant with its runs and their scores, by question id.
type Variant struct {
	run.Manifest
	Runs   map[string]trace.State
	Scores map[string]Scores
}

// Scores is what one answer got.
type Scores struct {
	// Values holds a figure for each metric that applies to the question and
	// could be measured. A rate over part of the questions, such as abstention
	// recall, has a value for those questions only, so that its mean is the rate.
	Values   map[Metric]float64
	Verdicts []string // of the question's nuggets, in their order; empty when none were given
}

// Metric names one figure of an answer.
type Metric string

// The metrics, by layer.
const (
	MRR10, NDCG10             Metric = "MRR@10", "NDCG@10"
	Recall5, Recall10         Metric = "R@5", "R@10"
	Recall20                  Metric = "R@20"
	StrictVital, Vital        Metric = "strict vital recall", "vital recall"
	Weighted                  Metric = "weighted recall"
	Hallucination, OnQuote    Metric = "hallucination", "claims on their quote"
	ExactMatch, F1            Metric = "EM", "F1"
	Accuracy                  Metric = "Acc" // every vital nugget is stated in full
	CitePrecision, CiteRecall Metric = "citation precision", "citation recall"
	CiteValidity              Metric = "quotes in place"
	Chain, Experts            Metric = "fault chain", "experts"
	Steps, StepOrder          Metric = "procedure steps", "step order"
	AbstainPrecision          Metric = "abstention precision"
	AbstainRecall             Metric = "abstention recall"
	Faithful, AnswerRelevant  Metric = "faithfulness", "answer relevance"
	ContextPrecision          Metric = "context precision"
	ContextRecall             Metric = "context recall"
)

// layer is a table of metrics.
type layer struct {
	name, note string
	whole      bool // with columns that nothing could be measured for
	metrics    []Metric
}

// layers lists the tables that have a row a variant. The first one is laid out
// as the reference system's.
func layers() []layer {
	return []layer{
		{"Systems", "Hallucination is the share of claims that stand on no cited record. Acc is the share of answers with every vital nugget in full. " +
			"A recall at a depth that the traces do not reach is not given.", true,
			[]Metric{StrictVital, Hallucination, Accuracy, F1, MRR10, NDCG10, Recall5, Recall10, Recall20}},
		{"Answers", "A nugget that is stated in part counts half in vital and weighted recall, not in strict vital recall; weighted recall counts all " +
			"nuggets, those that are not vital half. EM is the exact span of the gold answer, F1 that of the best window.", false,
			[]Metric{StrictVital, Vital, Weighted, Accuracy, ExactMatch, F1, OnQuote}},
		{"Operations", "Each rate is over the questions that it applies to. Procedure steps are those that are stated in the gold answer's order, step order " +
			"the share of the stated steps that are.", false,
			[]Metric{Chain, CitePrecision, CiteRecall, CiteValidity, Experts, Steps, StepOrder, AbstainPrecision, AbstainRecall}},
		{"Lexical proxies", "Shares of words in place of what RAGAS asks a model, for comparison only.", false,
			[]Metric{Faithful, AnswerRelevant, ContextPrecision, ContextRecall}},
	}
}
