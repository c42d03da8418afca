package report

import (
	"owl/bench/run"
	"owl/bench/score"
	"owl/bench/suite"
)

// Input is what a report is made from.
type Input struct {
	Title     string
	Notes     []string
	Questions []suite.Question
	Variants  []Variant // in the order of the tables
	Bootstrap score.Bootstrap
}

// Variant is one variant with its runs and their scores. Scored has the name
// that it is shown under.
type Variant struct {
	run.Folder
	Scored score.Variant
	Second score.Verdicts // of a second judge; nil without one
}

// layer is a table of metrics.
type layer struct {
	name, note string
	whole      bool     // with columns that nothing could be measured for
	metrics    []string // their names in package score
}

// layers lists the tables that have a row a variant. The first one is laid out
// as the reference system's.
func layers() []layer {
	return []layer{
		{
			"Systems", "Hallucination is the share of claims that stand on no cited record. Acc needs a judge. A recall at a depth that the traces do not reach is not given.", true,
			[]string{score.StrictVital, score.Hallucination, "Acc", "F1", "MRR@10", "NDCG@10", "R@5", "R@10", "R@20"},
		},
		{
			"Answers", "A nugget that is stated in part counts half in vital and weighted recall, not in strict vital recall; weighted recall counts all nuggets, " +
				"those that are not vital half. Strict success is an answer with every vital nugget in full, or a rightful abstention. EM is the exact span of the " +
				"gold answer, F1 that of the best window. Hallucination (NLI) also counts the claims that a model of inference does not find to follow from what they cite.", false,
			[]string{score.StrictVital, "vital recall", "weighted recall", score.StrictSuccess, "EM", "F1", "supported by quote", score.Hallucination + " (NLI)"},
		},
		{
			"Judge", "By a language model.", false,
			[]string{score.StrictVital + " (judge)", "vital recall (judge)", "weighted recall (judge)", score.Hallucination + " (judge)"},
		},
		{
			"Operations", "Each rate is over the questions that it applies to. Citation support counts, beside the evidence, the records that state a nugget of the gold answer in full: lists of evidence are never complete.", false,
			[]string{"fault chain", "citation precision", "citation support", "citation recall", "citation validity", "experts", "procedure order", "abstention precision", "abstention recall"},
		},
		{
			"At once", "Of what is read at once, without what unfolds below it, beside the same of the whole answer. Quotes are the words of the records that the gold answer stands on.", false,
			[]string{score.StrictVital + score.AtOnceName, "citation precision" + score.AtOnceName, "citation support" + score.AtOnceName, "citation recall" + score.AtOnceName, "quotes shown" + score.AtOnceName, "quotes shown"},
		},
		{
			"Lexical proxies", "Shares of words in place of what RAGAS asks a model, for comparison only.", false,
			[]string{"faithfulness*", "answer relevance*", "context precision*", "context recall*"},
		},
	}
}

// compared are the metrics that variants are compared in.
func compared() []string {
	return []string{score.StrictVital, "weighted recall", score.Hallucination, "F1", "MRR@10", "NDCG@10", "R@10", "citation precision", "citation recall"}
}
