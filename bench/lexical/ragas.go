package lexical

import (
	"strings"

	"owl/bench/lexical/prose"
	"owl/engine/text/token"
)

// Proxies are lexical stand-ins for the four figures of the RAGAS toolkit (Es
// et al. 2024), each 0..1. They are for comparability only.
type Proxies struct {
	ContextPrecision float64 `json:"context_precision"`
	ContextRecall    float64 `json:"context_recall"`
	AnswerRelevance  float64 `json:"answer_relevance"`
	Faithfulness     float64 `json:"faithfulness"`
}

// covered is the share of a statement's words from which a text is taken to
// state it.
const covered = 0.5

// RAGAS computes the proxies of one answer. Contexts are the texts that the
// answer stands on, best first. A statement is covered by a text that holds half
// of its content words, as stems.
//
//	context precision  mean of precision@k over the ranks k of useful contexts; one is
//	                   useful when it covers a statement of the gold answer. RAGAS asks a
//	                   model whether it is useful.
//	context recall     share of the gold answer's statements that the contexts together
//	                   cover. RAGAS asks a model whether each can be attributed to them.
//	answer relevance   share of the question's content words that the answer holds. RAGAS
//	                   lets a model ask back from the answer and compares the questions.
//	faithfulness       share of the answer's statements that one context covers. RAGAS asks
//	                   a model whether each follows from the contexts.
//
// A figure without anything to count is 0.
func RAGAS(question, answer, gold string, contexts []string) Proxies {
	sets := make([]map[string]bool, len(contexts))
	all := map[string]bool{}
	for i, c := range contexts {
		sets[i] = words(c)
		for w := range sets[i] {
			all[w] = true
		}
	}
	goldStatements := statements(gold)
	return Proxies{
		ContextPrecision: averagePrecision(sets, goldStatements),
		ContextRecall:    share(goldStatements, func(s map[string]bool) bool { return overlap(s, all) >= covered }),
		AnswerRelevance:  overlap(words(question), words(prose.Text(answer))),
		Faithfulness: share(statements(answer), func(s map[string]bool) bool {
			for _, c := range sets {
				if overlap(s, c) >= covered {
					return true
				}
			}
			return false
		}),
	}
}

func averagePrecision(contexts, gold []map[string]bool) float64 {
	useful, sum := 0, 0.0
	for i, c := range contexts {
		if share(gold, func(s map[string]bool) bool { return overlap(s, c) >= covered }) == 0 {
			continue
		}
		useful++
		sum += float64(useful) / float64(i+1)
	}
	if useful == 0 {
		return 0
	}
	return sum / float64(useful)
}

// statements returns the content words of each statement that has any.
func statements(text string) []map[string]bool {
	var out []map[string]bool
	for _, s := range prose.Read(text) {
		if w := words(s.Text); len(w) > 0 {
			out = append(out, w)
		}
	}
	return out
}

// words returns the content words of a text, as the tokeniser writes them.
func words(text string) map[string]bool {
	out := map[string]bool{}
	for _, t := range token.Stated(text) {
		if t.Kind != token.Part && !token.IsStop(strings.ToLower(text[t.Start:t.End])) {
			out[t.Text] = true
		}
	}
	return out
}

// overlap is the share of the words that stand in the other set, 0 when there
// are none.
func overlap(of, in map[string]bool) float64 {
	if len(of) == 0 {
		return 0
	}
	found := 0
	for w := range of {
		if in[w] {
			found++
		}
	}
	return float64(found) / float64(len(of))
}

func share(list []map[string]bool, check func(map[string]bool) bool) float64 {
	if len(list) == 0 {
		return 0
	}
	n := 0
	for _, s := range list {
		if check(s) {
			n++
		}
	}
	return float64(n) / float64(len(list))
}
