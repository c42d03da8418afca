package loop

import (
	"strings"

	"owl/engine"
	"owl/engine/query"
	"owl/engine/query/facet"
	"owl/engine/rerank"
	"owl/engine/retrieve"
	"owl/engine/trace"
)

// Off switches parts off, so that what each gives can be measured. The zero
// value has all of them on.
type Off struct {
	query.Off
	Dense, Graph, Reranker bool
	Weights                bool // the same fusion whatever the intent
	Loop, Gate             bool
	Model                  bool // answer without the language model
}

// Plan is how a question was understood and is looked for.
type Plan struct {
	Understanding query.Understanding
	Request       retrieve.Request

	asked engine.Filter // what is demanded beside the question
	first string        // the text that is searched in the first round
	blank bool          // it holds no word to search for
}

// Plan reads a question.
func (l *Loop) Plan(req engine.Request) Plan {
	c := l.deps.Context()
	c.Off = l.deps.Off.Off
	u := query.Understand(req.Question, c)
	u.Query.Filter = both(u.Query.Filter, req.Filter)
	return Plan{Understanding: u, Request: l.request(u), asked: req.Filter, first: u.Query.Text}
}

// Understood says how the question was read.
func (p Plan) Understood() trace.Understood {
	q := p.Request.Query
	return trace.Understood{Text: q.Text, Phrases: q.Phrases, Exclude: q.Exclude, Filters: filterWords(q.Filter), Steps: p.Understanding.Steps}
}

// both joins what the question says with what the request adds: lists add up,
// spans of time narrow each other.
func both(a, b engine.Filter) engine.Filter {
	a.Collections = append(a.Collections, b.Collections...)
	a.Systems = append(a.Systems, b.Systems...)
	if b.Since.After(a.Since) {
		a.Since = b.Since
	}
	if a.Until.IsZero() || !b.Until.IsZero() && b.Until.Before(a.Until) {
		a.Until = b.Until
	}
	return a
}

func filterWords(f engine.Filter) []string {
	var out []string
	for _, c := range f.Collections {
		out = append(out, "collection "+string(c))
	}
	for _, s := range f.Systems {
		out = append(out, "system "+s)
	}
	const layout = "2006-01-02 15:04 -07:00"
	if !f.Since.IsZero() {
		out = append(out, "from "+f.Since.Format(layout))
	}
	if !f.Until.IsZero() {
		out = append(out, "before "+f.Until.Format(layout))
	}
	return out
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
