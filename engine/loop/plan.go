package loop

import (
	"strings"

	"owl/engine"
	"owl/engine/query"
	"owl/engine/query/facet"
	"owl/engine/rerank"
	"owl/engine/retrieve"
)

// Off switches parts off, so that what each gives can be measured. The zero
// value has all of them on.
type Off struct {
	query.Off
	Dense, Graph, Reranker bool
	Weights                bool // the same fusion whatever the intent
}

// Plan is how a question was understood and is looked for.
type Plan struct {
	Understanding query.Understanding
	Request       retrieve.Request

	asked engine.Filter // what is demanded beside the question
}

// Plan reads a question.
func (l *Loop) Plan(req engine.Request) Plan {
	c := l.deps.Context()
	c.Off = l.deps.Off.Off
	u := query.Understand(req.Question, c)
	u.Query.Filter = both(u.Query.Filter, req.Filter)
	return Plan{Understanding: u, Request: l.request(u), asked: req.Filter}
}

func (l *Loop) request(u query.Understanding) retrieve.Request {
	req := retrieve.Request{
		Query: u.Query, Pair: u.Reranker, Intent: string(u.Intent), NoRerank: l.deps.Off.Reranker,
		Wants: wants(u), K: recordsKept, Channels: l.channels(),
	}
	req.Query.Also, req.Related = also(u)
	for _, p := range u.Paraphrases {
		req.Paraphrases = append(req.Paraphrases, p.Text)
	}
	req.Around = rerank.Span{Since: u.Date.From, Until: u.Date.Until}
	if l.deps.Off.Weights {
		req.Intent = ""
	}
	return req
}

// also gives what expansions and synonyms add: as terms, and as one text.
func also(u query.Understanding) (terms []engine.Term, text string) {
	var texts []string
	for _, t := range u.Terms() {
		terms = append(terms, engine.Term{Text: t.Text, Weight: t.Weight})
		texts = append(texts, t.Text)
	}
	return terms, strings.Join(texts, " ")
}

// channels lists those that are on; nil when all are.
func (l *Loop) channels() []string {
	off := l.deps.Off
	if !off.Dense && !off.Graph {
		return nil
	}
	out := []string{retrieve.Text, retrieve.Paraphrases, retrieve.Feedback, retrieve.Linked}
	if !off.Dense {
		out = append(out, retrieve.Dense, retrieve.Alike)
	}
	if !off.Graph {
		out = append(out, retrieve.Graph)
	}
	return out
}

func wants(u query.Understanding) rerank.Wants {
	var w rerank.Wants
	for _, k := range u.Wants {
		switch k {
		case facet.Cause:
			w.Cause = true
		case facet.Steps:
			w.Steps = true
		case facet.Number:
			w.Number = true
		case facet.Date:
			w.Date = true
		case facet.Person:
			w.Person = true
		}
	}
	return w
}
